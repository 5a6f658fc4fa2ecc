// Repeatable random numbers: every input of a fuzz run is drawn from the run's seed and its own number alone.
import { createRandom } from '../kill/random.ts';

export interface Dice {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True with this probability. */
  chance(part: number): boolean;
  /** An item of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** A length: mostly short, rarely near the bound. */
  length(bound: number): number;
}

/** The dice of one input. */
export function createDice(seed: number, nth: number): Dice {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b));
  const below = (bound: number): number => Math.floor(random() * bound);
  return {
    below,
    chance: (part) => random() < part,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    length: (bound) => Math.floor(bound ** random()),
  };
}
