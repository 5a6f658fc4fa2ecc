// URLs that are refused before they cost a request: too long, unreadable by extension, dynamic, or going in circles.
import { counted } from '../core/counted.ts';
import { type ParsedUrl, parsedUrl } from '../core/url/parsed-url.ts';
import { accept, type Refused, refuse, type Verdict } from '../core/verdict.ts';
import {
  type Endpoint,
  endpointExtensions,
  endpoints,
  forumRoots,
  gatewayFolders,
  scriptExtensions,
  skippedExtensions,
} from './refused-lists.ts';

export const maxUrlBytes = 1024;

export interface TrapOptions {
  /** How often in a row a run of segments may not repeat; default 3. */
  readonly cycleThreshold?: 2 | 3 | undefined;
  /** Opens dynamic gateways for this provider; default false. */
  readonly allowDynamic?: boolean | undefined;
  /** The page is supplied, not requested: only its length and its ending count; default false. */
  readonly isSupplied?: boolean | undefined;
}

const kindOfExtension = indexed(skippedExtensions);
const endpointOf = new Map(
  Object.entries<Endpoint>(endpoints).flatMap(([kind, { names, params }]) =>
    names.map((name) => [name, { kind, isTelltale: membership(params) }] as const),
  ),
);
const isScript = membership(scriptExtensions);
const isGateway = membership(gatewayFolders);
const isForumRoot = membership(forumRoots);
const mayEndEndpoint = membership(endpointExtensions);

/**
 * Runs all trap rules over a fetch URL and returns the first refusal: `trap:url`, `trap:length`, `trap:extension`,
 * `dynamic` or `trap:cycle`. Length comes first because it bounds the work of the others. Never throws.
 */
export function judgeTraps(url: string | ParsedUrl, options: TrapOptions = {}): Verdict {
  const long = overlong(typeof url === 'string' ? url : url.text);
  if (long !== undefined) return long;
  const parsed = parsedUrl(url);
  if (!parsed.isPage) return refuse('trap:url', 'not an http(s) URL');
  if (options.isSupplied) return skippedExtension(parsed) ?? accept('trap:none');
  return (
    skippedExtension(parsed) ??
    (options.allowDynamic ? undefined : dynamicGateway(parsed)) ??
    pathCycle(parsed, options.cycleThreshold) ??
    accept('trap:none')
  );
}

/** U6: refuses a URL of more than 1024 bytes in UTF-8. */
export function overlong(url: string): Refused | undefined {
  // A text has at least as many bytes as code units: 10 MB of it need no counting.
  const bytes = url.length > maxUrlBytes ? url.length : Buffer.byteLength(url);
  return bytes > maxUrlBytes ? refuse('trap:length', `over ${counted(maxUrlBytes, 'byte')}`) : undefined;
}

/** U5: refuses what docent cannot read, by the ending of the last segment; `/docs/node.js/` is a folder, not a file. */
export function skippedExtension(url: ParsedUrl): Refused | undefined {
  const parts = lastSegment(url).split('.');
  if (parts.length < 2 || (parts.length === 2 && parts[0] === '')) return undefined;
  for (const extension of [parts.slice(-1).join(), parts.slice(-2).join('.')]) {
    const kind = kindOfExtension.get(extension);
    if (kind !== undefined) return refuse('trap:extension', `.${extension} (${kind})`);
  }
  return undefined;
}

/**
 * U5: refuses programs and endpoints. Documentation *about* search, login or comments is common, so an endpoint word
 * counts only as the whole last segment, and only directly below the root (`/login`) or with a parameter that such a
 * program takes (`/docs/search?q=`); `/docs/search`, `/docs/search-api` and `/rest/comments?apiVersion=1` are pages.
 */
export function dynamicGateway(url: ParsedUrl): Refused | undefined {
  const segments = segmentsOf(url).map((segment) => segment.toLowerCase());
  const last = segments.at(-1) ?? '';
  const gateway = (url.path.endsWith('/') ? segments : segments.slice(0, -1)).find(isGateway);
  if (gateway !== undefined) return refuse('dynamic', `/${gateway}/`);
  const { name, extension } = splitName(last);
  if (url.search.length > 1 && isScript(extension)) return refuse('dynamic', `.${extension} with a query`);
  const endpoint = endpointOf.get(mayEndEndpoint(extension) ? name : last);
  if (endpoint !== undefined && (segments.length === 1 || hasParam(url, endpoint.isTelltale))) {
    return refuse('dynamic', `${endpoint.kind} endpoint: ${last}`);
  }
  const root = segments[0] ?? '';
  return isForumRoot(root) ? refuse('dynamic', `forum: /${root}/`) : undefined;
}

/** U7: refuses a path in which a run of segments, of any length, repeats `threshold` times in a row. */
export function pathCycle(url: ParsedUrl, threshold: 2 | 3 = 3): Refused | undefined {
  const segments = segmentsOf(url);
  for (let period = 1; period * threshold <= segments.length; period++) {
    let same = 0; // how many segments up to here equal that a period earlier
    for (let at = period; at < segments.length; at++) {
      same = segments[at] === segments[at - period] ? same + 1 : 0;
      if (same === period * (threshold - 1)) {
        const run = segments.slice(at + 1 - period, at + 1).join('/');
        return refuse('trap:cycle', `/${run} repeats ${threshold} times in a row`);
      }
    }
  }
  return undefined;
}

function segmentsOf({ path }: ParsedUrl): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function lastSegment(url: ParsedUrl): string {
  const path = url.path.toLowerCase();
  return path.slice(path.lastIndexOf('/') + 1);
}

function hasParam({ search }: ParsedUrl, isMatch: (name: string) => boolean): boolean {
  return new URLSearchParams(search).keys().some((name) => isMatch(name.toLowerCase()));
}

function splitName(segment: string): { readonly name: string; readonly extension: string } {
  const dot = segment.lastIndexOf('.');
  return dot <= 0
    ? { name: segment, extension: '' }
    : { name: segment.slice(0, dot), extension: segment.slice(dot + 1) };
}

function indexed(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));
}

function membership(words: readonly string[]): (word: string) => boolean {
  const set = new Set(words);
  return (word) => set.has(word);
}
