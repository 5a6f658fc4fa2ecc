// What assistants and searches of a server read and count, in its threads.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { StoreReads } from '../assistant/store-reads.ts';
import type { CountQuestion } from '../read/questions.ts';
import type { FindHeld } from '../search/search.ts';
import type { Reads } from './reads/read-pool.ts';
import type { Works } from './works/work-pool.ts';

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

/** Questions that wait to be counted; of more than these the works that callers wait for would have to wait. */
const MOST_COUNTED = 20;

/** How a server's search counts questions. Rejects with DOC_BUSY where too many wait. */
export function threadCount(works: Works): CountQuestion {
  let waiting = 0;
  return async (question) => {
    if (waiting >= MOST_COUNTED)
      throw new DocentError('DOC_BUSY', `${counted(waiting, 'question')} wait to be counted already`);
    waiting++;
    try {
      await works.run('countQuestion', question);
    } finally {
      waiting--;
    }
  };
}
