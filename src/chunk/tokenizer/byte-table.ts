// A set of byte strings, each with the number it was added under, in a few flat arrays: 200,000 of them take 5 MB.

// A slot holds the number plus one (0: free) below, and bits of the hash above that save most comparisons.
const NUMBER_BITS = 18;
const NUMBER_MASK = (1 << NUMBER_BITS) - 1;

/** At most 2^18 - 1 byte strings; the caller counts how many bytes it may hold. */
export class ByteTable {
  /** How many byte strings it holds; the next one added gets this number. */
  size = 0;
  /** How many bytes they have together. */
  filled = 0;
  readonly #slots: Int32Array;
  readonly #ends: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(entries: number, bytes: number) {
    if (entries > NUMBER_MASK) throw new RangeError('A byte table holds at most 2^18 - 1 entries.');
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(entries * 2)));
    this.#ends = new Int32Array(entries + 1);
    this.#bytes = new Uint8Array(bytes);
  }

  /** The number of these bytes, or -1. `rolled` is their `rollAll`. */
  find(bytes: Uint8Array, start: number, end: number, rolled = rollAll(bytes, start, end)): number {
    const slots = this.#slots;
    const hash = mix(rolled);
    const mark = hash & ~NUMBER_MASK;
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const entry = slots[slot] as number;
      if (entry === 0) return -1;
      if ((entry & ~NUMBER_MASK) !== mark) continue;
      const number = (entry & NUMBER_MASK) - 1;
      if (this.#holds(number, bytes, start, end)) return number;
    }
  }

  /** Adds bytes that are not in it yet. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const slots = this.#slots;
    const hash = mix(rollAll(bytes, start, end));
    let slot = hash & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    for (let at = start; at < end; at++) this.#bytes[this.filled++] = bytes[at] as number;
    this.size++;
    this.#ends[this.size] = this.filled;
    slots[slot] = (hash & ~NUMBER_MASK) | this.size;
  }

  clear(): void {
    this.#slots.fill(0);
    this.size = 0;
    this.filled = 0;
  }

  #holds(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let from = this.#ends[number] as number;
    if ((this.#ends[number + 1] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++, from++) if (own[from] !== bytes[at]) return false;
    return true;
  }
}

/** A hash of bytes for lookups in several tables. */
export function rollAll(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x1d;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
  return hash;
}

function mix(rolled: number): number {
  const hash = Math.imul(rolled ^ (rolled >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}
