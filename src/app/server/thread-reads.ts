// What assistants and searches of a server read, read in its threads.
import type { StoreReads } from '../assistant/store-reads.ts';
import type { FindHeld } from '../search/search.ts';
import type { Reads } from './reads/read-pool.ts';

/** The reads of an assistant, by the settings that the threads have now. */
export function threadReads(reads: Reads): StoreReads {
  return {
    libraries: () => reads.run('assistantLibraries', {}),
    findLibrary: (word) => reads.run('assistantLibrary', { word }),
    heldTo: (names) => reads.run('assistantHeld', { names }),
    standings: (providers) => reads.run('assistantStandings', { providers }),
    changes: (since, providers) => reads.run('assistantChanges', { since, providers }),
    findDoc: (url) => reads.run('assistantDoc', { url }),
  };
}

/** How a server's search finds libraries: by the settings that the threads have now. */
export function threadHeld(reads: Reads): FindHeld {
  return (_, names) => reads.run('heldForSearch', { names });
}
