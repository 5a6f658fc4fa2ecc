// Splits UTF-8 into the pieces o200k_base merges within: its regular expression written out by hand, in linear time.

/*
 * The expression, its alternatives tried in this order (WORD is an optional character that is neither a line end, a letter
 * nor a digit, before letters; CONTRACTION is 's 'd 'm 't 'll 've 're in any case):
 *   WORD [Lu Lt Lm Lo M]*[Ll Lm Lo M]+ CONTRACTION?
 *   WORD [Lu Lt Lm Lo M]+[Ll Lm Lo M]* CONTRACTION?
 *   \p{N}{1,3}
 *   ' '?[^\s\p{L}\p{N}]+[\r\n/]*
 *   \s*[\r\n]+
 *   \s+(?!\S)
 *   \s+
 * A fuzz test compares the pieces with the expression's.
 */

const UPPER = 1; // Lu, Lt: only before the small letters
const LOWER = 2; // Ll: only after the capital ones
const BOTH = 3; // Lm, Lo: in either place
const MARK = 4; // M: as BOTH, but no letter
const NUMBER = 5;
const LINE_END = 6;
const SPACE = 7;
const OTHER = 8;

const SLASH = 0x2f;
const APOSTROPHE = 0x27;

// One entry per code point, 0 until it is looked up; pages of memory that are never read are never used.
const kinds = new Uint8Array(0x11_0000);
for (let code = 0; code < 0x80; code++) kinds[code] = kindOf(code);

/** For each ASCII byte 1 when it may precede the letters of a piece: all but letters, digits and line ends. */
export const opensWord: Readonly<Uint8Array> = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  byte < 0x80 && (kinds[byte] as number) >= SPACE ? 1 : 0,
);

/** Where the piece that starts at `at` ends. `bytes` is well-formed UTF-8 up to `end`, and `at` is before it. */
export function pieceEnd(bytes: Uint8Array, at: number, end: number): number {
  const kind = kindAt(bytes, at);
  if (kind <= MARK) return wordEnd(bytes, at, end);
  const next = at + widthAt(bytes, at);
  if (kind === NUMBER) return numberEnd(bytes, next, end);
  if (kind === LINE_END) return spaceEnd(bytes, at, end);
  const nextKind = next < end ? kindAt(bytes, next) : LINE_END;
  if (nextKind <= MARK) return wordEnd(bytes, next, end);
  if (kind === OTHER) return otherEnd(bytes, next, end);
  if (nextKind === OTHER && bytes[at] === 0x20) return otherEnd(bytes, next, end);
  return spaceEnd(bytes, at, end);
}

/** Both ways to write a word at once; `at` is at a letter or a mark. */
function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  let lastBoth = -1;
  let kind = kindAt(bytes, to);
  while (kind !== LOWER && kind <= MARK) {
    to += widthAt(bytes, to);
    if (kind !== UPPER) lastBoth = to;
    kind = to < end ? kindAt(bytes, to) : LINE_END;
  }
  if (kind === LOWER) {
    do {
      to += widthAt(bytes, to);
      kind = to < end ? kindAt(bytes, to) : LINE_END;
    } while (kind !== UPPER && kind <= MARK);
  } else if (lastBoth >= 0) {
    // The expression backtracks until its last character may follow the capital letters.
    to = lastBoth;
  }
  return bytes[to] === APOSTROPHE && to < end ? to + contractionLength(bytes, to, end) : to;
}

function contractionLength(bytes: Uint8Array, at: number, end: number): 0 | 2 | 3 {
  if (at + 1 >= end) return 0;
  const first = (bytes[at + 1] as number) | 0x20;
  if (first === 0x73 || first === 0x64 || first === 0x6d || first === 0x74) return 2;
  if (at + 2 >= end) return 0;
  const second = (bytes[at + 2] as number) | 0x20;
  return (first === 0x6c && second === 0x6c) || ((first === 0x76 || first === 0x72) && second === 0x65) ? 3 : 0;
}

function numberEnd(bytes: Uint8Array, from: number, end: number): number {
  let to = from;
  for (let left = 2; left > 0 && to < end && kindAt(bytes, to) === NUMBER; left--) to += widthAt(bytes, to);
  return to;
}

function otherEnd(bytes: Uint8Array, from: number, end: number): number {
  let to = from;
  while (to < end) {
    const kind = kindAt(bytes, to);
    if (kind !== OTHER && kind !== MARK) break;
    to += widthAt(bytes, to);
  }
  while (to < end && (kinds[bytes[to] as number] === LINE_END || bytes[to] === SLASH)) to++;
  return to;
}

function spaceEnd(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  let last = at;
  let lineEnd = -1;
  while (to < end) {
    const kind = kindAt(bytes, to);
    if (kind !== SPACE && kind !== LINE_END) break;
    last = to;
    to += widthAt(bytes, to);
    if (kind === LINE_END) lineEnd = to;
  }
  if (lineEnd >= 0) return lineEnd;
  // The last space before a word belongs to the word's piece.
  return to < end && last > at ? last : to;
}

function kindAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  return lead < 0x80 ? (kinds[lead] as number) : wideKindAt(bytes, at, lead);
}

function wideKindAt(bytes: Uint8Array, at: number, lead: number): number {
  const second = (bytes[at + 1] as number) & 0x3f;
  let code = ((lead & 0x1f) << 6) | second;
  if (lead >= 0xe0) {
    code = ((lead & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f);
    if (lead >= 0xf0) code = ((lead & 0x07) << 18) | ((code & 0xfff) << 6) | ((bytes[at + 3] as number) & 0x3f);
  }
  const known = kinds[code] as number;
  if (known !== 0) return known;
  const kind = kindOf(code);
  kinds[code] = kind;
  return kind;
}

function widthAt(bytes: Uint8Array, at: number): 1 | 2 | 3 | 4 {
  const lead = bytes[at] as number;
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function kindOf(code: number): number {
  const char = String.fromCodePoint(code);
  if (/[\p{Lu}\p{Lt}]/u.test(char)) return UPPER;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/\p{L}/u.test(char)) return BOTH;
  if (/\p{M}/u.test(char)) return MARK;
  if (/\p{N}/u.test(char)) return NUMBER;
  if (/[\r\n]/.test(char)) return LINE_END;
  return /\s/.test(char) ? SPACE : OTHER;
}
