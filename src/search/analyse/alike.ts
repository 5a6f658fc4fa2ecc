// Passages with nearly the same text (E6): an answer has each text once.

/** Words in a row; a text is the set of its runs of this many. */
const RUN = 3;
/** Texts are alike where this share of the smaller one's runs is in the other. */
const MOST_SHARED = 0.85;
/** A short text has too few runs to be compared; it is the same only if all of it is. */
const FEWEST_RUNS = 8;
const MOST_RUNS = 2_000;

/** Remembers texts, and finds an earlier one that a further text is like. */
export class AlikeTexts<Key> {
  readonly #known: { readonly key: Key; readonly runs: ReadonlySet<number> }[] = [];

  /** The key of an earlier text that is nearly the same; where there is none, this one is remembered. */
  find(key: Key, text: string): Key | undefined {
    const runs = runsOf(text);
    const like = this.#known.find((one) => areAlike(one.runs, runs));
    if (like === undefined) this.#known.push({ key, runs });
    return like?.key;
  }
}

const isWord = /[\p{L}\p{N}_]/u;
const PRIME = 0x01000193;

/** Hashes of runs of words; made without the words themselves, which would be most of an answer's garbage. */
function runsOf(text: string): ReadonlySet<number> {
  const words: number[] = [];
  const lower = text.toLowerCase();
  let hash = 0;
  for (let at = 0, { length } = lower; at < length; at++) {
    const code = lower.charCodeAt(at);
    const isPart =
      code < 0x80 ? isAsciiWord(code) : isWord.test(lower[at] as string) || (code >= 0xd800 && code <= 0xdfff);
    if (isPart) hash = Math.imul(hash ^ code, PRIME) | 1;
    else if (hash !== 0) {
      words.push(hash);
      hash = 0;
    }
  }
  if (hash !== 0) words.push(hash);
  const runs = new Set<number>();
  for (let at = 0; at + RUN <= words.length && runs.size < MOST_RUNS; at++) runs.add(joined(words, at, at + RUN));
  return runs.size < FEWEST_RUNS ? new Set([joined(words, 0, words.length)]) : runs;
}

function isAsciiWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

function joined(words: readonly number[], from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash, 31) + (words[at] as number);
  return hash | 0;
}

/** Compares by the smaller text, unless it is a small part of the other: a summary is not the text it is taken from. */
function areAlike(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < large.size / 2) return false;
  const most = small.size * (1 - MOST_SHARED);
  let missing = 0;
  for (const run of small) if (!large.has(run) && ++missing > most) return false;
  return true;
}
