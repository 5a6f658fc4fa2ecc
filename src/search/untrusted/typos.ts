// Finds the few words that matter most where they are misspelt: a letter too many, one missing, a wrong one, two swapped.

/** Words that are looked for with mistakes in them; each is in the tables as it should be. */
const watched: readonly string[] = Object.freeze([
  'ignore',
  'disregard',
  'override',
  'bypass',
  'previous',
  'instruction',
  'instructions',
  'guidelines',
  'prompt',
  'assistant',
  'everything',
  'before',
]);

interface Watched {
  readonly word: string;
  /** One bit for each letter that it has. */
  readonly letters: number;
  /** At most this many mistakes are ignored. */
  readonly mistakes: number;
}

/** Watched words by their first letter, which is rarely wrong. */
const byFirst: readonly (readonly Watched[])[] = Array.from({ length: 128 }, (_, unit) =>
  watched
    .filter((word) => word.charCodeAt(0) === unit)
    .map((word) => ({ word, letters: lettersOf(word), mistakes: word.length < 9 ? 1 : 2 })),
);

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= letterBit(word.charCodeAt(at));
  return letters;
}

/** The bit of a small letter in the set of a word's letters. */
export function letterBit(unit: number): number {
  return 1 << (unit & 31);
}

/** Whether a word that begins so and has these letters may be a watched one with mistakes: decided without reading it. */
export function mayBeMistyped(first: number, length: number, letters: number): boolean {
  for (const known of byFirst[first] ?? []) if (isAlike(known, length, letters)) return true;
  return false;
}

function isAlike({ word, letters, mistakes }: Watched, length: number, others: number): boolean {
  return Math.abs(word.length - length) <= mistakes && bitsOf(letters ^ others) <= 2 * mistakes;
}

function bitsOf(set: number): number {
  let bits = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/** The watched word that is misspelt; none if the word is one of its forms. */
export function mistyped(word: string): string | undefined {
  for (const known of byFirst[word.charCodeAt(0)] ?? []) {
    if (word.startsWith(known.word) || known.word === `${word}s`) continue;
    if (isAlike(known, word.length, lettersOf(word)) && mistakesIn(word, known.word) <= known.mistakes)
      return known.word;
  }
  return undefined;
}

/** Rows of the table below, used again: words are short and looked at one by one. */
const rows = [new Uint8Array(32), new Uint8Array(32), new Uint8Array(32)] as const;

/** How many letters are wrong, missing, too many or swapped with the next one; both words have at most 31. */
function mistakesIn(word: string, watched: string): number {
  let [before, last, row] = rows as readonly [Uint8Array, Uint8Array, Uint8Array];
  for (let at = 0; at <= watched.length; at++) last[at] = at;
  for (let one = 1; one <= word.length; one++) {
    const letter = word.charCodeAt(one - 1);
    row[0] = one;
    for (let other = 1; other <= watched.length; other++) {
      const expected = watched.charCodeAt(other - 1);
      let fewest = Math.min(last[other] as number, row[other - 1] as number) + 1;
      fewest = Math.min(fewest, (last[other - 1] as number) + (letter === expected ? 0 : 1));
      if (one > 1 && other > 1 && letter === watched.charCodeAt(other - 2) && word.charCodeAt(one - 2) === expected)
        fewest = Math.min(fewest, (before[other - 2] as number) + 1);
      row[other] = fewest;
    }
    [before, last, row] = [last, row, before];
  }
  return last[watched.length] as number;
}
