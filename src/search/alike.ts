// Passages that say nearly the same (E6): an answer gives each text once.

/** Words that stand together; a text is the set of its runs of so many. */
const RUN = 3;
/** Of the smaller text's runs, so many stand in the other one. */
const MOST_SHARED = 0.85;
/** A short text has too few runs to be compared; it is the same only if all of it is. */
const FEWEST_RUNS = 8;
const MOST_RUNS = 2_000;

const word = /[\p{L}\p{N}_]+/gu;

/** Remembers texts, and finds the one that a further text is like. */
export class AlikeTexts<Key> {
  readonly #known: { readonly key: Key; readonly runs: ReadonlySet<string> }[] = [];

  /** The key of an earlier text that says nearly the same; where there is none, this one is remembered. */
  find(key: Key, text: string): Key | undefined {
    const runs = runsOf(text);
    const like = this.#known.find((one) => areAlike(one.runs, runs));
    if (like === undefined) this.#known.push({ key, runs });
    return like?.key;
  }
}

function runsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(word) ?? [];
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= words.length && runs.size < MOST_RUNS; at++)
    runs.add(words.slice(at, at + RUN).join(' '));
  return runs.size < FEWEST_RUNS ? new Set([words.join(' ')]) : runs;
}

/** By the smaller one, unless it is a small part of the other: a summary is not the text it is taken from. */
function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < large.size / 2) return false;
  let shared = 0;
  for (const run of small) if (large.has(run)) shared++;
  return shared >= small.size * MOST_SHARED;
}
