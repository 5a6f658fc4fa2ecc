// The part of TOML that manifests and lock files are written in: tables, arrays of tables, strings, arrays, inline tables. Linear in its text.

export type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;
export type TomlTable = ReadonlyMap<string, TomlValue>;
type Table = Map<string, TomlValue>;

/** Nested deeper than this is not read; its line is skipped. */
const DEEPEST = 32;
const BARE = /[A-Za-z0-9_-]/;

/** The parsed text. A line that is not understood is skipped, and the rest still counts. Never throws. */
export function parseToml(text: string): TomlTable {
  const root: Table = new Map();
  const reader = new Reader(text);
  let table: Table | undefined = root;
  while (reader.toStatement()) {
    const header = reader.header();
    if (header !== undefined) table = header.path && tableAt(root, header.path, header.isList);
    else {
      const pair = reader.pair(0);
      if (pair !== undefined && table !== undefined) put(table, pair[0], pair[1]);
    }
    reader.skipLine();
  }
  return root;
}

/** A table below a table, by its names; undefined where there is none. */
export function tableIn(table: TomlTable, ...path: readonly string[]): TomlTable | undefined {
  let at: TomlValue | undefined = table;
  for (const name of path) at = at instanceof Map ? at.get(name) : undefined;
  return at instanceof Map ? at : undefined;
}

/** The texts of an array; none where there is no array. */
export function textsIn(value: TomlValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The tables of an array of tables. */
export function tablesIn(value: TomlValue | undefined): readonly TomlTable[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof Map) : [];
}

/** The table of a header, made where it is new; the last one where it is a list. */
function tableAt(root: Table, path: readonly string[], isList: boolean): Table | undefined {
  let table: Table = root;
  for (const [nth, name] of path.entries()) {
    const isLast = nth === path.length - 1;
    const there = table.get(name);
    if (isLast && isList) {
      const made: Table = new Map();
      if (Array.isArray(there)) (there as TomlValue[]).push(made);
      else if (there === undefined) table.set(name, [made]);
      else return undefined;
      return made;
    }
    const next: TomlValue | undefined = Array.isArray(there) ? there.at(-1) : there;
    if (next === undefined) {
      const made: Table = new Map();
      table.set(name, made);
      table = made;
    } else if (next instanceof Map) table = next;
    else return undefined;
  }
  return table;
}

function put(table: Table, path: readonly string[], value: TomlValue): void {
  const inside = path.length === 1 ? table : tableAt(table, path.slice(0, -1), false);
  const name = path.at(-1) as string;
  if (inside !== undefined && !inside.has(name)) inside.set(name, value);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves to the next line that is not empty; false at the end. */
  toStatement(): boolean {
    this.#skipBlank();
    return this.#at < this.#text.length;
  }

  skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  /** `[a.b]` or `[[a.b]]`; the path is left out where it cannot be read. */
  header(): { readonly path?: readonly string[] | undefined; readonly isList: boolean } | undefined {
    if (this.#text[this.#at] !== '[') return undefined;
    const isList = this.#text[this.#at + 1] === '[';
    this.#at += isList ? 2 : 1;
    const path = this.#path();
    return { path: this.#text[this.#at] === ']' ? path : undefined, isList };
  }

  /** `a.b = value`; undefined where it is no pair. */
  pair(depth: number): readonly [path: readonly string[], value: TomlValue] | undefined {
    const path = this.#path();
    if (path === undefined || this.#text[this.#at] !== '=') return undefined;
    this.#at++;
    this.#skipSpaces();
    const value = this.#value(depth);
    return value === undefined ? undefined : [path, value];
  }

  #path(): readonly string[] | undefined {
    const path: string[] = [];
    for (;;) {
      this.#skipSpaces();
      const quote = this.#text[this.#at];
      const name = quote === '"' || quote === "'" ? this.#string(quote) : this.#bare();
      if (name === undefined || name === '' || path.length >= DEEPEST) return undefined;
      path.push(name);
      this.#skipSpaces();
      if (this.#text[this.#at] !== '.') return path;
      this.#at++;
    }
  }

  #value(depth: number): TomlValue | undefined {
    const first = this.#text[this.#at];
    if (depth > DEEPEST) return undefined;
    if (first === '"' || first === "'") return this.#string(first);
    if (first === '[') return this.#array(depth);
    if (first === '{') return this.#inline(depth);
    const from = this.#at;
    while (this.#at < this.#text.length && !/[\s,\]}#]/.test(this.#text[this.#at] as string)) this.#at++;
    const word = this.#text.slice(from, this.#at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === '') return undefined;
    return /^[+-]?\d{1,15}$/.test(word) ? Number(word) : word;
  }

  #array(depth: number): TomlValue | undefined {
    const items: TomlValue[] = [];
    this.#at++;
    for (;;) {
      this.#skipBlank();
      if (this.#text[this.#at] === ']') {
        this.#at++;
        return items;
      }
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      items.push(value);
      this.#skipBlank();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== ']') return undefined;
    }
  }

  #inline(depth: number): TomlValue | undefined {
    const table: Table = new Map();
    this.#at++;
    for (;;) {
      this.#skipBlank();
      if (this.#text[this.#at] === '}') {
        this.#at++;
        return table;
      }
      const pair = this.pair(depth + 1);
      if (pair === undefined) return undefined;
      put(table, pair[0], pair[1]);
      this.#skipBlank();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== '}') return undefined;
    }
  }

  #bare(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && BARE.test(this.#text[this.#at] as string)) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  /** Basic and literal, of one line or of several; undefined where its end is missing. */
  #string(quote: '"' | "'"): string | undefined {
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at);
    const end = isLong ? quote.repeat(3) : quote;
    const from = this.#at + end.length;
    let at = from;
    for (;;) {
      const char = this.#text[at];
      if (char === undefined || (!isLong && char === '\n')) {
        this.#at = at;
        return undefined;
      }
      if (char === '\\' && quote === '"') at += 2;
      else if (this.#text.startsWith(end, at)) break;
      else at++;
    }
    this.#at = at + end.length;
    const raw = this.#text.slice(from, at);
    return quote === '"' && raw.includes('\\') ? unescaped(raw) : raw;
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
  }

  /** White space, line ends and comments. */
  #skipBlank(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char === '#') this.skipLine();
      else if (char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\uFEFF') this.#at++;
      else return;
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = Object.freeze({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' });

function unescaped(raw: string): string {
  return raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|\r?\n\s*|(.))/g,
    (_, code: string | undefined, char: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return char === undefined ? '' : (ESCAPES[char] ?? char);
    },
  );
}
