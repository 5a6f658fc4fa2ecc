// Counts tokens exactly as o200k_base gives them, and lets a text grow block by block without counting it again.
import { ByteTable, hashSeed, rollHash } from './tokenizer/byte-table.ts';
import { countMerged } from './tokenizer/merge.ts';
import { pieceEnd } from './tokenizer/pieces.ts';
import { tokenRanks } from './tokenizer/ranks.ts';

const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/** How many tokens a text has, with what is needed to count on behind it. */
export interface TokenCount {
  readonly tokens: number;
  /** The end of the text that what follows may still join. */
  readonly tail: string;
  /** How many tokens stand before the tail. */
  readonly settled: number;
}

/** The count of an empty text. */
export const noTokens: TokenCount = Object.freeze({ tokens: 0, tail: '', settled: 0 });

/** The tokens of a text. Special tokens such as `<|endoftext|>` count as the text they are; never throws on content. */
export function countTokens(text: string): number {
  return count(text).tokens;
}

/** The tokens of a text that more will follow. */
export function measureTokens(text: string): TokenCount {
  const { tokens, lastLength, lastTokens } = count(text);
  // White space at the end may join what follows from further back than its last piece.
  if (/\s$/.test(text)) return { tokens, tail: text, settled: 0 };
  return { tokens, tail: text.slice(text.length - lastLength), settled: tokens - lastTokens };
}

/**
 * The tokens of a text, a separator that starts with a line end, and another text, `next` being that one's own count.
 * Exact: a piece that starts before a line end never depends on what comes after it, save for the text's tail.
 */
export function joinTokens(before: TokenCount, separator: string, text: string, next: TokenCount): TokenCount {
  if (!startsApart(text) || !separator.endsWith('\n')) {
    const rest = measureTokens(before.tail + separator + text);
    return { tokens: before.settled + rest.tokens, tail: rest.tail, settled: before.settled + rest.settled };
  }
  const settled = before.settled + countEnd(before.tail + separator);
  return { tokens: settled + next.tokens, tail: next.tail, settled: settled + next.settled };
}

// Behind a line end only further white space with a line end in it, or slashes, can belong to the same piece.
function startsApart(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return first !== SLASH;
  return /^[^\S\r\n]*[^\s/]|^[^\S\r\n]+\//.test(text);
}

// Ends of blocks are few: a full stop, a fence, a bracket, and the line ends behind it.
const ends = new Map<string, number>();
const mostEnds = 4_096;

function countEnd(text: string): number {
  const known = ends.get(text);
  if (known !== undefined) return known;
  const tokens = countTokens(text);
  if (ends.size === mostEnds) ends.clear();
  if (text.length <= longestLearned) ends.set(text, tokens);
  return tokens;
}

interface Counted {
  readonly tokens: number;
  /** Of the last piece: its length as a string, and its tokens. */
  readonly lastLength: number;
  readonly lastTokens: number;
}

const keptRoom = 1 << 16;
const encoder = new TextEncoder();
const room = new Uint8Array(keptRoom);

function count(text: string): Counted {
  const ranks = tokenRanks();
  const bytes = text.length * 3 < keptRoom ? room : new Uint8Array(text.length * 3 + 1);
  const end = encoder.encodeInto(text, bytes).written;
  bytes[end] = 0; // spares the fast path below a look at the end
  let tokens = 0;
  let last = 0;
  let lastTokens = 0;
  for (let at = 0; at < end; ) {
    // Most pieces are ASCII letters behind a space: these are hashed while their end is looked for.
    let to = at;
    let hash = hashSeed;
    let byte = bytes[to] as number;
    if (byte === 0x20) {
      hash = rollHash(hash, byte);
      byte = bytes[++to] as number;
    }
    const word = to;
    while (byte >= 0x41 && byte <= 0x5a) {
      hash = rollHash(hash, byte);
      byte = bytes[++to] as number;
    }
    while (byte >= 0x61 && byte <= 0x7a) {
      hash = rollHash(hash, byte);
      byte = bytes[++to] as number;
    }
    let rank: number;
    if (to > word && byte < 0x80 && byte !== APOSTROPHE) {
      rank = ranks.find(bytes, at, to, hash);
    } else {
      to = pieceEnd(bytes, at, end);
      rank = ranks.find(bytes, at, to);
    }
    lastTokens = rank >= 0 ? 1 : countPiece(ranks, bytes, at, to);
    tokens += lastTokens;
    last = at;
    at = to;
  }
  return { tokens, lastLength: lengthOf(bytes, last, end), lastTokens };
}

// Pieces that are no token themselves: identifiers, words of small languages. All are forgotten when there are too many.
const mostLearned = 1 << 16;
const mostLearnedBytes = 1 << 20;
const longestLearned = 64;
const learned = new ByteTable(mostLearned, mostLearnedBytes);
const learnedTokens = new Uint8Array(mostLearned);

function countPiece(ranks: ByteTable, bytes: Uint8Array, start: number, end: number): number {
  if (end - start > longestLearned) return countMerged(ranks, bytes, start, end);
  const known = learned.find(bytes, start, end);
  if (known >= 0) return learnedTokens[known] as number;
  const tokens = countMerged(ranks, bytes, start, end);
  if (learned.size === mostLearned || learned.filled + longestLearned > mostLearnedBytes) learned.clear();
  learnedTokens[learned.size] = tokens;
  learned.add(bytes, start, end);
  return tokens;
}

/** How many UTF-16 code units these bytes are. */
function lengthOf(bytes: Uint8Array, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80 || byte >= 0xc0) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
}
