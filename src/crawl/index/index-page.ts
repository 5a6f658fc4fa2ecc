// Step 8, for search: the index entries of a page, from its chunks and its links.
import { type PageLink, unpackLinks } from '../../core/page-links.ts';
import { type AnchorLink, detached, type PageIndex, packAnchors, sealIndex } from '../../core/search-entry.ts';
import { type KeyPolicy, urlKey } from '../../core/url/key.ts';
import type { IndexEntry, PageToIndex } from '../../frontier/port.ts';
import { analyse, analyserVersion } from '../../search/analyse/analyser.ts';
import { type EntryChunk, type EntryPage, pageEntries } from '../../search/index/forward-entry.ts';

/** At most this many links of a page count, and this many characters of each text. */
const MOST_ANCHORS = 5_000;
const LONGEST_ANCHOR = 300;
const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 300;

/** The index entries of a page; the same from the page itself and from its stored text. Never throws because of the page. */
export function indexPage(
  page: EntryPage,
  chunks: readonly EntryChunk[],
  links: readonly PageLink[],
  key: KeyPolicy,
): PageIndex {
  const { anchors, outbound } = anchorsIn(page.url, links, key);
  const entries = pageEntries(page, chunks);
  return sealIndex({ analyser: analyserVersion, ...entries, anchors: packAnchors(anchors), outbound });
}

/** A stored page, and the key policy of its provider. */
export type KeyedPage = PageToIndex & { readonly key: KeyPolicy };

/** The index entries of a stored page. Throws when its links cannot be unpacked. */
export function indexStored({ id, hash, chunks, links, key, ...page }: KeyedPage): IndexEntry {
  return { id, hash, index: indexPage(page, chunks, links === undefined ? [] : unpackLinks(links), key) };
}

function anchorsIn(
  pageUrl: string,
  links: readonly PageLink[],
  key: KeyPolicy,
): { readonly anchors: readonly AnchorLink[]; readonly outbound: number } {
  const site = siteOf(pageUrl);
  const policy = JSON.stringify(key);
  if (policy !== keysBy) keys.clear();
  keysBy = policy;
  const anchors: AnchorLink[] = [];
  let outbound = 0;
  for (const { url, text, nofollow, inContent } of links) {
    if (!inContent || nofollow) continue;
    if (anchors.length === MOST_ANCHORS) break;
    const target = remembered(keys, url, (url) => urlKey(url, key));
    const terms = text.length > LONGEST_ANCHOR ? '' : remembered(lines, text, line);
    if (/[\t\n]/.test(target) || terms.length >= LONGEST_ANCHOR) continue;
    anchors.push({ target, terms });
    if (siteOf(url) === site) outbound++;
  }
  return { anchors, outbound };
}

// Most links of a page were on the page before. The cache is bounded, and results do not depend on it.
const keys = new Map<string, string>();
/** The key policy of the cached keys. */
let keysBy = '';
const lines = new Map<string, string>();

function remembered(known: Map<string, string>, text: string, make: (text: string) => string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = make(text);
  if (text.length > LONGEST_REMEMBERED) return made;
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(detached(text), made);
  return made;
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
