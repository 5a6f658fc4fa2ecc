// An act on the in-memory ledger: the rules (frontier/decide) change rows, and the differences are kept.
import { storedAs } from '../../frontier/decide/copy.ts';
import type { CopyEffect, Effects, IndexChange } from '../../frontier/decide/effects.ts';
import type { FactSource } from '../../frontier/decide/load.ts';
import { isStored, type RowFacts } from '../../frontier/decide/rows.ts';
import { readHashOf } from '../../frontier/port-chrome.ts';
import {
  factsOfEntry,
  type MemoryData,
  type MemoryPage,
  type ProviderEntry,
  type UrlEntry,
  urlEntryOf,
} from './records.ts';

/** At most this many earlier versions of a page are kept. */
const VERSIONS_KEPT = 20;

/** The rows of a provider, as the rules of an act read them. */
export function factSource(data: MemoryData, { slug, generation, templates }: ProviderEntry): FactSource {
  const factsOf = (entry: UrlEntry | undefined): RowFacts | undefined => entry && factsOfEntry(entry, generation);
  return {
    row: (id) => factsOf(urlEntryOf(data, id)),
    rowOf: (key) => factsOf(data.urls.find((url) => url.provider === slug && url.key === key)),
    rowsWith: (hash) =>
      data.urls
        .filter(
          ({ provider, row, stored }) =>
            provider === slug && stored !== undefined && readHashOf(stored.copy) === hash && isStored(row, generation),
        )
        .toSorted(({ row: a }, { row: b }) => a.depth - b.depth || a.id - b.id)
        .map((entry) => factsOfEntry(entry, generation)),
    chunksOf: (id) =>
      (urlEntryOf(data, id)?.stored?.chunks ?? []).map(({ headings, anchor, hash }, seq) => ({
        headings,
        anchor,
        hash,
        seq,
      })),
    countOf: (host, template) => templates.get(`${host} ${template}`) ?? 0,
  };
}

/** Keeps what an act changed; `addLane` is called with every host that a URL waits for. */
export function keep(
  data: MemoryData,
  provider: ProviderEntry,
  effects: Effects,
  addLane: (host: string) => void,
): void {
  for (const host of effects.hosts) addLane(host);
  const numbers = new Map<number, number>();
  const of = (id: number): UrlEntry => urlEntryOf(data, numbers.get(id) ?? id) as UrlEntry;
  for (const { row, added } of effects.rows) {
    if (added === undefined) of(row.id).row = row;
    else {
      const id = data.urls.length + 1;
      numbers.set(row.id, id);
      const none = { place: undefined, lease: undefined, stored: undefined, versions: [], spellings: [] };
      data.urls.push({
        provider: provider.slug,
        ...added,
        row: { ...row, id },
        ...none,
        change: undefined,
        visits: [],
        stamp: undefined,
      });
    }
  }
  for (const { id, out, in: place, rank } of effects.places) {
    const url = of(id);
    if (out !== undefined)
      url.place = rank === undefined || url.place === undefined ? undefined : { ...url.place, rank };
    if (place !== undefined) url.place = place;
  }
  for (const { id, spelling } of effects.spellings) {
    const others = of(id).spellings.filter(({ seq }) => seq !== spelling.seq);
    of(id).spellings = [...others, spelling].toSorted((a, b) => a.seq - b.seq);
  }
  for (const { host, template, more } of effects.templates) {
    const name = `${host} ${template}`;
    provider.templates.set(name, (provider.templates.get(name) ?? 0) + more);
  }
  for (const { pattern, reason, at } of effects.blocked)
    if (!data.blocked.some((entry) => entry.pattern === pattern))
      data.blocked.push({ pattern, reason, by: 'crawler', at });
  for (const copy of effects.copies) keepCopy(of(copy.id), copy, provider.generation);
  for (const { id, put } of effects.changes)
    of(id).change = put === undefined ? undefined : { ...put, generation: provider.generation };
  if (effects.reopens) provider.ended = false;
}

function keepCopy(entry: UrlEntry, effect: CopyEffect, generation: number): void {
  const { stored } = entry;
  if (effect.kind === 'store') {
    const { page, chunks, outgoing: links, draft, rhythm, index } = effect;
    const kept = { page, chunks, links, draft, readIn: generation, asksAgain: false, checkedAt: page.fetchedAt };
    entry.stored = { ...kept, index: indexOf(stored, index), copy: storedAs(page, rhythm, index) };
    return;
  }
  if (stored === undefined) return;
  const { copy, page } = stored;
  switch (effect.kind) {
    case 'cut':
      entry.stored = cutAnew(stored, effect);
      return;
    case 'remove':
      entry.stored = undefined;
      return;
    case 'keepVersion': {
      const chunks = stored.chunks.map(({ headings, anchor, hash }) => ({ headings, anchor, hash }));
      const version = { fetchedAt: page.fetchedAt, hash: copy.hash, words: page.words, chunks };
      const others = entry.versions.filter(({ fetchedAt }) => fetchedAt !== version.fetchedAt);
      entry.versions = [version, ...others].toSorted((a, b) => b.fetchedAt - a.fetchedAt).slice(0, VERSIONS_KEPT);
      return;
    }
    case 'dropVersion':
      entry.versions = entry.versions.filter(({ fetchedAt }) => fetchedAt !== effect.fetchedAt);
      return;
    case 'verify': {
      const { at, etag = page.etag, lastModified = page.lastModified, intervalMs = copy.intervalMs } = effect;
      entry.stored = { ...stored, checkedAt: at, page: { ...page, etag, lastModified }, copy: { ...copy, intervalMs } };
      return;
    }
    case 'failing':
      entry.stored = { ...stored, copy: { ...copy, intervalMs: 0 } };
      return;
    case 'lastmod':
      entry.stored = { ...stored, copy: { ...copy, lastmod: effect.lastmod } };
      return;
    // There is no search index in memory.
    case 'join':
  }
}

/** Replaces a stored page by its newly cut version. */
function cutAnew(stored: MemoryPage, { page: cut, index }: Extract<CopyEffect, { kind: 'cut' }>): MemoryPage {
  const { chunks, index: _, facts, ...changed } = cut;
  const { hash, readHash } = cut;
  const kept = { hash, readHash: readHash === hash ? undefined : readHash };
  return {
    ...stored,
    page: { ...stored.page, ...changed, facts: { ...stored.page.facts, ...facts } },
    chunks,
    // C2: where the text is not kept, neither is what it could be made of again.
    draft: cut.markdown === undefined ? undefined : stored.draft,
    asksAgain: false,
    index: indexOf(stored, index),
    copy: { ...stored.copy, ...kept, analyser: index.analyser, indexHash: index.hash },
  };
}

function indexOf(stored: MemoryPage | undefined, { isNew, entry }: IndexChange): MemoryPage['index'] {
  return isNew ? entry : stored?.index;
}
