// Letters used for others: look-alikes of other alphabets, digits and signs in place of letters.

/** What looks like a Latin letter and is none, after NFKC and small letters: Cyrillic, Greek, Armenian, small capitals. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    [
      ['а', 'a'], ['в', 'b'], ['с', 'c'], ['ԁ', 'd'], ['е', 'e'], ['ё', 'e'], ['һ', 'h'], ['н', 'h'], ['і', 'i'], ['ї', 'i'],
      ['ј', 'j'], ['к', 'k'], ['ӏ', 'l'], ['м', 'm'], ['о', 'o'], ['р', 'p'], ['ԛ', 'q'], ['г', 'r'], ['ѕ', 's'], ['т', 't'],
      ['у', 'y'], ['ц', 'u'], ['ѵ', 'v'], ['ԝ', 'w'], ['х', 'x'], ['п', 'n'], ['ո', 'n'], ['ս', 'u'], ['օ', 'o'], ['ց', 'g'],
      ['α', 'a'], ['β', 'b'], ['ε', 'e'], ['η', 'n'], ['ι', 'i'], ['κ', 'k'], ['ν', 'v'], ['ο', 'o'], ['ρ', 'p'], ['σ', 'o'],
      ['τ', 't'], ['υ', 'u'], ['χ', 'x'], ['γ', 'y'], ['ω', 'w'], ['ϲ', 'c'], ['ϳ', 'j'], ['ı', 'i'], ['ɑ', 'a'], ['ɡ', 'g'],
      ['ɩ', 'i'], ['ᴀ', 'a'], ['ʙ', 'b'], ['ᴄ', 'c'], ['ᴅ', 'd'], ['ᴇ', 'e'], ['ꜰ', 'f'], ['ɢ', 'g'], ['ʜ', 'h'], ['ɪ', 'i'],
      ['ᴊ', 'j'], ['ᴋ', 'k'], ['ʟ', 'l'], ['ᴍ', 'm'], ['ɴ', 'n'], ['ᴏ', 'o'], ['ᴘ', 'p'], ['ʀ', 'r'], ['ꜱ', 's'], ['ᴛ', 't'],
      ['ᴜ', 'u'], ['ᴠ', 'v'], ['ᴡ', 'w'], ['ʏ', 'y'], ['ᴢ', 'z'], ['ⲟ', 'o'], ['ꮯ', 'c'], ['ꭵ', 'i'], ['ɛ', 'e'], ['ʋ', 'u'],
    ] as const
  ).map(([from, to]) => [from, to] as const),
); // biome-ignore format: pairs, six to a line

/** Enclosed letters that NFKC leaves alone: from the first of each alphabet on, 26 letters. */
const enclosed: readonly number[] = Object.freeze([0x1f150, 0x1f170, 0x1f1e6]);

/** A folded word as it looks. */
export function asItLooks(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word;
  let looks = '';
  for (const char of word) looks += char < '\x80' ? char : (lookAlikes.get(char) ?? char);
  return looks;
}

/** The letter in a square or a circle, or of a flag. */
export function enclosedLetter(point: number): string | undefined {
  for (const first of enclosed)
    if (point >= first && point < first + 26) return String.fromCharCode(97 + point - first);
  return undefined;
}

const signs: ReadonlyMap<string, string> = new Map(
  [...'0o1i3e4a5s7t8b9g@a$s!i|l+t€e'.matchAll(/(.)(.)/gu)].map(([, from, to]) => [from as string, to as string]),
);

/** Whether a sign is written for a letter: `@ll`, `$ystem`. */
export function isLetterSign(unit: number): boolean {
  return unit === 0x40 || unit === 0x24 || unit === 0x21 || unit === 0x7c || unit === 0x2b || unit === 0x20ac;
}

/** A word whose digits and signs are read as letters; `1` as i, and as l. */
export function withoutDigits(word: string): readonly [string, string] {
  if (!/[0-9@$!|+€]/.test(word)) return [word, word];
  let read = '';
  for (let at = 0; at < word.length; at++) {
    const char = word[at] as string;
    read += char >= 'a' && char <= 'z' ? char : (signs.get(char) ?? char);
  }
  return word.includes('1') ? [read, withoutDigits(word.replaceAll('1', 'l'))[0]] : [read, read];
}
