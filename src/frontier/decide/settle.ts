// Step 9 of a URL's way: what a visit brought becomes the URL's state, the stored page and new offers.
import { reasonHas } from '../../core/reasons.ts';
import { sectionChanges } from '../../core/sections.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import {
  type FoundUrl,
  type Lease,
  type Outcome,
  type Rhythm,
  type SettleAnswer,
  type Settlement,
  type Step,
  stepsToEnd,
} from '../port.ts';
import { isSameText, readHashOf } from '../port-chrome.ts';
import { indexAfter, rhythmAfter, storedAs } from './copy.ts';
import { COLLAPSED, end, endAsDuplicate, isNearer, keepCopy, removeCopy } from './end.ts';
import { takeIdentity } from './identity.ts';
import { leadElsewhere } from './move.ts';
import { type OfferListener, offerAll } from './offer.ts';
import type { Entry, Overlay } from './overlay.ts';
import { placeOfLease } from './place.ts';
import { isStored } from './rows.ts';
import { nextSpelling } from './spell.ts';

/** The answer, without the counts that only the engine knows. */
type Settled = Omit<Exclude<SettleAnswer, 'stale'>, 'stored' | 'newPages' | 'host'>;

/** The input of one settlement. */
interface Settling {
  readonly overlay: Overlay;
  readonly lease: Lease;
  readonly own: Entry;
  readonly at: number;
  readonly rhythm: Rhythm | undefined;
  readonly eachLink: OfferListener | undefined;
}

export interface SettleDecision {
  readonly answer: Settled;
  /** The record of the visit; undefined where none is kept. */
  readonly visit: VisitRecord | undefined;
}

/** The stamp that is kept with a settled URL; none where it still waits, failed, or keeps its earlier copy. */
export function stampAfter({ stamp, outcome }: Settlement, { state, by }: Settled): string | undefined {
  const isRead = state === 'indexed' || state === 'unchanged' || state === 'duplicate';
  const isLeftOut =
    state === 'skipped' && !reasonHas(by, 'elsewhere') && !(outcome.kind === 'page' && outcome.noindex?.keepStored);
  return isRead || isLeftOut ? stamp?.stamp : undefined;
}

interface VisitRecord {
  readonly steps: readonly Step[];
  readonly state: Settled['state'];
  readonly status: number | undefined;
  readonly ms: number | undefined;
  readonly bytes: number | undefined;
  readonly hash: string | undefined;
}

/** Settles a lease that was in force; its row is no longer leased. `now` is for settlements that name no time. */
export function decideSettle(
  overlay: Overlay,
  lease: Lease,
  settlement: Settlement,
  now: number,
  eachLink?: OfferListener,
): SettleDecision {
  const { outcome, found = [], steps, facts, rhythm } = settlement;
  const at = steps.at(-1)?.at ?? now;
  const own = overlay.entry(lease.id);
  const answer = apply({ overlay, lease, own, at, rhythm, eachLink }, outcome);
  offerAll(overlay, found, at, eachLink);
  // A visit that made no request would evict from the history one that did.
  if (outcome.kind === 'ended' && outcome.notRequested) return { answer, visit: undefined };
  const hash = outcome.kind === 'page' ? outcome.page.hash : undefined;
  const ms = facts === undefined ? undefined : Math.round(facts.ms);
  const { status, bytes } = facts ?? {};
  return { answer, visit: { steps: stepsToEnd(steps, answer), state: answer.state, status, ms, bytes, hash } };
}

function apply(settling: Settling, outcome: Outcome): Settled {
  const { overlay, lease, own, at, eachLink } = settling;
  switch (outcome.kind) {
    case 'again': {
      const { retry, by, detail, notBefore, orSpelling, mode = own.row.mode } = outcome;
      const next = orSpelling ? nextSpelling(overlay, own, lease, { state: 'failed', by, detail }, at) : undefined;
      if (next !== undefined) return { ...next, added: 0 };
      const attempt = own.row.attempt + (retry ? 1 : 0);
      overlay.change(own.id, { attempt, mode, by, detail, notBefore, changedAt: at });
      overlay.put(own.id, placeOfLease(overlay.crawl, lease, lease.host, notBefore));
      return { state: 'waiting', by, detail, added: 0 };
    }
    case 'redirect':
      return redirect(settling, outcome);
    case 'unchanged':
      return unchanged(settling, outcome);
    case 'list': {
      const ended = end(overlay, own, 'indexed', 'sitemap:read', outcome.detail, at);
      return { ...ended, added: offerAll(overlay, outcome.links, at, eachLink) };
    }
    case 'ended':
      return ending(settling, outcome);
    case 'page':
      return page(settling, outcome);
  }
}

function ending({ overlay, lease, own, at }: Settling, outcome: Extract<Outcome, { kind: 'ended' }>): Settled {
  const { state, by, detail, notRequested } = outcome;
  const isGone = state === 'gone';
  // No request was made where it is skipped: no reason to try another spelling.
  const isAnswer = lease.kind === 'page' && notRequested === undefined;
  const failed = { state: isGone ? 'failed' : state, by, detail };
  const next = isAnswer ? nextSpelling(overlay, own, lease, failed, at) : undefined;
  if (next !== undefined) return { ...next, added: 0 };
  const before = own.copy;
  const isRemoved = isGone || outcome.removes === true;
  // F10: only a page whose server answers 404 or 410 is removed, or 403 where the operator keeps no such copies.
  if (isRemoved && before !== undefined) {
    overlay.copy({ kind: 'keepVersion', id: own.id });
    removeCopy(overlay, own);
  }
  if (state === 'failed' && before !== undefined)
    overlay.copy({ kind: 'failing', id: own.id }, { ...before, intervalMs: 0 });
  const ended = isGone ? (before === undefined ? 'failed' : 'deleted') : state;
  const note = { before, hash: before?.hash, isGone: isRemoved };
  return { ...end(overlay, own, ended, by, detail, at, note), added: 0 };
}

function redirect(settling: Settling, outcome: Extract<Outcome, { kind: 'redirect' }>): Settled {
  const { overlay, lease, own, at, eachLink } = settling;
  const { to, key, host, temporary } = outcome;
  const { provider, generation } = overlay.crawl;
  const target = overlay.of(key);
  if (temporary === true && target !== own && own.copy !== undefined) {
    const ended = keepCopy(overlay, own, 'skipped', 'redirect:temporary', to, at);
    const { depth, id: from } = lease;
    const there: FoundUrl = { provider, key, url: to, host, depth, kind: 'page', from };
    return { ...ended, added: offerAll(overlay, [there], at, eachLink) };
  }
  if (target !== undefined && target !== own && isStored(target.row, generation)) {
    const isSame = own.copy === undefined || (target.copy !== undefined && isSameText(own.copy, target.copy));
    if (!isSame) return { ...leadElsewhere(overlay, own, 'redirect', target.row.url, at), added: 0 };
    return { ...endAsDuplicate(overlay, own, 'redirect:known', target, to, at), added: 0 };
  }
  const hop = { host, hops: [...lease.hops, to] };
  overlay.change(own.id, { hop, by: 'redirect:following', detail: shownUrl(to), changedAt: at });
  overlay.put(own.id, placeOfLease(overlay.crawl, lease, host));
  return { state: 'waiting', by: 'redirect:following', detail: to, added: 0 };
}

function unchanged(settling: Settling, outcome: Extract<Outcome, { kind: 'unchanged' }>): Settled {
  const { overlay, own, at, rhythm, eachLink } = settling;
  const { copy } = own;
  if (copy === undefined)
    return { ...end(overlay, own, 'failed', 'http:304', 'not modified, yet nothing is stored', at), added: 0 };
  const twin = overlay.twinOf(own.id, readHashOf(copy));
  if (twin !== undefined && !isNearer(own, twin))
    return { ...endAsDuplicate(overlay, own, 'content:duplicate', twin, twin.row.url, at), added: 0 };
  if (twin !== undefined) endAsDuplicate(overlay, twin, 'content:duplicate', own, own.row.url, at);
  const { skippedBy, etag, lastModified } = outcome;
  if (skippedBy === undefined) {
    const intervalMs = rhythm?.sameMs;
    const verified = { ...copy, intervalMs: intervalMs ?? copy.intervalMs };
    overlay.copy({ kind: 'verify', id: own.id, at: outcome.at, etag, lastModified, intervalMs }, verified);
  }
  const { by, detail } = skippedBy ?? { by: outcome.reason ?? 'http:304', detail: 'not modified' };
  const note = { before: copy, hash: copy.hash };
  const ended = end(overlay, own, 'unchanged', by, detail, at, note);
  return { ...ended, added: offerAll(overlay, outcome.links, at, eachLink) };
}

function page(settling: Settling, outcome: Extract<Outcome, { kind: 'page' }>): Settled {
  const { overlay, lease, own, at, rhythm, eachLink } = settling;
  const { page: record, chunks, index, identity, noindex, links, outgoing, draft, reason } = outcome;
  // F10: where nothing is stored instead, the stored page stays.
  const isEmpty = noindex?.keepStored === true && own.copy !== undefined;
  const taken =
    identity === undefined || isEmpty ? { entry: own } : takeIdentity(overlay, own, lease, identity, record, at);
  if ('elsewhere' in taken) {
    const { state, detail } = taken.elsewhere;
    return { ...taken.elsewhere, added: 0, ...(state === 'duplicate' && { duplicateOf: detail }) };
  }
  const { entry } = taken;
  const { id, copy: before } = entry;
  if (noindex !== undefined) {
    const { by, detail, keepStored } = noindex;
    const next = entry === own ? nextSpelling(overlay, own, lease, { state: 'skipped', by, detail }, at) : undefined;
    if (next !== undefined) return { ...next, added: 0 };
    if (!keepStored) removeCopy(overlay, entry);
    const ended = end(overlay, entry, 'skipped', by, detail, at, { before, hash: before?.hash, isGone: !keepStored });
    return { ...ended, added: offerAll(overlay, links, at, eachLink) };
  }
  const isSame = before !== undefined && isSameText(before, record);
  const twin = overlay.twinOf(id, readHashOf(record));
  if (twin !== undefined && before !== undefined && !isSame)
    return { ...keepCopy(overlay, entry, 'skipped', COLLAPSED, twin.row.url, at), added: 0 };
  if (twin !== undefined && !isNearer(entry, twin))
    return { ...endAsDuplicate(overlay, entry, 'content:duplicate', twin, twin.row.url, at), added: 0 };
  if (twin !== undefined) endAsDuplicate(overlay, twin, 'content:duplicate', entry, entry.row.url, at);
  const isUpdate = before !== undefined && !isSame;
  const sections = isUpdate
    ? sectionChanges(
        overlay.chunksOf(id),
        chunks.map(({ headings, anchor, hash }, seq) => ({ headings, anchor, hash, seq })),
      )
    : undefined;
  if (isUpdate) overlay.copy({ kind: 'keepVersion', id }, before);
  const kept = rhythmAfter(before, isSame, rhythm);
  const indexed = indexAfter(before, record, index, () => overlay.chunksOf(id).length === chunks.length);
  overlay.copy(
    { kind: 'store', id, page: record, chunks, outgoing, draft, rhythm: kept, index: indexed },
    storedAs(record, kept, indexed),
  );
  // E2: that chrome was learnt, or changed, does not change the text of a page.
  const note = { before, hash: isSame ? before.hash : record.hash, sections };
  const ended = isSame
    ? end(overlay, entry, 'unchanged', 'content:same', '', at, note)
    : end(overlay, entry, 'indexed', reason ?? `http:${record.status}`, '', at, note);
  return { ...ended, added: offerAll(overlay, links, at, eachLink) };
}
