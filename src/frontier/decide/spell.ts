// U13: the spellings of a key: which wait for their turn, and how earlier ones ended.
import { afterSpelling, isGone, isOfSpelling, isRefusedBeforeRequest, mostSpellings } from '../../core/spelling.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { FoundUrl, Lease } from '../port.ts';
import type { Ended } from './end.ts';
import type { Entry, Overlay } from './overlay.ts';
import { placeOfLease } from './place.ts';
import type { Spelling } from './rows.ts';

/** Keeps another spelling of a key that waits, in case the first fails. */
export function keepSpelling(overlay: Overlay, entry: Entry, { url, host }: FoundUrl, now: number): void {
  if (!hasRoom(entry) || isNoted(entry.spellings, url)) return;
  overlay.spell(entry.id, { url, host, state: 'waiting', by: '', detail: '', at: now });
}

/** Whether a row that ended for a reason of its spelling begins anew with another. */
export function mayRespell(entry: Entry, url: string): boolean {
  const { row, copy, spellings } = entry;
  return isOfSpelling(row.by) && hasRoom(entry) && copy === undefined && !isNoted(spellings, url);
}

/** Notes how the row's own spelling ended, before the row begins anew with another. */
export function noteSpelling(overlay: Overlay, { id, row }: Entry): void {
  const { url, state, by, detail, changedAt: at } = row;
  overlay.spell(id, { url, host: '', state, by, detail, at });
}

/**
 * Queues the next spelling that waits, in place of one that failed; undefined when there is none. F10: where a copy is
 * stored, only a 404 or 410 is a reason to look for it elsewhere.
 */
export function nextSpelling(
  overlay: Overlay,
  own: Entry,
  lease: Lease,
  { state, by, detail }: { readonly state: string; readonly by: string; readonly detail: string },
  at: number,
): Ended | undefined {
  if (own.row.spellings === 0 || !isOfSpelling(by)) return undefined;
  if (!isGone(by) && own.copy !== undefined) return undefined;
  const next = untried(own.spellings, lease);
  if (next === undefined) return undefined;
  const { url } = own.row;
  overlay.spell(own.id, { url, host: next.host, state, by, detail, at }, next.seq);
  const turn = { by: 'frontier:spelling', detail: afterSpelling(by, shownUrl(url)) };
  const anew = { attempt: 0, mode: 'plain', hop: undefined, notBefore: 0, changedAt: at } as const;
  overlay.change(own.id, { url: next.url, host: next.host, ...turn, ...anew });
  overlay.put(own.id, placeOfLease(overlay.crawl, lease, next.host));
  return { state: 'waiting', ...turn };
}

/** The first spelling that waits and that redirects have not led to already. */
function untried(spellings: readonly Spelling[], { hops }: Lease): Spelling | undefined {
  return spellings.find(({ state, url }) => state === 'waiting' && !hops.includes(url));
}

/** Whether one more spelling of a key may be tried. */
function hasRoom({ row }: Entry): boolean {
  return row.spellings + 1 < mostSpellings;
}

/** Whether a spelling is beside the row already; one refused before a request was never tried. */
function isNoted(spellings: readonly Spelling[], url: string): boolean {
  return spellings.some((one) => one.url === url && !isRefusedBeforeRequest(one.by));
}

/** Whether another spelling of the key was requested in this generation. */
export function wasRespelled(spellings: readonly Pick<Spelling, 'state' | 'by'>[]): boolean {
  return spellings.some(({ state, by }) => state !== 'waiting' && !isRefusedBeforeRequest(by));
}
