// M3: the report of a run from what the store keeps of it and what the operator has set.
import { isOfFamily, reasonHas } from '../../core/reasons.ts';
import { shownData } from '../../core/url/shown-url.ts';
import { foreignLimits, type Limits } from '../../seed/limits.ts';
import { hasSite, type Provider, repositoryOfProvider } from '../../seed/provider.ts';
import { mostOf } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { runMetrics } from '../../watch/metrics/metrics.ts';
import type { ChangesPart, RunRecord, WatchReader } from '../../watch/port.ts';
import { type AdviceFacts, adviceFor } from '../../watch/report/advice.ts';
import { type ChangeReport, changeReport, type ReportFacts } from '../../watch/report/change-report.ts';
import { compareEstimate } from '../../watch/report/estimate.ts';
import { dueAgainAt } from '../../watch/schedule/adaptive-interval.ts';
import { refreshInterval } from '../crawl/refresh.ts';
import { readRemembered, withRemembered } from '../crawl/remembered-options.ts';
import { configuredProvider } from '../crawl/targets.ts';

export interface ReportLimits {
  /** At most this many changed pages are read; the counts are whole. */
  readonly mostPages: number;
  /** Of these. Default: the first. */
  readonly part?: ChangesPart | undefined;
  /** U3: only known right after the run. */
  readonly mergedByQuery?: number | undefined;
}

/** The report of a run, also of one that is under way or was killed: then as far as it came. */
export async function reportOf(
  reader: WatchReader,
  run: RunRecord,
  settings: Settings,
  { mostPages, part, mergedByQuery = 0 }: ReportLimits,
): Promise<ChangeReport> {
  const { provider, counters, changes, complete, estimate } = run;
  const metrics = runMetrics(counters);
  const pages = mostPages > 0 ? await reader.changes(run.id, mostPages, part) : [];
  const actual = { pages: counters.stored, bytes: counters.bytes, seconds: metrics.durationMs / 1000 };
  return changeReport({
    provider,
    name: configuredProvider(provider, settings)?.name,
    run: String(run.id),
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? counters.endedAt,
    total: counters.stored,
    before: counters.storedBefore,
    isFirst: counters.storedBefore === undefined,
    ...(await looked(reader, run, settings)),
    pages: pages.map((page) => ({ ...page, ...shownData({ url: page.url, detail: page.detail }) })),
    counts: changes,
    metrics,
    complete,
    pagesCut: run.pagesCut,
    advice: adviceFor(adviceFacts(run, settings, mergedByQuery)),
    ...(estimate !== undefined && { estimate: compareEstimate(estimate, actual, { complete }) }),
  });
}

/** M5: what a run found unchanged, and what it did not request. */
async function looked(
  reader: WatchReader,
  { id, provider, changes, reasons, startedAt }: RunRecord,
  settings: Settings,
): Promise<Pick<ReportFacts, 'unchanged' | 'notDue' | 'sameByDate' | 'nextDueAt'>> {
  const { 'refresh:not-due': notDue = 0, 'sitemap:lastmod': sameByDate = 0 } = reasons;
  const facts = { unchanged: Math.max(0, changes.unchanged - notDue), notDue, sameByDate };
  if (notDue === 0) return facts;
  const bounds = refreshInterval(configuredProvider(provider, settings) ?? { adaptive: false }, startedAt);
  const times = (await reader.notDue(id)).map((pages) => dueAgainAt(pages, bounds));
  return times.length === 0 ? facts : { ...facts, nextDueAt: Math.min(...times) };
}

/** After how many stored pages the provider stops; that of a plain URL by the options of its last crawl. */
export function maxPagesOf(run: Pick<RunRecord, 'provider' | 'remembered'>, settings: Settings): number {
  const own = configuredProvider(run.provider, settings)?.max_pages;
  const { max_pages: most } = settingsOfCrawl(run, settings).options;
  return own === undefined ? (most ?? plainLimits(run).max_pages) : Math.min(most ?? own, own);
}

/** What a crawl of plain URLs, or of a folder, was limited to where its command set nothing; earlier versions had one bound for all. */
function plainLimits({ remembered }: Pick<RunRecord, 'remembered'>): Limits {
  return { ...foreignLimits, ...readRemembered(remembered).limits };
}

/** The settings with the command-line options of a plain URL's crawl: reading a report later does not need them again. */
function settingsOfCrawl({ remembered }: Pick<RunRecord, 'remembered'>, settings: Settings): Settings {
  return withRemembered(settings, readRemembered(remembered).options);
}

/** X4: whether a provider has both, a repository and a site that is crawled in its place. */
function isReadByApi(provider: Provider): boolean {
  return repositoryOfProvider(provider) !== undefined && hasSite(provider);
}

function adviceFacts(run: RunRecord, settings: Settings, mergedByQuery: number): AdviceFacts {
  const { provider, counters, reasons, selector, complete } = run;
  const policy = configuredProvider(provider, settings);
  const { max_depth: deepest, query } = settingsOfCrawl(run, settings).options;
  const limit = maxPagesOf(run, settings);
  // An earlier run may have been allowed more than is set now.
  const maxPages = Math.max(limit, counters.stored);
  const own = policy?.max_depth;
  const count = (matches: (by: string) => boolean): number =>
    Object.entries(reasons).reduce((sum, [by, n]) => (matches(by) ? sum + n : sum), 0);
  const limitedByApi = count((by) => by === 'budget:api');
  const fromApi = count((by) => isOfFamily(by, 'github')) + limitedByApi > 0;
  return {
    provider,
    mergedByQuery,
    query: query ?? policy?.query ?? 'drop',
    duplicates: count((by) => by === 'content:duplicate'),
    stored: counters.stored,
    maxPages,
    policyPages: policy?.max_pages,
    mostPages: policy === undefined ? 0 : mostOf(policy).max_pages,
    mostDepth: policy === undefined ? 0 : mostOf(policy).max_depth,
    plain: policy === undefined,
    stoppedAtMaxPages: !complete && counters.stored >= limit,
    tooDeep: count((by) => by === 'scope:depth'),
    maxDepth: own === undefined ? (deepest ?? plainLimits(run).max_depth) : Math.min(deepest ?? own, own),
    ...(selector !== undefined && {
      selector: { selector: selector.selector, pages: selector.pages, misses: selector.pages - selector.hits },
    }),
    read: counters.read,
    empty: counters.empty,
    outOfScope: count((by) => isOfFamily(by, 'scope') && !reasonHas(by, 'soft')),
    waitingForBudget: count((by) => isOfFamily(by, 'budget')) - limitedByApi,
    waitingForApi: limitedByApi > 0,
    // What comes from the API is no request to a site.
    withoutApi: policy !== undefined && isReadByApi(policy) && counters.requests > 0 && !fromApi,
    discovered: count(() => true),
  };
}
