// R7: which part of a URL the rules are compared with.
import type { Dialect } from './dialect.ts';

/** Backslashes, tabs, line ends and dot segments: what the URL standard rewrites before anything is requested. */
const REWRITTEN = /[\\\t\n\r]|\/(?:\.|%2e)/i;

/** A scheme and host that the URL standard takes unchanged; anything else is read as a browser would read it. */
const PLAIN_AUTHORITY = /^https?:\/\/[^/\\?#;@\s]+(?:[/?#]|$)/;
const HTTP = /^[\0-\x20]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p/i;

/** Path (and query, where the dialect includes it) of a URL or of a bare path. Never throws; a bare trailing `?` is kept. */
export function subjectOf(url: string, dialect: Dialect): string {
  const known = dialect.escapes === 'google' || PLAIN_AUTHORITY.test(url) || !HTTP.test(url);
  let path = pathAndQuery(known ? url : asRequested(url));
  if (dialect.escapes !== 'google' && !isPlain(path) && REWRITTEN.test(url)) path = pathAndQuery(asRequested(url));
  if (dialect.subject === 'path-and-query') return path;
  const query = path.indexOf('?');
  const bare = query < 0 ? path : path.slice(0, query);
  if (dialect.subject === 'path') return bare;
  return bare.includes('//') ? bare.replace(/\/{2,}/g, '/') : bare;
}

/** Letters, digits and the few marks that no dialect rewrites: most paths are made of nothing else. */
const PLAIN = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_.~') PLAIN[char.charCodeAt(0)] = 1;

/** Whether the path (or the pattern, with its wildcards) reads the same in every dialect: plain characters, no segment that starts with a dot. */
export function isPlain(path: string, wildcards = false): boolean {
  let before = 0;
  const last = path.length - 1;
  for (let i = 0; i <= last; i++) {
    const code = path.charCodeAt(i);
    if (wildcards && (code === 42 /* * */ || (code === 36 /* $ */ && i === last))) continue;
    if (code > 127 || PLAIN[code] === 0 || (code === 46 /* . */ && before === 47) /* / */) return false;
    before = code;
  }
  return true;
}

function asRequested(url: string): string {
  return URL.parse(url, 'http://host.invalid')?.href ?? url;
}

/** R21: whether this is robots.txt itself. */
export function isRobotsTxt(path: string): boolean {
  return path === '/robots.txt' || path.startsWith('/robots.txt?');
}

/** Textual on purpose: a URL object would drop a bare `?` and re-encode what the dialects compare as written. */
function pathAndQuery(url: string): string {
  const from = url.startsWith('http://') ? 7 : url.startsWith('https://') ? 8 : hostStart(url);
  const start = firstOf(url, from);
  if (start < 0) return '/';
  const hash = url.indexOf('#', url.startsWith('//') ? 2 : 0);
  if (hash >= 0 && hash < start) return '/';
  const path = url.slice(start, hash < 0 ? url.length : hash);
  return path.charCodeAt(0) === 47 /* / */ ? path : `/${path}`;
}

/** Where the host begins, as far as the text has one: behind `//` or `scheme://`. */
function hostStart(url: string): number {
  const from = url.startsWith('//') ? 2 : 0;
  const early = firstOf(url, from);
  const scheme = url.indexOf('://', from);
  // A `://` behind the first path character belongs to the path or query.
  return scheme < 0 || (early >= 0 && early < scheme) ? from : scheme + 3;
}

function firstOf(url: string, from: number): number {
  for (let i = from; i < url.length; i++) {
    const code = url.charCodeAt(i);
    if (code === 47 /* / */ || code === 63 /* ? */ || code === 59 /* ; */) return i;
  }
  return -1;
}
