// F8: the states of a run's hosts: their last answers, and which of them get no requests for now.
import { isOfFamily, isReason, type ReasonName } from '../../core/reasons.ts';
import { type HostHealth, hostHealthOf } from '../../frontier/politeness.ts';
import type { HostAnswers, HostClosing, HostState } from '../../frontier/port.ts';
import { HOST_RUN } from './bounds.ts';

/** Why a host gets no requests; of one that is parked, or has had its share, only the reason. */
export type Closing = Pick<HostClosing, 'by' | 'detail'> & Partial<HostClosing>;

/** A closing, and since when this run knows of it. */
export type KnownClosing = Closing & { readonly since: number };

const noAnswers: HostAnswers = Object.freeze({ recentErrors: 0, recentAnswers: 0 });

/** A URL that is requested again, and why. */
export interface Retry {
  readonly url: string;
  readonly by: ReasonName;
  readonly detail: string;
}

export class HostStates {
  /** Each host's answers, as last reported by the store. */
  readonly #answers = new Map<string, HostAnswers>();
  /** Hosts that are parked, have had their share, that nobody answers for, or whose robots.txt is out of reach. */
  readonly #closed = new Map<string, KnownClosing>();
  readonly #retries = new Map<string, Retry>();

  /** Loads the state of a host that an earlier run has stored. */
  load({ host, recentErrors, recentAnswers, parkedUntil, parkedBy = '', closing }: HostState, now: number): void {
    this.#answers.set(host, { recentErrors, recentAnswers });
    const by = isReason(parkedBy) ? parkedBy : 'host:parked';
    const isParked = parkedUntil !== undefined && parkedUntil > now && !isOfFamily(by, 'budget');
    if (isParked) this.close(host, { by, detail: 'parked by an earlier run' }, now);
    else if (closing !== undefined && closing.until > now) this.close(host, closing, now);
  }

  /** Notes that a URL of the host is requested again, and why. */
  retries(host: string, retry: Retry): void {
    this.#retries.set(host, retry);
  }

  /** The last URL of the host that is requested again. */
  retryOf(host: string): Retry | undefined {
    return this.#retries.get(host);
  }

  stateOf(host: string): HostAnswers {
    return this.#answers.get(host) ?? noAnswers;
  }

  /** Takes over a host's last answers from the store; returns its health. */
  note(host: string, answers: HostAnswers): HostHealth {
    this.#answers.set(host, answers);
    return hostHealthOf(answers.recentErrors, answers.recentAnswers);
  }

  close(host: string, closing: Closing, now: number): void {
    this.#closed.set(host, { ...closing, since: this.#closed.get(host)?.since ?? now });
  }

  /** Reopens a host that answers again. */
  answered(host: string): void {
    if (this.#closed.get(host)?.ends !== undefined) this.#closed.delete(host);
  }

  /** Why a host is closed; undefined where it is not. */
  closingOf(host: string): KnownClosing | undefined {
    return this.#closed.get(host);
  }

  isClosed(host: string): boolean {
    return this.#closed.has(host);
  }

  /** R11: hosts whose URLs end with the run; a deferred site is requested again by the next run. */
  endingWithRun(): readonly (Closing & { readonly host: string; readonly state: 'blocked' | 'failed' })[] {
    return [...this.#closed].flatMap(([host, closing]) =>
      closing.ends === 'blocked' || closing.ends === 'failed' ? [{ ...closing, host, state: closing.ends }] : [],
    );
  }

  /** Why URLs still wait, if closed hosts are the cause: the bound on requests before a parked host, both before robots.txt. */
  whyWaiting(): ReasonName | undefined {
    const closed = [...this.#closed.values()];
    const first = [HOST_RUN, 'host:parked'].find((by) => closed.some((one) => one.by === by));
    return closed.find(({ by, ends }) => (first === undefined ? ends !== undefined : by === first))?.by;
  }
}
