// Step 3 of a URL's way: a found link becomes an offer to the frontier, refused with a reason where a rule applies.
import { counted } from '../../core/counted.ts';
import type { AsWritten } from '../../core/page-links.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import { ParsedUrl, parsedUrl } from '../../core/url/parsed-url.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import type { FoundUrl, UrlKind } from '../../frontier/port.ts';
import { templateOf } from '../../frontier/template.ts';
import { judgeTraps, maxUrlBytes, type TrapOptions } from '../../frontier/traps.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { supplierOf } from '../run/supplier.ts';
import { spellLink } from './spell-links.ts';

export interface Link {
  readonly url: string;
  readonly depth: number;
  readonly kind?: UrlKind;
  readonly from?: number | undefined;
  readonly nofollow?: boolean | undefined;
  /** H9: named by a page as its text, it counts as a seed: the seeds' folder does not bind it. */
  readonly isSeed?: boolean | undefined;
  readonly lastmod?: number | undefined;
  /** Why it is refused as it was written, where that was found out before its query was dropped. */
  readonly asWritten?: AsWritten | undefined;
}

/** The offer for a link. Seeds are in scope without an allowed pattern; every other rule applies to them too. */
export function toFound(link: Link, policy: CrawlPolicy, blocked: Blocked): FoundUrl {
  const { depth, kind = 'page', from, lastmod } = link;
  const { url, asWritten } = kind === 'sitemap' ? link : spellLink(link.url, policy);
  const parsed = new ParsedUrl(url);
  const refused = refusalOf(parsed, { ...link, asWritten: link.asWritten ?? asWritten }, policy, blocked);
  const isCounted = kind === 'page' && refused === undefined && supplierOf(policy, url) === undefined;
  const template = isCounted ? templateOf(parsed.pathname) : undefined;
  return {
    provider: policy.provider,
    key: kind === 'sitemap' ? `sitemap ${url}` : parsed.key(policy.key),
    url,
    host: parsed.host,
    depth,
    kind,
    ...(from !== undefined && { from }),
    ...(refused && { refused }),
    ...(template !== undefined && { template }),
    ...(lastmod !== undefined && { lastmod }),
  };
}

/** The offers for seeds. */
export function seedOffers(urls: readonly string[], policy: CrawlPolicy, blocked: Blocked): readonly FoundUrl[] {
  return urls.map((url) => toFound({ url, depth: 0 }, policy, blocked));
}

/** U4: the seeds that a blocked pattern of their own provider matches, as they may be shown, each with the sentence of its scope. */
export function blockedSeeds({
  seeds,
  scope,
}: Pick<CrawlPolicy, 'seeds' | 'scope'>): readonly { readonly url: string; readonly detail: string }[] {
  return seeds.flatMap((url) => {
    const { ok, by, detail } = scope.judge(url);
    return !ok && by === 'scope:blocked' ? [{ url: shownUrl(url), detail: shownUrl(detail) }] : [];
  });
}

/**
 * The offer for what somebody wants fetched again. It is judged like a seed, and is none: it opens no address, and no refresh begins with
 * it. A file that no crawl has met is as far away as one that no link leads to: the depth that the operator has set holds for it.
 */
export function wantedOffer(url: string, policy: CrawlPolicy, blocked: Blocked): FoundUrl {
  const depth = supplierOf(policy, url)?.unlinkedDepth ?? 1;
  return { ...toFound({ url, depth: 0 }, policy, blocked), depth, wanted: true };
}

function refusalOf(
  url: ParsedUrl,
  { depth, kind, nofollow, asWritten, isSeed = false }: Omit<Link, 'url'>,
  policy: CrawlPolicy,
  blocked: Blocked,
): FoundUrl['refused'] {
  if (kind === 'sitemap') return undefined;
  const scope = policy.scope.judge(url);
  if (!scope.ok && (!isSeed || scope.by === 'scope:blocked')) return scope;
  const trap = judgeTraps(url, trapOptions(url.text, policy));
  const isOpen = policy.allowDynamic || isSeed || scope.by === 'scope:seed';
  if (!trap.ok && !(isOpen && trap.by === 'dynamic')) return trap;
  if (asWritten !== undefined && !(isOpen && asWritten === 'dynamic')) return refusalsAsWritten[asWritten];
  const own = excludedBy(url, policy, blocked);
  if (own !== undefined) return { ...own, state: 'blocked' };
  if (nofollow === true) return refuse('link:nofollow', 'only rel=nofollow links lead here');
  return tooDeep(depth, policy);
}

/** Supplied pages are checked for fewer traps: their number is finite. */
export function trapOptions(url: string, policy: CrawlPolicy): TrapOptions {
  const { allowDynamic, cycleThreshold } = policy;
  return { allowDynamic, cycleThreshold, isSupplied: supplierOf(policy, url) !== undefined };
}

/** U13: refusals of the link as it was written; the page stays open for a link that is written otherwise. */
const refusalsAsWritten: Readonly<Record<AsWritten, NonNullable<FoundUrl['refused']>>> = Object.freeze({
  dynamic: refuse('dynamic', 'linked with a query, as a program is called'),
  length: refuse('trap:length', `over ${counted(maxUrlBytes, 'byte')} as it was linked`),
  excluded: {
    ...refuse('excludePaths', 'its query, as it was linked, matches a pattern of the operator'),
    state: 'blocked',
  },
});

/** Whether a link was refused for its query only, and not for the URL that would be requested. */
export function isAsWritten(refused: FoundUrl['refused']): boolean {
  return refused !== undefined && Object.values(refusalsAsWritten).includes(refused);
}

/** Why a URL is on the blocklist, if it is, or refused by another rule of the operator; keys are made by the provider's own policy. */
export type Blocked = (url: string | ParsedUrl, key: KeyPolicy) => string | Refused | undefined;

/** Why a queued URL is no longer allowed: the scope or the depth was narrowed since it was found. */
export function wayRefusal(
  { firstUrl, depth }: { readonly firstUrl: string; readonly depth: number },
  policy: CrawlPolicy,
): Refused | undefined {
  const scope = policy.scope.judge(firstUrl);
  return scope.ok ? tooDeep(depth, policy) : scope;
}

function tooDeep(depth: number, { maxDepth }: CrawlPolicy): Refused | undefined {
  if (depth <= maxDepth) return undefined;
  return refuse('scope:depth', `${counted(depth, 'link')} away from a seed; the limit is ${maxDepth}`);
}

/** R26: the operator's own refusal, checked before robots.txt. */
export function excludedBy(url: string | ParsedUrl, policy: CrawlPolicy, blocked: Blocked): Refused | undefined {
  const parsed = parsedUrl(url);
  const { isPage, pathname, search } = parsed;
  const pattern = isPage ? policy.excluded.find((candidate) => candidate.matches(pathname, search)) : undefined;
  if (pattern !== undefined) return refuse('excludePaths', pattern.source);
  const reason = blocked(parsed, policy.key);
  return typeof reason === 'string' ? refuse('blocklist', reason) : reason;
}
