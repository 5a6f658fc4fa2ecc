// Takes a typed query apart: words, "phrases", -not, prefix*, name:value. What is no operator is a word.

/** The names of a query's filters. */
export const filterNames = Object.freeze(['provider', 'path', 'lang'] as const);
export type FilterName = (typeof filterNames)[number];

/** A piece of a query, as typed. */
export type QueryPiece =
  | { readonly kind: 'words' | 'phrase' | 'prefix'; readonly text: string; readonly not: boolean }
  | { readonly kind: 'filter'; readonly name: FilterName; readonly value: string };

const space = /[\s\p{Cc}]*/uy;
const bare = /[^\s\p{Cc}]+/uy;
const filter = /(provider|path|lang):(?=[^\s"“:])/iy;
const quoted = /(provider|path|lang):(?=["“])/iy;
const opening = /^["“]/;
// One letter or a digit behind a dash is an option or a number: `grep -r`, `-1`.
const negation = /-(?=["“]|[\p{L}_@$.#][^\s])/uy;

/** The pieces of a query in their order. Never throws; linear. */
export function lexQuery(text: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = [];
  let at = 0;
  for (;;) {
    at += lengthOf(space, text, at);
    if (at >= text.length) return pieces;
    const not = lengthOf(negation, text, at) === 1;
    if (not) at++;
    const phrase = phraseAt(text, at);
    if (phrase !== undefined) {
      pieces.push({ kind: 'phrase', text: phrase.text, not });
      at = phrase.end;
      continue;
    }
    const name = not ? undefined : filterAt(text, at);
    if (name !== undefined) {
      const start = at + name.length + 1;
      const value = phraseAt(text, start) ?? wordAt(text, start);
      pieces.push({ kind: 'filter', name, value: value.text.trim() });
      at = value.end;
      continue;
    }
    const word = wordAt(text, at);
    at = word.end;
    const isPrefix = /[\p{L}\p{N}]\*+$/u.test(word.text);
    pieces.push({
      kind: isPrefix ? 'prefix' : 'words',
      text: isPrefix ? word.text.replace(/\*+$/, '') : word.text,
      not,
    });
  }
}

interface Lexeme {
  readonly text: string;
  readonly end: number;
}

function wordAt(text: string, at: number): Lexeme {
  // An opening quotation mark without an end is no part of a word.
  const length = Math.max(1, lengthOf(bare, text, at));
  return { text: text.slice(at, at + length), end: at + length };
}

/** The text in quotation marks, if they are closed and not empty. */
function phraseAt(text: string, at: number): Lexeme | undefined {
  if (!opening.test(text.charAt(at))) return undefined;
  const close = text.slice(at + 1).search(/["”]/);
  if (close < 0) return undefined;
  return { text: text.slice(at + 1, at + 1 + close), end: at + close + 2 };
}

function filterAt(text: string, at: number): FilterName | undefined {
  filter.lastIndex = at;
  const found = filter.exec(text);
  if (found !== null) return found[1]?.toLowerCase() as FilterName;
  quoted.lastIndex = at;
  const name = quoted.exec(text)?.[1];
  if (name === undefined || !phraseAt(text, at + name.length + 1)?.text.trim()) return undefined;
  return name.toLowerCase() as FilterName;
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
