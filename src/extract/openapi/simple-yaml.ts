// The part of YAML that API documents are written in, read fast: what is outside of it is left to a full parser, which is ten times slower.
import { blockScalar } from './yaml-block-scalar.ts';
import { flowValue, notSimpleYaml, plainScalar, quotedScalar } from './yaml-scalar.ts';

/** A map or a list that is open, and the place in it that the next value goes to. */
interface Frame {
  readonly indent: number;
  readonly map: Record<string, unknown> | undefined;
  readonly list: unknown[] | undefined;
  key: string;
}

const maxKey = 1_000;

/** The value of a YAML text; undefined when it uses more than maps, lists and scalars, or is broken. Never throws. */
export function readSimpleYaml(text: string): unknown {
  try {
    return new SimpleYaml(text).read();
  } catch (error) {
    if (error === notSimpleYaml) return undefined;
    throw error;
  }
}

class SimpleYaml {
  readonly #lines: readonly string[];
  readonly #open: Frame[] = [];
  #at = 0;
  #root: unknown;
  /** Whether the innermost frame waits for the value of its last key or dash. */
  #waiting = true;

  constructor(text: string) {
    this.#lines = text.replace(/\r\n?/g, '\n').split('\n');
  }

  read(): unknown {
    const lines = this.#lines;
    if (lines[0]?.trimEnd() === '---') this.#at = 1;
    while (this.#at < lines.length) {
      const line = lines[this.#at] ?? '';
      const indent = indentOf(line);
      if (indent === line.length || line.charCodeAt(indent) === 0x23 || line.charCodeAt(indent) === 0x0d) {
        this.#at++;
        continue;
      }
      if (line.charCodeAt(indent) === 0x09 || (indent === 0 && /^(?:---|\.\.\.|%)/.test(line))) throw notSimpleYaml;
      this.#line(line, indent);
    }
    return this.#root;
  }

  #line(line: string, indent: number): void {
    const item = isItem(line, indent);
    this.#leave(indent, item);
    let at = indent;
    for (;;) {
      if (isItem(line, at)) {
        this.#dash(at);
        at++;
        while (line.charCodeAt(at) === 0x20) at++;
        if (at >= line.length || line.charCodeAt(at) === 0x23) {
          this.#at++;
          return;
        }
        continue;
      }
      const key = keyAt(line, at);
      if (key === undefined) return this.#scalar(line, at);
      this.#key(at, key.text);
      at = key.end;
      while (line.charCodeAt(at) === 0x20) at++;
      if (at >= line.length || line.charCodeAt(at) === 0x23) {
        this.#at++;
        return;
      }
      return this.#scalar(line, at);
    }
  }

  /** Closes what a line with less indentation ends. A list may be indented as little as the key it belongs to. */
  #leave(indent: number, item: boolean): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (top.indent < indent) break;
      if (top.indent === indent && (top.list === undefined || item)) break;
      this.#open.pop();
      this.#waiting = false;
    }
    const top = this.#open.at(-1);
    if (top === undefined ? !this.#waiting : top.indent < indent && !this.#waiting) throw notSimpleYaml;
    if (top?.indent === indent && !(item && top.map !== undefined)) this.#waiting = false;
  }

  #dash(indent: number): void {
    const top = this.#open.at(-1);
    if (top?.list !== undefined && top.indent === indent && !this.#waiting) top.list.push(null);
    else {
      const list: unknown[] = [null];
      this.#put(list);
      this.#open.push({ indent, map: undefined, list, key: '' });
    }
    this.#waiting = true;
  }

  #key(indent: number, key: string): void {
    let top = this.#open.at(-1);
    if (top?.map === undefined || top.indent !== indent || this.#waiting) {
      const map: Record<string, unknown> = {};
      this.#put(map);
      top = { indent, map, list: undefined, key };
      this.#open.push(top);
    }
    top.key = key;
    if (top.map !== undefined) top.map[key] = null;
    this.#waiting = true;
  }

  /** Fills the place that waits for a value. */
  #put(value: unknown): void {
    if (!this.#waiting) throw notSimpleYaml;
    this.#waiting = false;
    const top = this.#open.at(-1);
    if (top?.map !== undefined) top.map[top.key] = value;
    else if (top?.list !== undefined) top.list[top.list.length - 1] = value;
    else this.#root = value;
  }

  #scalar(line: string, at: number): void {
    const parent = this.#open.at(-1)?.indent ?? -1;
    const code = line.charCodeAt(at);
    if (this.#open.length === 0) throw notSimpleYaml;
    if (code === 0x7c || code === 0x3e) {
      const { value, next } = blockScalar(line.slice(at), this.#lines, this.#at + 1, parent);
      this.#put(value);
      this.#at = next;
      return;
    }
    if (code === 0x22 || code === 0x27) {
      const { value, next } = quotedScalar(this.#lines, this.#at, at, parent);
      this.#put(value);
      this.#at = next;
      return;
    }
    if (code === 0x5b || code === 0x7b) {
      this.#put(flowValue(line.slice(at)));
      this.#at++;
      return;
    }
    const { value, next } = plainScalar(this.#lines, this.#at, at, parent);
    this.#put(value);
    this.#at = next;
  }
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 0x20) at++;
  return at;
}

function isItem(line: string, at: number): boolean {
  return line.charCodeAt(at) === 0x2d && (at + 1 >= line.length || line.charCodeAt(at + 1) === 0x20);
}

/** The key that a line has at this place, and the offset behind its colon. */
function keyAt(line: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const quote = line.charAt(at);
  if (quote === '"' || quote === "'") {
    const close = line.indexOf(quote, at + 1);
    if (close < 0 || line.charAt(close + 1) !== ':' || !endsKey(line, close + 1)) return undefined;
    const text = line.slice(at + 1, close);
    if (text.includes('\\') || close - at > maxKey || text === '__proto__') throw notSimpleYaml;
    return { text, end: close + 2 };
  }
  let colon = line.indexOf(':', at);
  while (colon >= 0 && !endsKey(line, colon)) colon = line.indexOf(':', colon + 1);
  if (colon < 0 || colon === at) return undefined;
  const text = line.slice(at, colon).trimEnd();
  if (quote === '[' || quote === '{') return undefined;
  if (/^[&*!|>%@`"'#,\]}?]|^[-:?] | #|\t/.test(text) || colon - at > maxKey) throw notSimpleYaml;
  if (text === '__proto__' || !isTextKey(text)) throw notSimpleYaml;
  return { text, end: colon + 1 };
}

function endsKey(line: string, colon: number): boolean {
  return colon + 1 >= line.length || line.charCodeAt(colon + 1) === 0x20;
}

// A key that is no text would be written differently: 1.0, 0x10, null. A plain number such as 200 would not.
function isTextKey(text: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) || !/^(?:[-+.\d]|~?$|null$|true$|false$)/i.test(text);
}
