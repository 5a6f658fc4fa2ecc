// Answers in a form that can be compared: names in order, no undefined, numbers of URLs and tokens by their first appearance.

/** Numbers that an engine is free to choose, each replaced by its place in the order of appearance. */
export class Names {
  readonly #ids = new Map<number, string>();
  readonly #tokens = new Map<number, string>();

  id(id: number): string {
    return nameIn(this.#ids, id, 'url');
  }

  token(token: number): string {
    return nameIn(this.#tokens, token, 'token');
  }
}

function nameIn(names: Map<number, string>, n: number, what: string): string {
  const known = names.get(n);
  if (known !== undefined) return known;
  const name = `${what} ${names.size + 1}`;
  names.set(n, name);
  return name;
}

/** A value as text; the same for every value that means the same. */
export function canonical(value: unknown, names: Names): string {
  // Earlier engines wrote one of a thing as several.
  const text = JSON.stringify(plain(value, names))?.replaceAll(/\b1 (URL|request) (like|to) /g, '1 $1s $2 ');
  return text ?? 'undefined';
}

function plain(value: unknown, names: Names): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map((item) => plain(item, names));
  const fields: Record<string, unknown> = {};
  const record = asBefore(value as Readonly<Record<string, unknown>>);
  for (const name of Object.keys(record).sort()) {
    const field = record[name];
    if (field === undefined || isNew(name, record)) continue;
    if (name === 'id' && typeof field === 'number') fields[name] = names.id(field);
    else if (name === 'token' && typeof field === 'number') fields[name] = names.token(field);
    else fields[name] = plain(field, names);
  }
  return fields;
}

/** The field by the name it had in earlier engines. */
function asBefore(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { remembered, ...others } = record;
  return remembered === undefined ? others : { ...others, given: remembered };
}

/**
 * Fields that earlier engines did not return: the number of a run, its new pages, its wish, its policy, its seeds and its limit, with a
 * settlement what is stored and how its host is, of a URL its parent, of a lease its mode, and of a page's edges its address.
 */
function isNew(name: string, record: Readonly<Record<string, unknown>>): boolean {
  if (name === 'run') return typeof record.run === 'number';
  if (name === 'url' || name === 'keepsText') return 'isFresh' in record;
  if (name === 'parent') return 'foundOn' in record;
  if (name === 'mode') return 'token' in record;
  if (['wish', 'policy', 'seeds', 'maxPages'].includes(name)) return 'storedBefore' in record || 'counters' in record;
  return name === 'newPages' || ('added' in record && (name === 'stored' || name === 'host'));
}
