// Step 3 of a URL's way: what was found becomes an offer to the frontier, refused by name where a rule says so.
import { hostKey, parseHttpUrl } from '../core/url/host.ts';
import { urlKey } from '../core/url/key.ts';
import { type Refused, refuse } from '../core/verdict.ts';
import type { Found, UrlKind } from '../frontier/port.ts';
import { templateOf } from '../frontier/template.ts';
import { judgeTraps } from '../frontier/traps.ts';
import type { CrawlPolicy } from './policy.ts';

export interface Link {
  readonly url: string;
  readonly depth: number;
  readonly kind?: UrlKind;
  readonly from?: number | undefined;
  readonly nofollow?: boolean | undefined;
  readonly lastmod?: number | undefined;
}

/** The offer for a link. Seeds are in scope by definition; every other rule applies to them too. */
export function toFound(link: Link, policy: CrawlPolicy, blocked: (url: string) => string | undefined): Found {
  const { url, depth, kind = 'page', from, lastmod } = link;
  const refused = refusalOf(link, policy, blocked);
  const template = kind === 'page' && refused === undefined ? templateOf(parseHttpUrl(url)?.pathname ?? '') : undefined;
  return {
    provider: policy.provider,
    key: kind === 'sitemap' ? `sitemap ${url}` : urlKey(url, policy.key),
    url,
    host: hostKey(url),
    depth,
    kind,
    ...(from !== undefined && { from }),
    ...(refused && { refused }),
    ...(template !== undefined && { template }),
    ...(lastmod !== undefined && { lastmod }),
  };
}

function refusalOf(
  { url, depth, kind, nofollow }: Link,
  policy: CrawlPolicy,
  blocked: (url: string) => string | undefined,
): Found['refused'] {
  if (kind === 'sitemap') return undefined;
  const scope = policy.scope.judge(url);
  if (!scope.ok) return scope;
  const trap = judgeTraps(url, { allowDynamic: policy.allowDynamic, cycleThreshold: policy.cycleThreshold });
  if (!trap.ok && !(scope.by === 'scope:seed' && trap.by === 'dynamic')) return trap;
  const own = excludedBy(url, policy, blocked);
  if (own !== undefined) return { ...own, state: 'blocked' };
  if (nofollow === true) return refuse('link:nofollow', 'only rel=nofollow links lead here');
  return tooDeep(depth, policy);
}

/** Why the way to a queued URL is no longer one to go: the scope or the depth was narrowed since it was found. */
export function wayRefusal(
  { firstUrl, depth }: { readonly firstUrl: string; readonly depth: number },
  policy: CrawlPolicy,
): Refused | undefined {
  const scope = policy.scope.judge(firstUrl);
  return scope.ok ? tooDeep(depth, policy) : scope;
}

function tooDeep(depth: number, { maxDepth }: CrawlPolicy): Refused | undefined {
  if (depth <= maxDepth) return undefined;
  return refuse('scope:depth', `${depth} links away from a seed; the limit is ${maxDepth}`);
}

/** R26: the operator's own no, asked before robots.txt. */
export function excludedBy(
  url: string,
  policy: CrawlPolicy,
  blocked: (url: string) => string | undefined,
): Refused | undefined {
  const parsed = parseHttpUrl(url);
  const pattern = parsed && policy.excluded.find((candidate) => candidate.matches(parsed.pathname, parsed.search));
  if (pattern !== undefined) return refuse('excludePaths', pattern.source);
  const reason = blocked(url);
  return reason === undefined ? undefined : refuse('blocklist', reason);
}
