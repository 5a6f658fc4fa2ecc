// Begins the run of a provider: its trial, its lane in the ledger, what earlier runs have learnt, its seeds and hosts.
import { counted } from '../../core/counted.ts';
import { hostKey } from '../../core/url/host.ts';
import { unpackLearnt } from '../../extract/edges/learnt-text.ts';
import type { Ledger } from '../../frontier/port.ts';
import { type ChromeLedger, learnChrome } from '../index/learn-chrome.ts';
import { blockedSeeds, seedOffers, toFound } from '../visit/discover.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import { HOST_RUN } from './bounds.ts';
import type { CrawlEvent } from './events.ts';
import type { HeldRuns } from './held-runs.ts';
import type { HostStates } from './host-states.ts';
import { listSupplied, offerSupplied } from './offer-supplied.ts';
import type { PageCaps } from './page-caps.ts';
import type { CrawlPolicy } from './policy.ts';

/** C2: reported once per provider. */
const PREVIEW_NOTE =
  'every word can be searched, but kept are only headings, names, links and 500 characters of each chunk: answers quote those, and exports hold no more; "retain: full" keeps the text of sites you own or whose terms allow it';

/** U4: otherwise nobody sees why a run that did well has failed. */
const BLOCKED_WINS = 'what is blocked is not requested, a seed neither';

/** Dependencies of `beginProvider`. */
export interface BeginNeeds {
  readonly ledger: ChromeLedger &
    Pick<Ledger, 'lastCrawl' | 'begin' | 'respell' | 'offer' | 'keepSame' | 'hosts' | 'holdHost' | 'retryUnanswered'>;
  readonly visitNeeds: Pick<VisitNeeds, 'now' | 'blocked' | 'chrome' | 'read' | 'signal'>;
  readonly fresh: boolean;
  /** Whether this is a refresh of what is stored. */
  readonly refresh: boolean;
  readonly caps: Pick<PageCaps, 'open' | 'note'>;
  readonly held: Pick<HeldRuns, 'open'>;
  readonly hosts: Pick<HostStates, 'load'>;
  readonly isStopped: () => boolean;
  readonly report: (event: CrawlEvent) => void;
  /** Hears that a provider is run by another policy than it was started with. */
  readonly replace?: ((policy: CrawlPolicy) => void) | undefined;
}

/** Opens the run of a provider, or goes on with it. */
export async function beginProvider(first: CrawlPolicy, needs: BeginNeeds): Promise<void> {
  const { ledger, visitNeeds, report } = needs;
  const now = visitNeeds.now();
  const { policy, isListed } = await sourceOf(first, needs);
  const { provider, supplier } = policy;
  // Before anything is begun: a list that fails changes nothing.
  const listed = supplier === undefined || !isListed ? [] : await listSupplied(policy, supplier, visitNeeds);
  const { how, waiting } = await openLane(policy, needs);
  // What had failed is requested again in any new run.
  if (policy.byHand !== undefined && how === 'resumed')
    await ledger.retryUnanswered(provider, [...new Set(policy.seeds.map(hostKey))]);
  if (policy.key.query !== 'keep')
    for (let at: number | undefined = 0; at !== undefined; ) at = await ledger.respell(provider, policy.key, at);
  await openChrome(policy, needs);
  report({ type: 'started', provider, how, scope: policy.scope.description, waiting });
  for (const { url, detail } of blockedSeeds(policy))
    report({ type: 'warning', provider, by: 'seed:blocked', detail: `the seed ${url}: ${detail}; ${BLOCKED_WINS}` });
  const { want, retain } = policy.reading;
  if (how === 'first' && want === 'all' && retain === 'preview')
    report({ type: 'note', provider, by: 'retain:preview', detail: PREVIEW_NOTE });
  await ledger.offer(seedOffers(policy.seeds, policy, visitNeeds.blocked));
  if (supplier !== undefined && isListed) {
    await offerSupplied(policy, supplier, listed, needs);
    const note = supplier.note?.();
    if (note !== undefined) report({ type: 'note', provider, ...note });
  } else if (supplier?.home !== undefined) {
    await ledger.offer(seedOffers([supplier.home], policy, visitNeeds.blocked));
  }
  if (policy.sitemapUrl !== undefined)
    await ledger.offer([toFound({ url: policy.sitemapUrl, depth: 0, kind: 'sitemap' }, policy, visitNeeds.blocked)]);
  for (const host of await ledger.hosts(provider)) {
    // A bound on requests per run ends with the run.
    if (host.parkedBy === HOST_RUN) await ledger.holdHost(host.host, 0, '');
    needs.hosts.load(host, now);
  }
}

/** E2: what earlier runs have learnt; where nothing is to be left out any more, pages get back what was before they are requested. */
async function openChrome(policy: CrawlPolicy, { ledger, visitNeeds, isStopped }: BeginNeeds): Promise<void> {
  const { chrome: watch, read } = visitNeeds;
  const learnt = await ledger.chrome(policy.provider);
  watch.open(policy, unpackLearnt(learnt));
  if (policy.reading.learnChrome === false && learnt !== '')
    await learnChrome({ ledger, policy, watch, read, isStopped });
}

/** X1, X4: the source that a provider's run uses, and whether that can list its pages now. */
async function sourceOf(
  policy: CrawlPolicy,
  { visitNeeds, report, replace }: BeginNeeds,
): Promise<{ readonly policy: CrawlPolicy; readonly isListed: boolean }> {
  const state = await policy.supplier?.open?.(visitNeeds.signal);
  const { provider, otherwise } = policy;
  if (state?.kind === 'alone') {
    const alone: CrawlPolicy = { ...policy, seeds: [], sitemapUrl: undefined, leftOut: state.detail };
    report({ type: 'warning', provider, by: state.by, detail: state.detail });
    replace?.(alone);
    return { policy: alone, isListed: true };
  }
  if (state?.kind !== 'refused' || otherwise === undefined)
    return { policy, isListed: state === undefined || state.kind === 'ready' };
  const detail = `${state.detail}; the site itself is crawled in its place`;
  report({ type: 'warning', provider, by: 'channel:crawl', detail });
  replace?.(otherwise);
  return { policy: otherwise, isListed: true };
}

/** F3, F12: how many pages the run may store, and its lane in the ledger. */
async function openLane(
  policy: CrawlPolicy,
  { ledger, caps, held, report, refresh, fresh }: BeginNeeds,
): ReturnType<Ledger['begin']> {
  const { provider, perHost, perProvider, maxPerTemplate, pace } = policy;
  const trialPages = await trialPagesOf(policy, ledger);
  const last = refresh ? await ledger.lastCrawl(provider) : undefined;
  // A refresh looks at all that is stored, also where a crawl was once allowed more than is set now.
  const maxPages = Math.max(Math.min(policy.maxPages, trialPages ?? policy.maxPages), last?.stored ?? 0);
  caps.open(provider, maxPages, trialPages !== undefined);
  if (trialPages !== undefined) {
    const detail = `the first run is a trial of ${counted(maxPages, 'page')}; look at them, then run again with --yes`;
    report({ type: 'warning', provider, by: 'trial', detail });
  }
  const { remembered, kept } = policy;
  const limits = { perHost, perProvider, maxPages, maxPerTemplate, gapMs: pace.delayMs };
  const lane = { provider, ...limits, remembered, policy: kept };
  const run = { kind: refresh ? 'refresh' : 'crawl', selector: policy.reading.selector } as const;
  // A refresh goes on with one that was stopped, but not with a crawl. One that had stopped at its cap would have nothing to do;
  // what it stored is looked at again instead.
  const renew = (last?.ended === false && last.kind === 'crawl') || 'when-full';
  // A supplied list is always compared whole, and pages no longer listed are removed: no URL of it may be forgotten.
  const begun = policy.supplier?.isWhole
    ? await ledger.begin(lane, { fresh: false, renew: fresh || renew, run })
    : await ledger.begin(lane, { fresh, renew, run });
  held.open(begun.run);
  // A run that was killed goes on with what it had stored; its first settlement shows whether its provider is full.
  for (const warning of caps.note(provider, { newPages: begun.newPages, stored: 0 }))
    report({ type: 'warning', provider, ...warning });
  return begun;
}

/** F12: how many pages a trial may still bring; undefined when the trial is over, or there is none. A killed one goes on. */
async function trialPagesOf(
  { provider, trialPages }: CrawlPolicy,
  ledger: Pick<Ledger, 'lastCrawl'>,
): Promise<number | undefined> {
  const last = trialPages === undefined ? undefined : await ledger.lastCrawl(provider);
  const isOver = last !== undefined && (last.ended || last.generation > 1 || last.stored >= (trialPages ?? 0));
  return isOver ? undefined : trialPages;
}
