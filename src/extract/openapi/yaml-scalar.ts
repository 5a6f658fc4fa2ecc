// Scalars of YAML: plain, quoted over one line or more, and short lists and maps in brackets.

/** Thrown, and caught by the reader, where a text is more than it reads. */
export const notSimpleYaml: unique symbol = Symbol('not simple YAML');

interface Scalar {
  readonly value: unknown;
  /** The line after it. */
  readonly next: number;
}

const notPlain = /^[&*!|>%@`"'#,[\]{}]|^[-:?](?: |$)|: |:$|\t/;

/** A plain scalar that may go on in further lines, which are indented more than `parent`. */
export function plainScalar(lines: readonly string[], line: number, at: number, parent: number): Scalar {
  const first = withoutComment((lines[line] ?? '').slice(at));
  if (notPlain.test(first.text)) throw notSimpleYaml;
  const parts = [first.text];
  let next = line + 1;
  let breaks = 0;
  for (let scan = next; scan < lines.length && !first.cut; scan++) {
    const raw = lines[scan] ?? '';
    const content = raw.trimStart();
    if (content === '') {
      breaks++;
      continue;
    }
    if (raw.length - content.length <= parent) break;
    // A comment ends a scalar, and what comes then must be looked at more closely.
    if (content.startsWith('#') || content.includes(' #') || raw.includes('\t') || /: |:\s*$/.test(content))
      throw notSimpleYaml;
    parts.push(breaks === 0 ? ' ' : '\n'.repeat(breaks), content.trimEnd());
    breaks = 0;
    next = scan + 1;
  }
  return { value: parts.length === 1 ? resolved(first.text) : parts.join(''), next };
}

function withoutComment(text: string): { readonly text: string; readonly cut: boolean } {
  const comment = text.indexOf(' #');
  return { text: (comment < 0 ? text : text.slice(0, comment)).trimEnd(), cut: comment >= 0 };
}

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** A plain scalar's value by the core schema. */
function resolved(text: string): unknown {
  const code = text.charCodeAt(0);
  if (code > 0x39 && code !== 0x7e) return words.has(text) ? words.get(text) : text;
  if (/^[-+]?\d+$/.test(text)) return Number.parseInt(text, 10);
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) return Number.parseFloat(text);
  if (/^0[xo]|^[-+]?\.(?:inf|nan)$/i.test(text)) throw notSimpleYaml;
  return words.has(text) ? words.get(text) : text;
}

/** A scalar in quotes that starts in this line and may end in a later one. */
export function quotedScalar(lines: readonly string[], line: number, at: number, parent: number): Scalar {
  const first = lines[line] ?? '';
  const quote = first.charAt(at);
  const parts: string[] = [];
  let breaks = 0;
  for (let scan = line, from = at + 1; scan < lines.length; scan++, from = 0) {
    const raw = lines[scan] ?? '';
    const text = scan === line ? raw.slice(from) : raw.trimStart();
    if (scan > line && text !== '' && (raw.length - text.length <= parent || raw.includes('\t'))) throw notSimpleYaml;
    const close = closing(text, quote);
    const piece = close === undefined ? text.trimEnd() : text.slice(0, close);
    if (scan > line && piece === '' && close === undefined) {
      breaks++;
      continue;
    }
    if (scan > line) parts.push(breaks === 0 ? ' ' : '\n'.repeat(breaks));
    breaks = 0;
    parts.push(unquoted(piece, quote));
    if (close === undefined) continue;
    if (!/^\s*(?: #.*)?$/.test(text.slice(close + 1))) throw notSimpleYaml;
    return { value: parts.join(''), next: scan + 1 };
  }
  throw notSimpleYaml;
}

function closing(text: string, quote: string): number | undefined {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === '\\' && quote === '"') at++;
    else if (unit === quote) {
      if (quote === '"' || text.charAt(at + 1) !== quote) return at;
      at++;
    }
  }
  return undefined;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
]);

function unquoted(piece: string, quote: string): string {
  if (quote === "'") return piece.replaceAll("''", "'");
  if (!piece.includes('\\')) return piece;
  return piece.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]?))/g, (_, hex, unit) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const known = escapes.get(unit);
    if (known === undefined) throw notSimpleYaml;
    return known;
  });
}

const flowItem = /^[\w$./+-][\w$./ +*()<>=;^~-]*$/;

/** `[]`, `{}`, and a list of plain or quoted words in brackets on one line. */
export function flowValue(source: string): unknown {
  const { text } = withoutComment(source);
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (!text.startsWith('[') || !text.endsWith(']')) throw notSimpleYaml;
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => {
      const item = part.trim();
      const inner = item.slice(1, -1);
      if (/^(?:"[^"\\]*"|'[^']*')$/.test(item)) return inner;
      if (!flowItem.test(item) || /^[-:?](?: |$)/.test(item)) throw notSimpleYaml;
      return resolved(item);
    });
}
