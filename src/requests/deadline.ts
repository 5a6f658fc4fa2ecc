// C5, A4: how long a request may wait, and how that is shown.
import { counted } from '../core/counted.ts';
import { type RequestKind, requestKinds } from './kinds.ts';
import type { FiledRequest } from './port.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From here on a time is shown in days; the 48 hours of a deletion are shown in hours. */
const SHOWN_IN_DAYS_MS = 3 * DAY_MS;

/** Until when a request of this kind has to be closed. */
export function deadlineOf(kind: RequestKind, askedAt: number): number {
  return askedAt + requestKinds[kind].deadlineMs;
}

/** Whether a request is open past its deadline. */
export function isOverdue({ state, deadline }: Pick<FiledRequest, 'state' | 'deadline'>, now: number): boolean {
  return state === 'open' && now > deadline;
}

/** The time to a deadline in words: `6 days left`, `31 h left`, `40 min left`, `3 h overdue`. */
export function timeLeft(deadline: number, now: number): string {
  const ms = Math.abs(deadline - now);
  const amount =
    ms >= SHOWN_IN_DAYS_MS
      ? counted(Math.floor(ms / DAY_MS), 'day')
      : ms >= HOUR_MS
        ? `${Math.floor(ms / HOUR_MS)} h`
        : `${Math.floor(ms / 60_000)} min`;
  return `${amount} ${now > deadline ? 'overdue' : 'left'}`;
}
