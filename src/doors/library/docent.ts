// A data folder opened for work: crawl into it, refresh what is stored.
import { runAtOnce } from '../../app/crawl/run-at-once.ts';
import { type DocentRun, startHere } from '../../app/crawl/start-run.ts';
import { type CrawlOptions, crawlRequest, type RefreshOptions, refreshRequest } from '../../app/crawl/word-request.ts';
import { type Log, silentLog } from '../../core/log.ts';
import type { Settings, SettingsInput } from '../../settings.ts';
import { libraryPlace } from './place.ts';

export type { DocentRun } from '../../app/crawl/start-run.ts';
export type { CrawlOptions, RefreshOptions } from '../../app/crawl/word-request.ts';

export interface DocentOptions extends SettingsInput {
  /** The data folder; default `.docent`, or the configured one. */
  readonly data?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly log?: Log | undefined;
  /** The listener prints warnings, notes and reports on the terminal that `log` goes to: they are not logged there a second time. */
  readonly printsWhereLogged?: boolean | undefined;
}

export interface Docent {
  readonly settings: Settings;
  readonly folder: string;
  /**
   * Starts a crawl of URLs and provider ids; iterate it for its events. Throws for words that name nothing that may be crawled; its result
   * and its events reject with DOC_STORE_BUSY when another process crawls here.
   */
  crawl(targets: string | readonly string[], options?: CrawlOptions): DocentRun;
  /**
   * Looks again at what is stored, with conditional requests: at the pages that were not requested for a period of the schedule (a
   * week), or that their sitemaps report as changed, and at every seed. Without targets, at every provider of the folder. Its result
   * and its events reject with DOC_STORE where there is no crawl, for words that name nothing that may be refreshed, and as those of
   * `crawl`.
   */
  refresh(targets?: string | readonly string[], options?: RefreshOptions): DocentRun;
}

/**
 * Opens a data folder for crawls. Nothing is read or written before one is started.
 *
 * @example
 * ```js
 * import { openDocent } from 'docent';
 *
 * const run = openDocent({ data: '.docent' }).crawl('https://docs.example.com/guide/');
 * for await (const event of run) if (event.type === 'visited') console.log(event.state, event.url, event.by);
 * // → waiting https://docs.example.com/guide/ robots:asked
 * // → indexed https://docs.example.com/guide/ http:200
 * // → indexed https://docs.example.com/guide/pool http:200
 * const { exitCode, providers } = await run.result;
 * console.log(exitCode, providers[0].counts.indexed); // → 0 2
 * ```
 */
export function openDocent(options: DocentOptions = {}): Docent {
  const { settings, store } = libraryPlace(options);
  const log = options.log ?? silentLog;
  const announced = { log, isPrinted: options.printsWhereLogged ?? false };
  return {
    settings,
    folder: settings.data,
    crawl(targets, crawlOptions) {
      const request = crawlRequest(settings, wordsOf(targets), 'operator', crawlOptions);
      return runAtOnce((hub) => startHere(request, { store, announced, hub }));
    },
    refresh: (targets = [], refreshOptions = {}) =>
      runAtOnce(async (hub) => {
        const words = wordsOf(targets);
        const { request, remarks } = await refreshRequest({ settings, store }, words, 'operator', refreshOptions);
        return startHere(request, { store, announced, hub, remarks });
      }),
  };
}

function wordsOf(targets: string | readonly string[]): readonly string[] {
  return typeof targets === 'string' ? [targets] : targets;
}
