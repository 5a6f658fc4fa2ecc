// Weighs the words of two texts against each other without keeping them.

/** How many words a text has, and how many of them another text does not have as often. */
export interface WeighedWords {
  readonly total: number;
  readonly lost: number;
}

// Two words that share one are taken for the same.
const buckets = 2_048;
const counts = new Int32Array(buckets);

// Per byte of UTF-8 what becomes of a word's hash: letters and digits join it, Markdown's own marks, which may be within a
// word, leave it as it is, and anything else ends the word. Numbers to reckon with, because each branch that depends on the
// text is guessed wrong once or twice a word, which takes longer than all the rest.
const kindOf = (byte: number): 'joins' | 'passes' | 'ends' => {
  const character = String.fromCharCode(byte);
  if (byte >= 0x80 || /[A-Za-z\d]/.test(character)) return 'joins';
  return /[*_~`\\]/.test(character) ? 'passes' : 'ends';
};
const perByte = (value: (byte: number) => number): Uint8Array =>
  Uint8Array.from({ length: 0x100 }, (_, byte) => value(byte));
const factors = perByte((byte) => ({ joins: 31, passes: 1, ends: 0 })[kindOf(byte)]);
const addends = perByte((byte) => (kindOf(byte) === 'joins' ? byte : 0));
const ends = perByte((byte) => (kindOf(byte) === 'ends' ? 1 : 0));
// What begins a tag (1), or how many bytes a character has that may be a space: all of these begin with one of five bytes.
const special = perByte((byte) =>
  byte === 0x3c ? 1 : byte === 0xc2 ? 2 : [0xe1, 0xe2, 0xe3, 0xef].includes(byte) ? 3 : 0,
);
// By code point, where a branch for each would have the loop below compiled again and again. Quotation marks too: they come
// with `q` elements.
const spaces = new Uint8Array(0x1_0000).fill(1, 0x2000, 0x200b).fill(1, 0x201c, 0x201e).fill(1, 0x2028, 0x202a);
for (const space of [0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff]) spaces[space] = 1;

const greaterThan = 0x3e;

// Of texts that fit in; these are at hand as they are, where others would have to be looked up at every step.
const keptRoom = 0x4_0000;
const keptBytes = new Uint8Array(keptRoom);
const keptHashes = new Int32Array(keptRoom / 2 + 1);
const encoder = new TextEncoder();

/** Weighs a source and what became of it. White space and Markdown's marks do not count, nor the tags docent writes. */
export function weighWords(source: string, kept: string): WeighedWords {
  counts.fill(0);
  const total = count(source, 1);
  count(kept, -1);
  let lost = 0;
  for (let at = 0; at < buckets; at++) lost += Math.max(0, counts[at] as number);
  return { total, lost };
}

/** Adds `step` for each word of a text, and returns how many there are. */
function count(text: string, step: 1 | -1): number {
  const most = text.length * 3 + 1;
  if (most <= keptRoom) return tally(keptHashes, hashWords(text, keptBytes, keptHashes), step);
  // A word and what ends it take two bytes at least.
  const hashes = new Int32Array(most / 2 + 1);
  return tally(hashes, hashWords(text, new Uint8Array(most), hashes), step);
}

function tally(hashes: Int32Array, total: number, step: 1 | -1): number {
  for (let at = 0; at < total; at++) {
    const hash = hashes[at] as number;
    const bucket = (hash ^ (hash >>> 13)) & (buckets - 1);
    counts[bucket] = (counts[bucket] as number) + step;
  }
  return total;
}

/** Leaves a hash of each word in `hashes`, and returns how many there are. */
function hashWords(text: string, bytes: Uint8Array, hashes: Int32Array): number {
  const { written } = encoder.encodeInto(text, bytes);
  bytes[written] = 0; // ends the last word
  let total = 0;
  let hash = 0;
  for (let at = 0; at <= written; at++) {
    let byte = bytes[at] as number;
    const width = special[byte] as number;
    if (width === 1) {
      const length = tagLength(bytes, at, written);
      if (length > 0) {
        at += length - 1;
        continue;
      }
    } else if (width !== 0) {
      const low = ((byte & 0x1f) << 6) | ((bytes[at + 1] as number) & 0x3f);
      const code = width === 2 ? low : ((low & 0x3ff) << 6) | ((bytes[at + 2] as number) & 0x3f);
      if (spaces[code] === 1) {
        at += width - 1;
        byte = 0x20;
      }
    }
    hashes[total] = hash;
    total += (ends[byte] as number) & ((hash | -hash) >>> 31);
    hash = (Math.imul(hash, factors[byte] as number) + (addends[byte] as number)) | 0;
  }
  return total;
}

// The tags docent writes within words: five bits for each of up to six letters.
const packed = (name: string): number => Array.from(name).reduce((bits, letter) => pack(bits, letter.charCodeAt(0)), 0);
const tags: ReadonlySet<number> = new Set(['strong', 'em', 'del', 'sub', 'sup', 'code'].map(packed));

function pack(bits: number, letter: number): number {
  return (bits << 5) | (letter & 0x1f);
}

/** How many bytes such a tag has; 0 when it is none. */
function tagLength(bytes: Uint8Array, from: number, end: number): number {
  let at = bytes[from + 1] === 0x2f ? from + 2 : from + 1;
  let name = 0;
  for (const most = Math.min(end, at + 7); at < most; at++) {
    const byte = bytes[at] as number;
    if (byte === greaterThan) return tags.has(name) ? at + 1 - from : 0;
    if (byte < 0x61 || byte > 0x7a) return 0;
    name = pack(name, byte);
  }
  return 0;
}
