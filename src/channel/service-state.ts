// How Context7 is doing, as a small state machine: how many outages in a row, until when nothing is requested, what is left of the quota.

/** What is kept of the service. */
export interface ServiceState {
  /** Outages and limits in a row. */
  readonly failures: number;
  /** The breaker: nothing is requested before then. */
  readonly pausedUntil?: number | undefined;
  /** Why it is paused or off. */
  readonly why?: string | undefined;
  /** When it was switched off by an error of this side: nothing is requested until the operator checks. */
  readonly offAt?: number | undefined;
  readonly quota?: Quota | undefined;
}

/** The rate limit in the last answer. */
export interface Quota {
  readonly at: number;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly resetAt?: number | undefined;
}

export const newService: ServiceState = Object.freeze({ failures: 0 });

/** The breaker opens with this many outages in a row; a limit opens it at once. */
const OUTAGES = 3;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** No header makes the pause longer. */
const LONGEST_ASKED_MS = 86_400_000;

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Why nothing may be requested now; undefined where it may. */
export function refusalOf({ offAt, pausedUntil = 0, why = '' }: ServiceState, now: number): Refusal | undefined {
  if (offAt !== undefined) return { kind: 'off', detail: why };
  return pausedUntil > now ? { kind: 'paused', until: pausedUntil, detail: why } : undefined;
}

export type Refusal =
  | { readonly kind: 'off'; readonly detail: string }
  | { readonly kind: 'paused'; readonly until: number; readonly detail: string };

/** After a complete answer, whatever its content. */
export function answered(state: ServiceState, headers: Headers, now: number): ServiceState {
  const quota = quotaOf(headers, now) ?? state.quota;
  const isUsedUp = quota?.remaining === 0 && quota.resetAt !== undefined && quota.resetAt > now && quota.at === now;
  return {
    failures: 0,
    ...(quota !== undefined && { quota }),
    ...(isUsedUp && { pausedUntil: bounded(quota.resetAt ?? now, now), why: 'the quota of Context7 is used up' }),
  };
}

/** After 429: nothing before Retry-After, or the reset of the quota it sends; without either the pauses double. */
export function limited(state: ServiceState, headers: Headers, why: string, now: number): ServiceState {
  const sent = quotaOf(headers, now);
  const quota = sent ?? state.quota;
  const failures = state.failures + 1;
  const seconds = numberOf(headers, 'retry-after');
  const until = seconds === undefined ? (sent?.resetAt ?? 0) : now + seconds * 1_000;
  const pausedUntil = until > now ? bounded(until, now) : now + pauseAfter(failures);
  return { failures, pausedUntil, why, ...(quota !== undefined && { quota }) };
}

/** After an outage that no retry has mended. */
export function hadOutage(state: ServiceState, why: string, now: number): ServiceState {
  const failures = state.failures + 1;
  const isOpen = failures >= OUTAGES;
  const { quota } = state;
  return {
    failures,
    ...(quota !== undefined && { quota }),
    ...(isOpen && { pausedUntil: now + pauseAfter(failures - OUTAGES + 1), why }),
  };
}

/** After an answer that only the operator can do something about. */
export function switchedOff(state: ServiceState, why: string, now: number): ServiceState {
  const { quota } = state;
  return { failures: 0, offAt: now, why, ...(quota !== undefined && { quota }) };
}

/** What a check by the operator begins with: it may be on again. */
export function switchedOn({ quota }: ServiceState): ServiceState {
  return { failures: 0, ...(quota !== undefined && { quota }) };
}

function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

function bounded(until: number, now: number): number {
  return Math.min(until, now + LONGEST_ASKED_MS);
}

function quotaOf(headers: Headers, now: number): Quota | undefined {
  const limit = numberOf(headers, 'ratelimit-limit');
  const remaining = numberOf(headers, 'ratelimit-remaining');
  const reset = numberOf(headers, 'ratelimit-reset');
  if (limit === undefined && remaining === undefined && reset === undefined) return undefined;
  return {
    at: now,
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(reset !== undefined && { resetAt: reset * 1_000 }),
  };
}

function numberOf(headers: Headers, name: string): number | undefined {
  const value = headers[name];
  return typeof value === 'string' && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : undefined;
}
