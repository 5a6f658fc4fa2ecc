// Runs as records: listed, started, paused, resumed and stopped by any process; a process that stays goes on with those that were killed.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { type Broadcast, Hub } from '../../crawl/run/hub.ts';
import type { RunWish } from '../../frontier/port-runs.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import { type StateOfRun, stateOfRecord } from '../../watch/states/run-state.ts';
import { checkCrawled } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { withWatch } from '../with-watch.ts';
import { startRequested } from './guests.ts';
import { createLiveRuns, type LiveRuns } from './live-runs.ts';
import { type AnywhereRun, type MovingRun, runAnywhere } from './run-anywhere.ts';
import { readPolicy } from './run-policy.ts';
import type { RunRequest } from './run-request.ts';
import { keepRunWish } from './run-wish.ts';
import { openRecords } from './start-run.ts';
import { crawledHere, folderReleased, keepGuests, ledgerHere } from './work-folder.ts';

/** A run as lists show it. */
export interface RunView extends StateOfRun {
  readonly id: number;
  readonly provider: string;
  readonly kind: 'crawl' | 'refresh';
  /** The process that has it open, also while it pauses. */
  readonly pid?: number | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly stored: number;
  readonly requests: number;
}

export interface RunsOptions {
  /** A function where they change while the process lives: runs that go on, and those of other processes, are started by those of then. */
  readonly settings: Settings | (() => Settings);
  readonly store: Store;
  readonly log: Log;
  /** Events that are kept for listeners who come late. */
  readonly ring?: number | undefined;
  /** Keeps the operator's wish for a run, for a process that must not wait for the store: in a thread. Default: here. */
  readonly keepWish?: ((run: number, wish: RunWish) => Promise<void>) | undefined;
}

export interface StartOptions {
  /** The listener prints warnings, notes and reports on the terminal that the log goes to. */
  readonly printsWhereLogged?: boolean | undefined;
  /** Reported as warnings before anything else, where the run begins here. */
  readonly remarks?: readonly Remark[] | undefined;
}

/** A run by its number, or the latest of a provider. */
export type WhichRun = number | string;

export interface Runs {
  /** The latest first. */
  list(filter?: {
    readonly provider?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly RunView[]>;
  /** Throws DOC_USAGE where there is none. */
  find(which: WhichRun): Promise<RunView>;
  /** Starts a run here, or passes it to the process that crawls into the folder; its events are put into the hub. It fails as `runAnywhere`. */
  start(request: RunRequest, options?: StartOptions): AnywhereRun;
  /** Starts a run again by what it was started with: it goes on where it stopped. */
  again(id: number, options?: StartOptions): Promise<AnywhereRun>;
  /** Nothing more of it is requested until it is resumed, by any process; what is in flight is finished. */
  pause(which: WhichRun): Promise<RunView>;
  /**
   * Goes on with the latest run of its provider, if that was paused, stopped or killed; here, where no process has it open. Returns the
   * run that goes on: a new one where it had ended.
   */
  resume(which: WhichRun): Promise<RunView>;
  /** Ends it; what waits stays for a later run. One that has ended stays as it is. */
  stop(which: WhichRun): Promise<RunView>;
  /** Goes on with every run that was killed, and with none that was paused or stopped; returns their providers. */
  recover(): Promise<readonly string[]>;
  /**
   * Starts the runs that other processes request of this one; while it crawls, its runs look for them themselves. Returns whether some
   * of them wait for another look.
   */
  takeRequests(): Promise<boolean>;
  /**
   * Leaves the folder for a task: what is in flight lands first, then no run of this process has the folder until the task is over, and
   * exactly those go on that were neither paused nor stopped. Tasks come one after the other. Throws what the task throws.
   */
  makeRoom<T>(task: () => Promise<T>): Promise<T>;
  /** The events of every run that was started here, also for another process. */
  readonly hub: Broadcast<CrawlEvent>;
  /** What this process knows of the runs it started. */
  readonly live: Pick<LiveRuns, 'of' | 'ofRun'>;
  /** Leaves what runs here as it is, for the next process; resolves when what was in flight is finished. */
  close(): Promise<void>;
}

/** How long taking requests up waits for another transaction. */
const BUSY_MS = 5_000;

/** The runs of a store, for a process that stays. */
export function openRuns({ settings, store, log, ring, keepWish }: RunsOptions): Runs {
  const current = typeof settings === 'function' ? settings : () => settings;
  const hub = new Hub<CrawlEvent>({ size: ring });
  const followed = createLiveRuns();
  const live = new Set<{ readonly run: MovingRun; readonly over: Promise<void> }>();
  const letGuestsGo = keepGuests(store);
  /** While the folder is left for a task. */
  let room: Promise<void> | undefined;
  let lastRoom: Promise<unknown> = Promise.resolve();

  return { list, find, start, again, pause, resume, stop, recover, takeRequests, makeRoom, hub, live: followed, close };

  async function list({
    provider,
    limit = 20,
  }: NonNullable<Parameters<Runs['list']>[0]> = {}): Promise<readonly RunView[]> {
    return withReader(async (reader) => viewsOf(await reader.runs({ provider, limit }), reader));
  }

  function start(request: RunRequest, options: StartOptions = {}): AnywhereRun {
    return begin(request, options).run;
  }

  function begin(
    request: RunRequest,
    { printsWhereLogged = false, remarks, isGuest }: StartOptions & { readonly isGuest?: boolean },
  ): { readonly run: AnywhereRun; readonly hub: Hub<CrawlEvent> } {
    const run = runAnywhere(request, {
      ...{ store, announced: { log, isPrinted: printsWhereLogged }, remarks, isGuest },
      guests: { settings: current, start: startGuest },
      room: () => room,
    });
    const own = new Hub<CrawlEvent>({ size: ring });
    const entry = { run, over: publish(run, own) };
    live.add(entry);
    void entry.over.finally(() => live.delete(entry));
    const { begun, result, concluded } = run;
    const published: AnywhereRun = {
      ...{ begun, result, concluded, stop: () => run.stop(), stopRun: () => run.stopRun(), leave: () => run.leave() },
      get where() {
        return run.where;
      },
      [Symbol.asyncIterator]: () => own.all(),
    };
    return { run: published, hub: own };
  }

  /** Puts the run's events into the hub; iterating the run reads them in its own. */
  async function publish(run: AnywhereRun, own: Hub<CrawlEvent>): Promise<void> {
    try {
      await run.begun;
    } catch (error) {
      // Whoever started it gets it.
      return own.end(error);
    }
    const { note } = followed.follow();
    try {
      for await (const event of run) {
        note(event);
        own.publish(event);
        hub.publish(event);
      }
      await run.result;
      own.end();
    } catch (error) {
      own.end(error);
      log.error({ err: error }, 'run.failed');
    }
  }

  async function startGuest(request: RunRequest): Promise<{ readonly hub: Hub<CrawlEvent> }> {
    const { run, hub } = begin(request, { isGuest: true });
    await run.begun;
    return { hub };
  }

  async function again(id: number, options?: StartOptions): Promise<AnywhereRun> {
    const run = start(await requestOf(id), options);
    await run.begun;
    return run;
  }

  async function takeRequests(): Promise<boolean> {
    if (room !== undefined || ledgerHere(store) !== undefined) return true;
    if ((await store.identity()) === undefined) return false;
    const side = await store.openSideWriter({ busyMs: BUSY_MS });
    try {
      const { over } = await startRequested({
        ...{ inbox: side.inbox, store, settings: current(), log, now: Date.now, start: startGuest },
        crawled: () => crawledHere(store),
        open: () => openRecords(store),
      });
      await over;
      return (await side.inbox.requestedRuns()).length > 0;
    } finally {
      await side.close();
    }
  }

  function makeRoom<T>(task: () => Promise<T>): Promise<T> {
    const mine = lastRoom.then(() => leaveFor(task));
    lastRoom = mine.catch(() => {}); // the caller gets it
    return mine;
  }

  async function leaveFor<T>(task: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    room = promise;
    try {
      for (const { run } of live) run.makeRoom();
      await folderReleased(store);
      return await task();
    } finally {
      room = undefined;
      resolve();
    }
  }

  async function pause(which: WhichRun): Promise<RunView> {
    const view = await find(which);
    if (view.endedAt !== undefined)
      throw new DocentError('DOC_USAGE', `run ${view.id} of ${view.provider} has ended: there is nothing to pause`);
    return setWish(view, 'pause');
  }

  async function resume(which: WhichRun): Promise<RunView> {
    const view = await find(which);
    if (view.state === 'complete')
      throw new DocentError('DOC_USAGE', `run ${view.id} of ${view.provider} is complete: there is nothing to resume`);
    if (view.pid !== undefined) return setWish(view, 'go');
    const { id: latestId } = await find(view.provider);
    if (latestId !== view.id)
      throw new DocentError(
        'DOC_USAGE',
        `run ${view.id} is not the latest of ${view.provider}: resume run ${latestId}`,
      );
    for await (const event of await again(view.id)) if (event.type === 'started' || event.type === 'handed') break;
    // One that had ended goes on as a new run.
    return find(view.provider);
  }

  async function stop(which: WhichRun): Promise<RunView> {
    const view = await find(which);
    return view.endedAt !== undefined ? view : setWish(view, 'stop');
  }

  async function recover(): Promise<readonly string[]> {
    const killed = (await latestRuns(store)).filter(({ state }) => state === 'killed');
    const recovered: string[] = [];
    for (const { id, provider } of killed) {
      try {
        await again(id);
        recovered.push(provider);
        log.info({ provider, run: id }, 'run.recovered');
      } catch (error) {
        log.error({ provider, run: id, err: error }, 'run.not-recovered');
      }
    }
    return recovered;
  }

  async function close(): Promise<void> {
    letGuestsGo();
    const open = [...live];
    for (const { run } of open) run.leave();
    await Promise.all(open.map(({ over }) => over));
    hub.end();
  }

  /** The operator's wish is kept in the run's record, and followed at once by a ledger of this process. */
  async function setWish(view: RunView, wish: RunWish): Promise<RunView> {
    await (keepWish?.(view.id, wish) ?? keepRunWish(store, view.id, wish));
    await ledgerHere(store)?.wishOf(view.id);
    return find(view.id);
  }

  async function find(which: WhichRun): Promise<RunView> {
    return withReader(async (reader) => {
      const run =
        typeof which === 'number' ? await reader.run(which) : (await reader.runs({ provider: which, limit: 1 }))[0];
      if (run === undefined) throw new DocentError('DOC_USAGE', noSuchRun(which, await reader.providers()));
      return (await viewsOf([run], reader))[0] as RunView;
    });
  }

  /** The run again, by what it was started with. */
  async function requestOf(id: number): Promise<RunRequest> {
    const policy = await withReader(async (reader) => (await reader.run(id))?.policy);
    if (policy === undefined)
      throw new DocentError('DOC_STORE', `run ${id} is of an earlier version, which kept no policy; start it by hand`);
    const { target, ...rest } = readPolicy(policy, current());
    return { ...rest, targets: [target] };
  }

  async function withReader<T>(look: (reader: WatchReader) => Promise<T>): Promise<T> {
    await checkCrawled(store);
    return withWatch(store, ({ reader }) => look(reader));
  }
}

/** The latest run of each provider. */
export function latestRuns(store: Store): Promise<readonly RunView[]> {
  return withWatch(store, async ({ reader }) => {
    const runs: RunRecord[] = [];
    for (const provider of await reader.providers()) runs.push(...(await reader.runs({ provider, limit: 1 })));
    return viewsOf(runs, reader);
  });
}

/** Runs as lists show them. */
export async function viewsOf(runs: readonly RunRecord[], reader: WatchReader): Promise<readonly RunView[]> {
  const owner = await reader.owner();
  return runs.map((run) => {
    const isOpen = run.endedAt === undefined && owner?.providers.includes(run.provider) === true;
    const { id, provider, kind, startedAt, endedAt } = run;
    return {
      ...{ id, provider, kind, ...stateOfRecord(run, isOpen) },
      ...{ pid: isOpen ? owner?.pid : undefined, startedAt, endedAt },
      ...{ stored: run.counters.stored, requests: run.counters.requests },
    };
  });
}

function noSuchRun(which: WhichRun, providers: readonly string[]): string {
  if (typeof which === 'number') return `there is no run ${which}`;
  return `${which} has no run; those that have one: ${providers.join(', ') || 'none'}`;
}
