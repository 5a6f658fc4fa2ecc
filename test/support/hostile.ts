// Input so large that a test of its cost needs no clock: where the cost follows the length it ends in a moment, else it hangs.

/** Steps of a nanosecond, as many as the square of this, take longer than the limit for what hangs (vitest.config.ts), even halved. */
export const HOSTILE_PARTS = 800_000;

/** The same for elements of a page or entries of a list: to look at one takes two nanoseconds or more. A page may have fewer (`pageCaps`). */
export const HOSTILE_ELEMENTS = 450_000;

/** A text of so many units that to read the rest of it at each of them hangs; fewer of long units, as the text is longer by them. */
export function endless(unit: string): string {
  return unit.repeat(Math.ceil(HOSTILE_PARTS / Math.sqrt(unit.length)));
}
