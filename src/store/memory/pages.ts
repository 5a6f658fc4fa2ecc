// What an in-memory ledger knows of its stored pages: for leases, for the search index and for learnt chrome.
import { reasonHas } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { type Led, ledBy } from '../../frontier/decide/move.ts';
import { isStored } from '../../frontier/decide/rows.ts';
import type { GoneAnswer, IndexEntry, PageRecord, PageToIndex, StoredFacts } from '../../frontier/port.ts';
import { type EdgePage, type PageToCut, readHashOf } from '../../frontier/port-chrome.ts';
import { type MemoryData, type MemoryPage, type ProviderEntry, type UrlEntry, urlEntryOf } from './records.ts';

type PageEntry = UrlEntry & { readonly stored: MemoryPage };

function pagesOf({ urls }: MemoryData, provider?: string): readonly PageEntry[] {
  return urls.filter(
    (url): url is PageEntry => url.stored !== undefined && (provider === undefined || url.provider === provider),
  );
}

/** Stored pages that this version of the analyser has not read. */
function behind(data: MemoryData, analyser: number): readonly PageEntry[] {
  return pagesOf(data).filter(({ stored }) => stored.copy.analyser !== analyser);
}

/** How many pages behind have their text, and how many have not. */
export function behindIndex(data: MemoryData, analyser: number) {
  const pages = behind(data, analyser);
  const withText = pages.filter(({ stored }) => stored.page.markdown !== undefined).length;
  return { withText, withoutText: pages.length - withText };
}

/** The pages behind that have their text, by number. */
export function toIndex(data: MemoryData, analyser: number, after: number, limit: number): readonly PageToIndex[] {
  return behind(data, analyser)
    .filter(({ row, stored }) => row.id > after && stored.page.markdown !== undefined)
    .slice(0, limit)
    .map(({ row: { id }, provider, stored: { page, chunks, links } }) => {
      const { hash, finalUrl: url, title, facts } = page;
      const { description, keywords } = facts;
      return {
        ...{ id, provider, hash, url, title, description, keywords, links },
        chunks: chunks.map(({ preview, text = preview, ...chunk }) => ({ ...chunk, text })),
      };
    });
}

/** Keeps a page's part of the index, unless its text is no longer what was read. */
export function putIndex(data: MemoryData, { id, hash, index }: IndexEntry): boolean {
  const url = urlEntryOf(data, id);
  const { stored } = url ?? {};
  if (url === undefined || stored?.page.hash !== hash || stored.chunks.length !== index.ends.length) return false;
  url.stored = { ...stored, index, copy: { ...stored.copy, analyser: index.analyser, indexHash: index.hash } };
  return true;
}

/** The edges of a provider's stored pages, by number. */
export function edgePages(data: MemoryData, { slug, generation }: ProviderEntry, after: number): readonly EdgePage[] {
  return pagesOf(data, slug).flatMap(({ row: { id }, stored: { page, readIn, asksAgain } }) => {
    const { finalUrl: url, edges = '', cut = '', extractor } = page;
    if (edges === '' || id <= after) return [];
    const keepsText = page.facts.noarchive !== true;
    const isFresh = readIn === generation;
    return [{ id, url, readHash: readHashOf(page), edges, cut, extractor, keepsText, isFresh, asksAgain }];
  });
}

/** E6: pages with the same text where chrome was left out of one of them, the first of each group first. */
export function twinsIn(data: MemoryData, { slug, generation }: ProviderEntry): readonly (readonly number[])[] {
  const stored = pagesOf(data, slug).filter(({ row }) => row.kind === 'page' && isStored(row, generation));
  return [...Map.groupBy(stored, ({ stored: { copy } }) => copy.hash).values()]
    .filter((group) => group.some(({ stored: { copy } }) => readHashOf(copy) !== copy.hash))
    .map((group) => group.map(({ row }) => row).toSorted((a, b) => a.depth - b.depth || a.id - b.id))
    .map((rows) => rows.map(({ id }) => id));
}

/** F10: the pages that lead elsewhere, each with the stored page it leads to. */
export function ledIn({ urls }: MemoryData, { slug, generation }: ProviderEntry): readonly Led[] {
  const rows = urls.flatMap(({ provider, row }) =>
    provider === slug && row.kind === 'page' && row.generation === generation ? [row] : [],
  );
  const away = rows.filter(({ state, by }) => state === 'skipped' && reasonHas(by, 'elsewhere'));
  return ledBy(away, () => rows.filter((row) => isStored(row, generation) || row.state === 'duplicate'));
}

/** The page as readers show it: without secrets in its address, and without fields that have their default. */
export function shownPage({ page: { readHash, edges, cut, finalUrl, ...page } }: MemoryPage): PageRecord {
  return {
    ...page,
    finalUrl: shownUrl(finalUrl),
    ...(readHash !== undefined && readHash !== page.hash && { readHash }),
    ...(edges !== '' && { edges }),
    ...(cut !== '' && { cut }),
  };
}

/** The facts of a stored page that a lease holds. */
export function storedFacts({ page, copy, checkedAt, asksAgain }: MemoryPage, generation: number): StoredFacts {
  const { etag, lastModified, fetchedAt, extractor, markdown, facts } = page;
  const { hash, analyser, intervalMs, lastmod, lastmodWrong } = copy;
  return {
    ...{ etag, lastModified, fetchedAt, hash, extractor, isWhole: markdown !== undefined, analyser, checkedAt },
    noarchive: facts.noarchive === true,
    intervalMs,
    // The lastmod of an earlier sitemap is void: today's may not name the page any more.
    lastmod: lastmod?.generation === generation ? lastmod.at : undefined,
    lastmodWrong,
    linkRules: facts.linkRules,
    ...(facts.softError !== undefined && { isSoftError: true }),
    ...(asksAgain && { asksAgain: true }),
  };
}

/** The statuses of a URL's visits that ended it, latest first. */
export function statusesOf({ visits }: UrlEntry): readonly GoneAnswer[] {
  return visits.flatMap(({ status, state, steps }) =>
    status === undefined || state === 'waiting' ? [] : [{ at: steps.at(-1)?.at ?? 0, status }],
  );
}

/** What a page that is cut anew was made of; undefined where nothing is stored. */
export function pageToCut(data: MemoryData, id: number): PageToCut | undefined {
  const stored = urlEntryOf(data, id)?.stored;
  if (stored === undefined) return undefined;
  const { page, draft, links } = stored;
  return { url: page.finalUrl, draft, links, noarchive: page.facts.noarchive === true };
}

/** Marks stored pages to be requested without conditions. */
export function askAgain(data: MemoryData, ids: readonly number[]): void {
  for (const id of ids) {
    const url = urlEntryOf(data, id);
    if (url?.stored !== undefined) url.stored = { ...url.stored, asksAgain: true };
  }
}
