// F8: the states of a run's hosts: their last answers, and which of them get no requests for now.
import { isOfFamily, isReason, type ReasonName } from '../../core/reasons.ts';
import { type HostHealth, hostHealthOf } from '../../frontier/politeness.ts';
import type { HostAnswers, HostState } from '../../frontier/port.ts';
import { HOST_RUN } from './bounds.ts';

export interface Closing {
  readonly by: ReasonName;
  readonly detail: string;
  /** Set where robots.txt is out of reach: how the host's URLs end if it still is when the run ends. */
  readonly robots?: 'blocked' | 'failed' | 'waiting' | undefined;
}

const noAnswers: HostAnswers = Object.freeze({ recentErrors: 0, recentAnswers: 0 });

export class HostStates {
  /** Each host's answers, as last reported by the store. */
  readonly #answers = new Map<string, HostAnswers>();
  /** Hosts that are parked, have had their share, or whose robots.txt is out of reach. */
  readonly #closed = new Map<string, Closing>();

  /** Loads the state of a host that an earlier run has stored. */
  load({ host, recentErrors, recentAnswers, parkedUntil, parkedBy = '' }: HostState, now: number): void {
    this.#answers.set(host, { recentErrors, recentAnswers });
    const by = isReason(parkedBy) ? parkedBy : 'host:parked';
    const isParked = parkedUntil !== undefined && parkedUntil > now && !isOfFamily(by, 'budget');
    if (isParked) this.#closed.set(host, { by, detail: 'parked by an earlier run' });
  }

  stateOf(host: string): HostAnswers {
    return this.#answers.get(host) ?? noAnswers;
  }

  /** Takes over a host's last answers from the store; returns its health. */
  note(host: string, answers: HostAnswers): HostHealth {
    this.#answers.set(host, answers);
    return hostHealthOf(answers.recentErrors, answers.recentAnswers);
  }

  close(host: string, closing: Closing): void {
    this.#closed.set(host, closing);
  }

  /** Reopens a host whose robots.txt has answered. */
  robotsAnswered(host: string): void {
    if (this.#closed.get(host)?.robots !== undefined) this.#closed.delete(host);
  }

  isClosed(host: string): boolean {
    return this.#closed.has(host);
  }

  /** R11: hosts whose URLs end with the run; a deferred site is requested again by the next run. */
  closedByRobots(): readonly (Closing & { readonly host: string; readonly state: 'blocked' | 'failed' })[] {
    return [...this.#closed].flatMap(([host, closing]) =>
      closing.robots === 'blocked' || closing.robots === 'failed' ? [{ ...closing, host, state: closing.robots }] : [],
    );
  }

  /** Why URLs still wait, if closed hosts are the cause: the bound on requests before a parked host, both before robots.txt. */
  whyWaiting(): ReasonName | undefined {
    const closed = [...this.#closed.values()];
    const first = [HOST_RUN, 'host:parked'].find((by) => closed.some((one) => one.by === by));
    return closed.find(({ by, robots }) => (first === undefined ? robots !== undefined : by === first))?.by;
  }
}
