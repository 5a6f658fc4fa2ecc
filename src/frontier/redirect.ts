// May this redirect be followed? (U11) Pure: the caller counts the hops and keeps the chain.
import { hasAddressInPath } from '../core/url/email-in-url.ts';
import { excerpt, fetchUrl, type ResolvedLink } from '../core/url/fetch-url.ts';
import { hostKey, hostOf, isFolderUrl, isHttp } from '../core/url/host.ts';
import { refuse, type Verdict } from '../core/verdict.ts';

/** H3: how many redirects of a page or sitemap are followed. */
export const mostRedirects = 3;

export interface RedirectStep {
  /** The URL that answered with a redirect. */
  readonly from: string;
  /** Its `Location` header, if there was one. */
  readonly location: string | undefined;
  /** Which redirect of the chain this is, counted from 1. */
  readonly hop: number;
  /** How many may be followed. */
  readonly limit: number;
  /** The fetch URLs requested earlier in this chain. */
  readonly visited?: readonly string[] | undefined;
  /** Whether the target belongs to the crawl; callers without a scope pass `undefined`. */
  readonly inScope?: ((url: string) => Verdict) | undefined;
}

/**
 * Returns the next URL to request, or refuses by `redirect:missing`, `redirect:invalid`, `redirect:scheme`, `redirect:email`,
 * `redirect:loop`, `redirect:limit` or `redirect:scope`. Never throws.
 */
export function judgeRedirect({ from, location, hop, limit, visited = [], inScope }: RedirectStep): ResolvedLink {
  if (location === undefined || location.trim() === '') return refuse('redirect:missing', 'no Location');
  const target = URL.parse(location, from) ?? URL.parse(location);
  if (target === null) return refuse('redirect:invalid', `bad Location: ${excerpt(location)}`);
  if (!isHttp(target) && !isSameFolder(from, target))
    return refuse('redirect:scheme', `Location is not http(s): ${excerpt(target.protocol)}`);
  if (hasAddressInPath(target)) return refuse('redirect:email', `an e-mail address in it: ${excerpt(target.href)}`);
  const url = fetchUrl(target);
  // Compared as fetch URLs: http → https, www and slash redirects keep the key and are no loops.
  if (url === withoutFragment(from) || visited.some((earlier) => withoutFragment(earlier) === url)) {
    return refuse('redirect:loop', `back to ${excerpt(url)}`);
  }
  if (hop > limit) return refuse('redirect:limit', `more than ${limit} redirects`);
  const verdict = inScope?.(url);
  if (verdict?.ok === false) return refuse('redirect:scope', `${verdict.by}: ${verdict.detail}`);
  return { ok: true, url };
}

/** Whether a file of a folder provider leads to another of the same folder: a directory to its index. */
function isSameFolder(from: string, target: URL): boolean {
  return isFolderUrl(target) && hostKey(from) === hostOf(target);
}

function withoutFragment(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : fetchUrl(url);
}
