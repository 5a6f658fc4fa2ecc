// R8–R15: what a server's answer to the request for robots.txt means for the site, and for how long.
import type { Dialect, SitePolicy } from './dialect.ts';

/** How the request for robots.txt ended: with a status, or without any answer. */
export type RobotsAnswer =
  | { readonly kind: 'status'; readonly status: number; readonly cacheControl?: string; readonly expires?: string }
  | { readonly kind: 'redirects'; readonly status: number; readonly detail: string }
  | { readonly kind: 'network'; readonly detail: string };

/** 'read' when the body is the file; otherwise the policy and why. */
export function meaningOf(
  answer: RobotsAnswer,
  dialect: Dialect,
): 'read' | { readonly policy: SitePolicy; readonly why: string } {
  if (answer.kind === 'network')
    return { policy: dialect.statuses.network, why: `robots.txt could not be fetched (${answer.detail})` };
  if (answer.kind === 'redirects')
    return { policy: dialect.redirects.tooMany, why: `robots.txt was not reached (${answer.detail})` };
  const { status } = answer;
  if (status >= 200 && status < 300) return 'read';
  return { policy: policyOf(status, dialect.statuses), why: `robots.txt answered ${status}` };
}

function policyOf(status: number, statuses: Dialect['statuses']): SitePolicy {
  if (status === 404 || status === 410) return statuses.missing;
  if (status === 401 || status === 403) return statuses.denied;
  if (status === 429) return statuses.tooManyRequests;
  if (status >= 400 && status < 500) return statuses.clientError;
  // Beside 5xx: responses that make no sense here (1xx, an unexpected 304, 999) are the server's fault too.
  return statuses.serverError;
}

/** A no-store or max-age=0 file is still kept this long: longer than two of the longest gaps, or only robots.txt would be requested. */
const SHORTEST_TTL_SEC = 300;

/** R15: how long, in seconds, a response is kept before robots.txt is requested again. */
export function keepFor(answer: RobotsAnswer, dialect: Dialect, now: number): number {
  const { ttl } = dialect;
  if (answer.kind !== 'status') return answer.kind === 'network' || ttl.missingIsFailed ? ttl.failedSec : ttl.goodSec;
  const { status } = answer;
  const missing = status === 404 || status === 410;
  const good = (status >= 200 && status < 300) || (missing && !ttl.missingIsFailed);
  if (!good) return ttl.failedSec;
  const fromHeaders = ttl.headers === 'ignored' ? undefined : headerTtl(answer, ttl.headers, now);
  return fromHeaders === undefined ? ttl.goodSec : Math.min(ttl.goodSec, Math.max(fromHeaders, SHORTEST_TTL_SEC));
}

function headerTtl(
  answer: { readonly cacheControl?: string; readonly expires?: string },
  headers: 'cache-control' | 'cache-control-or-expires',
  now: number,
): number | undefined {
  const control = answer.cacheControl?.toLowerCase() ?? '';
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/.test(control)) return 0;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge);
  if (headers !== 'cache-control-or-expires' || answer.expires === undefined) return undefined;
  const at = Date.parse(answer.expires);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now) / 1000); // RFC 9111: an invalid date means already expired
}
