// Step 8, for search: what the index keeps of a page, from its chunks and its links.
import type { PageLink } from '../core/page-links.ts';
import { type AnchorLink, type PageIndex, packIndex, type SurfaceWord } from '../core/search-entry.ts';
import { type KeyPolicy, urlKey } from '../core/url/key.ts';
import { analyse, analyserVersion } from '../search/analyser.ts';
import { type EntryChunk, type EntryPage, entryMaker } from '../search/forward-entry.ts';

/** So many links of a page count, and so many characters of what each says. */
const MOST_ANCHORS = 5_000;
const LONGEST_ANCHOR = 300;
const MOST_REMEMBERED = 20_000;

/** What the index keeps of a page; the same from the page itself and from its stored text. Never throws because of the page. */
export function indexPage(
  page: EntryPage,
  chunks: readonly EntryChunk[],
  links: readonly PageLink[],
  key: KeyPolicy,
): PageIndex {
  const surfaces = new Set<string>();
  const entries = chunks.map(entryMaker(page, surfaces));
  return packIndex({
    analyser: analyserVersion,
    chunks: entries,
    words: Array.from(surfaces, (word): SurfaceWord => ({ word, term: termOf(word) })),
    ...anchorsIn(page.url, links, key),
  });
}

function anchorsIn(
  pageUrl: string,
  links: readonly PageLink[],
  key: KeyPolicy,
): { readonly anchors: readonly AnchorLink[]; readonly outbound: number } {
  const site = siteOf(pageUrl);
  const anchors: AnchorLink[] = [];
  let outbound = 0;
  for (const { url, text, nofollow, inContent } of links) {
    if (!inContent || nofollow) continue;
    if (anchors.length === MOST_ANCHORS) break;
    const target = urlKey(url, key);
    const terms = text.length > LONGEST_ANCHOR ? '' : line(text);
    if (/[\t\n]/.test(target) || terms.length >= LONGEST_ANCHOR) continue;
    anchors.push({ target, terms });
    if (siteOf(url) === site) outbound++;
  }
  return { anchors, outbound };
}

function line(text: string): string {
  return analyse(text, 'text')
    .map(({ term }) => term)
    .join(' ');
}

/** Scheme and host, as they are written. */
function siteOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2));
}

// Most words of a page were met on the page before.
const terms = new Map<string, string>();

/** The term a word becomes in the index. */
function termOf(word: string): string {
  const known = terms.get(word);
  if (known !== undefined) return known;
  if (terms.size >= MOST_REMEMBERED) terms.clear();
  const term = analyse(word, 'symbols')[0]?.term ?? word;
  terms.set(word, term);
  return term;
}
