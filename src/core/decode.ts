// Reads stored JSON: checks that it has the shape the code relies on, before any code relies on it.
import { DocentError } from './errors.ts';

/** Whether a parsed value has a shape. Fields that a shape does not name are no reason to refuse it. */
export type Is<T> = (value: unknown) => value is T;

/** A stored value that is not what docent writes. The message names the value; an engine adds where it is stored. */
export class DamagedValue extends DocentError {
  constructor(what: string, problem: string, cause?: unknown) {
    super('DOC_STORE_DAMAGED', `${what}: ${problem}`, { cause });
  }
}

/** The value in a stored text. Throws DamagedValue, which names it by `what`, for a text without one of that shape. */
export function decodeJson<T>(json: unknown, what: string, is: Is<T>): T {
  if (typeof json !== 'string') throw new DamagedValue(what, 'it is not a text');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new DamagedValue(what, (error as Error).message, error);
  }
  if (!is(value)) throw new DamagedValue(what, 'it does not have the shape that is stored there');
  return value;
}

/** As `decodeJson`, for values that are not essential: undefined instead of an error. */
export function decodeOrNothing<T>(json: unknown, is: Is<T>): T | undefined {
  try {
    const value: unknown = typeof json === 'string' ? JSON.parse(json) : undefined;
    return is(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A list of texts: headings, ids, symbols, hops. Throws as `decodeJson`. */
export function decodeTexts(json: unknown, what: string): readonly string[] {
  return decodeJson(json, what, isStrings);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** A number: all numbers of JSON are finite. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** A plain loop: it runs for every chunk that a search shows. */
export function isStrings(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at++) if (typeof value[at] !== 'string') return false;
  return true;
}

/** An object with names that code chooses to look up: no list, not null. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers by name. */
export function isCounts(value: unknown): value is Readonly<Record<string, number>> {
  return isMap(value) && Object.values(value).every(isNumber);
}

export function isListOf<T>(is: Is<T>): Is<readonly T[]> {
  return (value): value is readonly T[] => {
    if (!Array.isArray(value)) return false;
    for (let at = 0; at < value.length; at++) if (!is(value[at])) return false;
    return true;
  };
}

/** A value that may be missing. */
export function isOptional<T>(is: Is<T>): Is<T | undefined> {
  return (value): value is T | undefined => value === undefined || is(value);
}

/** One of a few words, as the names of a table: a word that its type gains and the table does not have does not compile. */
export function isOneOf<T extends string>(words: Readonly<Record<T, true>>): Is<T> {
  return (value): value is T => typeof value === 'string' && Object.hasOwn(words, value);
}

/** A check for each field of a type: one that the type gains and the table does not have does not compile. */
type Checks<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name> ? Is<T[Name] | undefined> : Is<T[Name]>;
};

/** An object with these fields. */
export function isShape<T>(fields: Checks<T>): Is<T> {
  const checks = Object.entries(fields) as [string, Is<unknown>][];
  return (value): value is T => {
    if (!isMap(value)) return false;
    for (const [name, is] of checks) if (!is(value[name])) return false;
    return true;
  };
}
