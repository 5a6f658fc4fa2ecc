// The parts of the store in memory, opened without waiting.
import type { StoreAtOnce } from '../port.ts';
import { freeDataFor, keptIn } from './kept.ts';
import { openMemoryLedger } from './ledger.ts';
import { knownProviders } from './providers.ts';
import { createMemoryReader } from './reader.ts';
import { createRobotsMemory } from './robots.ts';

/** What this process keeps under the name of a folder. */
export function openMemoryAtOnce(folder: string): StoreAtOnce {
  return {
    openLedger(clock) {
      const data = freeDataFor(folder);
      return { ledger: openMemoryLedger(clock, data), robots: createRobotsMemory(data) };
    },
    openReader: () => createMemoryReader(keptIn(folder).data),
    knownProviders: () => knownProviders(keptIn(folder).data),
  };
}
