// A data folder opened for work: crawl into it, refresh what is stored.
import { resolve } from 'node:path';
import { type Log, silentLog } from '../core/log.ts';
import { loadSettings, type Settings, type SettingsInput } from '../settings.ts';
import { refreshTargets } from './crawl/refresh.ts';
import type { RunRequest } from './crawl/run-request.ts';
import { type Announced, type DocentRun, startHere } from './crawl/start-run.ts';
import type { NamedBy } from './crawl/target-word.ts';
import { resolveTargets, type TargetOptions } from './crawl/targets.ts';
import type { Remark } from './providers/remarks.ts';

export type { DocentRun } from './crawl/start-run.ts';

export interface DocentOptions extends SettingsInput {
  /** The data folder; default `.docent`, or the configured one. */
  readonly data?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly log?: Log | undefined;
  /** The listener prints warnings, notes and reports on the terminal that `log` goes to: they are not logged there a second time. */
  readonly printsWhereLogged?: boolean | undefined;
}

export interface CrawlOptions extends TargetOptions {
  /** Start over: forget what was seen, fetch without conditions. */
  readonly fresh?: boolean | undefined;
  /** false: stop rather than wait long. */
  readonly wait?: boolean | undefined;
  /** F12: a provider's first run is a trial of 20 pages unless confirmed. */
  readonly confirmed?: boolean | undefined;
  /**
   * A person waits for the run: that nobody answered at the hosts of the seeds is forgotten first, a seed where nobody is there is tried
   * once, and a robots.txt that is out of reach is waited for at most two minutes.
   */
  readonly byHand?: boolean | undefined;
}

export interface RefreshOptions extends Omit<CrawlOptions, 'fresh' | 'byHand'> {
  /** Requests every stored page, whether or not it is due. */
  readonly all?: boolean | undefined;
}

export interface Docent {
  readonly settings: Settings;
  readonly folder: string;
  /** Starts a crawl of URLs and provider ids; iterate it for its events. Throws DOC_STORE_BUSY when another process crawls here. */
  crawl(targets: string | readonly string[], options?: CrawlOptions): DocentRun;
  /**
   * Looks again at what is stored, with conditional requests: at the pages that were not requested for a period of the schedule (a
   * week), or that their sitemaps report as changed, and at every seed. Without targets, at every provider of the folder. Throws DOC_STORE where there is none, and as `crawl`.
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
  const settings = options.settings ?? loadSettings(options);
  const log = options.log ?? silentLog;
  const announced: Announced = { log, isPrinted: options.printsWhereLogged ?? false };
  const folder = resolve(options.cwd ?? process.cwd(), options.data ?? settings.options.data);
  return {
    settings,
    folder,
    crawl: (targets, crawlOptions) =>
      startHere(crawlRequest(settings, wordsOf(targets), 'operator', crawlOptions), { folder, announced }),
    refresh(targets = [], refreshOptions = {}) {
      const { request, remarks } = refreshRequest(settings, folder, wordsOf(targets), 'operator', refreshOptions);
      return startHere(request, { folder, announced, remarks });
    },
  };
}

/** The crawl of these words. Throws as `resolveTargets`. */
export function crawlRequest(
  settings: Settings,
  words: readonly string[],
  caller: NamedBy,
  options: CrawlOptions = {},
): RunRequest {
  const { fresh, wait, confirmed, byHand } = options;
  return { targets: resolveTargets(words, settings, options, caller), settings, fresh, wait, confirmed, byHand };
}

/** The refresh of these words, and what is left out of it. Throws as `refreshTargets`. */
export function refreshRequest(
  settings: Settings,
  folder: string,
  words: readonly string[],
  caller: NamedBy,
  { all, wait, confirmed, ...options }: RefreshOptions = {},
): { readonly request: RunRequest; readonly remarks: readonly Remark[] } {
  const { targets, remarks } = refreshTargets(words, settings, folder, options, caller);
  return { request: { targets, settings, wait, confirmed, refresh: all === true ? 'all' : 'due' }, remarks };
}

function wordsOf(targets: string | readonly string[]): readonly string[] {
  return typeof targets === 'string' ? [targets] : targets;
}
