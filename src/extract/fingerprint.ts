// Whether two pages have the same text (E6): a hash of the text, and 64 bits that differ little when the texts do.
import { hash } from 'node:crypto';
import { hammingDistance } from '../core/fingerprint-distance.ts';
import { foldLine } from './text.ts';

/**
 * The hash of a text, 27 characters of base64url. White space is folded and Unicode composed first, so that two pages
 * that read alike are alike; the text must hold no link targets, which differ between mirrors.
 */
export function contentHash(text: string): string {
  return hash('sha256', foldLine(text.normalize('NFC')), 'base64url').slice(0, 27);
}

/**
 * Most bits in which the fingerprints of near-duplicates differ. Measured on the 530 pages of Python's manual: of its
 * 140,185 pairs the closest are 11 bits apart (an index and a part of it). A page in which one word of 1,000 was changed stays
 * within 4 bits always, one of 200 in 95 % of cases, one of 100 in 71 %.
 */
export const nearDistance = 4;

/** The fingerprint of a text without any word. Nothing is a near-duplicate of it. */
const nothing = '0000000000000000';

/**
 * The simhash of a text, 16 hexadecimal digits, over runs of three words; of Chinese and Japanese, which write none, over
 * pairs of characters. Case and punctuation do not count.
 */
export function simhash64(text: string): string {
  counts.fill(0);
  const features = gather(text);
  return features === 0 ? nothing : hex(bitsFrom(4, features)) + hex(bitsFrom(0, features));
}

/** Whether two texts with these fingerprints are nearly the same. */
export function isNearDuplicate(a: string, b: string): boolean {
  return a !== nothing && b !== nothing && hammingDistance(a, b) <= nearDistance;
}

// How often each value of each of a feature's eight bytes was seen: 8 steps a feature instead of 64.
const counts = new Uint32Array(8 * 256);

const prime = 0x01000193;
const basis = 0x811c9dc5 | 0;

// One for each word of a text; of a longer text the words are taken as they come.
const hashes = new Int32Array(1 << 17);

/** Counts the features of a text, and returns how many there are. */
function gather(text: string): number {
  const words = text.length < 2 * hashes.length - 2 ? hashWords(text) : -1;
  if (words < 0) return gatherAny(text);
  for (let at = 2; at < words; at++) count(hashes[at - 2] as number, hashes[at - 1] as number, hashes[at] as number);
  // Fewer words than make a run.
  if (words > 2 || words === 0) return Math.max(0, words - 2);
  return count(words === 2 ? (hashes[0] as number) : 0, hashes[words - 1] as number, words);
}

/**
 * Leaves a hash of each word in `hashes`, and returns how many there are; -1 when there are kana or Han. Numbers instead of
 * branches: at the ends of words these are guessed wrong, which takes longer than all the rest.
 */
function hashWords(text: string): number {
  let words = 0;
  let word = basis;
  let inWord = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    let kind = 0;
    if (unit < 0x80) kind = ascii[unit] as number;
    else if (beyond[unit] === 2) return -1;
    else if (beyond[unit] === 1) {
      word = Math.imul(word ^ unit, prime);
      inWord = 1;
      continue;
    }
    const joins = -kind >>> 31;
    hashes[words] = word;
    words += inWord & ~joins;
    word = (Math.imul(word ^ kind, prime) & -joins) | (basis & (joins - 1));
    inWord = joins;
  }
  hashes[words] = word;
  return words + inWord;
}

/** As `gather`, for a text of any script and length. */
function gatherAny(text: string): number {
  let features = 0;
  let word = basis;
  let inWord = false;
  let words = 0;
  let first = 0;
  let second = 0;
  let wide = 0;
  // One step beyond the end, which ends the last word.
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0x20;
    const kind = unit < 0x80 ? (ascii[unit] as number) : unit;
    if (unit < 0x80 ? kind !== 0 : beyond[unit] === 1) {
      word = Math.imul(word ^ kind, prime);
      inWord = true;
      wide = 0;
      continue;
    }
    if (inWord) {
      words++;
      if (words > 2) features += count(first, second, word);
      first = second;
      second = word;
      word = basis;
      inWord = false;
    }
    if (beyond[unit] !== 2) continue;
    if (wide !== 0) features += count(wide, unit, 0);
    wide = unit;
  }
  // Fewer words than make a run.
  if (features === 0 && words > 0) features = count(first, second, words);
  if (features === 0 && wide !== 0) features = count(wide, 0, 0);
  return features;
}

function count(a: number, b: number, c: number): 1 {
  const low = mixed(Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca77) + Math.imul(c, 0xc2b2ae3d));
  const high = mixed(Math.imul(a, 0x27d4eb2f) ^ Math.imul(b, 0x165667b1) ^ Math.imul(c, 0x2545f491));
  add(0, low & 0xff);
  add(1, (low >>> 8) & 0xff);
  add(2, (low >>> 16) & 0xff);
  add(3, low >>> 24);
  add(4, high & 0xff);
  add(5, (high >>> 8) & 0xff);
  add(6, (high >>> 16) & 0xff);
  add(7, high >>> 24);
  return 1;
}

function add(byte: number, value: number): void {
  const at = (byte << 8) | value;
  counts[at] = (counts[at] as number) + 1;
}

/** The last step of MurmurHash3: every bit of the input moves every bit of the output. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Four bytes of the fingerprint: each bit is that of more than half of the features. Uses the counts up. */
function bitsFrom(firstByte: number, features: number): number {
  let bits = 0;
  for (let byte = 0; byte < 4; byte++) {
    const row = (firstByte + byte) << 8;
    // The values that have the highest bit are counted and then taken for those that differ in that bit alone.
    for (let bit = 7; bit >= 0; bit--) {
      const half = 1 << bit;
      let set = 0;
      for (let at = row; at < row + half; at++) {
        const upper = counts[at + half] as number;
        set += upper;
        counts[at] = (counts[at] as number) + upper;
      }
      if (set * 2 > features) bits |= 1 << (8 * byte + bit);
    }
  }
  return bits >>> 0;
}

/** What each ASCII character counts as: letters in lower case and digits as themselves, the rest as none. */
const ascii: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit).toLowerCase();
  return /[a-z0-9_]/.test(char) ? char.charCodeAt(0) : 0;
});

// Beyond ASCII: 2 for kana and Han, 0 for punctuation and spaces as far as they are common, 1 for anything else. A table,
// because a branch for each would have the loops above compiled again and again.
const beyond: Readonly<Uint8Array> = new Uint8Array(0x1_0000)
  .fill(1, 0xc0)
  .fill(0, 0x2000, 0x2070)
  .fill(0, 0x3000, 0x3041)
  .fill(2, 0x3041, 0x3100)
  .fill(2, 0x3400, 0xa000)
  .fill(0, 0xff00, 0xff10);

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
