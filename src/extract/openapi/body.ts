// What is sent and what comes back: content types, their schemas, examples.

import { escapeLine } from '../markdown-source/escape.ts';
import type { References } from './references.ts';
import { propertyCount, writeProperties } from './schema-table.ts';
import { typeOf } from './schema-type.ts';
import { inlineCode, type SectionWriter } from './section-writer.ts';
import { entriesOf, type Fields, fieldsOf, jsonOf, textValueOf } from './values.ts';

const maxTypes = 20;
const maxExamples = 5;
/** A named schema has its own section; a short one is shown where it is used as well. */
const maxRepeated = 30;

/** A media type and its fields: `schema`, `example`, `examples`. */
export type MediaContent = readonly (readonly [type: string, media: Fields])[];

export function mediaContentOf(value: unknown): MediaContent {
  return entriesOf(value)
    .slice(0, maxTypes)
    .map(([type, media]) => [type, fieldsOf(media) ?? {}]);
}

/** The types of a content, as written in a cell or a line. */
export function mediaTypesText(content: MediaContent, references: References): string {
  return [...new Set(content.map(([, { schema }]) => (schema === undefined ? '' : typeOf(schema, references))))]
    .filter((type) => type !== '')
    .join(' or ');
}

/** Writes each content type with its type in words, its properties once per schema, and examples. */
export function writeContent(content: MediaContent, references: References, writer: SectionWriter): void {
  let last: unknown;
  for (const [type, { schema, example, examples }] of content) {
    writer.text(
      schema === undefined ? inlineCode(type) : `${inlineCode(type)}: ${escapeLine(typeOf(schema, references))}`,
    );
    const key = fieldsOf(schema)?.$ref ?? schema;
    if (key !== undefined && key !== last) writeSchema(schema, references, writer);
    last = key;
    writeExamples(type, example ?? fieldsOf(schema)?.example, examples, references, writer);
  }
}

function writeSchema(schema: unknown, references: References, writer: SectionWriter): void {
  const { fields, schema: named } = references.follow(schema);
  if (fields === undefined) return;
  const shown =
    fields.properties === undefined && fieldsOf(fields.items) !== undefined
      ? references.follow(fields.items)
      : { fields, schema: named };
  if (shown.fields === undefined) return;
  if (shown.schema === undefined || propertyCount(shown.fields) <= maxRepeated)
    writeProperties(shown.fields, references, writer);
}

/** Writes one example, or the named ones. */
export function writeExamples(
  type: string,
  example: unknown,
  examples: unknown,
  references: References,
  writer: SectionWriter,
): void {
  if (example !== undefined) writeExample(type, 'Example', example, writer);
  // In OpenAPI 3.1 a schema has a list of examples, elsewhere they have names.
  const named = Array.isArray(examples) ? examples.map((value) => ['', { value }] as const) : entriesOf(examples);
  for (const [name, value] of named.slice(0, maxExamples)) {
    const fields = references.follow(value).fields ?? {};
    const label = textValueOf(fields.summary) ?? name;
    if (fields.value !== undefined)
      writeExample(type, label === '' ? 'Example' : `Example: ${escapeLine(label)}`, fields.value, writer);
  }
}

function writeExample(type: string, label: string, value: unknown, writer: SectionWriter): void {
  const plain = typeof value === 'string' && !/json/i.test(type);
  const code = plain ? value.slice(0, 20_000).trimEnd() : jsonOf(value);
  if (code === undefined || code.trim() === '') return;
  writer.text(`**${label}**`);
  writer.code(code, plain ? (/\b(xml|html|yaml|csv)\b/i.exec(type)?.[1]?.toLowerCase() ?? undefined) : 'json');
}
