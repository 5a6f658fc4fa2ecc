// U2, U3: a page's links as they are requested: queries that the key ignores are dropped before links are judged, stored or shown.
import type { AsWritten, PageLink } from '../../core/page-links.ts';
import { compileExcludePath, type PathPattern } from '../../core/pattern/pattern.ts';
import { type KeyPolicy, urlKey } from '../../core/url/key.ts';
import { ParsedUrl } from '../../core/url/parsed-url.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { dynamicGateway, overlong } from '../../frontier/traps.ts';

/** A link as it is requested, and what its dropped query decides. */
export interface Spelled {
  readonly url: string;
  readonly asWritten?: AsWritten | undefined;
  /** A hash of what the query distinguishes, tracking aside; only where something was dropped. */
  readonly form?: number | undefined;
}

/** The rules for links as they were written. */
export interface SpellingRules {
  readonly key: KeyPolicy;
  /** The operator's `exclude_paths` that look at a query. */
  readonly excluded: readonly PathPattern[];
}

/**
 * One link. U5, U6 and R26 look at the link as it was written, because its query shows what kind of thing it leads to; the page
 * behind it is refused by that for this link only, and stays open for another (U13).
 */
export function spellLink(written: string, { key, excluded }: SpellingRules): Spelled {
  const url = requestedUrl(written, key);
  if (url === written) return { url };
  const parsed = new ParsedUrl(written);
  return { url, asWritten: refusalAsWritten(parsed, excluded), form: formOf(parsed, key) };
}

/** The links of a page, each requested URL once, refused and accepted ones apart. */
export function spellLinks(
  links: readonly PageLink[],
  rules: SpellingRules,
): readonly (PageLink & { readonly forms?: readonly number[] })[] {
  if (rules.key.query === 'keep' || !links.some(({ url }) => url.includes('?'))) return links;
  const found = new Map<string, PageLink & { readonly forms?: readonly number[] }>();
  for (const link of links) {
    const { url, asWritten, form } = spellLink(link.url, rules);
    const id = `${asWritten ?? ''} ${url}`;
    const earlier = found.get(id);
    const forms = formsOf(earlier, form, () => shortHash(urlKey(url, rules.key)));
    found.set(id, {
      url,
      text: earlier?.text || link.text,
      nofollow: link.nofollow && (earlier?.nofollow ?? true),
      inContent: link.inContent || (earlier?.inContent ?? false),
      ...(asWritten !== undefined && { asWritten }),
      ...(forms !== undefined && { forms }),
    });
  }
  return [...found.values()];
}

/** The forms found so far; a URL without a query counts as soon as there is one with a query beside it. */
function formsOf(
  earlier: { readonly forms?: readonly number[] } | undefined,
  form: number | undefined,
  bare: () => number,
): readonly number[] | undefined {
  if (earlier === undefined) return form === undefined ? undefined : [form];
  if (earlier.forms === undefined) return form === undefined ? undefined : [bare(), form];
  // A calendar may link to one page by ten thousand queries.
  (earlier.forms as number[]).push(form ?? bare());
  return earlier.forms;
}

/** Only `re:` patterns look at a query; the others decide the same about the requested URL. */
export function queryPatterns(patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => pattern.startsWith('re:'));
}

/** A short name for the rules by which links lose their queries. */
export function linkRulesOf({ query, keepQueryParams = [] }: KeyPolicy, patterns: readonly string[] = []): string {
  return shortHash(JSON.stringify([query ?? 'drop', keepQueryParams, patterns])).toString(36);
}

/** The rules of a provider; compiled once for as long as they stay the same. */
export function spellingRules(key: KeyPolicy, patterns: readonly string[] = []): SpellingRules {
  const id = JSON.stringify([key, patterns]);
  if (last?.id !== id)
    last = { id, rules: { key, excluded: patterns.map((pattern) => compileExcludePath(pattern, 'exclude_paths')) } };
  return last.rules;
}

let last: { readonly id: string; readonly rules: SpellingRules } | undefined;

function refusalAsWritten(written: ParsedUrl, excluded: readonly PathPattern[]): AsWritten | undefined {
  if (overlong(written.text) !== undefined) return 'length';
  if (!written.isPage) return undefined;
  if (excluded.some((pattern) => pattern.matches(written.pathname, written.search))) return 'excluded';
  return dynamicGateway(written) === undefined ? undefined : 'dynamic';
}

/** Tracking parameters are no loss; what else is dropped may have been a page of its own. */
function formOf(written: ParsedUrl, key: KeyPolicy): number {
  return shortHash(written.key({ ...key, query: 'tracking' }));
}

/** A short hash: two URLs in fifty thousand taken for one do no harm to a count. */
export function shortHash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
