// M5: what a scheduled run is: a refresh, or a crawl where there is nothing whole to refresh yet.
import type { Log } from '../../core/log.ts';
import type { CrawlEvent, RunResult } from '../../crawl/run/events.ts';
import type { Settings } from '../../settings.ts';
import { leftToContext7 } from '../channel/leave-out.ts';
import { resolveTargets } from '../crawl/targets.ts';
import { storeIn, withWatch } from '../data-store.ts';
import { openDocent } from '../docent.ts';
import { maxPagesOf } from './report-facts.ts';
import type { Conclusion } from './report-run.ts';

export interface ScheduledRun {
  readonly settings: Settings;
  readonly folder: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: CrawlEvent) => void) | undefined;
  /** `onEvent` prints warnings and notes, and the caller prints reports, on the terminal that `log` goes to. */
  readonly printsWhereLogged?: boolean | undefined;
}

/** How a scheduled run ended, and what it came to. */
export interface ScheduledEnd extends RunResult {
  readonly concluded: readonly Conclusion[];
}

/** Runs a provider to its end, or until the signal; one that Context7 has is not run (X1). Throws as `Docent.refresh` and `Docent.crawl`. */
export async function runScheduled(
  provider: string,
  { settings, folder, log, signal, onEvent = () => {}, printsWhereLogged }: ScheduledRun,
): Promise<ScheduledEnd> {
  const [left] = await leftToContext7(resolveTargets([provider], settings), { settings, folder, log });
  if (left !== undefined) {
    if (!printsWhereLogged) log.info({ provider, by: left.by }, left.detail);
    onEvent({ type: 'warning', ...left });
    return { exitCode: 0, providers: [], concluded: [] };
  }
  const docent = openDocent({ settings, data: folder, log, printsWhereLogged });
  const run = (await canRefresh(provider, settings, folder)) ? docent.refresh(provider) : docent.crawl(provider);
  const stop = (): void => run.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) run.stop();
    for await (const event of run) onEvent(event);
    return { ...(await run.result), concluded: await run.concluded };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A first crawl that was not whole, such as a trial, goes on as a crawl. */
async function canRefresh(provider: string, settings: Settings, folder: string): Promise<boolean> {
  const store = storeIn(folder, settings.options.store);
  const [last] = await withWatch(store, ({ reader }) => reader.runs({ provider, limit: 1 }));
  if (last === undefined) return false;
  return last.kind === 'refresh' || last.complete || last.counters.stored >= maxPagesOf(last, settings);
}
