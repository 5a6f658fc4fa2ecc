// What a visit's outcome does to the in-memory ledger.

import { type ReasonName, reasonHas } from '../../core/reasons.ts';
import { afterSpelling, isGone, isOfSpelling } from '../../core/spelling.ts';
import {
  type Found,
  type Identity,
  identityReason,
  type Lease,
  type OfferAnswer,
  type Outcome,
  type Rhythm,
  type SettleAnswer,
  type UrlState,
} from '../../frontier/port.ts';
import { isSameText, readHashOf, type TextHashes } from '../../frontier/port-chrome.ts';
import { isStored, type MemoryData, type ProviderEntry, type UrlEntry } from './records.ts';

/** What the ledger lends: its records, and its way of taking offers. */
export interface Desk {
  readonly data: MemoryData;
  entryOf(provider: string, key: string): UrlEntry | undefined;
  enter(found: Found, entry: UrlEntry | undefined): UrlEntry;
  offer(found: Found): OfferAnswer;
  addLane(provider: string, host: string): void;
}

/** Applies an outcome to the URL it belongs to. */
export function applyOutcome(
  desk: Desk,
  own: UrlEntry,
  provider: ProviderEntry,
  lease: Lease,
  outcome: Outcome,
  rhythm?: Rhythm,
): SettleAnswer {
  switch (outcome.kind) {
    case 'again': {
      const next = outcome.orSpelling
        ? nextSpelling(desk, own, lease, { kind: 'ended', state: 'failed', by: outcome.by, detail: outcome.detail })
        : undefined;
      if (next !== undefined) return next;
      own.attempt += outcome.retry ? 1 : 0;
      own.notBefore = outcome.notBefore;
      own.by = outcome.by;
      own.detail = outcome.detail;
      return { state: 'waiting', by: own.by, detail: own.detail, added: 0 };
    }
    case 'redirect': {
      const target = desk.entryOf(own.provider, outcome.key);
      if (outcome.temporary && own.page !== undefined && target !== own) {
        const { to: url, key, host } = outcome;
        const there: Found = { provider: own.provider, key, url, host, depth: lease.depth, kind: 'page', from: own.id };
        return { ...end(own, 'skipped', 'redirect:temporary', url), added: offerAll(desk, [there]) };
      }
      if (target !== undefined && target !== own && isStored(target, provider.generation))
        return duplicate(own, 'redirect:known', outcome.to);
      own.hop = { host: outcome.host, hops: [...lease.hops, outcome.to] };
      own.by = 'redirect:following';
      own.detail = outcome.to;
      own.notBefore = 0;
      desk.addLane(own.provider, outcome.host);
      return { state: 'waiting', by: own.by, detail: own.detail, added: 0 };
    }
    case 'unchanged': {
      if (own.page === undefined) return end(own, 'failed', 'http:304', 'not modified, yet nothing is stored');
      const twin = twinOf(desk, own, provider, own.page);
      if (twin !== undefined && !isNearer(own, twin)) return duplicate(own, 'content:duplicate', twin.url);
      if (twin !== undefined) duplicate(twin, 'content:duplicate', own.url);
      const { etag = own.page.etag, lastModified = own.page.lastModified } = outcome;
      own.page = { ...own.page, etag, lastModified };
      const { by, detail } = outcome.spared ?? { by: 'http:304', detail: 'not modified' };
      if (outcome.spared === undefined && own.rhythm !== undefined)
        own.rhythm = { ...own.rhythm, checkedAt: outcome.at, intervalMs: rhythm?.sameMs ?? own.rhythm.intervalMs };
      return { ...end(own, 'unchanged', by, detail), added: offerAll(desk, outcome.links) };
    }
    case 'list':
      return { ...end(own, 'indexed', 'sitemap:read', outcome.detail), added: offerAll(desk, outcome.links) };
    case 'ended': {
      const isAnswer = own.kind === 'page' && outcome.spared === undefined;
      const respelled = isAnswer ? nextSpelling(desk, own, lease, outcome) : undefined;
      if (respelled !== undefined) return respelled;
      if (outcome.state === 'failed' && own.rhythm !== undefined) own.rhythm = { ...own.rhythm, intervalMs: 0 };
      if (outcome.state !== 'gone') return end(own, outcome.state, outcome.by, outcome.detail);
      const had = own.page !== undefined;
      remove(own);
      return end(own, had ? 'deleted' : 'failed', outcome.by, outcome.detail);
    }
    case 'page':
      return applyPage(desk, own, provider, lease, outcome, rhythm);
  }
}

/** U13: the next spelling that waits takes the place of one that came to nothing. */
function nextSpelling(
  desk: Desk,
  own: UrlEntry,
  { hops }: Lease,
  { state, by, detail }: Extract<Outcome, { kind: 'ended' }>,
): SettleAnswer | undefined {
  // F10: where a copy is stored only a server that says it is gone is a reason to look for it elsewhere.
  if (!isOfSpelling(by) || (!isGone(by) && own.page !== undefined)) return undefined;
  const next = own.spellings.find(({ state, url }) => state === 'waiting' && !hops.includes(url));
  if (next === undefined) return undefined;
  const ended = { url: own.url, host: own.host, state: state === 'gone' ? 'failed' : state, by, detail };
  own.spellings = own.spellings.map((one) => (one === next ? ended : one));
  const words = { by: 'frontier:spelling', detail: afterSpelling(by, own.url) };
  Object.assign(own, { url: next.url, host: next.host, ...words, attempt: 0, hop: undefined, notBefore: 0 });
  desk.addLane(own.provider, next.host);
  return { state: 'waiting', ...words, added: 0 };
}

function applyPage(
  desk: Desk,
  own: UrlEntry,
  provider: ProviderEntry,
  lease: Lease,
  { page, chunks, index, identity, links, outgoing, draft, noindex }: Extract<Outcome, { kind: 'page' }>,
  rhythm: Rhythm | undefined,
): SettleAnswer {
  const isEmpty = noindex?.keepStored === true && own.page !== undefined;
  const entry = identity === undefined || isEmpty ? own : identityOf(desk, own, provider, lease, identity, page);
  if (entry === undefined) {
    const { state, by, detail } = own;
    return { state, by, detail, added: 0, ...(state === 'duplicate' && { duplicateOf: detail }) };
  }
  if (noindex !== undefined) {
    const { by, detail } = noindex;
    const skipped = { kind: 'ended', state: 'skipped', by, detail } as const;
    const next = entry === own ? nextSpelling(desk, own, lease, skipped) : undefined;
    if (next !== undefined) return next;
    if (!noindex.keepStored) remove(entry);
    return { ...end(entry, 'skipped', noindex.by, noindex.detail), added: offerAll(desk, links) };
  }
  const same = entry.page !== undefined && isSameText(entry.page, page);
  const twin = twinOf(desk, entry, provider, page);
  if (twin !== undefined && entry.page !== undefined && !same)
    return end(entry, 'skipped', 'duplicate:collapsed', twin.url);
  if (giveWay(desk, entry, provider, page))
    return { state: entry.state, by: entry.by, detail: entry.detail, added: 0, duplicateOf: entry.detail };
  const holds = entry.page?.hash === page.hash && entry.page.extractor === page.extractor;
  const { intervalMs, lastmod, lastmodWrong = false } = entry.rhythm ?? {};
  const wasStored = entry.page !== undefined;
  entry.rhythm = {
    checkedAt: page.fetchedAt,
    intervalMs: (wasStored ? (same ? rhythm?.sameMs : rhythm?.changedMs) : undefined) ?? intervalMs,
    lastmod,
    lastmodWrong: lastmodWrong || (wasStored && !same && rhythm?.lastmodSaysSame === true),
  };
  entry.index = index ?? (holds ? entry.index : undefined);
  if (!same) entry.textBefore = entry.page?.hash;
  entry.page = page;
  entry.chunks = chunks;
  entry.links = outgoing;
  entry.draft = draft;
  entry.readIn = provider.generation;
  entry.asksAgain = false;
  const ended = same ? end(entry, 'unchanged', 'content:same', '') : end(entry, 'indexed', `http:${page.status}`, '');
  return { ...ended, added: offerAll(desk, links) };
}

/** U11, U12: the entry the page is stored under; undefined when it is there already, or its own visit is under way. */
function identityOf(
  desk: Desk,
  own: UrlEntry,
  provider: ProviderEntry,
  lease: Lease,
  identity: Identity,
  text: TextHashes,
): UrlEntry | undefined {
  const { key, url, by, otherwise } = identity;
  const target = desk.entryOf(own.provider, key);
  if (target === own || target?.kind === 'sitemap') return own;
  const current = target?.generation === provider.generation ? target : undefined;
  const stored = current !== undefined && isStored(current, provider.generation);
  const waits = current?.state === 'waiting';
  if (by === 'canonical' && current !== undefined) {
    const mistaken = stored
      ? current.page === undefined || !isSameText(current.page, text)
      : !waits && !reasonHas(current.by, 'soft');
    if (mistaken) return otherwise === undefined ? own : identityOf(desk, own, provider, lease, otherwise, text);
  }
  const leased = current?.lease !== undefined;
  const elsewhere = stored || leased;
  if (stored && by === 'canonical' && own.page !== undefined && !isSameText(own.page, text)) {
    end(own, 'skipped', 'duplicate:collapsed', url);
    return undefined;
  }
  if (!leased) remove(own);
  end(own, 'duplicate', identityReason(by, elsewhere), url);
  if (elsewhere) return undefined;
  if (waits) return current;
  const { host, depth, id: from } = lease;
  return desk.enter({ provider: own.provider, key, url, host, depth, kind: 'page', from }, target);
}

/** E6: which of two pages with one text is the first does not depend on which answered first. */
function isNearer(one: UrlEntry, other: UrlEntry): boolean {
  return (one.depth - other.depth || one.id - other.id) < 0;
}

function twinOf(
  { data }: Desk,
  own: UrlEntry,
  { slug, generation }: ProviderEntry,
  text: TextHashes,
): UrlEntry | undefined {
  // As both were read: those that are alike without chrome are joined at the end.
  const isTwin = (other: UrlEntry): boolean =>
    other !== own &&
    other.provider === slug &&
    other.page !== undefined &&
    readHashOf(other.page) === readHashOf(text) &&
    isStored(other, generation);
  return data.urls.filter(isTwin).toSorted((a, b) => a.depth - b.depth || a.id - b.id)[0];
}

/** E6: of two pages with one text the first stays; answers whether this one is the other. */
function giveWay(desk: Desk, entry: UrlEntry, provider: ProviderEntry, text: TextHashes): boolean {
  const twin = twinOf(desk, entry, provider, text);
  if (twin === undefined) return false;
  if (isNearer(entry, twin)) duplicate(twin, 'content:duplicate', entry.url);
  else duplicate(entry, 'content:duplicate', twin.url);
  return entry.state === 'duplicate';
}

/** E6: of pages that say the same without learnt chrome the first stays; answers how many do not. */
export function joinTwins(stored: readonly UrlEntry[]): number {
  const groups = Map.groupBy(stored, ({ page }) => page?.hash);
  let joined = 0;
  for (const group of groups.values()) {
    if (!group.some(({ page }) => page !== undefined && readHashOf(page) !== page.hash)) continue;
    const [first, ...others] = group.toSorted((a, b) => a.depth - b.depth || a.id - b.id);
    for (const other of others) duplicate(other, 'content:duplicate', first?.url ?? '');
    joined += others.length;
  }
  return joined;
}

export function offerAll(desk: Desk, links: readonly Found[]): number {
  return links.filter((link) => desk.offer(link) === 'added').length;
}

function duplicate(entry: UrlEntry, by: ReasonName, of: string): SettleAnswer {
  remove(entry);
  return { ...end(entry, 'duplicate', by, of), duplicateOf: of };
}

function remove(entry: UrlEntry): void {
  entry.page = undefined;
  entry.chunks = [];
  entry.links = undefined;
  entry.index = undefined;
  entry.draft = undefined;
  entry.asksAgain = false;
  entry.rhythm = undefined;
}

function end(entry: UrlEntry, state: UrlState, by: ReasonName, detail: string): Exclude<SettleAnswer, 'stale'> {
  Object.assign(entry, { state, by, detail, hop: undefined, notBefore: 0 });
  return { state, by, detail, added: 0 };
}
