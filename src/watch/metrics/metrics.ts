// M1: the numbers of a run from its raw counters.

import { shareOf } from '../../core/figures.ts';
import { reasonHas } from '../../core/reasons.ts';
import type { BoundName } from '../alerts/bounds.ts';
import type { CauseFacts } from '../alerts/causes.ts';

/** The counters of a run. Requests for robots.txt and sitemaps and the hops of redirects count only in `bytes`. */
export interface RunCounters {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Page requests, retries included: one for each response or failure. */
  readonly requests: number;
  /** Requests answered with a 2xx status. */
  readonly ok: number;
  readonly notModified: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** Requests after which the same page was requested again. */
  readonly retried: number;
  /** Page bodies that were read, and how many of them had no text. */
  readonly read: number;
  readonly empty: number;
  /** All bytes received. */
  readonly bytes: number;
  /** Total response time of each host. */
  readonly hosts: readonly { readonly host: string; readonly answers: number; readonly ms: number }[];
  /** Pages stored after this run, and after the last one if there was one. */
  readonly stored: number;
  readonly storedBefore?: number | undefined;
}

/** One number to compare with its bound. */
export interface Measure {
  readonly bound: BoundName;
  /** Undefined: it does not apply any more, and an alert about it is over. */
  readonly value: number | undefined;
  /** The host it was measured on, or the provider's own content selector. */
  readonly of?: string | undefined;
}

/** Percentages are 0 to 100 and undefined where there was nothing to measure. */
export interface RunMetrics {
  readonly successRate: number | undefined;
  readonly errorRate: number | undefined;
  readonly retryRate: number | undefined;
  readonly emptyRate: number | undefined;
  /** The change in the number of stored pages since the last run. */
  readonly storedChange: number | undefined;
  readonly averageMs: number | undefined;
  readonly hosts: readonly { readonly host: string; readonly averageMs: number }[];
  readonly durationMs: number;
  readonly bytes: number;
  readonly requests: number;
}

/** The numbers of a run; never throws, and never divides by zero. */
export function runMetrics(counters: RunCounters): RunMetrics {
  const { requests, stored, storedBefore } = counters;
  const answered = counters.hosts.filter(({ answers }) => answers > 0);
  const answers = answered.reduce((sum, host) => sum + host.answers, 0);
  const ms = answered.reduce((sum, host) => sum + host.ms, 0);
  return {
    successRate: shareOf(counters.ok + counters.notModified, requests),
    errorRate: shareOf(counters.clientErrors + counters.serverErrors, requests),
    retryRate: shareOf(counters.retried, requests),
    emptyRate: shareOf(counters.empty, counters.read),
    storedChange: storedBefore === undefined ? undefined : shareOf(Math.abs(stored - storedBefore), storedBefore),
    averageMs: answers === 0 ? undefined : ms / answers,
    hosts: answered.map((host) => ({ host: host.host, averageMs: host.ms / host.answers })),
    // A clock that was set back must not make a run end before it began.
    durationMs: Math.max(0, counters.endedAt - counters.startedAt),
    bytes: counters.bytes,
    requests,
  };
}

/** F10: the share of the pages stored before a run in whose place another answers now; undefined where none were stored. */
export function replacedRate(reasons: Readonly<Record<string, number>>, storedBefore = 0): number | undefined {
  const replaced = Object.entries(reasons).filter(([by]) => reasonHas(by, 'elsewhere'));
  return shareOf(
    replaced.reduce((sum, [, n]) => sum + n, 0),
    storedBefore,
  );
}

/** What a run shows of why its bounds are passed. */
export function causeFacts(counters: RunCounters, reasons: Readonly<Record<string, number>>): CauseFacts {
  const { requests, ok, notModified, clientErrors, serverErrors, stored, storedBefore = 0 } = counters;
  const gone = Math.min(clientErrors, (reasons['http:404'] ?? 0) + (reasons['http:410'] ?? 0));
  return {
    gone,
    refused: clientErrors - gone,
    broken: serverErrors,
    silent: Math.max(0, requests - ok - notModified - clientErrors - serverErrors),
    grew: stored > storedBefore,
  };
}

const HOUR_MS = 3_600_000;

/** The measures to compare with their bounds, as far as they were measured. */
export function runMeasures(metrics: RunMetrics): readonly Measure[] {
  const single: readonly (readonly [BoundName, number | undefined])[] = [
    ['success_rate', metrics.successRate],
    ['stored_change', metrics.storedChange],
    ['error_rate', metrics.errorRate],
    ['empty_content', metrics.emptyRate],
    ['run_hours', metrics.durationMs / HOUR_MS],
    ['retry_rate', metrics.retryRate],
  ];
  return [
    ...single.filter(([, value]) => value !== undefined).map(([bound, value]) => ({ bound, value })),
    ...metrics.hosts.map(({ host, averageMs }) => ({ bound: 'response_time' as const, value: averageMs, of: host })),
  ];
}
