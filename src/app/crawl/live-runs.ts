// Runs that this process follows: the status of each, folded from its events, and its latest events.
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { beginStatus, foldStatus, type RunStatus } from '../../crawl/run/status.ts';

/** An event of a run that a person reads: a visit, a warning or a note. */
export type LoggedEvent = Extract<CrawlEvent, { readonly type: 'visited' | 'warning' | 'note' }>;

export interface LogEntry {
  readonly at: number;
  readonly event: LoggedEvent;
}

/** A run that goes on here, or went on here a short time ago. */
export interface LiveRun {
  /** Of the whole run; a run of several sources has one status. */
  readonly status: RunStatus;
  /** The oldest first; no more than the last 500. */
  readonly log: readonly LogEntry[];
}

export interface LiveRuns {
  /** Notes the events of a run that begins. */
  follow(): { note(event: CrawlEvent): void };
  /** The latest run of a source; undefined where this process has none. */
  of(provider: string): LiveRun | undefined;
  /** A run of a source by its record, also where a later one has followed; undefined where this process has no part in it. */
  ofRun(run: RunSpan): LiveRun | undefined;
}

/** When a run of a source began and ended. */
export interface RunSpan {
  readonly provider: string;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
}

const LOGGED = 500;
/** Runs that are remembered; of earlier ones the store has the record. */
export const KEPT_RUNS = 20;

/** No run yet. */
export function createLiveRuns(clock: () => number = Date.now): LiveRuns {
  const runs: { status: RunStatus; readonly log: LogEntry[] }[] = [];
  return {
    follow() {
      const run = { status: beginStatus(clock()), log: [] as LogEntry[] };
      runs.push(run);
      if (runs.length > KEPT_RUNS) runs.shift();
      return {
        note(event) {
          const at = clock();
          run.status = foldStatus(run.status, event, at);
          if (event.type !== 'visited' && event.type !== 'warning' && event.type !== 'note') return;
          run.log.push({ at, event });
          if (run.log.length > LOGGED) run.log.shift();
        },
      };
    },
    of: (provider) => runs.findLast(({ status }) => status.providers.some((one) => one.provider === provider)),
    ofRun: (run) => runs.findLast(({ status }) => isOf(run, status)),
  };
}

/** The runs of a source are one after the other. One that goes on after a stop keeps its record; a short one may end before its begin is noted. */
function isOf({ provider, startedAt, endedAt }: RunSpan, { providers, beganAt }: RunStatus): boolean {
  const at = providers.find((one) => one.provider === provider)?.started?.at;
  if (at === undefined || at < startedAt) return false;
  return endedAt === undefined || at <= endedAt || beganAt <= startedAt;
}
