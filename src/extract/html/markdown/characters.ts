// How CommonMark sorts characters where emphasis may begin or end: white space, punctuation, anything else.

export type CharacterClass = 'space' | 'punctuation' | 'symbol' | 'letter';

const ascii: readonly CharacterClass[] = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return 'space';
  return /[!-/:-@[-`{-~]/.test(character) ? 'punctuation' : 'letter';
});

/** `symbol`: punctuation for CommonMark since 0.31, a letter before. Both ends of a text count as white space: -1. */
export function classOf(codePoint: number): CharacterClass {
  if (codePoint < 0x80) return codePoint < 0 ? 'space' : (ascii[codePoint] as CharacterClass);
  // Hangul, Han and kana need no look at the tables.
  if ((codePoint >= 0xac00 && codePoint < 0xd7a4) || (codePoint >= 0x4e00 && codePoint < 0xa000)) return 'letter';
  const character = String.fromCodePoint(codePoint);
  if (/\s/.test(character)) return 'space';
  if (/\p{P}/u.test(character)) return 'punctuation';
  return /\p{S}/u.test(character) ? 'symbol' : 'letter';
}

/** The code point before a place in a text; -1 at its start. */
export function codePointBefore(text: string, at: number): number {
  if (at <= 0) return -1;
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit < 0xe000 && at > 1 ? (text.codePointAt(at - 2) as number) : unit;
}

export function isAsciiPunctuation(code: number): boolean {
  return code >= 0 && code < 0x80 && ascii[code] === 'punctuation';
}
