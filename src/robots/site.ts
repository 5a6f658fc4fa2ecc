// What one host's robots.txt currently means: a small state machine, pure, moved on by each answer.
import { counted } from '../core/counted.ts';
import type { ErrorCode } from '../core/errors.ts';
import { keepFor, meaningOf } from './answer.ts';
import type { Dialect, SitePolicy } from './dialect.ts';
import { parseRobots, type RobotsFile } from './file.ts';
import type { FetchedRobots } from './get.ts';

/** Milliseconds until robots.txt is requested again after a failure, or undefined when the quick retries are used up. */
export type RetryDelay = (
  failure: { readonly status?: number; readonly code?: ErrorCode; readonly retryAfterMs?: number },
  attempt: number,
) => number | undefined;

export interface Site {
  readonly state: 'rules' | 'open' | 'closed' | 'deferred';
  /** Why the site is in this state; for people. */
  readonly why: string;
  /** The last good copy; in force only in state 'rules'. */
  readonly file: RobotsFile | null;
  /** The octets it was read from, to be kept across restarts. */
  readonly source: { readonly body: Uint8Array; readonly charset?: string } | null;
  readonly fileFetchedAt: number;
  /** Status of the last answer; 0 without one. */
  readonly status: number;
  readonly bytes: number;
  readonly askedAt: number;
  readonly askAgainAt: number;
  /** The least seconds between two requests, because robots.txt could not be read. */
  readonly minDelaySec: number;
  /** Failures in a row, and since when. */
  readonly failures: number;
  readonly failingSince: number;
  /** A deferred site that has been out of reach for too long. */
  readonly gaveUp: boolean;
  /** Why there was no answer, where the last request had none. */
  readonly code?: ErrorCode;
  /** H3: the host requests a pause until then, although it is open. */
  readonly holdUntil?: number;
}

/** A Retry-After of nothing must not mean a request for robots.txt before every page. */
const SHORTEST_DEFER_MS = 60_000;

/** The site after this answer; `before` is what was known until now. */
export function siteAfter(
  before: Site | undefined,
  fetched: FetchedRobots,
  dialect: Dialect,
  now: number,
  retryDelay: RetryDelay,
  retryAfterMs: number | undefined,
): Site {
  const { answer } = fetched;
  const meaning = meaningOf(answer, dialect);
  const status = answer.kind === 'network' ? 0 : answer.status;
  const bytes = typeof fetched.body === 'string' ? Buffer.byteLength(fetched.body) : fetched.body.byteLength;
  const plain = {
    file: before?.file ?? null,
    source: before?.source ?? null,
    fileFetchedAt: before?.fileFetchedAt ?? 0,
    status,
    bytes,
    askedAt: now,
    askAgainAt: now + keepFor(answer, dialect, now) * 1000,
    minDelaySec: 0,
    failures: 0,
    failingSince: 0,
    gaveUp: false,
    ...(fetched.code !== undefined && { code: fetched.code }),
  };
  if (meaning === 'read') {
    const source = {
      body: Buffer.from(fetched.body),
      ...(fetched.charset !== undefined && { charset: fetched.charset }),
    };
    const file = parseRobots(fetched.body, dialect, fetched.charset);
    return { ...plain, state: 'rules', why: `robots.txt answered ${status}`, file, fileFetchedAt: now, source };
  }
  if (fetched.code === 'DOC_ADDRESS') {
    return { ...plain, state: 'closed', why: `${fetched.detail}; if it is yours, list it in allow_private` };
  }
  const { policy, why } = meaning;
  switch (policy.kind) {
    case 'allow': {
      const holdMs = holdFor(status, retryDelay, retryAfterMs);
      // A removed file no longer counts; only one that cannot be reached does.
      return {
        ...plain,
        file: null,
        source: null,
        state: 'open',
        why: `${why}: everything is allowed`,
        minDelaySec: policy.minDelaySec,
        ...(holdMs !== undefined && { holdUntil: now + holdMs }),
      };
    }
    case 'close':
      return { ...plain, state: 'closed', why: `${why}: the site is closed` };
    case 'unreachable':
    case 'defer':
      return failing(
        before,
        plain,
        policy,
        why,
        now,
        waitFor(before, fetched, policy, status, retryDelay, retryAfterMs) ??
          Math.max(dialect.ttl.failedSec * 1000, retryAfterMs ?? 0),
      );
  }
}

/** H3: how long a host pauses that allows everything and answered 429, or 503 with a Retry-After. */
function holdFor(status: number, retryDelay: RetryDelay, retryAfterMs: number | undefined): number | undefined {
  if (status === 503) return retryAfterMs;
  if (status !== 429) return undefined;
  return retryAfterMs ?? retryDelay({ status }, 0);
}

type LastingPolicy = Extract<SitePolicy, { kind: 'unreachable' | 'defer' }>;

function failing(
  before: Site | undefined,
  plain: Omit<Site, 'state' | 'why'>,
  policy: LastingPolicy,
  why: string,
  now: number,
  waitMs: number,
): Site {
  // A command that is to try it again begins to count anew, and does not shorten the time.
  const failingSince = before?.failingSince || now;
  const lastedSec = (now - failingSince) / 1000;
  const base = { ...plain, failures: (before?.failures ?? 0) + 1, failingSince, askAgainAt: now + waitMs };
  if (policy.kind === 'defer') {
    const gaveUp = lastedSec >= policy.giveUpSec;
    return {
      ...base,
      state: 'deferred',
      gaveUp,
      why: gaveUp ? `${why} for ${hours(lastedSec)}: given up` : `${why}: the site is deferred`,
    };
  }
  if (lastedSec >= policy.allowAfterSec) {
    return {
      ...base,
      state: 'open',
      why: `${why} for ${counted(Math.floor(lastedSec / 86_400), 'day')}: everything is allowed`,
    };
  }
  if (base.file !== null) return { ...base, state: 'rules', why: `${why}: the older copy stays in force` };
  return { ...base, state: 'closed', why: `${why}: the site is closed until it can be read` };
}

function waitFor(
  before: Site | undefined,
  fetched: FetchedRobots,
  policy: LastingPolicy,
  status: number,
  retryDelay: RetryDelay,
  retryAfterMs: number | undefined,
): number | undefined {
  const attempt = before?.failures ?? 0;
  if (policy.kind === 'defer') {
    if (retryAfterMs !== undefined) return Math.max(retryAfterMs, SHORTEST_DEFER_MS);
    return Math.min(policy.firstSec * 2 ** attempt, policy.maxSec) * 1000;
  }
  return retryDelay(
    {
      ...(status > 0 && { status }),
      ...(fetched.code && { code: fetched.code }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
    attempt,
  );
}

function hours(seconds: number): string {
  return `${Math.floor(seconds / 3600)} h`;
}
