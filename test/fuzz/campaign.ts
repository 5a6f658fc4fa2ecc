// A run over many inputs: counts them, keeps failures, and remembers the slowest.
import { inputOf } from './inputs.ts';
import { type Judged, judge } from './judge.ts';
import type { SeedPage } from './seeds.ts';

/** One input and how it was judged. */
export interface Tried extends Judged {
  readonly nth: number;
  readonly form: string;
  readonly bytes: number;
}

export interface Campaign {
  readonly pages: readonly SeedPage[];
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** Called before an input is read, so that one that never ends can be named. */
  readonly starting?: (nth: number) => void;
  /** Milliseconds, for programs that measure. */
  readonly clock?: () => number;
}

export interface Outcome {
  readonly tried: number;
  readonly bytes: number;
  readonly failed: readonly Tried[];
  readonly slowest: readonly Tried[];
}

/** One in this many inputs is read twice. */
const againEvery = 20;
const mostSlowest = 5;
const mostFailed = 200;

/** Reads the inputs one after the other. Never throws because of one. */
export async function campaign({ pages, seed, from, count, starting, clock }: Campaign): Promise<Outcome> {
  const failed: Tried[] = [];
  let slowest: readonly Tried[] = [];
  let bytes = 0;
  for (let nth = from; nth < from + count; nth++) {
    starting?.(nth);
    const input = inputOf(pages, seed, nth);
    const judged = await judge(input, { twice: nth % againEvery === 0, clock });
    const tried = { ...judged, nth, form: input.form, bytes: input.body.byteLength };
    bytes += tried.bytes;
    if (tried.problems.length > 0 && failed.length < mostFailed) failed.push(tried);
    if (slowest.length < mostSlowest || tried.ms > (slowest.at(-1)?.ms ?? 0))
      slowest = [...slowest, tried].toSorted((a, b) => b.ms - a.ms).slice(0, mostSlowest);
  }
  return { tried: count, bytes, failed, slowest };
}
