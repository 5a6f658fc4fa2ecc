// Step 3 of a URL's way: what was found enters the ledger once, refused at once where a rule refuses it.
import { counted } from '../../core/counted.ts';
import { reasonHas } from '../../core/reasons.ts';
import { isOtherSpelling, isRefusedBeforeRequest } from '../../core/spelling.ts';
import { blockPatternOf } from '../../core/url/key.ts';
import type { FoundUrl, OfferAnswer, UrlState } from '../port.ts';
import { noteChange } from './end.ts';
import type { Entry, Overlay } from './overlay.ts';
import { placeOf } from './place.ts';
import { keepSpelling, mayRespell, noteSpelling } from './spell.ts';

export interface Offered {
  readonly answer: OfferAnswer;
  /** In this generation the same offer from this depth or deeper changes nothing; undefined: it may. */
  readonly knownFrom?: number | undefined;
  /** A key that had ended waits again, perhaps further from a seed: what was known of its other spellings is no longer valid. */
  readonly isAnew?: true | undefined;
}

/** Adds a URL that this generation does not know. */
export function offer(overlay: Overlay, found: FoundUrl, now: number): Offered {
  const { generation, provider } = overlay.crawl;
  const { depth, refused, lastmod, url } = found;
  if (found.provider !== provider) throw new Error(`${url} is offered to ${found.provider} in an act on ${provider}`);
  const entry = overlay.of(found.key);
  if (entry?.copy !== undefined && lastmod !== undefined) {
    const dated = { at: lastmod, generation };
    overlay.copy({ kind: 'lastmod', id: entry.id, lastmod: dated }, { ...entry.copy, lastmod: dated });
  }
  if (entry === undefined || entry.row.generation !== generation)
    return offered(enter(overlay, found.wanted ? asKnown(found, entry) : found, entry, now));
  const { row } = entry;
  if (found.wanted && refused === undefined) return want(overlay, found, entry, now);
  // The refusal was about the way there, not about the page: found nearer to a seed, it is accepted.
  const isSoft = reasonHas(row.by, 'soft');
  if (isSoft && refused === undefined) return offered(enter(overlay, found, entry, now));
  if (refused === undefined && row.kind === 'page' && isOtherSpelling(row, url)) {
    if (row.state === 'waiting') keepSpelling(overlay, entry, found, now);
    else if (mayRespell(entry, url)) return { ...offered(respell(overlay, found, entry, now)), isAnew: true };
  }
  const isNearer = refused === undefined && row.state === 'waiting' && depth < row.depth && !entry.isLeased;
  if (isNearer) moveUp(overlay, entry, found);
  if (isSoft) return { answer: 'known' };
  return { answer: 'known', knownFrom: row.state === 'waiting' ? row.depth : 0 };
}

/** The operator requests a URL of this generation: one that waits is marked, one that had ended waits again. */
function want(overlay: Overlay, found: FoundUrl, entry: Entry, now: number): Offered {
  const { id, row, isLeased } = entry;
  // It is being requested.
  if (isLeased) return { answer: 'known' };
  if (row.state === 'waiting') {
    overlay.change(id, { wanted: true });
    return { answer: 'known' };
  }
  // Its next end is counted in place of this one; of another end the run's list of changes knows.
  if (row.state === 'unchanged' && row.kind === 'page') overlay.count('unchanged', -1);
  return { ...offered(enter(overlay, asKnown(found, entry), entry, now)), isAnew: true };
}

/** A URL that the operator requests, as it was found; what was requested has been counted with its template already. */
function asKnown(found: FoundUrl, entry: Entry | undefined): FoundUrl {
  if (entry === undefined) return found;
  const { depth, from, by, url, host } = entry.row;
  if (isRefusedBeforeRequest(by) || host === undefined) return { ...found, depth, from };
  return { ...found, depth, from, url, host, template: undefined };
}

/** Offers every link; returns how many were new. */
export function offerAll(
  overlay: Overlay,
  links: readonly FoundUrl[],
  now: number,
  each: OfferListener = () => {},
): number {
  let added = 0;
  for (const link of links) {
    const offered = offer(overlay, link, now);
    if (offered.answer === 'added') added++;
    each(link, offered);
  }
  return added;
}

/** Called with each link that was offered. */
export type OfferListener = (link: FoundUrl, offered: Offered) => void;

/** Adds a URL, or begins anew with one that has its row already. */
export function enter(overlay: Overlay, found: FoundUrl, known: Entry | undefined, now: number): Entry {
  const { key, url, kind, depth, from } = found;
  const { generation } = overlay.crawl;
  const refused = found.refused ?? trapOf(overlay, found, now);
  const state: UrlState = refused === undefined ? 'waiting' : (refused.state ?? 'skipped');
  const { by, detail } = refused ?? { by: 'frontier:queued', detail: '' };
  // Refused links lead to any number of hosts; none of them needs a queue. A page stored earlier keeps its own.
  const host = found.refused === undefined ? found.host : known?.row.host;
  const fields = { url, host, kind, depth, from, generation, state, by, detail, changedAt: now };
  const wanted = found.wanted === true && refused === undefined;
  const anew = { attempt: 0, mode: 'plain', hop: undefined, notBefore: 0, wanted } as const;
  let entry = known;
  if (entry === undefined) entry = overlay.add(key, { ...fields, ...anew, spellings: 0 }, now);
  else {
    const was = { ...entry.row };
    overlay.change(entry.id, { ...fields, ...anew });
    const { copy } = entry;
    // The stored page stays, and the run reports that.
    if (refused !== undefined && copy !== undefined)
      noteChange(overlay, entry, was, { state, by, detail }, { before: copy, hash: copy.hash });
  }
  if (refused === undefined) {
    overlay.put(entry.id, { ...placeOf(overlay.crawl, entry), notBefore: 0 });
    overlay.reopen();
  }
  return entry;
}

function offered({ row: { state, by, depth } }: Entry): Offered {
  const knownFrom = reasonHas(by, 'soft') ? undefined : state === 'waiting' ? depth : 0;
  return { answer: state === 'waiting' ? 'added' : 'refused', knownFrom };
}

/** U8: counts the URL's template, and refuses it when there are too many like it. */
function trapOf(overlay: Overlay, { template, host, key }: FoundUrl, now: number): FoundUrl['refused'] {
  if (template === undefined) return undefined;
  const most = overlay.crawl.maxPerTemplate;
  const n = overlay.countTemplate(host, template, most);
  if (n < most) return undefined;
  const detail = `over ${counted(most, 'URL')} like ${template}`;
  // One more is counted than is accepted, so that only the first refusal is entered in the blocklist.
  if (n === most) overlay.block(blockPatternOf(key), `trap:template, ${detail}`, now);
  return { ok: false, by: 'trap:template', detail };
}

/** Found nearer to a seed while it waits, a URL takes the place it would have had. */
function moveUp(overlay: Overlay, entry: Entry, { depth, from }: FoundUrl): void {
  const { crawl } = overlay;
  overlay.rerank(entry.id, placeOf(crawl, entry), placeOf(crawl, entry, depth).rank);
  overlay.change(entry.id, { depth, from });
}

/** U13: the spelling that was found first was refused or failed; this one has its own turn. */
function respell(overlay: Overlay, found: FoundUrl, entry: Entry, now: number): Entry {
  noteSpelling(overlay, entry);
  // A spelling that was requested has been counted with its template already.
  const counted = isRefusedBeforeRequest(entry.row.by) ? found : { ...found, template: undefined };
  return enter(overlay, counted, entry, now);
}
