// The door docent/robots: parsing and matching without I/O, and a checker that fetches politely.
import { DocentError } from './core/errors.ts';
import { type Log, silentLog } from './core/log.ts';
import { parseRetryAfter, retryDelay } from './fetch/retry.ts';
import { SiteClients } from './fetch/site-clients.ts';
import type { Dialect } from './robots/dialect.ts';
import { type DialectName, dialectOf } from './robots/dialects.ts';
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
  const dialect = dialectOf(options.dialect);
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

/** The default `get`: real HTTP within the dialect's limits, behind the address guard. */
export function createGuardedGet(
  options: Pick<RobotsCheckerOptions, 'allowPrivate' | 'allowLoopback'> = {},
): RobotsGet {
  const clients = new SiteClients({ allowPrivate: options.allowPrivate, allowLoopback: options.allowLoopback });
  return (url, { site, ...request }) => clients.for(site).get(url, { ...request, onTooLarge: 'cut' });
}
