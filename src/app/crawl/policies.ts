// From a provider's policy and the operator's options to the compiled policy of a crawl.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { compileExcludePath } from '../../core/pattern/pattern.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import type { ReadingOptions } from '../../crawl/read/reading.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { queryPatterns } from '../../crawl/visit/spell-links.ts';
import type { Http } from '../../fetch/http.ts';
import { createPageFetch } from '../../fetch/page.ts';
import { parseRetryAfter, type RetryRow, type RetryTable, retryDelay, retryTable } from '../../fetch/retry.ts';
import type { Pace } from '../../frontier/politeness.ts';
import { compileScope } from '../../frontier/scope.ts';
import type { Dialect } from '../../robots/dialect.ts';
import { createGate } from '../../robots/gate.ts';
import type { RobotsGet } from '../../robots/get.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import type { Provider } from '../../seed/provider.ts';
import { isOwnOrLoopback } from '../../seed/terms.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import { hasTopics, TOPIC_PARAMETER } from '../channel/topics.ts';
import { createFolderSupplier } from '../folder/folder-supplier.ts';
import { targetHttp } from '../guard.ts';
import { httpFor } from '../own-headers.ts';
import { createPackageSupplier } from '../package/package-supplier.ts';
import type { Target } from './targets.ts';

export interface PolicyRooms {
  readonly log: Log;
  readonly now: () => number;
  readonly http: Http;
  /** `http` is the provider's own: it adds what only that provider's site is sent. */
  readonly robotsGet: (http: Http, bounded: boolean, pace: Pace) => RobotsGet;
  readonly robotsMemory?: RobotsMemory | undefined;
  /** Whether the files of a folder are read although they are those that are stored. */
  readonly unconditional?: boolean | undefined;
}

const CAREFUL_DELAY_MS = 10_000;
const FLOOR_MS = 1_000;
const DEFAULT_RETRY_BASE_MS = 30_000;
const ROBOTS_PATIENCE_MS = 120_000;

/** The compiled policy. Throws DOC_CONFIG for a pace that only a loopback or own site may have. */
export function policyFor(target: Target, settings: Settings, rooms: PolicyRooms): CrawlPolicy {
  const { provider, plain } = target;
  const { options } = settings;
  const seeds = provider.seed_urls;
  const http = targetHttp(target, settings, httpFor(target, rooms.http));
  const free = isFree(provider, settings);
  const dialect = dialectFor(provider, settings);
  const agent = agentOf(dialect, options);
  const retries = scaledRetries(options.retry_base_ms / DEFAULT_RETRY_BASE_MS);
  const pace = paceOf(provider, free, settings);
  const key = keyPolicyOf(provider, settings);
  const excludePaths = [...options.exclude_paths, ...provider.exclude_paths];
  checkPace(free, pace.delayMs, options.per_host, options.retry_base_ms);
  const policy: CrawlPolicy = {
    provider: provider.provider_id,
    seeds: seeds.map((seed) => requestedUrl(seed, key)),
    sitemapUrl: provider.sitemap_url,
    scope: compileScope({
      seeds,
      sameDomainOnly: options.same_domain_only,
      ...(provider.allowed_path_patterns.length > 0 && { allowed: provider.allowed_path_patterns }),
      blocked: provider.blocked_path_patterns,
      stripWww: options.strip_www,
      defaultExcludes: options.default_excludes && provider.default_excludes,
    }),
    key,
    excluded: excludePaths.map((pattern) => compileExcludePath(pattern, 'exclude_paths')),
    allowDynamic: provider.allow_dynamic,
    cycleThreshold: options.cycle_threshold as 2 | 3,
    maxDepth:
      (plain ? options.max_depth : Math.min(options.max_depth ?? provider.max_depth, provider.max_depth)) ??
      provider.max_depth,
    maxPages:
      (plain ? options.max_pages : Math.min(options.max_pages ?? provider.max_pages, provider.max_pages)) ??
      provider.max_pages,
    maxPerTemplate: options.max_per_template,
    pace,
    perHost: options.per_host,
    perProvider: free ? Math.max(options.per_host, options.concurrency) : 1,
    bounded: !free,
    retries,
    robots: createGate({
      get: rooms.robotsGet(http, !free, pace),
      now: rooms.now,
      dialect,
      agent,
      retryDelay: (failure, attempt) => retryDelay(failure, attempt, retries),
      parseRetryAfter,
      log: rooms.log,
      contact: options.contact,
      cacheHosts: options.robots_cache_hosts,
      logMatches: options.robots_log_matches,
      respectRobots: options.respect_robots,
      memory: rooms.robotsMemory,
    }),
    robotsMs: dialect.timeouts.connectMs + dialect.timeouts.readMs,
    respectRobots: options.respect_robots,
    forbidden: provider.forbidden,
    agent,
    reading: { ...readingOptions(provider, plain, free, settings), excludedQueries: queryPatterns(excludePaths) },
    fetch: createPageFetch({
      http,
      agent,
      contact: options.contact,
      acceptLanguage: options.accept_language,
    }),
  };
  return provider.folder === undefined ? policy : ofFolder(policy, provider, provider.folder, settings, rooms);
}

/** The policy of a folder: nothing is requested, and no rule of sites holds. Throws DOC_FILE where there is no such folder. */
function ofFolder(
  policy: CrawlPolicy,
  { provider_id: id, seed_urls: seeds, ...provider }: Provider,
  path: string,
  { options }: Settings,
  { now, unconditional }: Pick<PolicyRooms, 'now' | 'unconditional'>,
): CrawlPolicy {
  const { allowed_path_patterns: allowed, blocked_path_patterns: blocked } = provider;
  const scope = compileScope({ seeds, ...(allowed.length > 0 && { allowed }), blocked });
  const defaultExcludes = options.default_excludes && provider.default_excludes;
  return {
    ...policy,
    seeds: [],
    sitemapUrl: undefined,
    scope: { ...scope, description: folderScope(provider) },
    // A file has no query.
    key: { stripWww: false, query: 'drop', keepQueryParams: [] },
    pace: { delayMs: 0, jitterMs: 0, floorMs: 0 },
    // One after the other, those that links lead to first: so each file is found by the shortest way, whatever the machine is busy with.
    perHost: 1,
    perProvider: 1,
    bounded: false,
    supplier:
      provider.package === undefined
        ? createFolderSupplier({ provider: id, path, defaultExcludes, unconditional, now })
        : createPackageSupplier({ provider: id, path, unconditional, now }),
  };
}

function folderScope({
  package: kind,
  allowed_path_patterns: allowed,
  blocked_path_patterns: blocked,
}: Pick<Provider, 'package' | 'allowed_path_patterns' | 'blocked_path_patterns'>): string {
  const isAll = allowed.length === 0 || allowed.includes('/**');
  const all = kind === undefined ? 'every file of the folder' : 'what documents the installed package';
  const except = blocked.length > 0 ? `, except ${blocked.join(', ')}` : '';
  return `In scope: ${isAll ? all : `files at ${allowed.join(', ')}`}${except}`;
}

/** Whether no bounds and no least pace hold for a provider: it is the operator's own, or on this machine. */
export function isFree(
  provider: Pick<Provider, 'own_site' | 'seed_urls'>,
  { options }: Pick<Settings, 'options'>,
): boolean {
  return options.own_site || isOwnOrLoopback(provider);
}

/** The pace at a provider's hosts. */
export function paceOf(
  provider: Pick<Provider, 'request_delay_ms'>,
  free: boolean,
  { options }: Pick<Settings, 'options'>,
): Pace {
  const careful = options.politeness === 'careful';
  const configured = options.request_delay_ms ?? provider.request_delay_ms;
  const delayMs = careful ? Math.max(CAREFUL_DELAY_MS, configured) : configured;
  return {
    delayMs,
    // At most six a minute leaves no room for a shorter gap.
    jitterMs: careful ? 0 : Math.min(options.jitter_ms, delayMs),
    floorMs: free ? Math.min(FLOOR_MS, delayMs) : FLOOR_MS,
  };
}

/** U2, U3: what makes two URLs of a provider one. */
export function keyPolicyOf(provider: Provider, { options }: Settings): KeyPolicy {
  return {
    stripWww: options.strip_www,
    query: options.query ?? provider.query,
    keepQueryParams: hasTopics(provider)
      ? [...provider.keep_query_params, TOPIC_PARAMETER]
      : provider.keep_query_params,
  };
}

/** The dialect a provider is read in: its own, unless the operator named one for this run. */
export function dialectFor({ robots_dialect: own }: Provider, settings: Settings): Dialect {
  const named = own === undefined ? undefined : settings.dialects.get(own);
  return applyOptions(
    settings.origins.robots_dialect === undefined ? (named ?? settings.dialect) : settings.dialect,
    settings.options,
  );
}

/** E1–E3, C2: how the provider's pages are read. Throws DOC_CONFIG where the whole text may not be kept. */
function readingOptions(
  {
    custom_selectors: { content, remove },
    readability,
    learn_chrome,
    soft_errors,
    keep_links,
    image_label,
    retain,
    tos,
    name,
  }: Provider,
  plain: boolean,
  free: boolean,
  { options }: Settings,
): ReadingOptions {
  const kept = options.retain ?? retain;
  if (kept === 'full' && !free && tos.verdict !== 'allowed')
    throw new DocentError(
      'DOC_CONFIG',
      `retain: full keeps the whole text of ${name}: that needs ${plain ? '--own-site, or a provider with ' : ''}tos.verdict: allowed${plain ? '' : ' or own_site: true'}`,
    );
  return {
    want: options.links_only ? 'links' : 'all',
    retain: kept,
    index: options.index,
    selector: content,
    remove,
    readability,
    keepLinks: keep_links,
    learnChrome: options.learn_chrome && learn_chrome,
    softErrors: soft_errors === 'on',
    imageLabel: image_label,
  };
}

function checkPace(free: boolean, delayMs: number, perHost: number, retryBaseMs: number): void {
  if (free) return;
  const only = 'only loopback and own_site may go there';
  if (delayMs < FLOOR_MS)
    throw new DocentError(
      'DOC_CONFIG',
      `request_delay_ms is ${delayMs}: it must be at least ${FLOOR_MS} for other people's sites; ${only}`,
    );
  if (perHost > 1)
    throw new DocentError('DOC_CONFIG', `per_host is ${perHost}: it must be 1 for other people's sites; ${only}`);
  if (retryBaseMs < FLOOR_MS)
    throw new DocentError(
      'DOC_CONFIG',
      `retry_base_ms is ${retryBaseMs}: it must be at least ${FLOOR_MS} for other people's sites; ${only}`,
    );
}

/** F5: how long a run that a person started waits for a robots.txt that is out of reach. */
export function patienceWith({ options }: Pick<Settings, 'options'>): number {
  return (ROBOTS_PATIENCE_MS * options.retry_base_ms) / DEFAULT_RETRY_BASE_MS;
}

function scaledRetries(factor: number): RetryTable {
  if (factor === 1) return retryTable;
  const scale = (row: RetryRow): RetryRow => ({
    ...row,
    delays: row.delays.map((delay) => Math.round(delay * factor)),
  });
  const scaleAll = <T extends object>(rows: T): T =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, scale(row as RetryRow)])) as T;
  return {
    statuses: scaleAll(retryTable.statuses),
    otherServerError: scale(retryTable.otherServerError),
    codes: scaleAll(retryTable.codes),
  };
}
