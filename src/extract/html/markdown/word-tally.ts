// Weighs the words of two texts against each other without keeping them.

// Two words that share one are taken for the same.
const buckets = 2_048;

// Per byte of UTF-8: 0 ends a word, 1 is part of one, 2 is passed over: Markdown's own marks, which may stand within a word.
const kinds = Uint8Array.from({ length: 0x100 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return byte >= 0x80 || /[A-Za-z\d]/.test(character) ? 1 : /[*_~`\\]/.test(character) ? 2 : 0;
});
const lessThan = 0x3c;
const greaterThan = 0x3e;
const tags: ReadonlySet<string> = new Set(['strong', 'em', 'del', 'sub', 'sup', 'code']);
// Quotation marks too: they come with `q` elements.
const wideSpaces = /[\u00a0\u1680\u2000-\u200a\u201c\u201d\u2028\u2029\u202f\u205f\u3000\ufeff]/g;

// Kept for the next page: most fit in.
let bytes = new Uint8Array(0x1_0000);
const encoder = new TextEncoder();

/** Counts words up for the source and down for what became of it; what stays above zero was lost. */
export class WordTally {
  readonly #counts = new Int32Array(buckets);

  /** Adds `step` for each word of a text, and says how many there are. */
  count(text: string, step: 1 | -1): number {
    const spaced = text.replace(wideSpaces, ' ');
    if (spaced.length * 3 > bytes.length) bytes = new Uint8Array(spaced.length * 3);
    const { written } = encoder.encodeInto(spaced, bytes);
    const counts = this.#counts;
    const all = bytes;
    let total = 0;
    let hash = 0;
    for (let at = 0; at < written; at++) {
      const byte = all[at] as number;
      const kind = kinds[byte] as number;
      if (kind === 1) hash = (Math.imul(hash, 31) + byte) | 0;
      else if (kind === 0) {
        const end = byte === lessThan ? endOfTag(all, at) : at;
        if (end > at) at = end;
        else if (hash !== 0) {
          const bucket = (hash ^ (hash >>> 13)) & (buckets - 1);
          counts[bucket] = (counts[bucket] as number) + step;
          total++;
          hash = 0;
        }
      }
    }
    if (hash === 0) return total;
    const bucket = (hash ^ (hash >>> 13)) & (buckets - 1);
    counts[bucket] = (counts[bucket] as number) + step;
    return total + 1;
  }

  /** How many of the words counted up were not taken off. */
  lost(): number {
    let lost = 0;
    for (let at = 0; at < buckets; at++) lost += Math.max(0, this.#counts[at] as number);
    return lost;
  }
}

/** Of a tag that docent writes within words; where it began if it is none. */
function endOfTag(all: Uint8Array, from: number): number {
  const start = all[from + 1] === 0x2f ? from + 2 : from + 1;
  for (let at = start; at < start + 7; at++) {
    if (all[at] !== greaterThan) continue;
    return tags.has(String.fromCharCode(...all.subarray(start, at))) ? at : from;
  }
  return from;
}
