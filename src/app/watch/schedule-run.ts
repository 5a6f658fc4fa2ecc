// M5: the scheduler: looks what is due, takes it so that no other process does, and runs it.

import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { mayRun } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { Watch } from '../../watch/port.ts';
import { type DueRun, dueRuns, nextRuns } from '../../watch/schedule/schedule.ts';
import { crawledHere } from '../crawl/work-folder.ts';
import { optimizeIfDue } from '../forget/forget.ts';
import { CutOffRuns, putBackClaims } from './schedule-left.ts';
import { scheduleEntries } from './schedule-slots.ts';

export interface SchedulerOptions {
  /** The settings in force: looked at before each run, so that a change of the configuration counts. */
  readonly settings: () => Settings;
  readonly store: Store;
  readonly log: Log;
  /** Runs a provider to its end, and stops early by the signal. What it throws is logged. */
  readonly run: (provider: string, settings: Settings, signal: AbortSignal) => Promise<unknown>;
  /** A run that the signal ends is left open for the next process, which goes on with it: its slot stays taken. */
  readonly leavesRuns?: boolean | undefined;
  readonly now?: (() => number) | undefined;
  readonly random?: (() => number) | undefined;
  /** A line for people. */
  readonly print?: ((line: string) => void) | undefined;
  /** `print` writes to the terminal that `log` goes to: printed lines are not logged there a second time. */
  readonly printsWhereLogged?: boolean | undefined;
}

export interface Tick {
  /** Providers that were run, in this order. */
  readonly ran: readonly string[];
  /** When the next one is due; undefined when none will be. */
  readonly nextAt: number | undefined;
}

export interface Scheduler {
  /** Runs what is due, one after the other, and resolves when it is done. A clock that jumped does no harm. Throws DOC_STORE. */
  tick(signal?: AbortSignal): Promise<Tick>;
}

const never = new AbortController().signal;

/** A scheduler for one folder. Any number may work on it: each slot is run by one of them. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { store, log, now = Date.now, random = Math.random, print = () => {} } = options;
  let refused = new Map<string, string>();
  const cutOff = new CutOffRuns();
  const paused = new Set<string>();
  const announce = (level: 'info' | 'warn' | 'error', fields: object, event: string, line: string): void => {
    if (options.printsWhereLogged !== true) log[level](fields, event);
    print(line);
  };

  return {
    async tick(signal = never) {
      printRefused(options.settings());
      if (await isIdle(options.settings())) return { ran: [], nextAt: undefined };
      const watch = await store.openWatch();
      try {
        await plan(watch, options.settings());
        const ran: string[] = [...(await goOn(watch, signal))];
        await putBackClaims(watch, now(), log, crawledHere(store));
        for (;;) {
          const settings = options.settings();
          const due = signal.aborted ? undefined : await take(watch, settings);
          if (due === undefined || !(await run(watch, due, settings, signal))) break;
          ran.push(due.run.provider);
        }
        if (!signal.aborted && (await watch.reader.owner()) === undefined) await tidy();
        return { ran, nextAt: await plan(watch, options.settings()) };
      } finally {
        await watch.close();
      }
    },
  };

  /** Whether there is neither something to run nor a folder to look after: none is made for that. */
  async function isIdle(current: Settings): Promise<boolean> {
    const isScheduled = scheduleEntries(current, new Map(), new Set()).some(({ enabled }) => enabled);
    return !isScheduled && (await store.identity()) === undefined;
  }

  /** C8: printed once, and again when the reason changes. */
  function printRefused({ providers }: Settings): void {
    const before = refused;
    refused = new Map();
    for (const provider of providers) {
      const verdict = mayRun(provider, 'schedule');
      if (verdict.ok) continue;
      const { provider_id: id } = provider;
      refused.set(id, verdict.by);
      if (before.get(id) === verdict.by) continue;
      const { by, detail } = verdict;
      announce('warn', { provider: id, by }, `not scheduled: ${detail}`, `${id} is not run: ${detail}`);
    }
  }

  /** Stores plans that are new; returns when the next run is due. */
  async function plan({ reader, writer }: Watch, current: Settings): Promise<number | undefined> {
    const planned = await readPlans(reader, writer);
    const entries = scheduleEntries(current, planned, new Set((await reader.owner())?.providers));
    const next = nextRuns(now(), entries, random);
    for (const one of next) if (one.isNew) await writer.plan(one.provider, one.planned);
    return next[0]?.planned.dueAt;
  }

  /** The longest due provider that no other process has taken; none while another process crawls into the folder. */
  async function take({ reader, writer }: Watch, current: Settings): Promise<Taken | undefined> {
    const here = crawledHere(store);
    if ((await reader.owner()) !== undefined && here.size === 0) return undefined;
    const planned = await reader.planned();
    for (const due of dueRuns(now(), scheduleEntries(current, planned, here), random)) {
      if (await isPaused(due.provider, reader)) continue;
      const before = planned.get(due.provider);
      const claimedAt = now();
      if (before !== undefined && (await writer.claim(due.provider, due.slot, due.next, claimedAt)))
        return { run: due, before, claimedAt };
    }
    return undefined;
  }

  /** A run that was paused goes on when it is resumed, not by its schedule; printed once. */
  async function isPaused(provider: string, reader: Watch['reader']): Promise<boolean> {
    const [last] = await reader.runs({ provider, limit: 1 });
    const isSo = last !== undefined && !last.complete && last.wish === 'pause';
    if (isSo && !paused.has(provider)) {
      const line = `${provider} is paused: "docent runs resume ${provider}" goes on with it`;
      announce('info', { provider, run: last.id }, 'schedule.paused', line);
    }
    if (isSo) paused.add(provider);
    else paused.delete(provider);
    return isSo;
  }

  /** false: another process crawls into the folder, and it stays due. */
  async function run(
    watch: Watch,
    { run: due, before, claimedAt }: Taken,
    current: Settings,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { provider, slot, missed } = due;
    const more = missed > 0 ? `; ${counted(missed, 'more run was', 'more runs were')} missed` : '';
    const fields = { provider, slot: new Date(slot).toISOString(), missed };
    announce('info', fields, 'schedule.run', `${provider} begins${more}`);
    const isDone = await attempt(provider, current, signal);
    // Should it not have begun, it is due again in a while (`putBackClaims`).
    if (isDone && signal.aborted && options.leavesRuns) return true;
    // Stopped halfway, or another process was first: the next look continues it.
    if (!isDone || signal.aborted) await watch.writer.plan(provider, before);
    await watch.writer.endClaim(provider, claimedAt);
    return isDone;
  }

  /** false: another process crawls into the folder. Every other fault is logged, and the next slot is the next try. */
  async function attempt(provider: string, current: Settings, signal: AbortSignal): Promise<boolean> {
    try {
      await options.run(provider, current, signal);
      print(`${provider} ${signal.aborted ? 'stopped' : 'ended'}`);
      return true;
    } catch (error) {
      const isBusy = error instanceof DocentError && error.code === 'DOC_STORE_BUSY';
      const why = error instanceof Error ? error.message : String(error);
      if (isBusy) print(`${provider} waits: ${why}`);
      else announce('error', { provider, err: error }, 'schedule.failed', `${provider} failed: ${why}`);
      return !isBusy;
    }
  }

  /** A run that was killed, with its scheduler or its machine, is not left for a week. */
  async function goOn({ reader }: Watch, signal: AbortSignal): Promise<readonly string[]> {
    const ran: string[] = [];
    for (;;) {
      const current = options.settings();
      const enabled = scheduleEntries(current, new Map(), new Set()).filter((entry) => entry.enabled);
      const providers = enabled.map(({ provider }) => provider);
      const here = crawledHere(store);
      const one = signal.aborted ? undefined : await cutOff.next(reader, providers, now(), here);
      if (one === undefined) return ran;
      announce('info', { ...one }, 'schedule.resumed', `${one.provider} was cut off, and goes on`);
      if (!(await attempt(one.provider, current, signal))) return ran;
      cutOff.tried(one, now());
      ran.push(one.provider);
    }
  }

  /** C5: terms of removed pages leave the index within a day, also where no crawl runs; reads one row when there are none. */
  async function tidy(): Promise<void> {
    try {
      await optimizeIfDue(store);
    } catch (error) {
      log.error({ err: error }, 'schedule.tidy');
    }
  }
}

interface Taken {
  readonly run: DueRun;
  readonly before: Parameters<Watch['writer']['plan']>[1];
  readonly claimedAt: number;
}

/** What is planned; a folder of an older version is brought up to date. */
async function readPlans(reader: Watch['reader'], writer: Watch['writer']): ReturnType<Watch['reader']['planned']> {
  try {
    return await reader.planned();
  } catch (error) {
    if (!(error instanceof DocentError) || error.code !== 'DOC_STORE') throw error;
    // Taking nothing does that.
    await writer.claim('', 0, { cron: '', timeZone: '', slot: 0, dueAt: 0 }, 0);
    return reader.planned();
  }
}

/** How often is looked although nothing is due: clocks are set, and configurations edited. */
const LOOK_MS = 30_000;

/** Ticks until the signal. Throws what a tick throws. */
export async function runScheduler(
  scheduler: Scheduler,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<void> {
  while (!signal.aborted) {
    const { nextAt } = await scheduler.tick(signal);
    const wait = Math.min(LOOK_MS, Math.max(1_000, (nextAt ?? Number.POSITIVE_INFINITY) - now()));
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, wait);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }
}
