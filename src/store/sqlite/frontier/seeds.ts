// F5: the seeds of a provider's crawl, and how many of them were not read.
import type { SeedCounts } from '../../../frontier/port.ts';
import type { Context } from './context.ts';
import type { ProviderState } from './state.ts';

/** The seeds of this generation. */
export function seedsOf({ sql }: Context, { id, generation, tally }: ProviderState): SeedCounts {
  const isBare = tally.indexed + tally.unchanged + tally.waiting === 0;
  const row = sql.seeds.get(id, generation, isBare ? 1 : 0);
  return { all: Number(row?.seeds), failed: Number(row?.failed) };
}
