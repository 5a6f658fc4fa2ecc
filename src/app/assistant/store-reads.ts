// What is read from the store for assistants: by the process itself, or by the threads of a server.
import type { LibraryMatch } from '../../seed/library.ts';
import type { StateOfRun } from '../../watch/states/run-state.ts';
import type { SourceState } from '../../watch/states/source-state.ts';
import { checkCrawled, type Place } from '../place.ts';
import { everySource } from '../providers/sources.ts';
import { type HeldTo, heldTo, librariesIn, resolveLibrary, type StoredLibrary } from '../read/libraries.ts';
import { type Changes, changesSince } from './changes.ts';
import { type FoundDoc, findDoc } from './read-doc.ts';

/** How a source is doing. */
export interface Standing {
  readonly state: SourceState;
  /** Its latest run. */
  readonly run?: StateOfRun | undefined;
  /** URLs that a crawl has not come to yet. */
  readonly waiting: number;
}

/** Arguments and results are plain data, so that a thread can do it. Every method rejects with DOC_STORE where nothing was crawled. */
export interface StoreReads {
  /** See `librariesIn`. */
  libraries(): Promise<readonly StoredLibrary[]>;
  /** See `resolveLibrary`. */
  findLibrary(word: string): Promise<LibraryMatch<StoredLibrary>>;
  /** See `heldTo`. */
  heldTo(names: readonly string[]): Promise<readonly HeldTo[]>;
  /** How each of these providers is doing; undefined for one that is no source any more. */
  standings(providers: readonly string[]): Promise<readonly (Standing | undefined)[]>;
  /** See `changesSince`. */
  changes(since: number, providers?: readonly string[]): Promise<Changes>;
  /** See `findDoc`. */
  findDoc(url: string): Promise<FoundDoc>;
}

/** Reads of a place, in this process. */
export function storeReads(place: Place): StoreReads {
  const crawled = async <T>(read: () => Promise<T>): Promise<T> => {
    await checkCrawled(place.store);
    return read();
  };
  return {
    libraries: () => crawled(() => librariesIn(place)),
    findLibrary: (word) => crawled(() => resolveLibrary(place, word)),
    heldTo: (names) => crawled(() => heldTo(place, names)),
    standings: (providers) =>
      crawled(async () => {
        const rows = new Map((await everySource(place)).map((row) => [row.id, row]));
        return providers.map((provider) => {
          const row = rows.get(provider);
          return row && { state: row.state, run: row.lastRun, waiting: row.counts.waiting };
        });
      }),
    changes: (since, providers) => crawled(() => changesSince(place, since, providers)),
    findDoc: (url) => crawled(() => findDoc(place, url)),
  };
}
