// Values of an unchecked document: a value of another kind than requested counts as missing.

export type Fields = Readonly<Record<string, unknown>>;

/** An object that is no list. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The fields of an object in their order; none of anything else. Inherited names are no fields. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const fields = fieldsOf(value);
  return fields === undefined ? [] : Object.entries(fields);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or a number or truth value as text; undefined when empty. */
export function textValueOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const maxNodes = 5_000;
const maxJson = 20_000;
// Made once: a stack trace for each would take longer than the check itself.
const tooLarge = new RangeError('too large');

/**
 * A value as indented JSON; undefined when it is larger than an example should be, or cannot be written. `most` bounds how
 * many values in it are looked at: aliases make it cheap to hold the same one very often.
 */
export function jsonOf(value: unknown, indent = 2, most = maxNodes): string | undefined {
  let nodes = 0;
  try {
    const text = JSON.stringify(
      value,
      (_, part: unknown) => {
        nodes++;
        if (nodes > most) throw tooLarge;
        return part;
      },
      indent,
    );
    return text === undefined || text.length > maxJson ? undefined : text;
  } catch {
    return undefined;
  }
}
