// Everything the interface for assistants needs, over one data folder; each part is opened when it is first needed.
import type { Log } from '../../core/log.ts';
import type { LibraryMatch } from '../../seed/library.ts';
import type { Settings } from '../../settings.ts';
import type { LivePages } from '../probe/live-pages.ts';
import { heldTo, librariesIn, libraryNames, resolveLibrary, type StoredLibrary } from '../read/libraries.ts';
import { openReading } from '../read/reading.ts';
import type { AnswerOptions, AnswerWriting } from '../search/compose.ts';
import type { Fitted } from '../search/fit.ts';
import { type Answer, openSearch, type Search } from '../search/search.ts';
import { type Changes, changesSince } from './changes.ts';
import { fitRow, type RowForm, type RowPlace } from './fit-row.ts';
import { createDocReader, type DocReading } from './read-doc.ts';
import { type AssistantSources, createSources } from './sources.ts';

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
  /** How many URLs of each of these providers a crawl has not come to yet. */
  waiting(providers: readonly string[]): Promise<readonly number[]>;
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

/** Opens nothing yet: whatever is wrong with the folder is an error of the first call that needs it. */
export function openAssistant(settings: Settings, log: Log): Assistant {
  let search: Search | undefined;
  let live: Promise<LivePages> | undefined;
  const livePages = (): Promise<LivePages> => {
    live ??= import('../probe/live-pages.ts').then(({ openLivePages }) => openLivePages(settings, log));
    return live;
  };
  let names: { readonly until: number; readonly of: (provider: string) => string } | undefined;
  const docs = createDocReader(settings, livePages);
  const sources = createSources(settings, log);
  return {
    async answer(question, options, writing) {
      search ??= openSearch({ settings, threads: THREADS, log });
      return search.answerAs(question, options, writing);
    },
    read: (url, signal) => docs.read(url, signal),
    libraries: () => librariesIn(settings),
    findLibrary: (word) => resolveLibrary(settings, word),
    providersOf: async (word) => (await heldTo(settings, [word])).map(({ provider }) => provider),
    async names() {
      const now = Date.now();
      if (names === undefined || names.until <= now)
        names = { until: now + NAMES_MS, of: await libraryNames(settings) };
      return names.of;
    },
    async waiting(providers) {
      const reading = await openReading(settings);
      try {
        return await Promise.all(providers.map(async (provider) => (await reading.counts(provider)).waiting));
      } finally {
        await reading.close();
      }
    },
    changes: (since, providers) => changesSince(settings, since, providers),
    sources,
    fit: fitRow,
    async close() {
      const opened = await live?.catch(() => undefined);
      await Promise.all([search?.close(), opened?.close(), sources.close()]);
    },
  };
}
