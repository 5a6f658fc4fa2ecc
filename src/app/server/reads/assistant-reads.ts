// Reads for assistants and searches: libraries, what a name stands for, pages, changes.
import { type StoreReads, storeReads } from '../../assistant/store-reads.ts';
import { type HeldTo, librariesIn, type StoredLibrary } from '../../read/libraries.ts';
import { requestedHeld } from '../../search/search.ts';
import type { ReadPlace } from './read-place.ts';

type Of<Name extends keyof StoreReads> = ReturnType<StoreReads[Name]>;

export const assistantReads = {
  /** What can be searched; nothing where nothing was crawled yet. */
  libraries: (place: ReadPlace, _: object): Promise<readonly StoredLibrary[]> => librariesIn(place),
  /** As `requestedHeld`. */
  heldForSearch: (place: ReadPlace, { names }: { names: readonly string[] }): Promise<readonly HeldTo[]> =>
    requestedHeld(place, names),
  assistantLibraries: (place: ReadPlace, _: object): Of<'libraries'> => storeReads(place).libraries(),
  assistantLibrary: (place: ReadPlace, { word }: { word: string }): Of<'findLibrary'> =>
    storeReads(place).findLibrary(word),
  assistantHeld: (place: ReadPlace, { names }: { names: readonly string[] }): Of<'heldTo'> =>
    storeReads(place).heldTo(names),
  assistantStandings: (place: ReadPlace, { providers }: { providers: readonly string[] }): Of<'standings'> =>
    storeReads(place).standings(providers),
  assistantChanges: (
    place: ReadPlace,
    { since, providers }: { since: number; providers?: readonly string[] | undefined },
  ): Of<'changes'> => storeReads(place).changes(since, providers),
  assistantDoc: (place: ReadPlace, { url }: { url: string }): Of<'findDoc'> => storeReads(place).findDoc(url),
};
