// How long a run sleeps when nothing can be leased, what it waits for then, and when waiting is not worth it.
import { isReason, type ReasonName, reasonHas } from '../../core/reasons.ts';
import { hostKey } from '../../core/url/host.ts';
import type { Ledger, Outcome } from '../../frontier/port.ts';
import type { Wait } from '../../frontier/port-requests.ts';
import { HOST_RUN, type RequestBounds } from './bounds.ts';
import type { CrawlEvent } from './events.ts';
import type { HeldRuns } from './held-runs.ts';
import type { HostStates, KnownClosing } from './host-states.ts';
import type { PageCaps } from './page-caps.ts';
import type { CrawlPolicy } from './policy.ts';
import { INBOX_MS } from './upkeep.ts';

/** With `wait: false`, a pause longer than this ends the run, unless it is the usual gap of a host. */
const NO_WAIT_MS = 10_000;
/** A pause longer than this is reported. */
const REPORTED_MS = 2_000;
/** A request that brings no answer for this long is reported, where nothing else is heard; that of a seed sooner. */
const SILENT_MS = 10_000;
const SEED_SILENT_MS = 1_000;
/** robots.txt out of reach for longer than its quick retries is not waited for when nothing else is left to do. */
const PATIENCE_MS = 240_000;

/** Dependencies of `Pause`. */
export interface PauseNeeds {
  readonly ledger: Pick<Ledger, 'nextDue' | 'hosts' | 'holdHost'>;
  readonly now: () => number;
  readonly policies: readonly Pick<CrawlPolicy, 'provider' | 'bounded' | 'seeds' | 'byHand'>[];
  readonly bounds: Pick<RequestBounds, 'overall'>;
  readonly concurrency: number;
  /** false: the run stops rather than wait long. */
  readonly wait: boolean;
  readonly held: Pick<HeldRuns, 'inFlight' | 'runs' | 'longest'>;
  readonly caps: Pick<PageCaps, 'isReached'>;
  readonly hosts: Pick<HostStates, 'isClosed' | 'close' | 'closingOf' | 'retryOf'>;
  readonly report: (event: CrawlEvent) => void;
}

/** A wait as it is reported. */
type Waiting = Wait & Pick<Extract<CrawlEvent, { type: 'waiting' }>, 'atMost'>;

interface ClosedHost {
  readonly host: string;
  readonly closing: KnownClosing;
}

export class Pause {
  readonly #needs: PauseNeeds;
  /** Waits that end by this time are reported already. */
  #reportedUntil = 0;
  #notWaitedFor: ReasonName | undefined;
  /** The last request that was reported to go without an answer. */
  #silent = '';

  constructor(needs: PauseNeeds) {
    this.#needs = needs;
  }

  /** With `wait: false`: why the run would have waited. */
  get notWaitedFor(): ReasonName | undefined {
    return this.#notWaitedFor;
  }

  /** How long to sleep; undefined when there is nothing left to do, or nothing worth waiting for. */
  async length(isPaused: boolean): Promise<number | undefined> {
    const { ledger, held, caps, concurrency } = this.#needs;
    const now = this.#needs.now();
    if (caps.isReached && held.inFlight === 0) return undefined;
    const budget = await this.#overall();
    const next = await ledger.nextDue({ runs: held.runs });
    const due = next === undefined ? undefined : Math.max(next, budget?.until ?? 0);
    // Nothing can be started before something lands, and landing wakes the loop.
    const isFull = held.inFlight >= concurrency || caps.isReached;
    if (isPaused) return INBOX_MS;
    this.#reportSilence(now);
    if (held.inFlight > 0) return due === undefined || isFull ? INBOX_MS : Math.min(Math.max(due - now, 1), INBOX_MS);
    if (due === undefined || (await this.#isHopeless(due, now))) return undefined;
    if (budget !== undefined) this.#report(budget);
    const wait = due - now;
    // Also where the run ends for it: an earlier run may have met the reason.
    if (wait > REPORTED_MS && budget === undefined) this.#report(await this.#waitFor(due));
    if (!this.#needs.wait && wait > NO_WAIT_MS && wait > (await this.#longestGapMs())) {
      this.#notWaitedFor = budget?.by ?? (await this.#heldBy(due));
      return undefined;
    }
    return Math.min(Math.max(wait, 1), INBOX_MS);
  }

  /** F4: whether no request at all may be made now; reports until when. */
  async isOverBudget(): Promise<boolean> {
    const wait = await this.#overall();
    if (wait !== undefined) this.#report(wait);
    return wait !== undefined;
  }

  /** The outcome for a URL that a bound keeps waiting; at a bound of its host the whole host waits. */
  async postpone(host: string, wait: Wait): Promise<Outcome> {
    const { ledger, hosts, policies, report } = this.#needs;
    const { until, by, detail } = wait;
    const again = { kind: 'again', retry: false, by, detail } as const;
    if (!reasonHas(by, 'holdsHost')) return { ...again, notBefore: until };
    await ledger.holdHost(host, until, by);
    if (by === HOST_RUN && !hosts.isClosed(host)) {
      hosts.close(host, { by, detail }, this.#needs.now());
      report({ type: 'warning', provider: policies[0]?.provider ?? '', by, detail });
    } else if (by !== HOST_RUN) this.#report({ ...wait, detail: `${host}: ${detail}` });
    return { ...again, notBefore: 0 };
  }

  async #overall(): Promise<Wait | undefined> {
    const { policies, bounds } = this.#needs;
    return policies.some(({ bounded }) => bounded) ? bounds.overall() : undefined;
  }

  /** Why a host for which URLs wait is not requested before then. */
  async #heldBy(due: number): Promise<ReasonName> {
    for (const { provider } of this.#needs.policies)
      for (const { waiting, parkedUntil = 0, parkedBy = '' } of await this.#needs.ledger.hosts(provider))
        if (waiting > 0 && parkedUntil >= due && isReason(parkedBy)) return parkedBy;
    return 'host:pause';
  }

  /** The longest gap of a host for which URLs wait: earlier runs may have learnt it. */
  async #longestGapMs(): Promise<number> {
    let longest = 0;
    for (const { provider } of this.#needs.policies)
      for (const { waiting, gapMs = 0 } of await this.#needs.ledger.hosts(provider))
        if (waiting > 0) longest = Math.max(longest, gapMs);
    return longest;
  }

  /** Whether everything that still waits does so for hosts that are parked, that nobody answers for, or whose robots.txt stays out of reach. */
  async #isHopeless(due: number, now: number): Promise<boolean> {
    const closings = await this.#closings();
    if (closings === undefined) return false;
    if (this.#byHand === undefined) return due - now >= PATIENCE_MS;
    return closings.every(({ closing, host }) => (closing.until ?? due) > this.#patientUntil(host, closing, now));
  }

  /** The closings of all hosts for which URLs wait; undefined where one of them is open. */
  async #closings(): Promise<readonly ClosedHost[] | undefined> {
    const { policies, ledger, hosts } = this.#needs;
    const found: ClosedHost[] = [];
    for (const { provider } of policies)
      for (const { host, waiting } of await ledger.hosts(provider)) {
        if (waiting === 0) continue;
        const closing = hosts.closingOf(host);
        if (closing === undefined) return undefined;
        found.push({ host, closing });
      }
    return found;
  }

  /** F5: until when a run that a person started waits for a closed host: not at all for a seed's host where nobody is. */
  #patientUntil(host: string, { by, ends, since }: KnownClosing, now: number): number {
    if (ends === undefined) return now + PATIENCE_MS;
    const isSeeds = this.#needs.policies.some(({ seeds }) => seeds.some((seed) => hostKey(seed) === host));
    if (isSeeds && reasonHas(by, 'nobodyThere')) return 0;
    return since + (this.#byHand?.robotsMs ?? 0);
  }

  get #byHand(): CrawlPolicy['byHand'] {
    return this.#needs.policies[0]?.byHand;
  }

  /** What is waited for: a host that is closed, where all are, or a URL that is requested again. */
  async #waitFor(due: number): Promise<Waiting> {
    const first = (await this.#closings())?.toSorted((a, b) => (a.closing.until ?? due) - (b.closing.until ?? due))[0];
    if (first === undefined) return this.#retryAt(due);
    const { host, closing } = first;
    const isPatient = this.#byHand !== undefined && closing.ends !== undefined;
    const until = isPatient ? this.#patientUntil(host, closing, this.#needs.now()) : due;
    return {
      ...(until > due && { atMost: true }),
      until: Math.max(due, until),
      by: closing.by,
      detail: `${host}: ${closing.detail.replace(/: the site is (?:closed until it can be read|deferred)$/, '')}`,
    };
  }

  async #retryAt(until: number): Promise<Wait> {
    const { policies, ledger, hosts } = this.#needs;
    const waiting = (await Promise.all(policies.map(({ provider }) => ledger.hosts(provider)))).flat();
    const retry = waiting.flatMap((one) => (one.waiting > 0 ? (hosts.retryOf(one.host) ?? []) : []))[0];
    if (retry === undefined) return { until, by: 'host:clock', detail: 'no host is due before' };
    const { url, by, detail } = retry;
    return { until, by, detail: `${url} (${by}): ${detail}` };
  }

  /** A request that goes without an answer, while nothing else is heard, is reported. */
  #reportSilence(now: number): void {
    const { longest } = this.#needs.held;
    if (longest === undefined) return;
    const { url, until, quietSince, isSeed } = longest;
    if (now - quietSince < (isSeed ? SEED_SILENT_MS : SILENT_MS) || this.#silent === url) return;
    this.#silent = url;
    this.#needs.report({
      type: 'waiting',
      until,
      atMost: true,
      by: 'host:silent',
      detail: `${url} has not answered yet`,
    });
  }

  #report(wait: Waiting): void {
    if (wait.until <= this.#reportedUntil) return;
    this.#reportedUntil = wait.until;
    this.#needs.report({ type: 'waiting', ...wait });
  }
}
