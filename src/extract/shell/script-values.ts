// Values that a script writes down as literals: strings, numbers, lists and objects. Nothing is run; what is no literal is undefined.

export type ScriptValue = string | number | boolean | null | undefined | readonly ScriptValue[] | ScriptObject;
export interface ScriptObject {
  readonly [key: string]: ScriptValue;
}

/** Deeper values are passed over. */
const DEEPEST = 64;
/** Members of all objects and lists of one value that are read; the rest is passed over. */
const MOST_MEMBERS = 200_000;

/**
 * Reads the literal at a place of a script, as far as it is one: `{ url: '/a.json', presets: [A.b, c()] }` becomes
 * `{ url: '/a.json', presets: [undefined, undefined] }`. Takes time in proportion to its length. Never throws.
 */
export function readLiteral(script: string, at: number): ScriptValue {
  return new LiteralReader(script, at).whole();
}

/** Reads the literals among the arguments of a call, from its bracket on. */
export function readArguments(script: string, open: number): readonly ScriptValue[] {
  return new LiteralReader(script, open).list(')', 0);
}

/** The object of a script's literals; undefined for anything else. */
export function objectOf(value: ScriptValue): ScriptObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ScriptObject) : undefined;
}

/** The list of a script's literals; empty for anything else. */
export function scriptListOf(value: ScriptValue): readonly ScriptValue[] {
  return Array.isArray(value) ? value : [];
}

/** Where the bracket that opens here is closed, strings and comments passed over; the end of the script where it is not. */
export function endOfBracket(script: string, open: number): number {
  let depth = 0;
  for (let at = open; at < script.length; at++) {
    const unit = script.charAt(at);
    if (unit === '{' || unit === '[' || unit === '(') depth++;
    else if (unit === '}' || unit === ']' || unit === ')') {
      if (--depth <= 0) return at + 1;
    } else at = afterQuoted(script, at) - 1;
  }
  return script.length;
}

/** The offset behind the string or comment that begins here; one further where none does. */
function afterQuoted(script: string, at: number): number {
  const unit = script.charAt(at);
  if (unit === '"' || unit === "'" || unit === '`') return endOfString(script, at);
  if (unit !== '/') return at + 1;
  const next = script.charAt(at + 1);
  if (next === '/') return indexAfter(script, '\n', at + 2);
  return next === '*' ? indexAfter(script, '*/', at + 2) : at + 1;
}

function indexAfter(script: string, what: string, from: number): number {
  const found = script.indexOf(what, from);
  return found < 0 ? script.length : found + what.length;
}

function endOfString(script: string, open: number): number {
  const quote = script.charAt(open);
  let at = open + 1;
  for (; at < script.length; at++) {
    const unit = script.charAt(at);
    if (unit === '\\') at++;
    else if (unit === quote) return at + 1;
    else if (unit === '\n' && quote !== '`') return at;
  }
  return at;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  '\n': '',
};

/** The value of a string literal, read with its quotes; undefined where it is concatenated. */
function textOf(literal: string): string | undefined {
  if (literal.startsWith('`') && literal.includes('${')) return undefined;
  const inner = literal.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|u\{([\da-fA-F]{1,5})\}|([\s\S]))/g, (...found) => {
    const [, wide, narrow, point, unit = ''] = found as string[];
    const code = wide ?? narrow ?? point;
    return code === undefined ? (escapes[unit] ?? unit) : String.fromCodePoint(Number.parseInt(code, 16));
  });
}

class LiteralReader {
  readonly #script: string;
  #at: number;
  #left = MOST_MEMBERS;

  constructor(script: string, at: number) {
    this.#script = script;
    this.#at = at;
  }

  /** The literal that begins here, whatever follows: a script may leave out the mark behind it. */
  whole(): ScriptValue {
    this.#space();
    return this.#literal(this.#script.charAt(this.#at), 0);
  }

  /** The value that begins here; what follows it up to the next comma or bracket is passed over, and makes it none. */
  value(depth: number): ScriptValue {
    this.#space();
    const start = this.#script.charAt(this.#at);
    const value = this.#literal(start, depth);
    this.#space();
    if (this.#isEnd()) return value;
    this.#pass();
    return undefined;
  }

  #literal(start: string, depth: number): ScriptValue {
    if (depth > DEEPEST) return undefined;
    if (start === '{') return this.#object(depth);
    if (start === '[') return this.list(']', depth);
    if (start === '"' || start === "'" || start === '`') {
      const from = this.#at;
      this.#at = endOfString(this.#script, from);
      return textOf(this.#script.slice(from, this.#at));
    }
    const [word = ''] = /^[\w$.+-]{0,40}/.exec(this.#script.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += word.length;
    if (/^[+-]?\d[\d.]*$/.test(word)) return Number(word);
    // Minifiers write true and false as !0 and !1.
    if (word === '' && this.#script.charAt(this.#at) === '!') return this.#not();
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : undefined;
  }

  #not(): ScriptValue {
    const digit = this.#script.charAt(this.#at + 1);
    if (digit !== '0' && digit !== '1') return undefined;
    this.#at += 2;
    return digit === '0';
  }

  #object(depth: number): ScriptObject {
    const members: [string, ScriptValue][] = [];
    this.#at++;
    for (;;) {
      this.#space();
      if (this.#closes('}') || --this.#left < 0) break;
      const key = this.#key();
      this.#space();
      if (key !== undefined && this.#script.charAt(this.#at) === ':') {
        this.#at++;
        members.push([key, this.value(depth + 1)]);
      } else this.#pass();
      if (this.#script.charAt(this.#at) === ',') this.#at++;
      else if (this.#script.charAt(this.#at) !== '}') break;
    }
    // Without a prototype: a script may name its keys as it likes.
    return Object.assign(Object.create(null), Object.fromEntries(members)) as ScriptObject;
  }

  /** The values up to the bracket that closes them. */
  list(close: string, depth: number): readonly ScriptValue[] {
    const members: ScriptValue[] = [];
    this.#at++;
    for (;;) {
      this.#space();
      if (this.#closes(close) || --this.#left < 0) break;
      members.push(this.value(depth + 1));
      if (this.#script.charAt(this.#at) === ',') this.#at++;
      else if (this.#script.charAt(this.#at) !== close) break;
    }
    return members;
  }

  #key(): string | undefined {
    const start = this.#script.charAt(this.#at);
    if (start === '"' || start === "'") {
      const from = this.#at;
      this.#at = endOfString(this.#script, from);
      return textOf(this.#script.slice(from, this.#at));
    }
    const [word = ''] = /^[\w$]{0,100}/.exec(this.#script.slice(this.#at, this.#at + 100)) ?? [];
    this.#at += word.length;
    return word === '' ? undefined : word;
  }

  #closes(bracket: string): boolean {
    if (this.#at >= this.#script.length) return true;
    if (this.#script.charAt(this.#at) !== bracket) return false;
    this.#at++;
    return true;
  }

  #isEnd(): boolean {
    return this.#at >= this.#script.length || /[,}\]);]/.test(this.#script.charAt(this.#at));
  }

  /** Moves to the next comma or closing bracket that belongs to what is read now. */
  #pass(): void {
    while (this.#at < this.#script.length) {
      const unit = this.#script.charAt(this.#at);
      if (/[,}\])]/.test(unit)) return;
      this.#at = /[{[(]/.test(unit) ? endOfBracket(this.#script, this.#at) : afterQuoted(this.#script, this.#at);
    }
  }

  #space(): void {
    while (this.#at < this.#script.length) {
      const unit = this.#script.charAt(this.#at);
      if (unit === '/' && /[/*]/.test(this.#script.charAt(this.#at + 1)))
        this.#at = afterQuoted(this.#script, this.#at);
      else if (/\s/.test(unit)) this.#at++;
      else return;
    }
  }
}
