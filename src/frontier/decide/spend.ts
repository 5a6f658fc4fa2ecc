// F4: whether a request may be made, by how many were made before it.
import { counted, grouped } from '../../core/counted.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { Budget, CountedRequests, SpendBounds, Wait } from '../port-requests.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A host that has had its share of a run is left alone for this long; the next run begins to count anew. */
const REST_MS = 3_600_000;

/** The wait before a request to a host, if a bound is reached. */
export function decideSpend(
  since: (time: number, host?: string) => CountedRequests,
  { budget, run }: SpendBounds,
  host: string,
  now: number,
): Wait | undefined {
  const rolling = budget === undefined ? undefined : budgetWait(since, budget, now, host);
  if (rolling !== undefined || run === undefined) return rolling;
  const { count } = since(run.since - 1, host);
  if (count < run.most) return undefined;
  const detail = `${count} requests to ${host} in this run; the bound is ${run.most}`;
  return { until: now + REST_MS, by: 'budget:host-run', detail };
}

/** When the next request may be made, if a bound has been reached; with a host, its own bounds count too. */
export function budgetWait(
  since: (time: number, host?: string) => CountedRequests,
  budget: Budget,
  now: number,
  host?: string,
): Wait | undefined {
  const bounds: readonly (readonly [
    most: number | undefined,
    windowMs: number,
    host: string | undefined,
    by: ReasonName,
  ])[] = [
    [budget.perHour, HOUR_MS, undefined, 'budget:hour'],
    [budget.perDay, DAY_MS, undefined, 'budget:day'],
    ...(host === undefined
      ? []
      : ([
          [budget.hostPerHour, HOUR_MS, host, 'budget:host-hour'],
          [budget.hostPerDay, DAY_MS, host, 'budget:host-day'],
        ] as const)),
  ];
  let longest: Wait | undefined;
  for (const [most, windowMs, of, by] of bounds) {
    if (most === undefined) continue;
    const { count, oldest } = since(now - windowMs, of);
    if (count < most || oldest === undefined) continue;
    const until = oldest + windowMs + 1;
    const window = windowMs === HOUR_MS ? 'hour' : 'day';
    if (longest === undefined || until > longest.until)
      longest = {
        until,
        by,
        detail: `${counted(count, 'request')} in the last ${window}; the bound is ${grouped(most)}`,
      };
  }
  return longest;
}
