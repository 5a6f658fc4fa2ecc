// F4: rolling bounds on requests per hour and day, over everything and per host.
import { counted, grouped } from '../core/counted.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { Ledger } from './port.ts';

export interface Budget {
  readonly perHour: number;
  readonly perDay: number;
  readonly hostPerHour?: number | undefined;
  readonly hostPerDay?: number | undefined;
  /** In one run, whatever its length. */
  readonly hostPerRun?: number | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Wait {
  readonly until: number;
  readonly by: ReasonName;
  readonly detail: string;
}

/** When the next request may be made, if a bound has been reached; with a host, its own bounds count too. */
export async function budgetWait(
  ledger: Pick<Ledger, 'requestsSince'>,
  budget: Budget,
  now: number,
  host?: string,
): Promise<Wait | undefined> {
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
    const { count, oldest } = await ledger.requestsSince(now - windowMs, of);
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
