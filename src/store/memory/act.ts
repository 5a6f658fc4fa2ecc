// An act on the in-memory ledger: rows are lent to the rules (frontier/decide), and what differs in the end is kept.
import { storedAs } from '../../frontier/decide/copy.ts';
import type { CopyEffect, Effects, IndexChange } from '../../frontier/decide/effects.ts';
import { mayEnter, type SettleFacts } from '../../frontier/decide/facts.ts';
import { Overlay } from '../../frontier/decide/overlay.ts';
import { isStored } from '../../frontier/decide/rows.ts';
import type { Found, LaneOptions } from '../../frontier/port.ts';
import { isSameText, readHashOf } from '../../frontier/port-chrome.ts';
import { factsOfEntry, type MemoryData, type ProviderEntry, type StoredPage, type UrlEntry, urlOf } from './records.ts';

/** At most this many earlier versions of a page are kept. */
const VERSIONS_KEPT = 20;

/** The rows an act on a provider begins with. */
export function openAct(
  data: MemoryData,
  provider: ProviderEntry,
  limits: LaneOptions,
  ids: readonly number[],
): Overlay {
  const { slug, generation, ended, run } = provider;
  const overlay = new Overlay({ provider: slug, generation, ended, run, maxPerTemplate: limits.maxPerTemplate });
  for (const id of ids) {
    const entry = urlOf(data, id);
    if (entry !== undefined) overlay.load(factsOfEntry(entry, generation));
  }
  return overlay;
}

/** All that settling a lease of this URL looks at. */
export function loadSettle(
  data: MemoryData,
  provider: ProviderEntry,
  overlay: Overlay,
  id: number,
  facts: SettleFacts,
): void {
  for (const key of facts.keys) loadKey(data, provider, overlay, key);
  const text = facts.text === 'copy' ? overlay.entry(id).copy : facts.text;
  if (text !== undefined) {
    const hash = readHashOf(text);
    const twins = data.urls.filter(
      ({ provider: slug, row, stored }) =>
        slug === provider.slug &&
        stored !== undefined &&
        readHashOf(stored.copy) === hash &&
        isStored(row, provider.generation),
    );
    const first = twins.toSorted(({ row: a }, { row: b }) => a.depth - b.depth || a.id - b.id).slice(0, 2);
    overlay.loadText(
      hash,
      first.map((entry) => factsOfEntry(entry, provider.generation)),
    );
  }
  if (facts.replaces !== undefined)
    for (const { id: row, copy } of [overlay.entry(id), ...facts.keys.flatMap((key) => overlay.of(key) ?? [])])
      if (copy !== undefined && !isSameText(copy, facts.replaces)) {
        const chunks = urlOf(data, row)?.stored?.chunks ?? [];
        overlay.loadChunks(
          row,
          chunks.map(({ headings, anchor, hash }, seq) => ({ headings, anchor, hash, seq })),
        );
      }
  loadLinks(data, provider, overlay, facts.links);
}

/** What offering these looks at. */
export function loadLinks(data: MemoryData, provider: ProviderEntry, overlay: Overlay, links: readonly Found[]): void {
  for (const { key, template, host, refused } of links) {
    loadKey(data, provider, overlay, key);
    if (template === undefined || refused !== undefined || overlay.hasTemplate(host, template)) continue;
    if (mayEnter(overlay.of(key)?.row, provider.generation))
      overlay.loadTemplate(host, template, provider.templates.get(`${host} ${template}`) ?? 0);
  }
}

function loadKey(data: MemoryData, provider: ProviderEntry, overlay: Overlay, key: string): void {
  if (overlay.hasLoaded(key)) return;
  const entry = data.urls.find((url) => url.provider === provider.slug && url.key === key);
  if (entry === undefined) overlay.loadMissing(key);
  else overlay.load(factsOfEntry(entry, provider.generation), key);
}

/** Keeps what an act changed; `addLane` hears of every host that a URL waits for. */
export function keep(
  data: MemoryData,
  provider: ProviderEntry,
  effects: Effects,
  addLane: (host: string) => void,
): void {
  for (const host of effects.hosts) addLane(host);
  const numbers = new Map<number, number>();
  const of = (id: number): UrlEntry => urlOf(data, numbers.get(id) ?? id) as UrlEntry;
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
    // Nothing is searched in memory.
    case 'join':
  }
}

/** Puts a page that was cut anew in place of what is stored. */
function cutAnew(stored: StoredPage, { page: cut, index }: Extract<CopyEffect, { kind: 'cut' }>): StoredPage {
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

function indexOf(stored: StoredPage | undefined, { isNew, entry }: IndexChange): StoredPage['index'] {
  return isNew ? entry : stored?.index;
}
