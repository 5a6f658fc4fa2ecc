// Values that callers send: read by the tables of fields that also make their JSON schemas.
import { type Field, fromText, readField } from '../../core/options/field.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { suggest } from '../../core/suggest.ts';
import { HttpProblem } from './problem.ts';
import type { JsonSchema } from './shape.ts';

type ValueOf<F> = F extends { kind: 'boolean' }
  ? boolean
  : F extends { kind: 'integer' }
    ? number
    : F extends { kind: 'choice'; choices: infer C extends readonly unknown[] }
      ? C[number]
      : F extends { kind: 'list' }
        ? readonly string[]
        : F extends { kind: 'header variables' }
          ? Readonly<Record<string, string>>
          : string;

type IsThere = { readonly required: true } | { readonly default: unknown };

/** The values of a table of fields; undefined where one may be absent. */
export type ValuesOf<T extends readonly Field[]> = {
  readonly [F in T[number] as F['name']]: F extends IsThere ? ValueOf<F> : ValueOf<F> | undefined;
};

/** The query of a request. Throws invalid with every wrong parameter. */
export function readQuery<const T extends readonly Field[]>(fields: T, query: URLSearchParams): ValuesOf<T> {
  // Without a prototype: a parameter called __proto__ is one like any other.
  const raw = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(query.keys())) {
    const field = fields.find((one) => one.name === name);
    const all = query.getAll(name);
    if (all.length > 1 && field !== undefined && field.kind !== 'list')
      throw new HttpProblem('invalid', [`${name} is there ${all.length} times in the query: it takes one value`]);
    raw[name] = field === undefined ? all[0] : field.kind === 'list' ? all : fromText(field, all[0] as string);
    // An empty field of a form is one that was not filled in.
    if (all.length === 1 && all[0] === '' && field !== undefined) delete raw[name];
  }
  return readValues(fields, raw, 'the query');
}

/** The body of a request. Throws invalid with every wrong field. */
export function readBody<const T extends readonly Field[]>(fields: T, body: unknown): ValuesOf<T> {
  if (!isMapping(body)) throw new HttpProblem('invalid', 'the body must be a JSON object');
  return readValues(fields, body, 'the body');
}

/** The parts of the path that are values. Throws invalid. */
export function readPath<const T extends readonly Field[]>(
  fields: T,
  path: Readonly<Record<string, string>>,
): ValuesOf<T> {
  const raw = Object.entries(path).map(([name, value]): readonly [string, unknown] => {
    const field = fields.find((one) => one.name === name);
    return [name, field === undefined ? value : fromText(field, value)];
  });
  return readValues(fields, Object.fromEntries(raw), 'the path');
}

/** Of more only the number is reported. */
const MOST_UNKNOWN = 20;

function readValues<T extends readonly Field[]>(
  fields: T,
  raw: Readonly<Record<string, unknown>>,
  origin: string,
): ValuesOf<T> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const written = raw[field.name];
    if (written === undefined || written === null) {
      if (field.required) problems.push(`${field.name} is missing in ${origin}`);
      values[field.name] = field.default;
      continue;
    }
    const read = readField(field, written, origin);
    if (read.ok) values[field.name] = read.value;
    else problems.push(read.problem);
  }
  const names = fields.map(({ name }) => name);
  const others = Object.keys(raw).filter((name) => !names.includes(name));
  for (const name of others.slice(0, MOST_UNKNOWN)) problems.push(unknown(name, origin, names));
  if (others.length > MOST_UNKNOWN) problems.push(`and ${others.length - MOST_UNKNOWN} more names are unknown`);
  if (problems.length > 0) throw new HttpProblem('invalid', problems);
  return values as ValuesOf<T>;
}

function unknown(name: string, origin: string, names: readonly string[]): string {
  const nearest = suggest(name, names);
  return `there is no ${name.slice(0, 80)} in ${origin}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** The schema of one field's value. */
export function fieldSchema(field: Field): JsonSchema {
  const { doc: description } = field;
  const preset = field.default === undefined ? {} : { default: field.default };
  return { ...kindSchema(field), description, ...preset };
}

function kindSchema(field: Field): JsonSchema {
  switch (field.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max };
    case 'choice':
      return { enum: field.choices };
    case 'text':
      return { type: 'string', minLength: 1, ...(field.pattern !== undefined && patternOf(field.pattern)) };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', ...(field.of === 'url' && { format: 'uri' }) },
        ...(field.min !== undefined && { minItems: field.min }),
      };
    case 'header variables':
      return { type: 'object', additionalProperties: { type: 'string' } };
  }
}

/** JSON schemas have no flags: a pattern that needs one is described by its field alone. */
function patternOf({ source, flags }: RegExp): JsonSchema {
  return flags === '' || flags === 'u' ? { pattern: source } : {};
}

/** The schema of an object with these fields; a dotted name is a property of an inner object. */
export function fieldsSchema(fields: readonly Field[], options: { readonly partial?: boolean } = {}): JsonSchema {
  const inner = Map.groupBy(fields, ({ name }) => (name.includes('.') ? (name.split('.', 1)[0] as string) : ''));
  const properties: Record<string, JsonSchema> = {};
  for (const field of inner.get('') ?? []) properties[field.name] = fieldSchema(field);
  for (const [section, own] of inner)
    if (section !== '')
      properties[section] = fieldsSchema(
        own.map((field) => ({ ...field, name: field.name.slice(section.length + 1) })),
      );
  const required = fields.filter((field) => field.required && !field.name.includes('.')).map(({ name }) => name);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && options.partial !== true && { required }),
    additionalProperties: false,
  };
}
