// Waiting for a state: an event, a row, a line. Never for a time; a state that does not come hangs, and is shown with what was missing.
import { vi } from 'vitest';

/** Nothing that has not hung takes this long on any machine. The limit of a test, 180 s, comes after it. */
export const HANG_MS = 170_000;

/** Looks again until `look` returns something that is not false or undefined, and returns that; an error of `look` counts as not yet. */
export function until<T>(look: () => T | Promise<T>): Promise<NonNullable<Exclude<T, false>>> {
  const tried = async (): Promise<NonNullable<Exclude<T, false>>> => {
    const seen = await look();
    if (seen === undefined || seen === null || seen === false) throw new Error(`not yet: ${look}`);
    return seen as NonNullable<Exclude<T, false>>;
  };
  return vi.waitFor(tried, { timeout: HANG_MS, interval: 20 });
}

/** Looks again until `assert` passes. */
export async function untilPasses(assert: () => unknown): Promise<void> {
  await vi.waitFor(async () => void (await assert()), { timeout: HANG_MS, interval: 20 });
}
