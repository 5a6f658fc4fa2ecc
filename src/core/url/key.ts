// The key of a URL (U2, U3): the identity that decides "seen before"; it is never requested.
import { createHash } from 'node:crypto';
import { FOLDER_SCHEME, hostOf, parsePageUrl } from './host.ts';
import { decodePathEscapes, foldSlashes } from './percent.ts';
import { keptQuery, type QueryPolicy } from './query.ts';
import { shownUrl } from './shown-url.ts';

export interface KeyPolicy {
  /** Whether `www.example.com` and `example.com` are one; default true. */
  readonly stripWww?: boolean;
  /** What stays of the query; default `drop`. */
  readonly query?: QueryPolicy;
  /** Parameters that stay although `query` would remove them. */
  readonly keepQueryParams?: readonly string[];
}

export interface KeyParts {
  /** Lower-case host, with the port unless it is 80 or 443; `folder:<provider>` of a file. */
  readonly host: string;
  /** Decoded path, starting with `/`, without a trailing slash. */
  readonly path: string;
  /** Remaining query without `?`, possibly empty. */
  readonly query: string;
}

/** Normalises a URL to its key. A text that is not the URL of a page is its own key. Idempotent, never throws. */
export function urlKey(url: string, policy: KeyPolicy = {}): string {
  const parts = urlKeyParts(url, policy);
  return parts === undefined ? url : joinKey(parts);
}

/** The pieces of a key, for rules that look at host or path; `undefined` for a text that is not the URL of a page. */
export function urlKeyParts(url: string, policy: KeyPolicy = {}): KeyParts | undefined {
  const parsed = parsePageUrl(url);
  return parsed && keyPartsOf(parsed, keyForm(parsed.pathname), policy);
}

/** As `urlKeyParts`, of a parsed URL whose path in the key's form is known. */
export function keyPartsOf(url: URL, path: string, policy: KeyPolicy): KeyParts {
  return {
    host: hostOf(url, policy.stripWww ?? true),
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/',
    query: keptQuery(url.search.slice(1), policy.query ?? 'drop', policy.keepQueryParams),
  };
}

/** Puts the pieces of a key together again. */
export function joinKey({ host, path, query }: KeyParts): string {
  const start = host.startsWith(FOLDER_SCHEME) ? `folder://${host.slice(FOLDER_SCHEME.length)}` : `https://${host}`;
  return query === '' ? `${start}${path}` : `${start}${path}?${query}`;
}

/** The path of a parsed URL in the key's form, with the slash that it ends with. */
export function keyForm(pathname: string): string {
  // The parser has resolved dot segments already, `%2e` included, so nothing that is decoded here can form a new one.
  return decodePathEscapes(foldSlashes(pathname));
}

/** The host of an entry of the blocklist, as it begins. */
export function hostOfPattern(pattern: string): string {
  const scheme = 'folder://';
  const start = pattern.startsWith(scheme) ? scheme.length : 0;
  const end = pattern.indexOf('/', start);
  return end < 0 ? pattern : pattern.slice(0, end);
}

/**
 * The form of a key in the blocklist: without its scheme, and without the slash that a bare host ends with. A secret in it is not
 * written; a short digest distinguishes such URLs.
 */
export function blockPatternOf(key: string): string {
  const pattern = key.replace(/^https:\/\//, '').replace(/\/$/, '');
  const shown = shownUrl(pattern);
  if (shown === pattern) return pattern;
  return `${shown}#${createHash('sha256').update(pattern).digest('hex').slice(0, 8)}`;
}
