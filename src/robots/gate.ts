// The gate before every fetch: cached robots.txt per host, decisions that explain themselves.
import { DocentError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { compileExcludePath } from '../core/pattern/pattern.ts';
import type { ReasonName } from '../core/reasons.ts';
import { fetchUrl } from '../core/url/fetch-url.ts';
import { Lru, SingleFlight } from './cache.ts';
import type { Dialect } from './dialect.ts';
import type { Decision, RobotsSource } from './file.ts';
import { isNoAnswer, type RobotsGet, requestRobots } from './get.ts';
import type { RobotsMemory } from './port.ts';
import { loadSite, saveSite } from './saved.ts';
import { matchedName } from './select.ts';
import { type RetryDelay, type Site, siteAfter } from './site.ts';
import { isRobotsTxt, subjectOf } from './subject.ts';

export interface GateOptions {
  readonly get: RobotsGet;
  /** Wall time in ms. */
  readonly now: () => number;
  readonly dialect: Dialect;
  readonly agent: string;
  readonly retryDelay: RetryDelay;
  readonly parseRetryAfter: (value: string | undefined, now: number) => number | undefined;
  readonly log: Log;
  /** A mail address for the From header. */
  readonly contact?: string | undefined;
  readonly cacheHosts?: number | undefined;
  readonly logMatches?: boolean | undefined;
  /** Keeps what is known across restarts. */
  readonly memory?: RobotsMemory | undefined;
  /** R27: false switches robots.txt off, loudly. */
  readonly respectRobots?: boolean | undefined;
  /** R26: always win over robots.txt. */
  readonly excludePaths?: readonly string[] | undefined;
  /** R26: the reason this URL is on the blocklist, if it is. */
  readonly blocklist?: ((url: string) => string | undefined) | undefined;
}

/** R29: the checker. An argument that is no http(s) URL makes each method throw DOC_URL. */
export interface RobotsChecker {
  isAllowed(url: string): Promise<boolean>;
  /** The decision with its reason, its rule and its source. */
  explain(url: string): Promise<Decision>;
  /** Seconds between two requests, from the cache, without a request. null when unknown or not set. */
  crawlDelay(url: string): number | null;
  /** Absolute URLs of the sitemaps the host's robots.txt names. */
  sitemaps(url: string): Promise<readonly string[]>;
  clearCache(): void;
}

const DEFAULT_CACHE_HOSTS = 128;

export function createGate(options: GateOptions): RobotsChecker {
  return new Gate(options);
}

class Gate implements RobotsChecker {
  readonly #options: GateOptions;
  readonly #sites: Lru<Site>;
  #requests = new SingleFlight<Site>();
  readonly #excluded: readonly ReturnType<typeof compileExcludePath>[];
  readonly #matchedAs: string;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#sites = new Lru(options.cacheHosts ?? DEFAULT_CACHE_HOSTS);
    this.#excluded = (options.excludePaths ?? []).map((pattern) => compileExcludePath(pattern, 'excludePaths'));
    this.#matchedAs = matchedName(options.agent, options.dialect);
    if (options.respectRobots === false) {
      options.log.warn({ agent: options.agent }, 'robots.txt is switched off: only do this for a site you own');
    }
  }

  async isAllowed(url: string): Promise<boolean> {
    return (await this.explain(url)).allowed;
  }

  async explain(url: string): Promise<Decision> {
    const target = httpUrl(url);
    const ownWord = this.#ownWord(url, target);
    if (ownWord !== undefined) return ownWord;
    const { site, fromCache } = await this.#siteOf(target);
    const decision = this.#decide(requested(target), target, site, fromCache);
    if (this.#options.logMatches === true) {
      const { path, winner } = decision;
      const outcome = decision.allowed ? 'ALLOW' : 'DISALLOW';
      this.#options.log.debug(
        { path, decision: outcome, winnerPattern: winner?.pattern ?? null, matchLen: winner?.length ?? 0 },
        'robots.match',
      );
    }
    return decision;
  }

  crawlDelay(url: string): number | null {
    if (this.#options.respectRobots === false) return null;
    const site = this.#sites.get(this.#keyOf(httpUrl(url)));
    if (site === undefined) return null;
    if (site.state === 'rules') return site.file?.crawlDelay(this.#matchedAs) ?? null;
    return site.minDelaySec > 0 ? site.minDelaySec : null;
  }

  async sitemaps(url: string): Promise<readonly string[]> {
    const target = httpUrl(url);
    const { site } = await this.#siteOf(target);
    const found = site.state === 'rules' ? (site.file?.sitemaps ?? []) : [];
    const absolute = found.map((text) => URL.parse(text, robotsUrlOf(target)));
    return [
      ...new Set(
        absolute.filter((at) => at !== null && /^https?:$/.test(at.protocol)).map((at) => fetchUrl(at as URL)),
      ),
    ];
  }

  clearCache(): void {
    this.#sites.clear();
    // Responses under way still reach those who wait, but are not remembered.
    this.#requests = new SingleFlight();
  }

  /** R26, R27: what the operator has configured, before robots.txt is read. */
  #ownWord(url: string, target: URL): Decision | undefined {
    const { dialect, blocklist, respectRobots } = this.#options;
    const decision = (allowed: boolean, by: ReasonName, reason: string): Decision => ({
      allowed,
      by,
      reason,
      dialect: dialect.name,
      group: null,
      winner: null,
      path: subjectOf(requested(target), dialect),
      source: null,
    });
    const excluded = this.#excluded.find((pattern) => pattern.matches(target.pathname, target.search));
    if (excluded !== undefined) return decision(false, 'excludePaths', `excluded by the operator: ${excluded.source}`);
    const blocked = blocklist?.(url);
    if (blocked !== undefined) return decision(false, 'blocklist', `on the blocklist: ${blocked}`);
    return respectRobots === false
      ? decision(true, 'robots:off', 'robots.txt is switched off by configuration')
      : undefined;
  }

  #decide(url: string, target: URL, site: Site, fromCache: boolean): Decision {
    const { dialect, now } = this.#options;
    const ageOf = (at: number): number => Math.max(0, Math.floor((now() - at) / 1000));
    const source = (at: number): RobotsSource => ({
      host: target.host,
      status: site.status,
      fromCache,
      ageSec: ageOf(at),
      bytes: site.bytes,
    });
    if (site.state === 'rules' && site.file !== null) {
      const decision = site.file.decide(this.#matchedAs, url);
      if (site.failures === 0) return { ...decision, source: source(site.fileFetchedAt) };
      const reason = `${decision.reason} (${site.why})`;
      return { ...decision, reason, source: source(site.fileFetchedAt), retryAt: site.askAgainAt };
    }
    // A site has no rules without a file; were there one, nothing of it would be requested.
    const state = site.state === 'rules' ? 'closed' : site.state;
    const path = subjectOf(url, dialect);
    const itself = dialect.robotsTxtAlwaysAllowed && isRobotsTxt(path);
    return {
      allowed: site.state === 'open' || itself,
      by: itself ? `robots:${dialect.name}:itself` : `robots:${dialect.name}:${state}`,
      reason: itself ? '/robots.txt itself is always allowed' : site.why,
      dialect: dialect.name,
      group: null,
      winner: null,
      path,
      source: source(site.askedAt),
      ...(site.failures > 0 && { retryAt: site.askAgainAt }),
      ...(site.code !== undefined && site.state !== 'open' && { cause: site.code }),
      ...(site.holdUntil !== undefined && site.holdUntil > now() && { holdUntil: site.holdUntil }),
      ...(site.gaveUp && { gaveUp: true as const }),
    };
  }

  async #siteOf(target: URL): Promise<{ site: Site; fromCache: boolean }> {
    const key = this.#keyOf(target);
    // Taken before the memory is read: a cache that is cleared meanwhile stays cleared.
    const flight = this.#requests;
    const known = this.#sites.get(key) ?? (await this.#remembered(flight, key));
    const now = this.#options.now();
    if (known !== undefined && now < this.#keptUntil(known)) {
      this.#logFetch(target.host, known, true, now);
      return { site: known, fromCache: true };
    }
    return { site: await flight.run(key, () => this.#request(flight, key, target, known)), fromCache: false };
  }

  /** The page that a robots.txt is read for comes a gap later: a file that is old by then would be all that is ever requested. */
  #keptUntil({ askAgainAt, askedAt, state, file }: Site): number {
    const delaySec = state === 'rules' ? (file?.crawlDelay(this.#matchedAs) ?? 0) : 0;
    return Math.max(askAgainAt, askedAt + 2 * delaySec * 1000);
  }

  async #request(flight: SingleFlight<Site>, key: string, target: URL, before: Site | undefined): Promise<Site> {
    const { dialect, agent, contact, get, log, retryDelay, parseRetryAfter } = this.#options;
    const headers = { 'user-agent': agent, accept: 'text/plain, */*;q=0.8', ...(contact && { from: contact }) };
    try {
      const fetched = await requestRobots(robotsUrlOf(target), dialect, headers, get);
      const now = this.#options.now();
      const site = siteAfter(before, fetched, dialect, now, retryDelay, parseRetryAfter(fetched.retryAfter, now));
      if (flight === this.#requests) await this.#keep(key, site);
      this.#logFetch(target.host, site, false, now);
      return site;
    } catch (error) {
      if (!isNoAnswer(error)) log.error({ host: target.host, err: error }, 'robots.fault');
      throw error;
    }
  }

  async #remembered(flight: SingleFlight<Site>, key: string): Promise<Site | undefined> {
    const { memory, dialect } = this.#options;
    const found = await memory?.load(key);
    // A request made meanwhile is newer than what was saved before.
    const newer = this.#sites.get(key);
    if (newer !== undefined) return newer;
    const site = found && loadSite(found.saved, found.body, dialect);
    if (site !== undefined && flight === this.#requests) this.#sites.set(key, site);
    return site;
  }

  async #keep(key: string, site: Site): Promise<void> {
    const { memory, dialect } = this.#options;
    this.#sites.set(key, site);
    if (memory === undefined) return;
    const { saved, body } = saveSite(site, dialect);
    await memory.save(key, saved, body);
  }

  #keyOf(target: URL): string {
    return this.#options.dialect.cacheKey === 'host' ? target.hostname : target.origin;
  }

  #logFetch(host: string, site: Site, fromCache: boolean, now: number): void {
    const { log } = this.#options;
    const ageSec = Math.max(0, Math.floor((now - site.askedAt) / 1000));
    const fields = { host, status: site.status, fromCache, ageSec, bytes: site.bytes };
    if (fromCache) return log.debug(fields, 'robots.fetch');
    log.info(fields, 'robots.fetch');
    const unread = site.state !== 'rules' || site.failures > 0;
    if (unread && site.status !== 404 && site.status !== 410)
      log.warn({ host, status: site.status, why: site.why }, 'robots.fail');
    for (const warning of site.failures === 0 ? (site.file?.warnings ?? []) : [])
      log.warn({ host, ...warning }, 'robots.warning');
  }
}

/** R22: where a host keeps its robots.txt. */
export function robotsUrlOf(target: URL): string {
  return `${target.protocol}//${target.host}/robots.txt`;
}

/** What would be requested: resolved and encoded by the URL standard, without fragment and credentials. */
function requested(target: URL): string {
  return fetchUrl(new URL(target));
}

function httpUrl(url: string): URL {
  const target = URL.parse(url);
  if (target === null || (target.protocol !== 'http:' && target.protocol !== 'https:')) {
    throw new DocentError('DOC_URL', `"${url}" is not an http(s) URL`);
  }
  return target;
}
