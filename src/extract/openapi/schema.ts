// One schema of an API as a section.
import { escapeLine, escapeWholeLine } from '../markdown-source/escape.ts';
import { writeExamples } from './body.ts';
import type { References } from './references.ts';
import { writeProperties } from './schema-table.ts';
import { limitsText, typeOf } from './schema-type.ts';
import { inlineCode, type SectionWriter } from './section-writer.ts';
import { type Fields, fieldsOf, listOf, textValueOf } from './values.ts';

const compositions = Object.freeze([
  ['allOf', 'All of'],
  ['oneOf', 'One of'],
  ['anyOf', 'Any of'],
] as const);

const maxMembers = 50;

/** Writes `## Schema Name` with its description, its parts, its properties and its examples. */
export function writeNamedSchema(
  name: string,
  value: unknown,
  anchor: string,
  references: References,
  writer: SectionWriter,
): void {
  writer.heading(2, `Schema ${name}`, { anchor, names: name.length <= 100 ? [name] : [] });
  const { fields, name: target } = references.follow(value);
  if (fields === undefined) {
    writer.text(`Type: ${escapeLine(target ?? typeOf(value, references))}`);
    return;
  }
  if (fields.deprecated === true) writer.note('Deprecated');
  const title = textValueOf(fields.title);
  if (title !== undefined && title !== name) writer.text(escapeWholeLine(title.replace(/\s+/g, ' ')));
  writer.markdown(textValueOf(fields.description), 3);
  writeKind(fields, value, references, writer);
  writeProperties(
    fieldsOf(fields.items) !== undefined && fieldsOf(fields.items)?.$ref === undefined
      ? (fieldsOf(fields.items) ?? {})
      : fields,
    references,
    writer,
  );
  writeExamples('application/json', fields.example, fields.examples, references, writer);
}

function writeKind(fields: Fields, value: unknown, references: References, writer: SectionWriter): void {
  const alias = references.follow(value);
  if (fieldsOf(value)?.$ref !== undefined && alias.name !== undefined) writer.text(`Same as ${escapeLine(alias.name)}`);
  let composed = false;
  for (const [key, label] of compositions) {
    const members = listOf(fields[key]);
    if (members.length === 0) continue;
    composed = true;
    const words = members
      .slice(0, maxMembers)
      .map((member) => textValueOf(fieldsOf(member)?.title) ?? typeOf(member, references));
    writer.text(`${label}: ${escapeLine(words.join(', '))}${members.length > maxMembers ? ', …' : ''}`);
  }
  if (!composed) writer.text(`Type: ${escapeLine(typeOf(fields, references))}`);
  const limits = limitsText(fields);
  if (limits !== '') writer.text(limits);
  const discriminator = textValueOf(fieldsOf(fields.discriminator)?.propertyName) ?? textValueOf(fields.discriminator);
  if (discriminator !== undefined) writer.text(`Discriminator: ${inlineCode(discriminator)}`);
}
