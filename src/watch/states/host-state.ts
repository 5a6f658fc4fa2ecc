// The state of a host in one word; every door shows it.
import { isOfFamily } from '../../core/reasons.ts';

/**
 * `not requested yet`: URLs wait for it, and nothing was requested. `ok`: it may be requested. `slow`: it gets longer pauses, because it
 * requested them or answered with errors. `parked`: left alone for a while. `closed by robots`: its robots.txt allows nothing now.
 * `unreachable`: nobody answered. `stopped`: by the operator. `out of budget`: the requests allowed to it are used up.
 */
export const hostWords = [
  ...(['not requested yet', 'ok', 'slow', 'parked', 'closed by robots', 'unreachable'] as const),
  ...(['stopped', 'out of budget'] as const),
] as const;
export type HostWord = (typeof hostWords)[number];

export interface HostStateFacts {
  /** The operator lets nothing be requested of it. */
  readonly isStopped: boolean;
  /** The reason for which it gets no request for now, where one is kept. */
  readonly heldBy?: string | undefined;
  /** What its robots.txt means, and the status it answered with: 0 where nobody answered. */
  readonly robots?: { readonly state: 'rules' | 'open' | 'closed' | 'deferred'; readonly status: number } | undefined;
  /** Its last answers, those that never came among them, and how many of them were errors. */
  readonly recentAnswers: number;
  readonly recentErrors: number;
  /** A window of its budget is used up. */
  readonly isBudgetSpent: boolean;
  /** It is slowed after errors, or has requested a pause. */
  readonly isSlowed: boolean;
}

/** The state of a host. */
export function stateOfHost(facts: HostStateFacts): HostWord {
  const { isStopped, heldBy, robots, recentAnswers, recentErrors, isBudgetSpent, isSlowed } = facts;
  if (isStopped) return 'stopped';
  if (heldBy !== undefined && isSilence(heldBy)) return 'unreachable';
  // Where nobody sent robots.txt, a page that came all the same shows that the host is there.
  if (robots?.status === 0 && recentErrors === recentAnswers) return 'unreachable';
  if (robots?.state === 'closed' || robots?.state === 'deferred') return 'closed by robots';
  if (heldBy !== undefined && isOfFamily(heldBy, 'robots')) return 'closed by robots';
  if (isBudgetSpent || (heldBy !== undefined && isOfFamily(heldBy, 'budget'))) return 'out of budget';
  if (heldBy !== undefined && heldBy !== 'host:pause') return 'parked';
  if (isSlowed || heldBy !== undefined) return 'slow';
  return robots === undefined && recentAnswers === 0 ? 'not requested yet' : 'ok';
}

const noAnswers: ReadonlySet<string> = new Set(['DOC_DNS', 'DOC_CONNECT', 'DOC_TLS', 'DOC_TIMEOUT']);

/** Whether a reason is that nobody answered. */
function isSilence(by: string): boolean {
  return noAnswers.has(by);
}
