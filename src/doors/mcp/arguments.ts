// What tools take: one small table per tool, from which the schema a client reads and the check of a call are made.

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { counted, grouped } from '../../core/counted.ts';
import { suggest } from '../../core/suggest.ts';

export type Argument = {
  readonly doc: string;
  readonly required?: true;
  /** Another name under which it is accepted; the schema does not show it. */
  readonly also?: string;
} & (
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
);

export type Arguments = Readonly<Record<string, Argument>>;

/** The values of checked arguments. */
export type Values<Table extends Arguments> = {
  readonly [Name in keyof Table]:
    | (Table[Name]['kind'] extends 'integer' ? number : string)
    | (Table[Name] extends { required: true } ? never : undefined);
};

/** A JSON Schema with its own check, whose messages name what to write instead. */
export function argumentSchema<Table extends Arguments>(table: Table): StandardSchemaWithJSON<unknown, Values<Table>> {
  const json = {
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(table).map(([name, argument]) => [name, propertyOf(argument)])),
    required: Object.keys(table).filter((name) => table[name]?.required),
    additionalProperties: false,
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'docent',
      validate(value) {
        const { values, problems } = check(table, value ?? {});
        if (problems.length > 0) return { issues: problems.map((message) => ({ message })) };
        return { value: values as Values<Table> };
      },
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** The schema of what a tool returns; it is made by us and checked by tests, not at every call. */
export function resultSchema(
  json: Readonly<Record<string, unknown>>,
): StandardSchemaWithJSON<unknown, Record<string, unknown>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'docent',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}

function propertyOf(argument: Argument): Record<string, unknown> {
  if (argument.kind === 'text') return { type: 'string', description: argument.doc };
  return { type: 'integer', minimum: argument.min, maximum: argument.max, description: argument.doc };
}

/** Of a call with more, these are enough to correct it. */
const MOST_PROBLEMS = 10;

function check(
  table: Arguments,
  value: unknown,
): { readonly values: Record<string, unknown>; readonly problems: readonly string[] } {
  const values: Record<string, unknown> = {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { values, problems: ['the arguments must be an object'] };
  const problems: string[] = [];
  for (const [name, input] of Object.entries(renamed(table, value))) {
    if (problems.length === MOST_PROBLEMS) break;
    const argument = Object.hasOwn(table, name) ? table[name] : undefined;
    if (argument === undefined) problems.push(unknownName(name, Object.keys(table)));
    else if (input !== undefined && input !== null) {
      const problem = argument.kind === 'text' ? textProblem(input, argument.max) : integerProblem(input, argument);
      if (problem !== undefined) problems.push(`${name} ${problem}`);
      else values[name] = argument.kind === 'text' ? String(input).toWellFormed() : Number(input);
    }
  }
  for (const [name, { required }] of Object.entries(table))
    if (required && (values[name] === undefined || values[name] === '') && problems.length === 0)
      problems.push(`${name} is missing`);
  return { values, problems };
}

/** The call with each argument under its own name; one that came under both is left for the check to refuse. */
function renamed(table: Arguments, call: object): object {
  const sent = call as Readonly<Record<string, unknown>>;
  const isSent = (name: string): boolean => Object.hasOwn(sent, name) && (sent[name] ?? '') !== '';
  for (const [name, { also }] of Object.entries(table)) {
    if (also === undefined || !Object.hasOwn(sent, also) || (isSent(name) && isSent(also))) continue;
    const { [also]: input, ...others } = sent;
    return isSent(name) ? others : { ...others, [name]: input };
  }
  return call;
}

function unknownName(name: string, known: readonly string[]): string {
  const shown = name.slice(0, 50);
  const nearest = suggest(shown, known);
  return `"${shown}" is not an argument of this tool; ${nearest === undefined ? `it takes ${known.join(', ')}` : `did you mean "${nearest}"?`}`;
}

function textProblem(input: unknown, max: number): string | undefined {
  if (typeof input !== 'string') return 'must be a text';
  return input.length > max ? `has ${counted(input.length, 'character')}; at most ${grouped(max)} are read` : undefined;
}

/** Some clients write numbers as texts. */
function integerProblem(
  input: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  const number = typeof input === 'string' && /^\d{1,9}$/.test(input) ? Number(input) : input;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return undefined;
  return `is ${JSON.stringify(input)?.slice(0, 50)}: it must be a whole number from ${min} to ${max}`;
}
