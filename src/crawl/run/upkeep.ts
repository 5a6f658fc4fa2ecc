// What a run does about once a second beside its visits: seeds and wishes of other processes, its progress, the search index.
import type { Ledger } from '../../frontier/port.ts';
import { seedOffers, wantedOffer } from '../visit/discover.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import type { CrawlEvent } from './events.ts';
import type { HeldRuns } from './held-runs.ts';
import type { CrawlPolicy } from './policy.ts';
import type { Stop } from './stop.ts';

/** How often the wishes of other processes are read. */
export const INBOX_MS = 1_000;
/** How often what settling leaves behind in the search index is done while a crawl runs, and how much of it. */
const REFRESH_MS = 5_000;
const REFRESHED_AT_ONCE = 200;
const HOSTS_REPORTED = 20;

/** Dependencies of upkeep. */
export interface UpkeepNeeds {
  readonly ledger: Pick<Ledger, 'inbox' | 'offer' | 'counts' | 'hosts' | 'refreshIndex'>;
  readonly policies: readonly CrawlPolicy[];
  readonly visitNeeds: Pick<VisitNeeds, 'now' | 'tick' | 'blocked' | 'policyOf'>;
  readonly held: Pick<HeldRuns, 'inFlight' | 'wish'>;
  readonly stop: Pick<Stop, 'request' | 'isRequested'>;
  readonly report: (event: CrawlEvent) => void;
}

export class Upkeep {
  readonly #needs: UpkeepNeeds;
  #isPaused = false;
  #lookedAt = 0;
  /** When what settling leaves behind in the index was last done. */
  #refreshedAt = 0;

  constructor(needs: UpkeepNeeds) {
    this.#needs = needs;
  }

  /** Whether the operator has paused the run. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Does the tasks that are due, at most once a second. */
  async look(): Promise<void> {
    const { visitNeeds, ledger } = this.#needs;
    const now = visitNeeds.now();
    if (now - this.#lookedAt < INBOX_MS) return;
    this.#lookedAt = now;
    await visitNeeds.tick();
    await this.lookAtWish();
    await this.#reportProgress();
    if (now - this.#refreshedAt >= REFRESH_MS) {
      this.#refreshedAt = now;
      await ledger.refreshIndex(REFRESHED_AT_ONCE);
    }
    await this.takeSeeds();
  }

  /** Follows the operator's wish for the run; returns whether that keeps it from requesting anything. */
  async lookAtWish(): Promise<boolean> {
    const { held, stop } = this.#needs;
    const wish = await held.wish();
    this.#setPaused(wish === 'pause');
    if (wish === 'stop' && !stop.isRequested()) stop.request();
    return wish !== 'go';
  }

  #setPaused(isPaused: boolean): void {
    if (isPaused !== this.#isPaused) this.#needs.report({ type: isPaused ? 'paused' : 'resumed' });
    this.#isPaused = isPaused;
  }

  /** F1: offers the seeds that other processes have registered, and what they want fetched again; returns how many wait that did not. */
  async takeSeeds(): Promise<number> {
    const { ledger, visitNeeds } = this.#needs;
    let added = 0;
    const items = await ledger.inbox.seeds(this.#needs.policies.map(({ provider }) => provider));
    for (const { provider, url, wanted } of items) {
      const policy = visitNeeds.policyOf(provider);
      const { blocked } = visitNeeds;
      const offers = wanted ? [wantedOffer(url, policy, blocked)] : seedOffers([url], policy, blocked);
      const answers = await ledger.offer(offers);
      added += answers.filter((answer) => answer === 'added').length;
    }
    // Marked only now: after a kill in between the seeds are offered again, which adds nothing.
    if (items.length > 0) await ledger.inbox.takenUp(items.map(({ id }) => id));
    return added;
  }

  async #reportProgress(): Promise<void> {
    const { ledger, policies, held, report } = this.#needs;
    let waiting = 0;
    const hosts = [];
    for (const { provider } of policies) {
      waiting += (await ledger.counts(provider)).waiting;
      hosts.push(...(await ledger.hosts(provider, { top: HOSTS_REPORTED })));
    }
    // Hosts with most to do first; ten thousand are too many to read.
    const shown = hosts.toSorted((a, b) => b.waiting - a.waiting).slice(0, HOSTS_REPORTED);
    const paused = this.#isPaused && ({ paused: true } as const);
    report({ type: 'progress', waiting, inFlight: held.inFlight, hosts: shown, ...paused });
  }
}
