// Step 9 of a URL's way: what a visit brought becomes the URL's state, the stored page and new offers.

import type { ReasonName } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import {
  type Found,
  type Lease,
  type Outcome,
  type Rhythm,
  type SettleAnswer,
  type Settlement,
  stepsToEnd,
} from '../../frontier/port.ts';
import { isSameText, readHashOf, type TextHashes } from '../../frontier/port-chrome.ts';
import { type Context, laneFor, providerOf } from './context.ts';
import { takeIdentity } from './identity.ts';
import { endLease } from './lease.ts';
import { hashesOf, isStored, moveTo, removePage, type Settling, type StoredBefore, storedBefore } from './move.ts';
import { offerAll, rowOf } from './offer.ts';
import { COLLAPSED, keepCopy, noteChange, sectionsBetween } from './page-changes.ts';
import { indexedAs, joinInIndex, putInIndex } from './put-index.ts';
import { keepVersion, putChunks, putPage, rhythmAfter } from './put-page.ts';
import { countVisit } from './run-record.ts';
import { nextSpelling } from './spellings.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';
import { delay, enqueue, rankOfLease } from './waiting.ts';

type Settled = Exclude<SettleAnswer, 'stale'>;

/** So many visits of a URL are remembered. */
const VISITS_KEPT = 20;

/** Settles a lease that is still in force. `now` is for settlements that name no time. */
export function settle(ctx: Context, lease: Lease, settlement: Settlement, now: number): SettleAnswer {
  const { outcome, found, steps, host, facts, rhythm } = settlement;
  if (!endLease(ctx, lease, host)) return 'stale';
  const provider = providerOf(ctx, lease.provider);
  const own = ctx.sql.urlById.get(lease.id) as Row;
  const at = steps.at(-1)?.at ?? now;
  const answer = apply(ctx, { lease, provider, own, at }, outcome, rhythm);
  countVisit(ctx, provider, lease, settlement, at);
  // Of a URL that is gone each refresh that spares it would push out one that did ask.
  if (outcome.kind !== 'ended' || !outcome.spared) {
    ctx.sql.addVisit.run(
      ...[lease.id, lease.token, JSON.stringify(stepsToEnd(steps, answer)), provider.run.id, answer.state],
      ...[facts?.status ?? null, facts === undefined ? null : Math.round(facts.ms), facts?.bytes ?? null],
      outcome.kind === 'page' ? outcome.page.hash : null,
    );
    ctx.sql.forgetVisits.run(lease.id, VISITS_KEPT);
  }
  offerAll(ctx, found ?? [], at);
  return answer;
}

function apply(ctx: Context, settling: Settling, outcome: Outcome, rhythm: Rhythm | undefined): Settled {
  const { lease, provider, own, at } = settling;
  switch (outcome.kind) {
    case 'again': {
      const { retry, by, detail, notBefore, orSpelling } = outcome;
      const next = orSpelling ? nextSpelling(ctx, settling, { state: 'failed', by, detail }) : undefined;
      if (next !== undefined) return { ...next, added: 0 };
      ctx.sql.retryUrl.run(retry ? 1 : 0, by, detail, notBefore, at, lease.id);
      const rank = rankOfLease(provider, lease);
      delay(ctx, laneFor(ctx, provider, lease.host), rank, lease.id, notBefore);
      return { state: 'waiting', by, detail, added: 0 };
    }
    case 'redirect':
      return redirect(ctx, settling, outcome);
    case 'unchanged':
      return unchanged(ctx, settling, outcome, rhythm);
    case 'list': {
      const ended = moveTo(ctx, provider, own, 'indexed', 'sitemap:read', outcome.detail, at);
      return { ...ended, added: offerAll(ctx, outcome.links, at) };
    }
    case 'ended': {
      const { state, by, detail } = outcome;
      // Nobody was asked where it is spared: that is no reason to ask by another spelling.
      const isAnswer = lease.kind === 'page' && outcome.spared === undefined;
      const failed = { state: state === 'gone' ? 'failed' : state, by, detail };
      const next = isAnswer ? nextSpelling(ctx, settling, failed) : undefined;
      if (next !== undefined) return { ...next, added: 0 };
      // F10: only a page that its server says is gone is removed.
      if (state === 'gone') keepVersion(ctx, lease.id);
      const before = state === 'gone' ? removePage(ctx, lease.id) : storedBefore(ctx, lease.id);
      if (state === 'failed' && before !== undefined) ctx.sql.setFailing.run(lease.id);
      const end = state === 'gone' ? (before === undefined ? 'failed' : 'deleted') : state;
      const moved = moveTo(ctx, provider, own, end, by, detail, at);
      noteChange(ctx, provider, own, before, { ...moved, hash: before?.hash, isGone: state === 'gone' });
      return { ...moved, added: 0 };
    }
    case 'page':
      return page(ctx, settling, outcome, rhythm);
  }
}

function redirect(ctx: Context, settling: Settling, outcome: Extract<Outcome, { kind: 'redirect' }>): Settled {
  const { lease, provider, own, at } = settling;
  const { to, key, host, temporary } = outcome;
  const target = rowOf(ctx, provider, key);
  const copy = temporary === true && target?.id !== own.id ? storedBefore(ctx, lease.id) : undefined;
  if (copy !== undefined) {
    const ended = keepCopy(ctx, settling, own, copy, 'skipped', 'redirect:temporary', to);
    const { depth, id: from } = lease;
    const there: Found = { provider: provider.slug, key, url: to, host, depth, kind: 'page', from };
    return { ...ended, added: offerAll(ctx, [there], at) };
  }
  if (target !== undefined && target.id !== own.id && isStored(provider, target))
    return duplicate(ctx, settling, own, 'redirect:known', to, target);
  const lane = laneFor(ctx, provider, host);
  ctx.sql.redirectUrl.run(JSON.stringify([...lease.hops, to]), lane.id, shownUrl(to), at, lease.id);
  enqueue(ctx, lane, rankOfLease(provider, lease), lease.id);
  return { state: 'waiting', by: 'redirect:following', detail: to, added: 0 };
}

function unchanged(
  ctx: Context,
  settling: Settling,
  outcome: Extract<Outcome, { kind: 'unchanged' }>,
  rhythm: Rhythm | undefined,
): Settled {
  const { lease, provider, own, at } = settling;
  const stored = ctx.sql.pageHash.get(lease.id);
  if (stored === undefined) {
    const ended = moveTo(ctx, provider, own, 'failed', 'http:304', 'not modified, yet nothing is stored', at);
    return { ...ended, added: 0 };
  }
  const { hash } = hashesOf(stored);
  const twin = twinOf(ctx, provider, lease.id, hashesOf(stored));
  if (twin !== undefined && !isNearer(own, twin))
    return duplicate(ctx, settling, own, 'content:duplicate', String(twin.url), twin);
  if (twin !== undefined) duplicate(ctx, settling, twin, 'content:duplicate', String(own.url), own);
  const { spared, etag, lastModified } = outcome;
  if (spared === undefined)
    ctx.sql.verifyPage.run(outcome.at, etag ?? null, lastModified ?? null, rhythm?.sameMs ?? null, lease.id);
  const { by, detail } = spared ?? { by: 'http:304', detail: 'not modified' };
  const ended = moveTo(ctx, provider, own, 'unchanged', by, detail, at);
  noteChange(ctx, provider, own, { hash, title: '' }, { ...ended, hash });
  return { ...ended, added: offerAll(ctx, outcome.links, at) };
}

function page(
  ctx: Context,
  settling: Settling,
  outcome: Extract<Outcome, { kind: 'page' }>,
  rhythm: Rhythm | undefined,
): Settled {
  const { provider, own, at } = settling;
  const { page: record, chunks, index, identity, noindex, links, outgoing, draft } = outcome;
  // F10: where nothing is stored instead, what is stored stays where it is.
  const isEmpty = noindex?.keepStored === true && storedBefore(ctx, Number(own.id)) !== undefined;
  const taken = identity === undefined || isEmpty ? { row: own } : takeIdentity(ctx, settling, identity, record);
  if ('elsewhere' in taken) {
    const { state, detail } = taken.elsewhere;
    return { ...taken.elsewhere, added: 0, ...(state === 'duplicate' && { duplicateOf: detail }) };
  }
  const { row } = taken;
  const id = Number(row.id);
  if (noindex !== undefined) {
    const { by, detail } = noindex;
    const next = row === own ? nextSpelling(ctx, settling, { state: 'skipped', by, detail }) : undefined;
    if (next !== undefined) return { ...next, added: 0 };
    const stored = noindex.keepStored ? storedBefore(ctx, id) : removePage(ctx, id);
    const ended = moveTo(ctx, provider, row, 'skipped', noindex.by, noindex.detail, at);
    noteChange(ctx, provider, row, stored, { ...ended, hash: stored?.hash, isGone: !noindex.keepStored });
    return { ...ended, added: offerAll(ctx, links, at) };
  }
  const before = ctx.sql.storedPage.get(id);
  const same = before !== undefined && isSameText(hashesOf(before), record);
  const twin = twinOf(ctx, provider, id, record);
  if (twin !== undefined && before !== undefined && !same)
    return { ...keepCopy(ctx, settling, row, briefOf(before), 'skipped', COLLAPSED, String(twin.url)), added: 0 };
  if (twin !== undefined && !isNearer(row, twin))
    return duplicate(ctx, settling, row, 'content:duplicate', String(twin.url), twin);
  if (twin !== undefined) duplicate(ctx, settling, twin, 'content:duplicate', String(row.url), row);
  const sections = before === undefined || same ? undefined : sectionsBetween(ctx, id, chunks);
  if (before !== undefined && !same) keepVersion(ctx, id);
  const indexed = indexedAs(before, record, index);
  putPage(ctx, id, provider, record, { outgoing, draft }, indexed.as, rhythmAfter(before, same, rhythm));
  const rows = putChunks(ctx, id, chunks);
  if (indexed.isNew) putInIndex(ctx, id, rows, index);
  const ended = same
    ? moveTo(ctx, provider, row, 'unchanged', 'content:same', '', at)
    : moveTo(ctx, provider, row, 'indexed', `http:${record.status}`, '', at);
  // E2: that chrome was learnt, or changed, changes nothing of what a page says.
  const hash = same ? String(before.hash) : record.hash;
  noteChange(ctx, provider, row, before && briefOf(before), { ...ended, hash, sections });
  return { ...ended, added: offerAll(ctx, links, at) };
}

/** E6: which of two pages with one text is the first does not depend on which answered first. */
function isNearer(one: Row, other: Row): boolean {
  return (Number(one.depth) - Number(other.depth) || Number(one.id) - Number(other.id)) < 0;
}

/** E6: a page of this generation with the same text, as both were read; those that are alike without chrome are joined at the end. */
function twinOf(
  { sql }: Context,
  { id: provider, generation }: ProviderState,
  id: number,
  text: TextHashes,
): Row | undefined {
  return sql.sameText.get(provider, readHashOf(text), id, generation);
}

export function duplicate(
  ctx: Context,
  { provider, at }: Pick<Settling, 'provider' | 'at'>,
  row: Row,
  by: ReasonName,
  of: string,
  kept: Row,
): Settled {
  const before = removePage(ctx, Number(row.id));
  joinInIndex(ctx, Number(row.id), Number(kept.id));
  const ended = moveTo(ctx, provider, row, 'duplicate', by, of, at);
  noteChange(ctx, provider, row, before, { ...ended, isGone: true });
  return { ...ended, added: 0, duplicateOf: of };
}

function briefOf(row: Row): StoredBefore {
  return { ...hashesOf(row), title: String(row.title) };
}
