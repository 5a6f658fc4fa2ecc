// Values as text that is the same for every value that means the same: names in order, numbers of URLs, runs and tokens by their first
// appearance.

/** Numbers that an engine is free to choose, each replaced by its place in the order of appearance. */
export class Names {
  readonly #known = new Map<string, Map<number, string>>();

  name(what: string, n: number): string {
    const names = this.#known.get(what) ?? new Map<number, string>();
    this.#known.set(what, names);
    const name = names.get(n) ?? `${what} ${names.size + 1}`;
    names.set(n, name);
    return name;
  }
}

/** The fields that hold such numbers. */
const numbered: Readonly<Record<string, string>> = { id: 'url', token: 'token', run: 'run' };

/** A value as text; the same for every value that means the same. */
export function canonical(value: unknown, names: Names): string {
  return JSON.stringify(plain(value, names)) ?? 'undefined';
}

function plain(value: unknown, names: Names): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map((item) => plain(item, names));
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const what = numbered[name];
    if (field !== undefined)
      fields[name] = what !== undefined && typeof field === 'number' ? names.name(what, field) : plain(field, names);
  }
  return fields;
}
