// The status of a run, folded from its events: one status for the terminal, the API and the pages.
import type { Accounting, HostState } from '../../frontier/port.ts';
import type { CrawlEvent } from './events.ts';

/** The status of the run of one provider. */
export interface ProviderStatus {
  readonly provider: string;
  /** URLs that reached an end state, and those of them that failed. */
  readonly done: number;
  readonly errors: number;
  readonly warnings: number;
  /** Absent before it has started: warnings may come first. */
  readonly started?: ProviderStart | undefined;
  /** Absent before it has ended. */
  readonly ended?: ProviderEnd | undefined;
}

export interface ProviderStart extends Pick<Started, 'how' | 'scope'> {
  readonly at: number;
}

export interface ProviderEnd extends Pick<Ended, 'complete' | 'state' | 'because' | 'why' | 'counts'> {
  readonly at: number;
}

type Started = Extract<CrawlEvent, { type: 'started' }>;
type Visited = Extract<CrawlEvent, { type: 'visited' }>;
type Progress = Extract<CrawlEvent, { type: 'progress' }>;
type Ended = Extract<CrawlEvent, { type: 'ended' }>;

/** The status of a run; plain data, so that it can be sent as JSON. Times are milliseconds since 1970. */
export interface RunStatus {
  readonly beganAt: number;
  /** URLs that reached an end state, and those of them that failed. */
  readonly done: number;
  readonly errors: number;
  readonly warnings: number;
  /** URLs that wait: counted about once a second, estimated in between. */
  readonly waiting: number;
  /** How many more URLs were done than were known to wait, until they are counted again. */
  readonly overdrawn: number;
  /** Requests under way when they were last counted. */
  readonly inFlight: number;
  /** The process that works on it, where that is another one. */
  readonly pid?: number | undefined;
  /** Whether the operator had paused it by the last report. */
  readonly paused: boolean;
  /** The URL that was visited last. */
  readonly current?: string | undefined;
  /** Nothing can be requested before then; absent as soon as something was. */
  readonly waitingUntil?: number | undefined;
  /** Whether it is not waited for any longer, and may end sooner. */
  readonly waitingAtMost?: boolean | undefined;
  /** What is waited for until then. */
  readonly waitingFor?: string | undefined;
  /** The busiest hosts, as they were when they were last counted. */
  readonly hosts: readonly HostState[];
  /** When the visits of the last ten seconds ended; `visitsPerSecond` reads it. */
  readonly recentVisits: readonly number[];
  /** The providers in the order of their first event. */
  readonly providers: readonly ProviderStatus[];
  /** How often events were missed, and how many, where that is known. */
  readonly gaps: number;
  readonly missed: number;
}

const RATE_WINDOW_MS = 10_000;
/** Visits that one event reports. */
const MOST_AT_ONCE = 1_000;
/** Shorter than this, a run has no rate yet. */
const SHORTEST_WINDOW_MS = 1_000;

/** The status before the first event. */
export function beginStatus(now: number): RunStatus {
  return {
    ...{ beganAt: now, done: 0, errors: 0, warnings: 0, waiting: 0, overdrawn: 0, inFlight: 0, paused: false },
    ...{ hosts: [], recentVisits: [], providers: [], gaps: 0, missed: 0 },
  };
}

/** The status after an event that arrived at `now`; the previous status stays as it is. */
export function foldStatus(status: RunStatus, event: CrawlEvent, now: number): RunStatus {
  switch (event.type) {
    case 'started': {
      const { provider, how, scope, waiting } = event;
      // A resumed run has its seed among the waiting URLs; any other is about to offer it.
      const waits = withWaiting(status, how === 'resumed' ? waiting : waiting + 1);
      return withProvider(waits, provider, () => ({ started: { at: now, how, scope } }));
    }
    case 'visited':
      return visited(status, event, now);
    case 'progress': {
      const { waiting, inFlight, hosts } = event;
      return { ...counted(status, event, now), waiting, overdrawn: 0, inFlight, hosts, paused: event.paused === true };
    }
    case 'warning': {
      const warned = withProvider(status, event.provider, ({ warnings }) => ({ warnings: warnings + 1 }));
      return { ...warned, warnings: status.warnings + 1 };
    }
    case 'waiting':
      return { ...status, waitingUntil: event.until, waitingAtMost: event.atMost === true, waitingFor: event.detail };
    case 'ended': {
      const { provider, complete, state, because, why, counts } = event;
      return withProvider(status, provider, () => ({ ended: { at: now, complete, state, because, why, counts } }));
    }
    case 'gap':
      return { ...status, gaps: status.gaps + 1, missed: status.missed + (event.missed ?? 0) };
    case 'paused':
    case 'resumed':
      return { ...status, paused: event.type === 'paused' };
    case 'handed':
      return { ...status, pid: event.pid };
    case 'note':
      return status;
  }
}

/** The rate over the last ten seconds, or since the run began if that is less. */
export function visitsPerSecond({ recentVisits, beganAt }: RunStatus, now: number): number {
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.min(RATE_WINDOW_MS, now - beganAt));
  return recentFrom(recentVisits, now).length / (windowMs / 1000);
}

/** The rate from its begin to now; that of a run that has ended is as of `now` too. */
export function averagePerSecond({ done, beganAt }: RunStatus, now: number): number {
  return done / (Math.max(SHORTEST_WINDOW_MS, now - beganAt) / 1000);
}

/**
 * How long it takes until nothing waits any more, at the present rate; while nothing was visited for ten seconds at the average one. What
 * is yet to be found is not foreseen. Undefined where there is no rate yet, and while it pauses or waits for a time.
 */
export function secondsLeft(status: RunStatus, now: number): number | undefined {
  const { waiting, paused, done, waitingUntil = 0, beganAt } = status;
  if (paused || waitingUntil > now || done === 0 || now - beganAt < SHORTEST_WINDOW_MS) return undefined;
  return Math.ceil(waiting / (visitsPerSecond(status, now) || averagePerSecond(status, now)));
}

/** How far a run is, and how fast. */
export interface RunPace {
  readonly done: number;
  readonly waiting: number;
  /** Visits in a second during the last ten seconds, where that is known. */
  readonly now?: number | undefined;
  /** In a second since its begin. */
  readonly average: number;
  /** Seconds until nothing waits; undefined where nobody can say. */
  readonly left?: number | undefined;
}

/** The pace of a run. `status` is that of a run of this process which goes on; any other is judged by `stored`, the rate of its record. */
export function runPace(counts: Accounting, status: RunStatus | undefined, stored: number, at: number): RunPace {
  const { waiting, discovered } = counts;
  const done = discovered - waiting;
  if (status !== undefined)
    return {
      ...{ done, waiting, now: visitsPerSecond(status, at), average: averagePerSecond(status, at) },
      left: secondsLeft({ ...status, waiting }, at),
    };
  return { done, waiting, average: stored, left: stored > 0 ? Math.ceil(waiting / stored) : undefined };
}

/** Requests in a second while a run was under way, by its record. */
export function storedRate(record: {
  readonly requests: number;
  readonly startedAt: number;
  readonly endedAt: number;
}): number {
  const { requests, startedAt, endedAt } = record;
  return endedAt > startedAt ? requests / ((endedAt - startedAt) / 1_000) : 0;
}

/** Counts visits that are reported by number only; of many at once not every time is kept. */
function counted(status: RunStatus, { done, failed = 0 }: Progress, now: number): RunStatus {
  if (done === undefined) return status;
  const since = Math.min(Math.max(0, done - status.done), MOST_AT_ONCE);
  const recentVisits = [...recentFrom(status.recentVisits, now), ...new Array<number>(since).fill(now)];
  return { ...status, done, errors: failed, recentVisits };
}

function visited(status: RunStatus, { provider, state, found, url }: Visited, now: number): RunStatus {
  const done = state === 'waiting' ? 0 : 1;
  const errors = state === 'failed' ? 1 : 0;
  // A URL that is to wait further has not ended the wait.
  const isOver = done > 0 || (status.waitingUntil ?? 0) <= now;
  const more = (one: { readonly done: number; readonly errors: number }) => ({
    done: one.done + done,
    errors: one.errors + errors,
  });
  return {
    ...withProvider(withWaiting(status, found - done), provider, more),
    ...more(status),
    current: url,
    ...(isOver && { waitingUntil: undefined, waitingFor: undefined }),
    recentVisits: [...recentFrom(status.recentVisits, now), now],
  };
}

function withWaiting(status: RunStatus, added: number): RunStatus {
  const balance = status.waiting - status.overdrawn + added;
  return { ...status, waiting: Math.max(0, balance), overdrawn: Math.max(0, -balance) };
}

/** The status with changes to a provider; a new provider is added. */
function withProvider(
  status: RunStatus,
  provider: string,
  change: (one: ProviderStatus) => Partial<ProviderStatus>,
): RunStatus {
  const at = status.providers.findIndex((one) => one.provider === provider);
  const one = status.providers[at] ?? { provider, done: 0, errors: 0, warnings: 0 };
  const changed = { ...one, ...change(one) };
  return { ...status, providers: at < 0 ? [...status.providers, changed] : status.providers.with(at, changed) };
}

function recentFrom(times: readonly number[], now: number): readonly number[] {
  const first = times.findIndex((at) => at >= now - RATE_WINDOW_MS);
  return first < 0 ? [] : times.slice(first);
}
