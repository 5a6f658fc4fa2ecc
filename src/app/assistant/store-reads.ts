// What is read from the store for assistants: by the process itself, or by the threads of a server.
import type { LibraryMatch } from '../../seed/library.ts';
import type { Settings } from '../../settings.ts';
import { type HeldTo, heldTo, librariesIn, resolveLibrary, type StoredLibrary } from '../read/libraries.ts';
import { openReading } from '../read/reading.ts';
import { type Changes, changesSince } from './changes.ts';
import { type FoundDoc, findDoc } from './read-doc.ts';

/** Arguments and results are plain data, so that a thread can do it. Every method rejects with DOC_STORE where nothing was crawled. */
export interface StoreReads {
  /** See `librariesIn`. */
  libraries(): Promise<readonly StoredLibrary[]>;
  /** See `resolveLibrary`. */
  findLibrary(word: string): Promise<LibraryMatch<StoredLibrary>>;
  /** See `heldTo`. */
  heldTo(names: readonly string[]): Promise<readonly HeldTo[]>;
  /** How many URLs of each of these providers a crawl has not come to yet. */
  waiting(providers: readonly string[]): Promise<readonly number[]>;
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
    async waiting(providers) {
      const reading = await openReading(settings, process.cwd(), { checked: false });
      try {
        return await Promise.all(providers.map(async (provider) => (await reading.counts(provider)).waiting));
      } finally {
        await reading.close();
      }
    },
    changes: (since, providers) => changesSince(settings, since, providers),
    findDoc: (url) => findDoc(settings, url),
  };
}
