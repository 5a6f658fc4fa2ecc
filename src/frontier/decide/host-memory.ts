// F5, F8: what is remembered of a host: its last answers, that it is parked, that it is closed; pure rules for every engine.
import { reasonHas } from '../../core/reasons.ts';
import { hostHealthOf } from '../politeness.ts';
import type { HostAnswers, HostClosing, HostNews, HostTimes } from '../port.ts';

/** The last answers of a host, a letter each: `o` for one that is no error of the host, `e` for an error, `n` for none at all. */
export type RecentAnswers = string;

const RECENT = 20;
const PARKED: string = 'host:parked';

/** The answers with one more. */
export function withAnswer(recent: RecentAnswers, error: HostNews['error']): RecentAnswers {
  if (error === undefined) return recent;
  const letter = error === 'unanswered' ? 'n' : error ? 'e' : 'o';
  return `${recent}${letter}`.slice(-RECENT);
}

/** F8: how a host has answered lately. */
export function answersIn(recent: RecentAnswers): HostAnswers {
  return { recentErrors: recent.replaceAll('o', '').length, recentAnswers: recent.length };
}

/** Why a host is closed once these news are known. */
export function closingAfter(before: HostClosing | undefined, { closing }: HostNews): HostClosing | undefined {
  if (closing === undefined) return before;
  return closing === 'open' ? undefined : closing;
}

/** Before when a host gets no request. */
export function heldUntil({ nextAt, parkedUntil = 0, closing }: HostTimes): number {
  return Math.max(nextAt, parkedUntil, closing?.until ?? 0);
}

/** What is remembered of a host as a person's command has it. */
export interface RememberedHost {
  readonly recent: RecentAnswers;
  readonly parkedUntil: number;
  readonly parkedBy: string;
  readonly closing: HostClosing | undefined;
}

/** F5: what is left of it once it is forgotten that nobody answered. Parked stays what is parked for errors that it answered. */
export function withoutUnanswered({ recent, parkedUntil, parkedBy, closing }: RememberedHost): RememberedHost {
  const answered = answersIn(recent.replaceAll('n', ''));
  const isParkedForAnswers = hostHealthOf(answered.recentErrors, recent.length) === 'parked';
  const isLifted = parkedBy === PARKED && recent.includes('n') && !isParkedForAnswers;
  return {
    recent: recent.replaceAll('n', ''),
    parkedUntil: isLifted ? 0 : parkedUntil,
    parkedBy: isLifted ? '' : parkedBy,
    closing: closing !== undefined && reasonHas(closing.by, 'unanswered') ? undefined : closing,
  };
}
