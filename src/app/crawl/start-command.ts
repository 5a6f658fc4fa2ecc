// The run of a command: a crawl or a refresh of words, started here or passed to the process that crawls into the folder.
import { resolve } from 'node:path';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../settings.ts';
import { type CrawlOptions, crawlRequest, refreshRequest } from '../docent.ts';
import { type AnywhereRun, runAnywhere } from './run-anywhere.ts';

export interface CommandRun extends CrawlOptions {
  readonly settings: Settings;
  /** The data folder, where that is not the settings'. */
  readonly data?: string | undefined;
  readonly log: Log;
  /** As `DocentOptions.printsWhereLogged`. */
  readonly printsWhereLogged?: boolean | undefined;
  /** URLs and names of providers; a refresh without them is one of all that is stored. */
  readonly words: readonly string[];
  /** Looks at what is stored: at what is due, or at all of it. Left out: a crawl. */
  readonly refresh?: 'due' | 'all' | undefined;
}

/** Starts it. Throws as `Docent.crawl` and `Docent.refresh`, but never DOC_STORE_BUSY because of another process. */
export function startCommand(command: CommandRun): { readonly run: AnywhereRun; readonly folder: string } {
  const { settings, log, printsWhereLogged, words, refresh, data, ...options } = command;
  const folder = resolve(data ?? settings.options.data);
  const announced = { log, isPrinted: printsWhereLogged ?? false };
  if (refresh === undefined)
    return { run: runAnywhere(crawlRequest(settings, words, options), { folder, announced }), folder };
  const { request, remarks } = refreshRequest(settings, folder, words, { ...options, all: refresh === 'all' });
  return { run: runAnywhere(request, { folder, announced, remarks }), folder };
}
