// C5: how long a deletion request may wait, and how that is shown.
import type { DeletionRequest } from './port.ts';

const HOUR_MS = 3_600_000;
/** Deletion requests are done within 48 hours. */
const DEADLINE_MS = 48 * HOUR_MS;

/** Until when a request received now has to be closed. */
export function deadlineOf(askedAt: number): number {
  return askedAt + DEADLINE_MS;
}

/** Whether a request is open past its deadline. */
export function isOverdue({ state, deadline }: Pick<DeletionRequest, 'state' | 'deadline'>, now: number): boolean {
  return state === 'open' && now > deadline;
}

/** The time to a deadline in words: `31 h left`, `40 min left`, `3 h overdue`. */
export function timeLeft(deadline: number, now: number): string {
  const ms = Math.abs(deadline - now);
  const amount = ms >= HOUR_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / 60_000)} min`;
  return `${amount} ${now > deadline ? 'overdue' : 'left'}`;
}
