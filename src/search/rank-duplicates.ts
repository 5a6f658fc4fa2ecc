// Pages that say nearly the same (E6), told by their fingerprints.

/** What a page loses when a better one says nearly the same. */
export const duplicatePenalty = 3;

const MOST_DIFFERENT = 3;

/** Whether two fingerprints, 64 bits in hexadecimal, differ in at most three bits. An empty one is like none. */
export function isNearlySame(one: string, other: string): boolean {
  if (one.length !== 16 || other.length !== 16) return false;
  if (one === other) return true;
  return differing(one, other, 0) + differing(one, other, 8) <= MOST_DIFFERENT;
}

function differing(one: string, other: string, from: number): number {
  let bits = Number.parseInt(one.slice(from, from + 8), 16) ^ Number.parseInt(other.slice(from, from + 8), 16);
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count++;
  }
  return count;
}
