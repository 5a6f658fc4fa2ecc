// F5: how a run ended, by its seeds and by what still waits.
import { counted } from './counted.ts';
import type { SeedCounts } from './seed-counts.ts';

export type RunOutcome = 'complete' | 'incomplete' | 'failed';

/** What the end of a run is judged by. */
export interface EndFacts {
  readonly seeds: SeedCounts;
  /** Why something still waits; undefined where nothing does. */
  readonly whyWaiting?: string | undefined;
  /** Whether it was stopped before its end; its seeds say nothing then. */
  readonly isStopped?: boolean | undefined;
}

/** How a run ended, and why it is not complete. */
export function runEnd({ seeds, whyWaiting, isStopped = false }: EndFacts): {
  readonly end: RunOutcome;
  readonly why: string;
} {
  const { all, failed } = seeds;
  if (!isStopped && failed > 0 && failed === all) return { end: 'failed', why: unread(seeds) };
  if (whyWaiting !== undefined) return { end: 'incomplete', why: whyWaiting };
  return failed > 0 ? { end: 'incomplete', why: unread(seeds) } : { end: 'complete', why: 'complete' };
}

function unread({ all, failed }: SeedCounts): string {
  if (failed < all) return `${failed} of ${counted(all, 'seed')} could not be read`;
  return all === 1 ? 'its seed could not be read' : `none of its ${counted(all, 'seed')} could be read`;
}
