// Which key a page gets when it names another address as its own (U12).
import { resolveLink } from '../core/url/fetch-url.ts';
import { type KeyPolicy, urlKey, urlKeyParts } from '../core/url/key.ts';
import { accept, refuse, type Verdict } from '../core/verdict.ts';

export interface CanonicalClaim {
  /** The final URL of the page. */
  readonly pageUrl: string;
  /** The `href` of its `<link rel="canonical">`, as written; `undefined` when it has none. */
  readonly href: string | undefined;
  readonly baseHref?: string | undefined;
  /** Whether a URL belongs to the crawl. */
  readonly judge: (url: string) => Verdict;
  readonly policy?: KeyPolicy | undefined;
}

export interface CanonicalKey {
  readonly key: string;
  /** Refused: the page keeps its own key, and this is why. */
  readonly verdict: Verdict;
}

/**
 * The canonical address's key when it is on the same host and within scope (`canonical:link`), else the page's own:
 * by `canonical:none`, `canonical:self`, `canonical:host`, `canonical:scope` or the `link:…` rule that refused it.
 * Never throws.
 */
export function canonicalKey({ pageUrl, href, baseHref, judge, policy = {} }: CanonicalClaim): CanonicalKey {
  const own = urlKey(pageUrl, policy);
  if (href === undefined) return { key: own, verdict: accept('canonical:none') };
  const link = resolveLink(href, { pageUrl, baseHref });
  if (!link.ok) return { key: own, verdict: link };
  const key = urlKey(link.url, policy);
  if (key === own) return { key: own, verdict: accept('canonical:self') };
  const host = urlKeyParts(link.url, policy)?.host ?? '';
  if (host !== urlKeyParts(pageUrl, policy)?.host) {
    return { key: own, verdict: refuse('canonical:host', `${host} is another host`) };
  }
  const scope = judge(link.url);
  if (!scope.ok) return { key: own, verdict: refuse('canonical:scope', `${scope.by}: ${scope.detail}`) };
  return { key, verdict: accept('canonical:link', key) };
}
