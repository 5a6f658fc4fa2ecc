// A run that another process works on: passed to it through the inbox, and followed from what it writes into the store.
import type { CrawlEvent, ProviderResult, RunResult } from '../../crawl/run/events.ts';
import type { LedgerReader } from '../../frontier/port.ts';
import type { SideWriter } from '../../frontier/port-beside.ts';
import type { Store } from '../../store/port.ts';
import type { Neighbours } from '../../store/port-neighbours.ts';
import type { RunRecord, Watch } from '../../watch/port.ts';
import { stateOfRecord } from '../../watch/states/run-state.ts';
import { type RunRequest, readRefusal, requestText } from './run-request.ts';

const PROGRESS_MS = 1_000;
/** How long a request waits for another transaction. */
const BUSY_MS = 5_000;

/** How following ended: with what came to an end, and its records. */
export type FollowEnd = ({ readonly kind: 'ended' } & Ended) | ({ readonly kind: 'left' } & Left) | typeof unfollowed;

interface Ended {
  readonly result: RunResult;
  readonly runs: readonly RunRecord[];
}

/** The other process did not finish these providers; the caller goes on with them. */
interface Left extends Ended {
  readonly providers: readonly string[];
  /** false: it did not even begin. */
  readonly hasBegun: boolean;
}

const unfollowed = { kind: 'unfollowed' } as const;

/** A process that may take a run up although none crawls into the folder. */
export interface Taker {
  /** Calls its attention to the request. */
  ring(): Promise<void>;
  /** Whether it may still take the request up, or go on with its run, when nothing happened for this long. */
  mayTakeUp(waitedMs: number): Promise<boolean>;
}

const nobody: Taker = { ring: async () => {}, mayTakeUp: async () => false };

/** The parts of the store that following uses. */
interface Open {
  readonly neighbours: Neighbours;
  readonly side: SideWriter;
  readonly reader: LedgerReader;
  readonly watch: Watch;
}

/**
 * Passes a run to the process that crawls into the folder, or to one that takes it up, and follows it; the signal ends the following, not the run. Throws the
 * other process's error when it could not start the run.
 */
export async function* followRun(
  store: Store,
  request: RunRequest,
  signal: AbortSignal,
  taker = nobody,
): AsyncGenerator<CrawlEvent, FollowEnd> {
  const providers = request.targets.map(({ provider }) => provider.provider_id);
  const side = await store.openSideWriter({ busyMs: BUSY_MS });
  const reader = await store.openReader();
  const watch = await store.openWatch();
  const open = { neighbours: store.neighbours, side, reader, watch };
  try {
    const answer = await handOver(open, requestText(request, Date.now()), signal, taker);
    if (answer === 'begun') return yield* follow(open, providers, { signal, taker });
    if (answer === 'unfollowed') return unfollowed;
    return { kind: 'left', providers, hasBegun: false, runs: [], result: { exitCode: 0, providers: [] } };
  } finally {
    await Promise.allSettled([side.close(), reader.close(), watch.close()]);
  }
}

/** Waits until the run has begun there; `left` when no process is there to begin it. */
async function handOver(
  { neighbours, side }: Open,
  text: string,
  signal: AbortSignal,
  taker: Taker,
): Promise<'begun' | 'left' | 'unfollowed'> {
  const id = await side.requestRun(text);
  let waitsSince: number | undefined;
  for await (const _ of neighbours.changes(signal)) {
    const answer = await side.answerTo(id);
    if (answer.state === 'begun') return 'begun';
    if (answer.state === 'refused') {
      await side.takeBack(id);
      throw readRefusal(answer.why);
    }
    const isCrawled = (await neighbours.workers()).length > 0;
    waitsSince = isCrawled ? undefined : (waitsSince ?? performance.now());
    if (!isCrawled) await taker.ring();
    const isAlone = waitsSince !== undefined && !(await taker.mayTakeUp(performance.now() - waitsSince));
    // Taken back, no process will start it; where that comes too late, it has begun.
    if (isAlone && (await side.takeBack(id))) return 'left';
  }
  await side.takeBack(id);
  return 'unfollowed';
}

async function* follow(
  open: Open,
  providers: readonly string[],
  { signal, taker }: { readonly signal: AbortSignal; readonly taker: Taker },
): AsyncGenerator<CrawlEvent, FollowEnd> {
  const { neighbours, watch, reader } = open;
  const pid = (await watch.reader.owner())?.pid;
  // It may have ended there already.
  if (pid !== undefined) yield { type: 'handed', providers, pid };
  const ended = new Map<string, RunRecord>();
  let reportedAt = 0;
  let isPaused = false;
  let leftSince: number | undefined;
  for await (const _ of neighbours.changes(signal)) {
    // The owner is read first: a run that ends in between has its end in its record.
    const owner = await watch.reader.owner();
    const runs = await latestRuns(watch, providers);
    const isAtWork = ({ provider }: RunRecord): boolean => owner?.providers.includes(provider) === true;
    for (const run of runs) {
      // Stopped, with no process left to conclude it.
      const isOver = run.endedAt !== undefined || (run.wish === 'stop' && !isAtWork(run));
      if (!isOver || ended.has(run.provider)) continue;
      ended.set(run.provider, run);
      yield { type: 'ended', ...(await resultOf(run, reader)) };
    }
    if (ended.size === providers.length) return { kind: 'ended', ...(await endOf([...ended.values()], reader)) };
    const open = runs.filter(({ provider }) => !ended.has(provider));
    // A paused run continues when it is resumed, in whatever process, and not because its process ended.
    const going = open.filter(({ wish }) => wish === 'go');
    leftSince = going.every(isAtWork) ? undefined : (leftSince ?? performance.now());
    // A server that left the folder to a task goes on with its runs: requested once more, one that ends soon would be run twice.
    if (leftSince !== undefined && !(await taker.mayTakeUp(performance.now() - leftSince))) {
      const others = runs.filter((run) => !going.includes(run));
      const left = { providers: going.map(({ provider }) => provider), hasBegun: true };
      return { kind: 'left', ...left, ...(await endOf(others, reader)) };
    }
    const paused = open.length > 0 && open.every(({ wish }) => wish === 'pause');
    if (paused !== isPaused) yield { type: paused ? 'paused' : 'resumed' };
    isPaused = paused;
    if (performance.now() - reportedAt >= PROGRESS_MS) {
      reportedAt = performance.now();
      yield await progressOf(providers, reader, paused);
    }
  }
  return unfollowed;
}

async function endOf(runs: readonly RunRecord[], reader: LedgerReader): Promise<Ended> {
  const providers = await Promise.all(runs.map((run) => resultOf(run, reader)));
  return { result: { exitCode: exitCodeOf(runs), providers }, runs };
}

async function latestRuns({ reader }: Watch, providers: readonly string[]): Promise<readonly RunRecord[]> {
  const runs = await Promise.all(providers.map((provider) => reader.runs({ provider, limit: 1 })));
  return runs.flat();
}

async function progressOf(providers: readonly string[], reader: LedgerReader, paused: boolean): Promise<CrawlEvent> {
  const counts = await Promise.all(providers.map((provider) => reader.counts(provider)));
  const sum = (of: (one: (typeof counts)[number]) => number): number => counts.reduce((n, one) => n + of(one), 0);
  return {
    type: 'progress',
    waiting: sum(({ waiting }) => waiting),
    done: sum(({ discovered, waiting }) => discovered - waiting),
    failed: sum(({ failed }) => failed),
    inFlight: 0,
    hosts: [],
    ...(paused && { paused }),
  };
}

async function resultOf(run: RunRecord, reader: LedgerReader): Promise<ProviderResult> {
  const { provider, endedBy, pagesCut } = run;
  const counts = await reader.counts(provider);
  const end = stateOfRecord(run, false);
  return { provider, complete: end.state === 'complete', endedBy, ...end, counts, mergedByQuery: 0, pagesCut };
}

/** F5: as the process that ran it would have returned it. */
function exitCodeOf(runs: readonly RunRecord[]): RunResult['exitCode'] {
  if (runs.some(({ wish, complete }) => !complete && wish !== 'go')) return 130;
  if (runs.some(({ seeds }) => seeds !== undefined && seeds.failed > 0)) return 1;
  return runs.every(({ complete }) => complete) ? 0 : 3;
}
