// E2: learnt chrome in memory: the edges of stored pages, and pages that are cut anew.
import { type CutPage, type EdgePage, type PageToCut, readHashOf } from '../../frontier/port-chrome.ts';
import { isStored, type ProviderEntry, type UrlEntry } from './records.ts';

export function edgePageOf({ id, page, readIn, asksAgain }: UrlEntry, generation: number): readonly EdgePage[] {
  if (page?.edges === undefined || page.edges === '') return [];
  const { edges, cut = '', extractor } = page;
  return [{ id, readHash: readHashOf(page), edges, cut, extractor, isFresh: readIn === generation, asksAgain }];
}

export function toCutOf({ page, draft, links }: UrlEntry): PageToCut | undefined {
  if (page === undefined) return undefined;
  return { url: page.finalUrl, draft, links, noarchive: page.facts.noarchive === true };
}

/** Puts a page that was cut anew in place of what is stored. */
export function cutEntry(entry: UrlEntry, provider: ProviderEntry, cut: CutPage): boolean {
  const { page } = entry;
  if (page === undefined || readHashOf(page) !== cut.readHash) return false;
  const isHere = isStored(entry, provider.generation);
  const { chunks, index, facts, ...changed } = cut;
  entry.page = { ...page, ...changed, facts: { ...page.facts, ...facts } };
  entry.chunks = chunks;
  entry.index = index;
  entry.asksAgain = false;
  // C2: where the text is not kept, neither is what it could be made of again.
  if (cut.markdown === undefined) entry.draft = undefined;
  if (isHere && entry.state === 'indexed' && entry.textBefore === cut.hash)
    Object.assign(entry, { state: 'unchanged', by: 'content:same', detail: '' });
  return true;
}
