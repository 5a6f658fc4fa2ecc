// What is read from the store for assistants: by the process itself, or by the threads of a server.
import type { LibraryMatch } from '../../seed/library.ts';
import type { Settings } from '../../settings.ts';
import type { StateOfRun } from '../../watch/states/run-state.ts';
import type { SourceState } from '../../watch/states/source-state.ts';
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

/** Reads of the settings' folder, in this process. */
export function storeReads(settings: Settings): StoreReads {
  return {
    libraries: () => librariesIn(settings),
    findLibrary: (word) => resolveLibrary(settings, word),
    heldTo: (names) => heldTo(settings, names),
    async standings(providers) {
      const rows = new Map((await everySource(settings)).map((row) => [row.id, row]));
      return providers.map((provider) => {
        const row = rows.get(provider);
        return row && { state: row.state, run: row.lastRun, waiting: row.counts.waiting };
      });
    },
    changes: (since, providers) => changesSince(settings, since, providers),
    findDoc: (url) => findDoc(settings, url),
  };
}
