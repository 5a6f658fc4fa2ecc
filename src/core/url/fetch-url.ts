// From a written link to the fetch URL (U1): what the site wrote, resolved, without fragment and credentials.
import { counted } from '../counted.ts';
import { type Refused, refuse } from '../verdict.ts';
import { dropAddressParameters, hasAddressInPath, redactAddresses } from './email-in-url.ts';
import { FOLDER_SCHEME, isFolderUrl, isHttp, parsePageUrl } from './host.ts';

export interface LinkBase {
  /** The final URL of the page that contains the link. */
  readonly pageUrl: string;
  /** The `href` of the page's `<base>`, as written. */
  readonly baseHref?: string | undefined;
}

// Far over what may be fetched (U6), yet short enough that the parser is not busy for seconds with a 10 MB host name.
const maxHrefLength = 65_536;

export type ResolvedLink = { readonly ok: true; readonly url: string } | Refused;

/**
 * Resolves a link as a browser would. Refuses by `link:empty`, `link:fragment` (only when written `#…`),
 * `link:scheme` (anything but http and https, and files of the page's own folder), `link:outside` (out of the folder of its file), `link:length` (over 64 Ki characters), `link:invalid`, or `link:email` (an
 * e-mail address in the path, E5). Never throws.
 */
export function resolveLink(href: string, base: LinkBase): ResolvedLink {
  const first = firstVisible(href);
  if (first === '') return refuse('link:empty', 'the link is empty');
  if (first === '#') return refuse('link:fragment', 'the link points into its own page');
  if (href.length > maxHrefLength) return refuseLong(href);
  const url = URL.parse(slashed(href, base), baseOf(base)) ?? URL.parse(href);
  if (url === null) return refuse('link:invalid', `not a URL: ${excerpt(href)}`);
  // The scheme alone is shown: what follows it may be an e-mail address or a secret.
  if (!isHttp(url) && !isOfFolder(url, base)) return refuse('link:scheme', `not http(s): ${excerpt(url.protocol)}`);
  if (leavesFolder(url, href, base)) return refuse('link:outside', `out of the folder: ${excerpt(href)}`);
  if (hasAddressInPath(url)) return refuse('link:email', `an e-mail address in the path: ${excerpt(url.href)}`);
  return { ok: true, url: fetchUrl(url) };
}

/** A backslash is a slash in links of sites by the rules of URLs; in links of files it is one by this. */
function slashed(href: string, { pageUrl }: LinkBase): string {
  if (!href.includes('\\') || !pageUrl.startsWith(FOLDER_SCHEME)) return href;
  return href.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'));
}

/** Whether a relative link of a file has more `..` than there are folders above it; a URL would stop at the top, as at a site's. */
function leavesFolder(url: URL, href: string, base: LinkBase): boolean {
  if (!isFolderUrl(url) || !href.includes('..')) return false;
  const from = URL.parse(baseOf(base));
  if (from === null || !isFolderUrl(from)) return false;
  from.pathname = `/${BELOW}${from.pathname}`;
  const written = slashed(href, base);
  const isRelative = !/^[\0-\x20]*(?:\/|[a-z][a-z0-9+.-]*:)/i.test(written);
  return isRelative && URL.parse(written, from.href)?.pathname.startsWith(`/${BELOW}/`) === false;
}

/** A folder that no link names. */
const BELOW = 'below-6f1c';

/** Whether a link of a file leads to a file of the same folder; no page of a site leads into a folder. */
function isOfFolder(url: URL, { pageUrl }: LinkBase): boolean {
  if (!isFolderUrl(url)) return false;
  const own = parsePageUrl(pageUrl);
  return own !== undefined && isFolderUrl(own) && own.host === url.host;
}

/** The text that is requested for a parsed URL: no fragment, no `user:pass@`, no parameter with an e-mail address; changes the URL in place. */
export function fetchUrl(url: URL): string {
  url.hash = '';
  url.username = '';
  url.password = '';
  dropAddressParameters(url);
  return url.href;
}

/** A short printable piece of an untrusted URL: credentials, query and fragment cut off. */
export function excerpt(text: string): string {
  const piece = redactAddresses(text.slice(0, 400))
    .slice(0, 120)
    .replace(/[?#].*$/s, '');
  const safe = piece.replace(/[^/\\]*@/g, '').replace(/[^\x20-\x7e\xa1-\uffff]/g, '\ufffd');
  return text.length > 120 ? `${safe.toWellFormed()}…` : safe.toWellFormed();
}

/** The URL that links are resolved against, for resolving many links of one page: the `pageUrl` of a base without a `baseHref`. */
export function baseOf({ pageUrl, baseHref }: LinkBase): string {
  if (baseHref === undefined || baseHref.length > maxHrefLength) return pageUrl;
  const base = URL.parse(baseHref, pageUrl);
  return base !== null && (isHttp(base) || isOfFolder(base, { pageUrl })) ? base.href : pageUrl;
}

// A `data:` link of that size is common and nothing to worry about; a web address of that size is.
function refuseLong(href: string): Refused {
  const [scheme = 'http:'] = /^[a-z][a-z0-9+.-]*:/i.exec(href.slice(0, 64).replace(/[\0-\x20]/g, '')) ?? [];
  if (!/^https?:$/i.test(scheme)) return refuse('link:scheme', `not http(s): ${scheme}`);
  return refuse('link:length', `${counted(href.length, 'character')}: ${excerpt(href)}`);
}

// By hand: a trimming regular expression is quadratic on a 10 MB run of spaces.
function firstVisible(href: string): string {
  for (let at = 0; at < href.length; at++) {
    if (href.charCodeAt(at) > 0x20) return href.charAt(at);
  }
  return '';
}
