// F5, C4: the state of a run in one word, why it is incomplete, and that in words; every door shows these.
import { counted, grouped } from '../../core/counted.ts';
import { isOfFamily, reasonOf } from '../../core/reasons.ts';
import type { SeedCounts } from '../../core/seed-counts.ts';
import type { RunRecord } from '../port.ts';

/**
 * `queued`: requested of another process, which has not begun it. `running`: a process works on it. `paused`, `stopped`: by the
 * operator, whether or not a process is there. `killed`: it was cut off, and goes on by itself where a process stays. `failed`: none of its
 * seeds could be read. `incomplete`: it ended with work waiting, or with a seed that could not be read. `complete`: nothing of it waits.
 */
export const runStates = [
  ...(['queued', 'running', 'paused', 'stopped', 'killed', 'failed', 'incomplete', 'complete'] as const),
] as const;
export type RunState = (typeof runStates)[number];

/**
 * Why a run is incomplete. `limit`: as many pages are stored as it may store. `budget`: its requests are used up. `host`: a host was out
 * of reach, parked or closed. `terms`: the terms of a site, or the operator, forbid the rest.
 */
export const runCauses = ['limit', 'budget', 'host', 'terms'] as const;
export type RunCause = (typeof runCauses)[number];

export interface RunStateFacts {
  /** Requested of another process, and not begun: nothing else is known of it. */
  readonly isQueued?: boolean | undefined;
  /** A process has it open, also while it pauses. */
  readonly isOpen: boolean;
  readonly hasEnded: boolean;
  readonly wish: 'go' | 'pause' | 'stop';
  /** Nothing of it waits. */
  readonly isDone: boolean;
  /** The reason for which it ended with work waiting; undefined where none did, and in records of earlier versions. */
  readonly endedBy?: string | undefined;
  /** Undefined in records of earlier versions: then its answers decide. */
  readonly seeds?: SeedCounts | undefined;
  /** How many of its pages ended for which reason, where that is known. */
  readonly reasons?: Readonly<Record<string, number>> | undefined;
  /** Requests for pages, and how many of them were answered with a page. */
  readonly requests: number;
  readonly answered: number;
  /** Pages that it stored or found the same, pages that wait, and after how many stored pages it ends. */
  readonly stored: number;
  readonly waiting: number;
  readonly maxPages?: number | undefined;
}

export interface StateOfRun {
  readonly state: RunState;
  /** Of one that is incomplete, where that is known. */
  readonly because?: RunCause | undefined;
  /** Why it failed or is incomplete, in words: `limit reached: 200 of about 1,170`. */
  readonly why?: string | undefined;
}

/** The state of a run. */
export function stateOfRun(facts: RunStateFacts): StateOfRun {
  const { isQueued = false, isOpen, hasEnded, wish, isDone, endedBy } = facts;
  if (isQueued) return { state: 'queued' };
  // A wish is kept, also where the process that was to follow it has died.
  if (!isDone && wish !== 'go') return { state: wish === 'pause' ? 'paused' : 'stopped' };
  if (!hasEnded) return { state: isOpen ? 'running' : 'killed' };
  if (!isDone && endedBy === 'run:stopped') return { state: 'stopped' };
  if (hasFailed(facts)) return { state: 'failed', why: failedText(facts) };
  if (!isDone) return { state: 'incomplete', ...whyWaiting(facts) };
  return (facts.seeds?.failed ?? 0) > 0 ? { state: 'incomplete', ...whyUnread(facts) } : { state: 'complete' };
}

/** A state as tables show it: `incomplete (limit)`. */
export function runStateText({ state, because }: Pick<StateOfRun, 'state' | 'because'>): string {
  return because === undefined ? state : `${state} (${because})`;
}

function hasFailed({ seeds, requests, answered, stored }: RunStateFacts): boolean {
  if (seeds !== undefined) return seeds.all > 0 && seeds.failed === seeds.all;
  return requests > 0 && answered === 0 && stored === 0;
}

function failedText({ seeds }: RunStateFacts): string {
  const all = seeds?.all ?? 1;
  return all === 1 ? 'its seed could not be read' : `none of ${grouped(all)} seeds could be read`;
}

function whyUnread({
  seeds = { all: 0, failed: 0 },
  reasons = {},
}: RunStateFacts): Pick<StateOfRun, 'because' | 'why'> {
  const why = `${grouped(seeds.failed)} of ${counted(seeds.all, 'seed')} could not be read`;
  return { because: Object.keys(reasons).some(isOfTerms) ? 'terms' : 'host', why };
}

function whyWaiting(facts: RunStateFacts): Pick<StateOfRun, 'because' | 'why'> {
  const { endedBy, stored, waiting, maxPages } = facts;
  const by = endedBy ?? (maxPages !== undefined && stored >= maxPages ? 'cap:pages' : undefined);
  if (by === undefined) return { why: `${counted(waiting, 'URL')} waiting` };
  const because = causeOf(by);
  if (because !== 'limit') return { because, why: `${waitText(by, because)}: ${counted(waiting, 'URL')} waiting` };
  const limit = by === 'trial' ? 'trial over' : by === 'cap:run' ? 'limit of one run reached' : 'limit reached';
  return { because, why: `${limit}: ${limitText(stored, waiting)}` };
}

function waitText(by: string, because: Exclude<RunCause, 'limit'>): string {
  if (because === 'budget') return 'the budget of requests is used up';
  if (because === 'terms') return 'terms forbid the rest';
  if (by === 'host:parked') return 'a host is parked';
  return isOfFamily(by, 'robots') ? 'robots.txt of a host cannot be read' : 'a host is out of reach for now';
}

/** How far a run came that ended at a limit: `200 of about 1,170`; what is yet to be found is not in it. */
export function limitText(stored: number, waiting: number): string {
  return `${grouped(stored)} of about ${grouped(stored + waiting)}`;
}

/** Which of the four causes the reason of an end is. */
export function causeOf(by: string): RunCause {
  if (isOfFamily(by, 'cap') || by === 'trial') return 'limit';
  if (isOfFamily(by, 'budget')) return 'budget';
  return isOfTerms(by) ? 'terms' : 'host';
}

function isOfTerms(by: string): boolean {
  return isOfFamily(by, 'terms') || by === 'provider:disabled';
}

/** How many pages of a run were stored or found the same, and how many wait, by the reasons in its record. */
export function amountsIn(reasons: NonNullable<RunStateFacts['reasons']>): Pick<RunStateFacts, 'stored' | 'waiting'> {
  const sum = (kind: 'stored' | 'waiting'): number =>
    Object.entries(reasons).reduce((all, [by, n]) => (reasonOf(by)?.kind === kind ? all + n : all), 0);
  return { stored: sum('stored'), waiting: sum('waiting') };
}

/** The state of a run by its record; `isOpen`: a process has it open. */
export function stateOfRecord(run: RunRecord, isOpen: boolean): StateOfRun {
  const { wish, endedAt, complete, endedBy, seeds, reasons, counters, maxPages } = run;
  return stateOfRun({
    ...{ isOpen, hasEnded: endedAt !== undefined, wish, isDone: complete, endedBy, seeds, reasons, maxPages },
    ...{ requests: counters.requests, answered: counters.ok + counters.notModified },
    ...amountsIn(reasons),
  });
}
