// A server without its doors: the runs of a folder, the schedule, what other processes request, and what assistants start, in one process.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import type { RunWish } from '../../frontier/port-runs.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { Announcement } from '../../store/port-neighbours.ts';
import { type AssistantSources, createSources } from '../assistant/sources.ts';
import type { AnywhereRun } from '../crawl/run-anywhere.ts';
import type { RunRequest } from '../crawl/run-request.ts';
import { openRuns, type Runs } from '../crawl/runs.ts';
import { type CommandRun, type StartedCommand, startCommand } from '../crawl/start-command.ts';
import type { Place } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { createScheduler, runScheduler } from '../watch/schedule-run.ts';
import { runScheduled } from '../watch/schedule-start.ts';
import type { ServedAddresses } from './served-addresses.ts';
import type { Works } from './works/work-pool.ts';

export interface ServiceOptions {
  /** Those of now; a change counts for what is started afterwards. */
  readonly settings: () => Settings;
  readonly store: Store;
  readonly log: Log;
  /** Judges what callers name. Left out: everything passes. */
  readonly addresses?: ServedAddresses | undefined;
  /** Where callers' wishes are written: another transaction is waited for there. Left out: here. */
  readonly works?: Works | undefined;
  /** As `RunsOptions.ring`. */
  readonly ring?: number | undefined;
}

/** What a run of words is started with. */
export type ServedCommand = Omit<CommandRun, 'place' | 'log' | 'printsWhereLogged' | 'start' | 'caller'>;

/** `broken`: the folder could not be used a moment ago, and is tried again in half a minute. */
export interface ScheduleState {
  readonly state: 'starting' | 'kept' | 'broken' | 'ended';
  /** What went wrong. */
  readonly problem?: string | undefined;
}

export interface Service {
  /** Every run of the folder; its hub has the events of all that this process works on. */
  readonly runs: Runs;
  /** What assistants start; it goes on when they leave. */
  readonly sources: AssistantSources;
  /**
   * Announces the process as the server of the folder, goes on with runs that were killed, and runs the schedule from then on. Returns the
   * providers it goes on with. Rejects with DOC_STORE_BUSY where the folder has a server, with DOC_FILE where it cannot be written.
   */
  start(): Promise<readonly string[]>;
  /** Starts a crawl or a refresh of a caller's words, as a command does of the operator's. Rejects as `startCommand` and `ServedAddresses.check`. */
  crawl(command: ServedCommand): Promise<StartedCommand>;
  /** Whether the schedule is kept now. */
  schedule(): ScheduleState;
  /** Runs a task that needs the folder to itself, as `Runs.makeRoom`; other processes wait for the server meanwhile. */
  forgetting<T>(task: () => Promise<T>): Promise<T>;
  /**
   * Ends the service: what is in flight lands, and what runs is left for the next server to go on with. Resolves within 10 s; false where
   * something was still in flight then. Called again, it does not wait.
   */
  close(): Promise<boolean>;
}

/** How long a schedule that cannot be read is left alone. */
const BROKEN_MS = 30_000;
/** Requests in flight are ended after 8 s (`GRACE_MS`). */
const CLOSE_MS = 10_000;
/** The name of a task of this process. */
const OWN_TASK = 'own';

/** Opens the service of a folder; nothing is written before it is started. */
export function openService({ settings, store, log, ring, addresses, works }: ServiceOptions): Service {
  const keepWish = works && ((run: number, wish: RunWish) => works.run('setWish', { run, wish }));
  const runs = openRuns({ settings, store, log, ring, keepWish });
  const place = (): Place => ({ settings: settings(), store });
  const ending = new AbortController();
  const { signal } = ending;
  const begin = (request: RunRequest, remarks: readonly Remark[]): AnywhereRun => runs.start(request, { remarks });
  const sources = createSources({ place, log, start: begin, addresses });
  let announced: Announcement | undefined;
  let closed: Promise<boolean> | undefined;
  let taking: Promise<void> | undefined;
  /** Whether somebody may have put something into the inbox since it was last read. */
  let isRung = false;
  let schedule: ScheduleState = { state: 'starting' };
  /** What goes on, and ends with the service. */
  const tasks = new Set<Promise<unknown>>();

  return {
    runs,
    sources,
    async start() {
      announced = await store.neighbours.announce();
      try {
        const recovered = await runs.recover();
        void keep(keepSchedule());
        void keep(attendDoor(announced));
        return recovered;
      } catch (error) {
        await announced.close();
        throw error;
      }
    },
    async crawl(command) {
      await addresses?.check(command.words);
      return startCommand({ ...command, caller: 'writer', place: place(), log, start: begin });
    },
    schedule: () => schedule,
    forgetting: (task) => keep(leaveFolder(OWN_TASK, task)),
    close() {
      closed ??= end();
      return closed;
    },
  };

  async function keepSchedule(): Promise<void> {
    const scheduler = createScheduler({
      ...{ settings, store, log, leavesRuns: true },
      run: (provider, current, stopped) =>
        runScheduled(provider, { place: { settings: current, store }, log, signal: stopped, start: begin }),
    });
    while (!signal.aborted) {
      try {
        schedule = { state: 'kept' };
        await runScheduler(scheduler, signal);
      } catch (error) {
        schedule = { state: 'broken', problem: (error as Error).message };
        log.error({ err: error }, 'schedule.broken');
        await pause(BROKEN_MS);
      }
    }
    schedule = { state: 'ended' };
  }

  /** Looks for what other processes request: runs while nothing crawls here, and the folder for themselves. */
  async function attendDoor(door: Announcement): Promise<void> {
    /** Ends the leave that was taken for a task. */
    const rooms = new Map<string, () => void>();
    // What an earlier server did not come to.
    hearRing();
    for await (const found of door.looks(signal)) {
      const wanted = new Set(found.rooms.map(({ task }) => task));
      for (const [task, end] of rooms) if (!wanted.has(task) && rooms.delete(task)) end();
      for (const { task, pid } of found.rooms) {
        if (rooms.has(task)) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        rooms.set(task, resolve);
        log.info({ pid }, 'server.makes-room');
        keep(leaveFolder(task, () => promise)).catch(logged);
      }
      if (found.isRung) hearRing();
    }
    for (const end of rooms.values()) end();
  }

  function hearRing(): void {
    isRung = true;
    taking ??= takeRung();
  }

  async function takeRung(): Promise<void> {
    do {
      isRung = false;
      await takeRequests();
    } while (isRung && !signal.aborted);
    // In one step with the last look at the ring: none is missed.
    taking = undefined;
  }

  /** Starts what is requested, and looks again until nothing waits. */
  async function takeRequests(): Promise<void> {
    for await (const _ of store.neighbours.changes(signal)) {
      try {
        if (!(await runs.takeRequests())) return;
      } catch (error) {
        logged(error);
        await pause(BROKEN_MS);
      }
    }
  }

  function leaveFolder<T>(name: string, task: () => Promise<T>): Promise<T> {
    return runs.makeRoom(async () => {
      await announced?.leaveTo(name);
      try {
        return await task();
      } finally {
        await announced?.leaveTo(undefined);
      }
    });
  }

  async function end(): Promise<boolean> {
    ending.abort();
    // From now on other processes do themselves what they need.
    await announced?.close();
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), CLOSE_MS).unref());
    const landed = Promise.allSettled([runs.close(), taking, ...tasks]).then(() => true);
    const isWhole = await Promise.race([landed, late]);
    if (!isWhole) log.warn({}, 'server.late');
    return isWhole;
  }

  function pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal }).catch(() => {}); // the caller looks at the signal
  }

  /** Waited for when the service ends. */
  function keep<T>(task: Promise<T>): Promise<T> {
    tasks.add(task);
    task.catch(() => {}).finally(() => tasks.delete(task)); // the caller gets it
    return task;
  }

  function logged(error: unknown): void {
    log.error({ err: error }, 'server.request');
  }
}
