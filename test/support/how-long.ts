// How much of the suite a run takes: `npm test` a part that ends in minutes, `npm run test:more` what that part leaves out, whole.
import { TestRunner } from 'vitest';

/** Whether this is `npm run test:more`. */
const isMore = process.env.DOCENT_TESTS === 'more';

/** Options that many files share, across which they stay as they are: `it.concurrent('…', options)` of vitest writes into them. */
function shared(tag: string): { readonly tags: string[] } {
  return Object.defineProperty({ tags: [tag] }, 'concurrent', { get: () => undefined, set: () => undefined });
}

/** Options of a test or a suite that `npm test` leaves out: `it('…', more, () => …)`. Its promise keeps a short case there. */
export const more = shared('more');

/** Options of a test with `inAll` or `runs`: it runs in `npm test` with the smaller number, in `npm run test:more` with the whole one. */
export const scaled = shared('scaled');

/** Whether a run of `npm test`, or of `npm run test:more`, has a test with these tags. */
export function isTaken(tags: readonly string[]): boolean {
  return isMore ? tags.some((tag) => tag === 'more' || tag === 'scaled') : !tags.includes('more');
}

/** A number of rounds, cases or kills: in `npm test` the first, in `npm run test:more` the second. */
export function inAll(short: number, whole: number): number {
  const test = TestRunner.getCurrentTest<undefined>() as { readonly tags?: readonly string[] } | undefined;
  if (test !== undefined && !test.tags?.includes('scaled'))
    throw new Error("A test with inAll or runs needs the tag `scaled`: it('…', scaled, () => …).");
  return isMore ? whole : short;
}

/** The runs of a property: in `npm test` a fifth of them. */
export function runs(whole: number): number {
  return inAll(Math.ceil(whole / 5), whole);
}
