// One leased URL of a run: visited, settled in the ledger, and what follows from that for its host and for listeners.
import { counted } from '../../core/counted.ts';
import { reasonHas } from '../../core/reasons.ts';
import type { FoundUrl, HostAnswers, Lease, Ledger } from '../../frontier/port.ts';
import { enterCycles } from '../run/cycles.ts';
import type { CrawlEvent } from '../run/events.ts';
import type { HostStates } from '../run/host-states.ts';
import type { PageCaps } from '../run/page-caps.ts';
import { supplierOf } from '../run/supplier.ts';
import { toFound } from './discover.ts';
import type { Visit } from './trail.ts';
import { visit } from './visit.ts';
import type { VisitNeeds } from './visit-needs.ts';

const PARKED_MS = 3_600_000;
/** A long list is offered in pieces, so that nothing else waits for it. */
const OFFERED_AT_ONCE = 2_000;

/** Dependencies of settling. */
export interface SettleNeeds {
  readonly ledger: Pick<Ledger, 'settle' | 'release' | 'offer' | 'holdHost' | 'blocklist'>;
  readonly visitNeeds: VisitNeeds;
  readonly hosts: HostStates;
  readonly caps: Pick<PageCaps, 'note'>;
  readonly report: (event: CrawlEvent) => void;
}

export class Settling {
  readonly #needs: SettleNeeds;
  /** Origins, by provider, whose sitemaps are in the ledger. */
  readonly #knownSitemaps = new Set<string>();
  /** By provider: pages of which something was left out. */
  readonly #pagesCut = new Map<string, number>();

  constructor(needs: SettleNeeds) {
    this.#needs = needs;
  }

  /** How many pages of a provider were read in part. */
  pagesCut(provider: string): number {
    return this.#pagesCut.get(provider) ?? 0;
  }

  /** Makes one request for a leased URL, and settles the outcome in the ledger. */
  async visit(lease: Lease): Promise<void> {
    const { ledger, visitNeeds, caps, report } = this.#needs;
    const { provider, url, depth } = lease;
    const seen = await visit(lease, visitNeeds);
    if (seen.untouched) return ledger.release(lease, seen.host);
    const found = [...(seen.found ?? []), ...(await this.#sitemapsOf(lease))];
    if (seen.outcome.kind === 'list') await this.#offerEarly(seen.outcome.links);
    const answer = await ledger.settle(lease, { ...seen, found });
    if (answer === 'stale') return;
    if ('links' in seen.outcome && tookLinks(answer)) visitNeeds.seen.remember(seen.outcome.links);
    this.#knownSitemaps.add(originOf(lease));
    await this.#afterwards(lease, seen, answer.host);
    const { state, by, detail, added } = answer;
    const { status, ms, bytes } = seen;
    const firstUrl = lease.firstUrl === url ? undefined : lease.firstUrl;
    report({ type: 'visited', provider, url, firstUrl, state, by, detail, depth, status, ms, bytes, found: added });
    for (const warning of caps.note(provider, answer)) report({ type: 'warning', provider, ...warning });
  }

  /** Offers a sitemap's URLs in pieces; after a kill it is read again, and nothing is added twice. */
  async #offerEarly(links: readonly FoundUrl[]): Promise<void> {
    for (let at = 0; at + OFFERED_AT_ONCE < links.length; at += OFFERED_AT_ONCE) {
      await this.#needs.ledger.offer(links.slice(at, at + OFFERED_AT_ONCE));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The sitemaps that robots.txt names, the first time its origin is seen; offered in the settlement of the visit. */
  async #sitemapsOf(lease: Lease): Promise<readonly FoundUrl[]> {
    const { policyOf, blocked } = this.#needs.visitNeeds;
    const policy = policyOf(lease.provider);
    if (
      !policy.respectRobots ||
      policy.leftOut !== undefined ||
      supplierOf(policy, lease.url) !== undefined ||
      this.#knownSitemaps.has(originOf(lease))
    )
      return [];
    // A host that is blocked gets no request for robots.txt either.
    if (blocked(lease.url, policy.key) !== undefined) return [];
    const urls = await policy.robots.sitemaps(lease.url);
    return urls.map((url) => toFound({ url, depth: 0, kind: 'sitemap', from: lease.id }, policy, blocked));
  }

  async #afterwards(lease: Lease, seen: Visit, answers: HostAnswers): Promise<void> {
    const { hosts, report, visitNeeds } = this.#needs;
    const { provider, url } = lease;
    const { outcome, host, cuts = [] } = seen;
    if (outcome.kind === 'page') await enterCycles(outcome.links, this.#needs);
    await this.#noteHealth(lease, answers, host?.error === true || host?.error === 'unanswered');
    if (outcome.kind === 'again' && outcome.retry)
      hosts.retries(lease.host, { url, by: outcome.by, detail: outcome.detail });
    if (seen.closing?.ends !== undefined) hosts.close(lease.host, seen.closing, visitNeeds.now());
    else if (seen.status !== undefined || outcome.kind !== 'ended') hosts.answered(lease.host);
    if (seen.warning !== undefined) report({ type: 'warning', provider, ...seen.warning, url });
    if (cuts.length > 0) this.#pagesCut.set(provider, this.pagesCut(provider) + 1);
    for (const cut of cuts) report({ type: 'warning', provider, ...cut, url });
    if (outcome.kind === 'ended' && reasonHas(outcome.by, 'warns')) {
      const { by, detail } = outcome;
      report({ type: 'warning', provider, by, detail, url });
    }
  }

  /** F8: a host that answers with errors again and again is parked. */
  async #noteHealth({ host, provider }: Lease, answers: HostAnswers, isError: boolean): Promise<void> {
    const { hosts, ledger, visitNeeds, report } = this.#needs;
    if (hosts.note(host, answers) !== 'parked' || !isError) return;
    const { recentErrors, recentAnswers } = answers;
    const by = 'host:parked';
    const detail = `${recentErrors} of the last ${counted(recentAnswers, 'answer')} were errors`;
    await ledger.holdHost(host, visitNeeds.now() + PARKED_MS, by);
    hosts.close(host, { by, detail }, visitNeeds.now());
    report({ type: 'warning', provider, by, detail: `${host} is parked: ${detail}` });
  }
}

function originOf({ provider, url }: Lease): string {
  return `${provider} ${new URL(url).origin}`;
}

/** Whether a settlement took the links of its page: of one in whose place another is stored, or whose copy stays, none are offered. */
function tookLinks({ state, by }: { readonly state: string; readonly by: string }): boolean {
  return state !== 'duplicate' && !reasonHas(by, 'elsewhere');
}
