// What a character is to the analyser: part of a word, of unspaced writing, of Korean, or nothing that is searched for.

/** Classes of UTF-16 units; the order matters to `isWord` and `isUnspaced`. */
export const kinds = Object.freeze({
  other: 1,
  lower: 2,
  upper: 3,
  digit: 4,
  underscore: 5,
  han: 6,
  hiragana: 7,
  katakana: 8,
  hangul: 9,
} as const);

// Filled as characters occur: 64 KiB of a table costs nothing, classifying 65,536 characters at start would.
const table = new Uint8Array(0x10000);
const astral = new Map<number, number>();

/** The class of the character at a place; for a pair of surrogates, pass the place of the first. */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (table[unit] as number) || kindOf(unit, text.charCodeAt(at + 1));
}

/** The class of the character at a place of UTF-16 units, which must go on behind that place. */
export function kindIn(units: Uint16Array, at: number): number {
  const unit = units[at] as number;
  return (table[unit] as number) || kindOf(unit, units[at + 1] as number);
}

function kindOf(unit: number, next: number): number {
  if (unit >= 0xd800 && unit < 0xdc00) return kindOfPair(unit, next);
  const kind = classify(String.fromCharCode(unit));
  table[unit] = kind;
  return kind;
}

/** The end of the letters, digits, marks and underscores from a place on; a zero must follow the last unit. Linear. */
export function wordRunEnd(units: Uint16Array, start: number): number {
  for (let at = start; ; ) {
    const kind = table[units[at] as number] as number;
    if (isWord(kind)) at++;
    else if (kind === 0 && isWord(kindIn(units, at))) at += widthIn(units, at);
    else return at;
  }
}

/** Letters, digits, marks and underscores of writing that separates its words. */
export function isWord(kind: number): boolean {
  return kind >= kinds.lower && kind <= kinds.underscore;
}

/** Han, kana and the like, which are written without spaces. */
export function isUnspaced(kind: number): boolean {
  return kind >= kinds.han && kind <= kinds.katakana;
}

/** How many units the character at a place takes. */
export function widthAt(text: string, at: number): 1 | 2 {
  return isPair(text.charCodeAt(at), text.charCodeAt(at + 1)) ? 2 : 1;
}

/** How many units the character at a place of UTF-16 units takes. */
export function widthIn(units: Uint16Array, at: number): 1 | 2 {
  return isPair(units[at] as number, units[at + 1] as number) ? 2 : 1;
}

function isPair(unit: number, next: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
}

function kindOfPair(unit: number, next: number): number {
  if (!isPair(unit, next)) return kinds.other;
  const point = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
  let kind = astral.get(point);
  if (kind === undefined) {
    kind = classify(String.fromCodePoint(point));
    if (astral.size < 4_096) astral.set(point, kind);
  }
  return kind;
}

const scripts = Object.freeze([
  [kinds.han, /[\p{Script=Han}々〆〇]/u],
  [kinds.hiragana, /\p{Script=Hiragana}/u],
  // Thai and its neighbours write no spaces either.
  [
    kinds.katakana,
    /[\p{Script=Katakana}ー\u3099\u309a\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
  ],
  [kinds.hangul, /\p{Script=Hangul}/u],
  [kinds.upper, /\p{Lu}/u],
  [kinds.lower, /[\p{L}\p{M}]/u],
  [kinds.digit, /\p{N}/u],
  [kinds.underscore, /\p{Pc}/u],
] as const);

const letterOrDigit = /[\p{L}\p{N}]/u;
const wordy = /^[\p{L}\p{N}\p{M}_\u2044]$/u;

function classify(char: string): number {
  // A circled digit is a digit and a full-width letter a letter, but an ellipsis is no row of dots.
  const whole = char.normalize('NFKC');
  const first = String.fromCodePoint(whole.codePointAt(0) ?? 0x20);
  if (whole.length > first.length && !(letterOrDigit.test(first) && [...whole].every((part) => wordy.test(part))))
    return kinds.other;
  for (const [kind, pattern] of scripts) if (pattern.test(first)) return kind;
  return kinds.other;
}
