// Pages that say nearly the same (E6), told by their fingerprints.
import { hammingDistance } from '../../core/fingerprint-distance.ts';

/** What a page loses when a better one says nearly the same. */
export const duplicatePenalty = 3;

const MOST_DIFFERENT = 3;

/** Whether two fingerprints, 64 bits in hexadecimal, differ in at most three bits. An empty one is like none. */
export function isNearlySame(one: string, other: string): boolean {
  if (one.length !== 16 || other.length !== 16) return false;
  if (one === other) return true;
  return hammingDistance(one, other) <= MOST_DIFFERENT;
}
