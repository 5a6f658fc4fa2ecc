// Everything the door for assistants asks for, over one data folder; each part is opened when it is first needed.
import type { Log } from '../../core/log.ts';
import type { LibraryMatch } from '../../seed/library.ts';
import type { Settings } from '../../settings.ts';
import { librariesIn, resolveLibrary, type StoredLibrary } from '../libraries.ts';
import type { LivePages } from '../live-pages.ts';
import type { AnswerOptions, AnswerWriting } from '../search/compose.ts';
import type { Fitted } from '../search/fit.ts';
import { type Answer, openSearch, type Search } from '../search/search.ts';
import { type ChangedPage, changesSince } from './changes.ts';
import { fitRow, type RowForm } from './fit-row.ts';
import { createDocReader, type DocReading } from './read-doc.ts';
import { createSources, type Sources } from './sources.ts';

export interface Assistant {
  readonly settings: Settings;
  /** As `Search.answerAs`. */
  answer(question: string, options: AnswerOptions, writing: AnswerWriting): Promise<Fitted<Answer>>;
  /** See `DocReader`. */
  read(url: string, signal?: AbortSignal): Promise<DocReading>;
  /** What can be searched. */
  libraries(): Promise<readonly StoredLibrary[]>;
  findLibrary(asked: string): Promise<LibraryMatch<StoredLibrary>>;
  changes(since: number, provider?: string): readonly ChangedPage[];
  readonly sources: Sources;
  /** As `fitRow`. */
  fit<Item, T>(items: readonly Item[], from: number, budget: number, form: RowForm<Item, T>): T;
  /** Stops and ends everything that was opened. */
  close(): Promise<void>;
}

/** Two questions at once are usual where several assistants share a server. */
const THREADS = 2;

/** Opens nothing yet: whatever is wrong with the folder is an error of the first call that needs it. */
export function openAssistant(settings: Settings, log: Log): Assistant {
  let search: Search | undefined;
  let live: Promise<LivePages> | undefined;
  const livePages = (): Promise<LivePages> => {
    live ??= import('../live-pages.ts').then(({ openLivePages }) => openLivePages(settings, log));
    return live;
  };
  const docs = createDocReader(settings, livePages);
  const sources = createSources(settings, log);
  return {
    settings,
    async answer(question, options, writing) {
      search ??= openSearch({ settings, threads: THREADS, log });
      return search.answerAs(question, options, writing);
    },
    read: (url, signal) => docs.read(url, signal),
    libraries: async () => librariesIn(settings),
    findLibrary: (asked) => resolveLibrary(settings, asked),
    changes: (since, provider) => changesSince(settings, since, provider),
    sources,
    fit: fitRow,
    async close() {
      const opened = await live?.catch(() => undefined);
      await Promise.all([search?.close(), opened?.close(), sources.close()]);
    },
  };
}
