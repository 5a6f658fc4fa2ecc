// Scope of a crawl (U4): which links belong to it, judged by host, then blocked, then allowed patterns, then what is left out by default.
import { DocentError } from '../core/errors.ts';
import { matchBelow } from '../core/pattern/glob.ts';
import { compilePathPattern, type PathPattern } from '../core/pattern/pattern.ts';
import { excerpt } from '../core/url/fetch-url.ts';
import { parsePageUrl } from '../core/url/host.ts';
import { joinKey, type KeyParts } from '../core/url/key.ts';
import { type ParsedUrl, parsedUrl } from '../core/url/parsed-url.ts';
import { keyFormOfPath } from '../core/url/percent.ts';
import { accept, type Refused, refuse, type Verdict } from '../core/verdict.ts';
import { defaultExclude, namesAny } from './default-excludes.ts';

export interface ScopeOptions {
  readonly seeds: readonly string[];
  /** Whether only the seeds' own hosts belong to the crawl; default true. */
  readonly sameDomainOnly?: boolean | undefined;
  /** Without any, the seeds' own folders and below are allowed. */
  readonly allowed?: readonly string[] | undefined;
  readonly blocked?: readonly string[] | undefined;
  /** E5: whether blogs, forums, profiles and the like are left out unless they are named; default false. */
  readonly defaultExcludes?: boolean | undefined;
  /** Whether `www.` is the same host; default true. */
  readonly stripWww?: boolean | undefined;
}

export interface Scope {
  /** Decides whether a URL belongs to the crawl; never throws. Trust `scope:seed` only for scope: other rules still apply. */
  judge(url: string | ParsedUrl): Verdict;
  /** The patterns in force, the derived ones included. */
  readonly allowedPatterns: readonly string[];
  /** One line that shows the operator what is crawled. */
  readonly description: string;
}

/** Endings that make a top-level seed a page of the root folder rather than a folder of its own. */
const pageExtension = /\.(?:html?|xhtml|mdx?|txt|pdf|php|aspx?|jsp)$/i;

/** Compiles the scope. Throws `DOC_URL` for a seed that is not http(s) and `DOC_PATTERN` for a bad pattern. */
export function compileScope(options: ScopeOptions): Scope {
  const { sameDomainOnly = true, stripWww = true, defaultExcludes = false } = options;
  const keyOf = (url: string | ParsedUrl) => parsedUrl(url).keyParts({ stripWww });
  const seeds = options.seeds.map((seed) => ({ ...seedParts(seed, keyOf), folder: ownFolder(seed) }));
  const seedKeys = new Set(seeds.map(joinKey));
  const hosts = new Set(seeds.map((seed) => seed.host));
  const allowed = compileAll(options.allowed, 'allowed_path_patterns');
  const blocked = compileAll(options.blocked, 'blocked_path_patterns');
  const folders =
    allowed.length > 0
      ? []
      : seeds.toSorted(byFolder).map(({ host, folder }) => ({ host, pattern: belowFolder(folder) }));

  // A folder counts for the host of its own seed; on a host without seeds (sameDomainOnly: false) each of them does.
  const allowedOn = (host: string): readonly PathPattern[] => {
    if (allowed.length > 0) return allowed;
    return folders.filter((folder) => folder.host === host || !hosts.has(host)).map(({ pattern }) => pattern);
  };

  // E5: a pattern that lets everything in names nothing; /blog/** does, and so does a seed.
  const byDefault = ({ host, path }: KeyParts, patterns: readonly PathPattern[]): Refused | undefined => {
    const found = defaultExcludes ? defaultExclude(host, path) : undefined;
    if (found === undefined || seeds.some((seed) => namesAny(seed.path, [found.word]))) return undefined;
    if (patterns.some((one) => one.matches(path) && namesAny(one.source, found.words))) return undefined;
    const how = `a seed or an allowed pattern that names /${found.word} opens it, default_excludes: false all of them`;
    return refuse('scope:default-exclude', `/${found.word} is left out by default; ${how}`);
  };

  const judge = (url: string | ParsedUrl): Verdict => {
    const parsed = parsedUrl(url);
    const key = keyOf(parsed);
    if (key === undefined) return refuse('scope:host', `not an http(s) URL: ${excerpt(parsed.text)}`);
    const isSeed = seedKeys.has(joinKey(key));
    if (!isSeed && sameDomainOnly && !hosts.has(key.host))
      return refuse('scope:host', `${shorten(key.host)} is not the host of a seed`);
    const stop = blocked.find((pattern) => pattern.matches(key.path));
    if (stop !== undefined) return refuse('scope:blocked', `${shorten(key.path)} matches blocked ${stop.source}`);
    if (isSeed) return accept('scope:seed');
    const patterns = allowedOn(key.host);
    const go = patterns.find((pattern) => pattern.matches(key.path));
    if (go !== undefined) return byDefault(key, patterns) ?? accept('scope:allowed', go.source);
    const all = patterns.map(({ source }) => source).join(', ');
    return refuse('scope:no-match', `${shorten(key.path)} matches none of ${all}`);
  };

  const derived = [...new Set(folders.map(({ pattern }) => pattern.source))];
  const allowedPatterns = allowed.length > 0 ? [...(options.allowed ?? [])] : derived;
  return { judge, allowedPatterns, description: describe(folders, allowedPatterns, options.blocked ?? []) };
}

function seedParts(seed: string, keyOf: (url: string) => KeyParts | undefined): KeyParts {
  const parts = keyOf(seed);
  if (parts === undefined) throw new DocentError('DOC_URL', `seed ${excerpt(seed)} is not an http(s) URL`);
  return parts;
}

// Sorted, so that the pattern a verdict names does not depend on the order in which patterns were written.
function compileAll(patterns: readonly string[] | undefined, field: string): readonly PathPattern[] {
  return [...new Set(patterns)].sort().map((pattern) => compilePathPattern(pattern, field));
}

/** The folder of a seed without its trailing slash: `/docs/a` and `/docs/` → `/docs`, the root → ``. */
export function ownFolder(seed: string): string {
  const path = keyFormOfPath(parsePageUrl(seed)?.pathname ?? '/');
  const folder = path.slice(0, path.lastIndexOf('/'));
  // `https://x/docs` names the documentation, not the whole host; only a root page does.
  if (folder === '' && path !== '/' && !pageExtension.test(path)) return path;
  return folder;
}

function byFolder(a: { readonly folder: string }, b: { readonly folder: string }): number {
  return a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0;
}

// Not compiled as a glob: a folder may itself contain `*` or be longer than a pattern may be.
function belowFolder(folder: string): PathPattern {
  return { source: `${folder}/**`, matches: matchBelow(folder) };
}

// A link may be 10 MB long; the reason it was refused for must not be.
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text;
}

function describe(
  folders: readonly { readonly host: string; readonly pattern: PathPattern }[],
  allowed: readonly string[],
  blocked: readonly string[],
): string {
  const except = blocked.length > 0 ? `, except ${blocked.join(', ')}` : '';
  if (folders.length === 0) return `In scope: ${allowed.join(', ') || 'nothing'}${except}`;
  const list = [...new Set(folders.map(({ host, pattern }) => `${host}${pattern.source}`))].join(', ');
  return `No allowed patterns set: in scope is each seed's own folder and below (${list})${except}`;
}
