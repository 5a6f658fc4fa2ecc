// F4: whether a request may be made, by how many were made before it.
import { counted, grouped } from '../../core/counted.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { Budget, CountedRequests, SpendBounds, Wait } from '../port-requests.ts';

/** The lengths of the rolling windows. */
const windows = Object.freeze({ hour: 3_600_000, day: 24 * 3_600_000 });
/** A host that has had its share of a run is left alone for this long; the next run begins to count anew. */
const REST_MS = 3_600_000;

type Window = keyof typeof windows;

/** How many requests were made in each window: over everything, and to the host in question. */
export interface BudgetCounts {
  readonly all: Readonly<Record<Window, CountedRequests>>;
  readonly host?: Readonly<Record<Window, CountedRequests>> | undefined;
}

/** The start of each window that ends now. */
export function windowStarts(now: number): Readonly<Record<Window, number>> {
  return { hour: now - windows.hour, day: now - windows.day };
}

/** The wait before a request to a host, if a bound is reached. */
export function decideSpend(
  since: (time: number, host?: string) => CountedRequests,
  { budget, run }: SpendBounds,
  host: string,
  now: number,
): Wait | undefined {
  const { hour, day } = windowStarts(now);
  const countsOf = (of?: string) => ({ hour: since(hour, of), day: since(day, of) });
  const rolling = budget && budgetWait({ all: countsOf(), host: countsOf(host) }, budget);
  if (rolling !== undefined || run === undefined) return rolling;
  const { count } = since(run.since - 1, host);
  if (count < run.most) return undefined;
  const detail = `${counted(count, 'request')} to ${host} in this run; the bound is ${grouped(run.most)}`;
  return { until: now + REST_MS, by: 'budget:host-run', detail };
}

/** When the next request may be made, if a bound has been reached; the longest wait where several are. */
export function budgetWait({ all, host }: BudgetCounts, budget: Budget): Wait | undefined {
  const waits = [
    boundWait(all, 'hour', budget.perHour, 'budget:hour'),
    boundWait(all, 'day', budget.perDay, 'budget:day'),
    boundWait(host, 'hour', budget.hostPerHour, 'budget:host-hour'),
    boundWait(host, 'day', budget.hostPerDay, 'budget:host-day'),
  ];
  return waits.reduce((longest, wait) => ((wait?.until ?? 0) > (longest?.until ?? 0) ? wait : longest));
}

function boundWait(
  counts: BudgetCounts['host'],
  window: Window,
  most: number | undefined,
  by: ReasonName,
): Wait | undefined {
  const { count, oldest } = counts?.[window] ?? {};
  if (most === undefined || count === undefined || oldest === undefined || count < most) return undefined;
  const detail = `${counted(count, 'request')} in the last ${window}; the bound is ${grouped(most)}`;
  return { until: oldest + windows[window] + 1, by, detail };
}
