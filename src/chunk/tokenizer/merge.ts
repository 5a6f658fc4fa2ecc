// Byte pair encoding of one piece, counted: a linked list of parts and a heap of the pairs that may merge, O(n log n).
import type { ByteTable } from './byte-table.ts';
import { maxTokenBytes } from './ranks.ts';

// A key in the heap is the pair's rank and, as ties go to the left, its start.
const STARTS = 2 ** 32;
const NONE = -1;

interface Room {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly rank: Int32Array;
  readonly heap: Float64Array;
}

const smallLength = 4_096;
const small = roomFor(smallLength);

/** Into how many tokens the bytes from `start` to `end` merge. */
export function countMerged(ranks: ByteTable, bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const { next, previous, rank, heap } = length <= smallLength ? small : roomFor(length);
  let held = 0;

  const weigh = (part: number): void => {
    const second = next[part] as number;
    const to = second < length ? (next[second] as number) : length;
    const found = second < length && to - part <= maxTokenBytes ? ranks.find(bytes, start + part, start + to) : NONE;
    rank[part] = found;
    if (found !== NONE) held = push(heap, held, found * STARTS + part);
  };

  for (let part = 0; part < length; part++) {
    next[part] = part + 1;
    previous[part] = part - 1;
  }
  for (let part = 0; part < length; part++) weigh(part);

  let parts = length;
  while (held > 0) {
    const key = heap[0] as number;
    held = pop(heap, held);
    const part = key % STARTS;
    if (rank[part] !== (key - part) / STARTS) continue; // it merged otherwise meanwhile
    const second = next[part] as number;
    const after = next[second] as number;
    rank[second] = NONE;
    next[part] = after;
    if (after < length) previous[after] = part;
    parts--;
    weigh(part);
    if (part > 0) weigh(previous[part] as number);
  }
  return parts;
}

// Each byte brings one pair, and each merge takes one key and brings at most two.
function roomFor(length: number): Room {
  return {
    next: new Int32Array(length),
    previous: new Int32Array(length),
    rank: new Int32Array(length),
    heap: new Float64Array(2 * length),
  };
}

function push(heap: Float64Array, held: number, key: number): number {
  let at = held;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as number;
    if (above <= key) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = key;
  return held + 1;
}

function pop(heap: Float64Array, held: number): number {
  const left = held - 1;
  const key = heap[left] as number;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= left) break;
    if (child + 1 < left && (heap[child + 1] as number) < (heap[child] as number)) child++;
    if ((heap[child] as number) >= key) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = key;
  return left;
}
