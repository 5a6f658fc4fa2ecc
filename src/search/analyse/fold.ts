// One spelling for words that differ only by width, case or accents.

const diacritics = /[\u0300-\u036f]/g;
const notInTerms = /[^\p{L}\p{N}\p{M}_.:>/#@$%+\-\u2044]/gu;
const ascii = /^[\x20-\x7e]*$/;

/** Letters that no decomposition takes apart. */
const ligatures: ReadonlyMap<string, string> = new Map([
  ...[...'øđłıħŧ'].map((letter, at) => [letter, 'odliht'[at] as string] as const),
  ...([
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ß', 'ss'],
    ['ð', 'd'],
    ['þ', 'th'],
    ['ς', 'σ'],
  ] as const),
]);
const ligature = /[øđłıħŧæœßðþς]/g;

/** NFKC, small letters, accents of Latin, Greek and Cyrillic off. What a term may not contain is left out. */
export function fold(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(diacritics, '')
    .normalize('NFKC')
    .replace(/[\u2010\u2011]/g, '-')
    .toLowerCase()
    .replace(diacritics, '')
    .replace(ligature, (letter) => ligatures.get(letter) as string)
    .replace(notInTerms, '');
}

/** At most this many UTF-16 units of a word, never half a character. */
export function cutWord(word: string, length: number): string {
  if (word.length <= length) return word;
  const last = word.charCodeAt(length - 1);
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
