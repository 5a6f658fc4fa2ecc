// How many tokens a piece has: looked up among the most recent pieces, then in the vocabulary, and merged only when it must be.
import { ByteTable, rollAll } from './byte-table.ts';
import { countMerged } from './merge.ts';
import { tokenRanks } from './ranks.ts';

// The vocabulary takes 5 MB, and each look into it several misses of the processor's cache; most pieces are short and come
// again soon. An entry is twelve bytes of a piece, its length and its tokens; a later piece takes an earlier one's place.
const entryBits = 14;
const entryWords = 4;
const longestRecent = 12;
const recent = new Int32Array(entryWords << entryBits);

// For each length, which bits of three words belong to the piece.
const masks = Int32Array.from({ length: 3 * (longestRecent + 1) }, (_, at) => {
  const bytes = Math.floor(at / 3) - 4 * (at % 3);
  return bytes >= 4 ? -1 : bytes <= 0 ? 0 : (1 << (8 * bytes)) - 1;
});

/** How many bytes behind a piece are read, whatever they are. */
export const bytesBeyond = longestRecent;

/** The tokens of the piece from `start` to `end`. `view` shows the same bytes, and at least `bytesBeyond` more. */
export function pieceTokens(bytes: Uint8Array, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > longestRecent) return countPiece(bytes, start, end);
  const mask = 3 * length;
  const one = view.getInt32(start, true) & (masks[mask] as number);
  const two = view.getInt32(start + 4, true) & (masks[mask + 1] as number);
  const three = view.getInt32(start + 8, true) & (masks[mask + 2] as number);
  const mixed = Math.imul(one, 0x9e37_79b1) ^ Math.imul(two, 0x85eb_ca77) ^ Math.imul(three, 0xc2b2_ae3d);
  const entry = (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d) >>> (32 - entryBits)) * entryWords;
  const last = recent[entry + 3] as number;
  if (recent[entry] === one && recent[entry + 1] === two && recent[entry + 2] === three && last >> 8 === length)
    return last & 0xff;
  const tokens = countPiece(bytes, start, end);
  recent[entry] = one;
  recent[entry + 1] = two;
  recent[entry + 2] = three;
  recent[entry + 3] = (length << 8) | tokens;
  return tokens;
}

// Pieces that are no token themselves: identifiers, words of small languages. All are forgotten when there are too many.
const mostLearned = 1 << 16;
const mostLearnedBytes = 1 << 20;
const longestLearned = 64;
const learned = new ByteTable(mostLearned, mostLearnedBytes);
const learnedTokens = new Uint8Array(mostLearned);

function countPiece(bytes: Uint8Array, start: number, end: number): number {
  const ranks = tokenRanks();
  const hash = rollAll(bytes, start, end);
  if (ranks.find(bytes, start, end, hash) >= 0) return 1;
  if (end - start > longestLearned) return countMerged(ranks, bytes, start, end);
  const known = learned.find(bytes, start, end, hash);
  if (known >= 0) return learnedTokens[known] as number;
  const tokens = countMerged(ranks, bytes, start, end);
  if (learned.size === mostLearned || learned.filled + longestLearned > mostLearnedBytes) learned.clear();
  learnedTokens[learned.size] = tokens;
  learned.add(bytes, start, end);
  return tokens;
}
