// Policy fields as they come from a command line: `max_pages=50`, `seed_urls+=https://…`, `tos.verdict=`.
import { DocentError } from '../../core/errors.ts';
import { type Field, fromText } from '../../core/options/field.ts';
import { unknownField } from '../../core/options/resolve.ts';
import type { Provider } from '../../seed/provider.ts';
import { providerFields } from '../../seed/provider-fields.ts';
import type { FieldChange } from './config-file-providers.ts';

const fields: readonly Field[] = providerFields;

/** The field of that name. Throws DOC_CONFIG naming the nearest one. */
export function fieldNamed(name: string): Field {
  const field = fields.find((each) => each.name === (name === 'seed_url' ? 'seed_urls' : name));
  if (field !== undefined) return field;
  throw new DocentError(
    'DOC_CONFIG',
    unknownField(
      name,
      'the command',
      fields.map((each) => each.name),
    ),
  );
}

/** A value in the field's type; text that does not fit is left for the check to refuse. */
export function fieldValue(field: Field, text: string): unknown {
  if (field.kind === 'choice') return field.choices.find((choice) => String(choice) === text) ?? text;
  if (field.kind === 'list' && text.startsWith('[')) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  return fromText(field, text);
}

/**
 * The changes of `key=value` words: `=` sets, `+=` and `-=` add to and take from a list, nothing behind `=` goes back to the default.
 * Throws DOC_USAGE for a word of another form, DOC_CONFIG for a field that does not exist.
 */
export function readChanges(words: readonly string[], policy: Provider | undefined): readonly FieldChange[] {
  const changes = new Map<string, unknown>();
  for (const word of words) {
    const [, name, sign, text] = /^([a-z0-9_.]+)([+-]?)=(.*)$/is.exec(word) ?? [];
    if (name === undefined || text === undefined)
      throw new DocentError('DOC_USAGE', `"${word}" is not of the form key=value, such as max_pages=50`);
    const field = fieldNamed(name);
    if (sign === '' || sign === undefined) changes.set(field.name, text === '' ? undefined : fieldValue(field, text));
    else {
      if (field.kind !== 'list') throw new DocentError('DOC_USAGE', `${name}${sign}= is for lists; ${name} is none`);
      const before = changes.has(field.name) ? changes.get(field.name) : valueIn(policy, field.name);
      const list = Array.isArray(before) ? (before as readonly unknown[]) : [];
      const rest = list.filter((item) => item !== text);
      if (sign === '-' && rest.length === list.length)
        throw new DocentError('DOC_USAGE', `${field.name} holds no "${text}"; it is ${JSON.stringify(list)}`);
      changes.set(field.name, sign === '+' ? [...rest, text] : rest);
    }
  }
  if (changes.has('seed_urls')) changes.set('seed_url', undefined);
  return [...changes];
}

/** A field's value in a policy, by its dotted name. */
export function valueIn(policy: Provider | undefined, name: string): unknown {
  const [section, inner] = name.split('.', 2) as [string, string?];
  const value = (policy as unknown as Record<string, unknown> | undefined)?.[section];
  return inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
}

/** The policy as it would be written: fields in their order, defaults left out. */
export function toRaw(values: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const raw: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values.get(field.name);
    if (value === undefined || isDefault(field, value)) continue;
    const [section, inner] = field.name.split('.', 2) as [string, string?];
    if (inner === undefined) raw[section] = value;
    else raw[section] = { ...(raw[section] as object | undefined), [inner]: value };
  }
  return raw;
}

/** Whether a value is the field's default. */
export function isDefault(field: Field, value: unknown): boolean {
  return field.default !== undefined && JSON.stringify(field.default) === JSON.stringify(value);
}

/** Every field of a policy with its value. */
export function valuesOf(policy: Provider): ReadonlyMap<string, unknown> {
  return new Map(fields.map(({ name }) => [name, valueIn(policy, name)]));
}
