// Everything the interface for assistants needs, over one place; each part is opened when it is first needed.
import type { Log } from '../../core/log.ts';
import { type LibraryMatch, libraryText } from '../../seed/library.ts';
import type { Place } from '../place.ts';
import type { LivePages } from '../probe/live-pages.ts';
import type { StoredLibrary } from '../read/libraries.ts';
import type { AnswerOptions, AnswerWriting } from '../search/compose.ts';
import type { Fitted } from '../search/fit.ts';
import { type Answer, type Search, searchIn } from '../search/search.ts';
import type { Changes } from './changes.ts';
import { fitRow, type RowForm, type RowPlace } from './fit-row.ts';
import { createDocReader, type DocReading } from './read-doc.ts';
import { type AssistantSources, createSources } from './sources.ts';
import { type StoreReads, storeReads } from './store-reads.ts';

export interface Assistant {
  /** As `Search.answerAs`. */
  answer(question: string, options: AnswerOptions, writing: AnswerWriting): Promise<Fitted<Answer>>;
  /** See `DocReader`. */
  read(url: string, signal?: AbortSignal): Promise<DocReading>;
  /** What can be searched. */
  libraries(): Promise<readonly StoredLibrary[]>;
  findLibrary(word: string): Promise<LibraryMatch<StoredLibrary>>;
  /** The providers behind the name of a library. Throws DOC_USAGE for a name that means none or several. */
  providersOf(word: string): Promise<readonly string[]>;
  /** What providers are called now: `python@3.11`, or the id. */
  names(): Promise<(provider: string) => string>;
  /** See `StoreReads`. */
  readonly standings: StoreReads['standings'];
  changes(since: number, providers?: readonly string[]): Promise<Changes>;
  readonly sources: AssistantSources;
  /** As `fitRow`. */
  fit<Item, T>(items: readonly Item[], from: RowPlace, budget: number, form: RowForm<Item, T>): T;
  /** Stops and ends everything that was opened. */
  close(): Promise<void>;
}

/** Two questions at once are usual where several assistants share a server. */
const THREADS = 2;

/** Names change when a crawl runs under another one. */
const NAMES_MS = 30_000;

/** What a process that stays has already, and shares; what is left out the assistant has for itself. */
export interface AssistantParts {
  /** Where the store is read. */
  readonly reads?: StoreReads | undefined;
  /** Opens the search when it is first needed; it is closed by whoever opened it. */
  readonly search?: (() => Search) | undefined;
  /** What it starts is the process's own. */
  readonly sources?: AssistantSources | undefined;
}

/** Opens nothing yet: whatever is wrong with the place is an error of the first call that needs it. */
export function openAssistant(place: Place, log: Log, parts: AssistantParts = {}): Assistant {
  const { store } = place;
  const { reads = storeReads(place), sources = createSources({ place: () => place, log }) } = parts;
  let own: Search | undefined;
  const search = (): Search => {
    if (parts.search !== undefined) return parts.search();
    own ??= searchIn(place, { threads: THREADS, log });
    return own;
  };
  let live: Promise<LivePages> | undefined;
  const livePages = (): Promise<LivePages> => {
    live ??= import('../probe/live-pages.ts').then(({ openLivePages }) => openLivePages(place, log));
    return live;
  };
  let names: { readonly until: number; readonly of: (provider: string) => string } | undefined;
  const docs = createDocReader((url) => reads.findDoc(url), livePages);
  return {
    async answer(question, options, writing) {
      return search().answerAs(question, options, writing);
    },
    read: (url, signal) => docs.read(url, signal),
    libraries: () => reads.libraries(),
    findLibrary: (word) => reads.findLibrary(word),
    providersOf: async (word) => (await reads.heldTo([word])).map(({ provider }) => provider),
    async names() {
      const now = Date.now();
      if (names === undefined || names.until <= now) {
        const libraries = (await store.identity()) === undefined ? [] : await reads.libraries();
        const known = new Map(libraries.map(({ provider, library }) => [provider, libraryText(library)]));
        names = { until: now + NAMES_MS, of: (provider) => known.get(provider) ?? provider };
      }
      return names.of;
    },
    standings: (providers) => reads.standings(providers),
    changes: (since, providers) => reads.changes(since, providers),
    sources,
    fit: fitRow,
    async close() {
      const opened = await live?.catch(() => undefined);
      await Promise.all([own?.close(), opened?.close(), sources.close()]);
    },
  };
}
