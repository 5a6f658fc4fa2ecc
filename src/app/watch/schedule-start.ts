// M5: what a scheduled run is: a refresh, or a crawl where there is nothing whole to refresh yet.

import type { Log } from '../../core/log.ts';
import type { CrawlEvent, RunResult } from '../../crawl/run/events.ts';
import { leftToContext7 } from '../channel/leave-out.ts';
import type { AnywhereRun } from '../crawl/run-anywhere.ts';
import type { RunRequest } from '../crawl/run-request.ts';
import { startHere } from '../crawl/start-run.ts';
import { resolveTargets } from '../crawl/targets.ts';
import { crawlRequest, refreshRequest } from '../crawl/word-request.ts';
import type { Place } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { withWatch } from '../with-watch.ts';
import { maxPagesOf } from './report-facts.ts';
import type { Conclusion } from './report-run.ts';

export interface ScheduledRun {
  readonly place: Place;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: CrawlEvent) => void) | undefined;
  /** `onEvent` prints warnings and notes, and the caller prints reports, on the terminal that `log` goes to. */
  readonly printsWhereLogged?: boolean | undefined;
  /**
   * Starts the run for a process that has it from then on: the signal ends the waiting for it, as a pause by the operator does, and not
   * the run. Left out: it is started here, and the signal stops it.
   */
  readonly start?: ((request: RunRequest, remarks: readonly Remark[]) => AnywhereRun) | undefined;
}

/** How a scheduled run ended, and what it came to. */
export interface ScheduledEnd extends RunResult {
  readonly concluded: readonly Conclusion[];
}

/**
 * Runs a provider to its end, or until the signal; one that Context7 has is not run (X1). Throws as `Docent.refresh` and `Docent.crawl`, or
 * as `start`.
 */
export async function runScheduled(provider: string, scheduled: ScheduledRun): Promise<ScheduledEnd> {
  const { place, log, signal, onEvent = () => {}, printsWhereLogged } = scheduled;
  const [left] = await leftToContext7(resolveTargets([provider], place.settings), { ...place, log });
  if (left !== undefined) {
    if (!printsWhereLogged) log.info({ provider, by: left.by }, left.detail);
    onEvent({ type: 'warning', ...left });
    return notAwaited;
  }
  const { request, remarks } = (await canRefresh(provider, place))
    ? await slotRequest(provider, place)
    : { request: crawlRequest(place.settings, [provider], 'operator'), remarks: [] };
  if (scheduled.start !== undefined) return awaitRun(scheduled.start(request, remarks), signal, onEvent);
  const announced = { log, isPrinted: printsWhereLogged ?? false };
  const run = await startHere(request, { store: place.store, announced, remarks });
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

/** M5: a run of the schedule requests every stored page, unless its sitemap spares it or the provider is adaptive. */
async function slotRequest(provider: string, place: Place): ReturnType<typeof refreshRequest> {
  const { request, remarks } = await refreshRequest(place, [provider], 'operator');
  return { request: { ...request, refresh: 'slot' }, remarks };
}

const notAwaited: ScheduledEnd = { exitCode: 0, providers: [], concluded: [] };

/** Waits for a run that another part of the process has: until its end, a pause, or the signal. Throws what it fails with. */
async function awaitRun(
  run: AnywhereRun,
  signal: AbortSignal,
  onEvent: (event: CrawlEvent) => void,
): Promise<ScheduledEnd> {
  const events = run[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<undefined>();
  const abort = (): void => aborted.resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([events.next(), aborted.promise]);
      if (next === undefined) break;
      if (next.done) return { ...(await run.result), concluded: await run.concluded };
      onEvent(next.value);
      if (next.value.type === 'paused') break;
    }
    return notAwaited;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A first crawl that was not whole, such as a trial, goes on as a crawl. */
async function canRefresh(provider: string, { settings, store }: Place): Promise<boolean> {
  const [last] = await withWatch(store, ({ reader }) => reader.runs({ provider, limit: 1 }));
  if (last === undefined) return false;
  return last.kind === 'refresh' || last.complete || last.counters.stored >= maxPagesOf(last, settings);
}
