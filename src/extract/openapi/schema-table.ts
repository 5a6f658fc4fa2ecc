// A schema as a table of its properties, those of nested objects under their full names.
import type { References } from './references.ts';
import { limitsOf, typeOf } from './schema-type.ts';
import { codeCell, joinCells, type SectionWriter, textCell } from './section-writer.ts';
import { entriesOf, type Fields, fieldsOf, listOf, textValueOf } from './values.ts';

const maxRows = 500;
const maxDepth = 6;
const maxMembers = 100;

interface Property {
  readonly path: string;
  readonly schema: unknown;
  readonly required: boolean;
  readonly depth: number;
}

/** How many rows the table of a schema has at its first level. */
export function propertyCount(fields: Fields): number {
  return propertiesOf(fields, '', 0).length;
}

/** Writes the table; nothing for a schema without properties. Named schemas are named, not unfolded. */
export function writeProperties(fields: Fields, references: References, writer: SectionWriter): void {
  const rows: (readonly string[])[] = [];
  const names: string[] = [];
  const waiting = [...propertiesOf(fields, '', 0)].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (rows.length >= maxRows) {
      rows.push(['…', '', '', 'More properties are left out.']);
      break;
    }
    const { path, schema, required, depth } = next;
    const own = references.follow(schema);
    const described = own.fields ?? {};
    const limits = own.schema === undefined ? limitsOf(described) : limitsOf(beside(schema));
    const text = writer.cell(
      textValueOf(fieldsOf(schema)?.description) ??
        (own.schema === undefined ? textValueOf(described.description) : undefined),
    );
    rows.push([codeCell(path), textCell(typeOf(schema, references)), required ? 'yes' : '', joinCells(text, limits)]);
    if (path.length <= 100) names.push(path);
    if (own.schema !== undefined || own.fields === undefined || depth >= maxDepth) continue;
    waiting.push(...inside(own.fields, path, depth + 1, references).reverse());
  }
  writer.table(['Property', 'Type', 'Required', 'Description'], rows, names.slice(0, 200));
}

/** The fields beside a `$ref`. */
function beside(schema: unknown): Fields {
  const { $ref: _, ...rest } = fieldsOf(schema) ?? {};
  return rest;
}

/** Properties of an object that has no name of its own: as it is, as a list's items, as a map's values. */
function inside(fields: Fields, path: string, depth: number, references: References): Property[] {
  let at = fields;
  let name = path;
  for (let level = 0; level < maxDepth; level++) {
    const found = propertiesOf(at, `${name}.`, depth);
    if (found.length > 0) return found;
    const [inner, mark] = at.items === undefined ? [at.additionalProperties, '.*'] : [at.items, '[]'];
    const next = references.follow(inner);
    if (next.schema !== undefined || next.fields === undefined) return [];
    at = next.fields;
    name += mark;
  }
  return [];
}

/** The properties of a schema and of the unnamed parts it is put together from. */
function propertiesOf(fields: Fields, prefix: string, depth: number): Property[] {
  const found = new Map<string, Property>();
  const required = new Set<unknown>();
  const parts: Fields[] = [fields];
  for (let at = 0; at < parts.length && at < maxMembers; at++) {
    const part = parts[at] ?? {};
    for (const name of listOf(part.required)) required.add(name);
    for (const [name, schema] of entriesOf(part.properties)) {
      if (found.size > maxRows) break;
      if (!found.has(name)) found.set(name, { path: prefix + name, schema, required: false, depth });
    }
    for (const member of listOf(part.allOf).slice(0, maxMembers)) {
      const own = fieldsOf(member);
      if (own !== undefined && own.$ref === undefined) parts.push(own);
    }
  }
  return Array.from(found, ([name, property]) => (required.has(name) ? { ...property, required: true } : property));
}
