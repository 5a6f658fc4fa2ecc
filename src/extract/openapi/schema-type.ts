// A schema in few words: its type, and what it allows.
import type { References } from './references.ts';
import { codeCell, inlineCode } from './section-writer.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textValueOf } from './values.ts';

const maxDepth = 4;
const maxMembers = 8;

/** How often a schema may be read while one type is put into words. */
interface Budget {
  left: number;
}

/** The type in words: `string (uuid)`, `array of Pet`, `Cat or Dog`, `object`. Named schemas are named, never unfolded. */
export function typeOf(schema: unknown, references: References): string {
  return wordsFor(schema, references, { left: 50 }, 0);
}

// Bounded in depth and in all: a schema that holds itself ends in `…`.
function wordsFor(schema: unknown, references: References, budget: Budget, depth: number): string {
  if (typeof schema === 'boolean') return schema ? 'any' : 'nothing';
  if (budget.left-- <= 0 || depth > maxDepth) return '…';
  const { fields, schema: named, name } = references.follow(schema);
  if (named !== undefined) return named;
  if (fields === undefined) return name ?? 'any';
  const base = plainType(fields, references, budget, depth);
  return fields.nullable === true ? `${base} or null` : base;
}

function plainType(fields: Fields, references: References, budget: Budget, depth: number): string {
  const members = (['oneOf', 'anyOf', 'allOf'] as const).find((key) => listOf(fields[key]).length > 0);
  if (members !== undefined && fields.properties === undefined) {
    const all = listOf(fields[members]);
    const words = all.slice(0, maxMembers).map((member) => wordsFor(member, references, budget, depth + 1));
    if (all.length > maxMembers) words.push('…');
    return [...new Set(words)].join(members === 'allOf' ? ' and ' : ' or ');
  }
  const types = (Array.isArray(fields.type) ? fields.type : [fields.type])
    .map(textValueOf)
    .filter((type) => type !== undefined);
  if (types.length === 0) types.push(impliedType(fields));
  const format = textValueOf(fields.format);
  const words = types.slice(0, maxMembers).map((type) => {
    if (type === 'array')
      return `array of ${fields.items === undefined ? 'any' : wordsFor(fields.items, references, budget, depth + 1)}`;
    if (type === 'object' && fields.properties === undefined && fieldsOf(fields.additionalProperties) !== undefined) {
      return `map of ${wordsFor(fields.additionalProperties, references, budget, depth + 1)}`;
    }
    return type;
  });
  return format === undefined ? words.join(' or ') : `${words.join(' or ')} (${format})`;
}

function impliedType(fields: Fields): string {
  if (fields.properties !== undefined || fields.additionalProperties !== undefined) return 'object';
  if (fields.items !== undefined) return 'array';
  return Array.isArray(fields.enum) ? 'enum' : 'any';
}

/** The limits of a schema besides its type, in the order it is written. */
const limits = Object.freeze([
  ['const', 'Always'],
  ['default', 'Default'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'More than'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'Less than'],
  ['multipleOf', 'Multiple of'],
  ['minLength', 'Minimum length'],
  ['maxLength', 'Maximum length'],
  ['minItems', 'Minimum items'],
  ['maxItems', 'Maximum items'],
  ['pattern', 'Pattern'],
  ['example', 'Example'],
] as const);

const flags = Object.freeze([
  ['readOnly', 'Read only.'],
  ['writeOnly', 'Write only.'],
  ['deprecated', 'Deprecated.'],
] as const);

const maxValues = 50;
const maxValue = 200;

/** Allowed values, bounds, default and example as Markdown for a cell. */
export function limitsOf(fields: Fields): string {
  return limitWords(fields, codeCell, none);
}

/** The limits as a paragraph of their own, without what is shown elsewhere in the section. */
export function limitsText(fields: Fields): string {
  return limitWords(fields, inlineCode, shownElsewhere);
}

const none: ReadonlySet<string> = new Set();
const shownElsewhere: ReadonlySet<string> = new Set(['example', 'deprecated']);

function limitWords(fields: Fields, span: (text: string) => string, without: ReadonlySet<string>): string {
  const words: string[] = [];
  const values = listOf(fields.enum);
  if (values.length > 0) {
    const shown = values
      .slice(0, maxValues)
      .map((value) => valueCode(value, span))
      .filter((value) => value !== '');
    words.push(`One of: ${shown.join(', ')}${values.length > maxValues ? ', …' : ''}.`);
  }
  for (const [key, label] of limits) {
    const value = fields[key];
    // Up to OpenAPI 3.0 an exclusive bound is a flag of the bound beside it.
    if (value === undefined || without.has(key) || (typeof value === 'boolean' && key.startsWith('exclusive')))
      continue;
    const code = valueCode(value, span);
    if (code !== '') words.push(`${label}: ${code}.`);
  }
  for (const [key, label] of flags) if (fields[key] === true && !without.has(key)) words.push(label);
  return words.join(' ');
}

function valueCode(value: unknown, span: (text: string) => string): string {
  // Every value in it takes a character at least.
  const text = typeof value === 'string' ? value : jsonOf(value, 0, maxValue);
  if (text === undefined || text.length > maxValue) return '';
  return text === '' ? '`""`' : span(text);
}
