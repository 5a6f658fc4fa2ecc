// The door docent/robots: parsing and matching without I/O, and a checker that fetches politely.
import { DocentError } from './core/errors.ts';
import { type Log, silentLog } from './core/log.ts';
import { parseRetryAfter, retryDelay } from './fetch/retry.ts';
import { SiteClients } from './fetch/site-clients.ts';
import type { Dialect } from './robots/dialect.ts';
import { type DialectName, defineDialect, dialectOf } from './robots/dialects.ts';
import { createGate, type RobotsChecker } from './robots/gate.ts';
import type { RobotsGet } from './robots/get.ts';

export { DocentError } from './core/errors.ts';
export type { Dialect, SitePolicy } from './robots/dialect.ts';
export { type DialectName, type DialectOverrides, defineDialect, dialectNames, dialects } from './robots/dialects.ts';
export { type Decision, parseRobots, type RobotsFile, type RobotsSource, type Winner } from './robots/file.ts';
export type { RobotsChecker } from './robots/gate.ts';
export type { RobotsGet, RobotsReply, RobotsRequest } from './robots/get.ts';
export type { RobotsWarning } from './robots/groups.ts';
export { type LintFinding, lintRobots } from './robots/lint.ts';
export { type Meta, type PageDirectives, type PageDirectivesInput, pageDirectives } from './robots/page-directives.ts';

export interface RobotsCheckerOptions {
  /** The agent sent and matched. Default: the dialect's own. */
  readonly agent?: string | undefined;
  readonly dialect?: DialectName | Dialect | undefined;
  /** One HTTP request, no redirect followed; `fetch` will do. Default: docent's own, with the address guard. */
  readonly get?: RobotsGet | undefined;
  /** Wall time in ms. */
  readonly now?: (() => number) | undefined;
  readonly log?: Log | undefined;
  /** Mail address for the From header. */
  readonly contact?: string | undefined;
  /** Seconds for which a robots.txt is kept, and a failure to get one, too. Default: the dialect's, 3600 in `assistant`. */
  readonly cacheTtl?: number | undefined;
  /** Seconds to connect, and to read after that. Default: the dialect's, 10 in `assistant`. */
  readonly timeout?: number | undefined;
  /** How many hosts are remembered. */
  readonly cacheHosts?: number | undefined;
  /** Log a line for every decision, at DEBUG. */
  readonly logMatches?: boolean | undefined;
  /** false: robots.txt is not requested at all. Only for a site you own. */
  readonly respectRobots?: boolean | undefined;
  /** Paths never allowed, whatever robots.txt allows. */
  readonly excludePaths?: readonly string[] | undefined;
  readonly blocklist?: ((url: string) => string | undefined) | undefined;
  /** Hosts, addresses or ranges that may be requested although they are not public. */
  readonly allowPrivate?: readonly string[] | undefined;
  /** false: a URL on loopback is refused too, unless allowPrivate lists it. */
  readonly allowLoopback?: boolean | undefined;
}

/**
 * A checker with its own cache. It requests only from public addresses; a URL whose host is literally loopback opens exactly
 * that host and port, and nothing a redirect or a name leads to.
 *
 * @example
 * ```js
 * import { createRobotsChecker } from 'docent/robots';
 *
 * const robots = createRobotsChecker({ agent: 'MyBot/1.0 (+https://example.com/bot)' });
 * console.log(await robots.isAllowed('https://docs.example.com/guide/')); // → true
 * const { allowed, reason } = await robots.explain('https://docs.example.com/private/x');
 * console.log(allowed, reason); // → false line 2: Disallow: /private/
 * ```
 */
export function createRobotsChecker(options: RobotsCheckerOptions = {}): RobotsChecker {
  const dialect = timedDialect(options);
  const agent = options.agent ?? dialect.agent;
  if (!/^[\x20-\x7e]+$/.test(agent))
    throw new DocentError('DOC_CONFIG', `agent ${JSON.stringify(agent)} must be printable ASCII`);
  const { cacheHosts } = options;
  if (cacheHosts !== undefined && !(Number.isInteger(cacheHosts) && cacheHosts > 0)) {
    throw new DocentError('DOC_CONFIG', `cacheHosts is ${cacheHosts}; it must be a whole number of at least 1`);
  }
  return createGate({
    ...options,
    get: options.get ?? createGuardedGet(options),
    now: options.now ?? Date.now,
    dialect,
    agent,
    retryDelay,
    parseRetryAfter,
    log: options.log ?? silentLog,
  });
}

const MOST_TTL_SEC = 604_800;
const MOST_TIMEOUT_SEC = 120;

/** The dialect with the times of the options. Throws DOC_CONFIG for one out of range. */
function timedDialect({ dialect, cacheTtl, timeout }: RobotsCheckerOptions): Dialect {
  const base = dialectOf(dialect);
  if (cacheTtl !== undefined && !(Number.isInteger(cacheTtl) && cacheTtl >= 1 && cacheTtl <= MOST_TTL_SEC))
    throw new DocentError(
      'DOC_CONFIG',
      `cacheTtl is ${String(cacheTtl)}; it must be a whole number of seconds from 1 to ${MOST_TTL_SEC}`,
    );
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 0.1 && timeout <= MOST_TIMEOUT_SEC))
    throw new DocentError(
      'DOC_CONFIG',
      `timeout is ${String(timeout)}; it must be a number of seconds from 0.1 to ${MOST_TIMEOUT_SEC}`,
    );
  const ms = timeout === undefined ? undefined : Math.round(timeout * 1000);
  return defineDialect(base, {
    name: base.name,
    ...(cacheTtl !== undefined && { ttl: { goodSec: cacheTtl, failedSec: cacheTtl } }),
    ...(ms !== undefined && { timeouts: { connectMs: ms, readMs: ms } }),
  });
}

/** The default `get`: real HTTP within the dialect's limits, behind the address guard. */
export function createGuardedGet(
  options: Pick<RobotsCheckerOptions, 'allowPrivate' | 'allowLoopback'> = {},
): RobotsGet {
  const clients = new SiteClients({ allowPrivate: options.allowPrivate, allowLoopback: options.allowLoopback });
  return (url, { site, ...request }) => clients.for(site).get(url, { ...request, onTooLarge: 'cut' });
}
