// Counts tokens exactly as o200k_base does, and lets a text grow block by block without counting it again.
import { bytesBeyond, pieceTokens } from './tokenizer/piece-tokens.ts';
import { opensWord, pieceEnd } from './tokenizer/pieces.ts';

const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/** How many tokens a text has, with what is needed to count on behind it. */
export interface TokenCount {
  readonly tokens: number;
  /** The end of the text that what follows may still join. */
  readonly tail: string;
  /** How many tokens precede the tail. */
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
  if (endsInSpace(text)) return { tokens, tail: text, settled: 0 };
  return { tokens, tail: text.slice(text.length - lastLength), settled: tokens - lastTokens };
}

// Without a look at the whole text, as an expression would take it.
function endsInSpace(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  if (last > 0x20 && last < 0x80) return false;
  return /\s/.test(text.slice(-1));
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
  const settled = before.settled + countEnd(before.tail, separator);
  return { tokens: settled + next.tokens, tail: next.tail, settled: settled + next.settled };
}

// Behind a line end only further white space with a line end in it, or slashes, can belong to the same piece.
function startsApart(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return first !== SLASH;
  return /^[^\S\r\n]*[^\s/]|^[^\S\r\n]+\//.test(text);
}

// Ends of blocks are few: a full stop, a fence, a bracket, and the line ends behind it.
// By the end alone for the separators of nearly all blocks, which saves joining the two texts.
const ends: ReadonlyMap<string, Map<string, number>> = new Map([
  ['\n\n', new Map<string, number>()],
  ['\n', new Map<string, number>()],
]);
const mostEnds = 4_096;
const longestEnd = 64;

function countEnd(tail: string, separator: string): number {
  const counted = ends.get(separator);
  if (counted === undefined || tail.length > longestEnd) return countTokens(tail + separator);
  const known = counted.get(tail);
  if (known !== undefined) return known;
  const tokens = countTokens(tail + separator);
  if (counted.size === mostEnds) counted.clear();
  counted.set(tail, tokens);
  return tokens;
}

interface Counted {
  readonly tokens: number;
  /** Of the last piece: its length as a string, and its tokens. */
  readonly lastLength: number;
  readonly lastTokens: number;
}

const encoder = new TextEncoder();
// Nearly every text fits in: longer ones are cut before they are counted.
const keptRoom = 1 << 18;
const room = new Uint8Array(keptRoom + bytesBeyond);
const roomView = new DataView(room.buffer);

function count(text: string): Counted {
  const most = text.length * 3;
  if (most < keptRoom) return countIn(text, room, roomView);
  const bytes = new Uint8Array(most + 1 + bytesBeyond);
  return countIn(text, bytes, new DataView(bytes.buffer));
}

function countIn(text: string, bytes: Uint8Array, view: DataView): Counted {
  const end = encoder.encodeInto(text, bytes).written;
  bytes[end] = 0; // saves the fast path below a check for the end
  let tokens = 0;
  let last = 0;
  let lastTokens = 0;
  for (let at = 0; at < end; ) {
    // Most pieces are ASCII letters behind a space or a sign.
    let to = at;
    let byte = bytes[to] as number;
    if (opensWord[byte] === 1) byte = bytes[++to] as number;
    const word = to;
    while (byte >= 0x41 && byte <= 0x5a) byte = bytes[++to] as number;
    while (byte >= 0x61 && byte <= 0x7a) byte = bytes[++to] as number;
    if (to === word || byte >= 0x80 || byte === APOSTROPHE) to = pieceEnd(bytes, at, end);
    lastTokens = pieceTokens(bytes, view, at, to);
    tokens += lastTokens;
    last = at;
    at = to;
  }
  return { tokens, lastLength: lengthOf(bytes, last, end), lastTokens };
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
