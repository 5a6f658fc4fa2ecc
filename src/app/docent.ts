// A data folder opened for work: crawl into it, refresh what is stored.
import { resolve } from 'node:path';
import { type Log, silentLog } from '../core/log.ts';
import { loadSettings, type Settings, type SettingsInput } from '../settings.ts';
import { refreshTargets } from './refresh.ts';
import { type Announced, type CrawlOptions, type DocentRun, startHere } from './start-run.ts';
import { resolveTargets } from './targets.ts';

export type { CrawlOptions, DocentRun } from './start-run.ts';

export interface DocentOptions extends SettingsInput {
  /** The data folder; default `.docent`, or what the configuration says. */
  readonly data?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly log?: Log | undefined;
  /** Whoever listens prints warnings, notes and reports on the terminal that `log` goes to: they are not logged there a second time. */
  readonly printsWhereLogged?: boolean | undefined;
}

export interface RefreshOptions extends Omit<CrawlOptions, 'fresh'> {
  /** Asks for every stored page, whether or not it is due. */
  readonly all?: boolean | undefined;
}

export interface Docent {
  readonly settings: Settings;
  readonly folder: string;
  /** Starts a crawl of URLs and provider ids; iterate it for its events. Throws DOC_STORE_BUSY when another process crawls here. */
  crawl(targets: string | readonly string[], options?: CrawlOptions): DocentRun;
  /**
   * Looks again at what is stored, with conditional requests: at the pages that are due by their interval and by what sitemaps
   * say, and at every seed. Without targets, at every provider of the folder. Throws DOC_STORE where there is none, and as `crawl`.
   */
  refresh(targets?: string | readonly string[], options?: RefreshOptions): DocentRun;
}

/** Opens a data folder. Nothing is read or written before it is asked to do something. */
export function openDocent(options: DocentOptions = {}): Docent {
  const settings = options.settings ?? loadSettings(options);
  const log = options.log ?? silentLog;
  const announced: Announced = { log, isPrinted: options.printsWhereLogged ?? false };
  const folder = resolve(options.cwd ?? process.cwd(), options.data ?? settings.options.data);
  return {
    settings,
    folder,
    crawl(targets, crawlOptions = {}) {
      const words = typeof targets === 'string' ? [targets] : targets;
      return startHere(settings, folder, announced, resolveTargets(words, settings, crawlOptions), crawlOptions);
    },
    refresh(targets = [], { all, ...refreshOptions } = {}) {
      const words = typeof targets === 'string' ? [targets] : targets;
      const meant = refreshTargets(words, settings, folder, refreshOptions);
      const refresh = { how: all === true ? 'all' : 'due', remarks: meant.remarks } as const;
      return startHere(settings, folder, announced, meant.targets, refreshOptions, refresh);
    },
  };
}
