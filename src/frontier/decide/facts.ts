// What an engine has to load before a rule decides; everything in one round.
import { reasonHas } from '../../core/reasons.ts';
import { isGone, isOfSpelling } from '../../core/spelling.ts';
import type { FoundUrl, Lease, Outcome, PageIdentity, PageRecord, Settlement } from '../port.ts';
import { isSameText, readHashOf, type TextHashes } from '../port-chrome.ts';
import { isNearer } from './end.ts';
import type { Overlay } from './overlay.ts';
import type { UrlRow } from './rows.ts';

/** What a settlement looks at beside the leased URL's own row. */
export interface SettleFacts {
  /**
   * Keys whose rows are needed: where a redirect leads, which key a page is stored under. Reserved: `aliasOf(key)`, the key that
   * another one represents, to be loaded with its row once two hosts can be one.
   */
  readonly keys: readonly string[];
  /** Offers in the order they are made; their rows, and the counts of their templates. */
  readonly links: readonly FoundUrl[];
  /** The text whose rows are needed; `copy`: the text that is stored of the URL. */
  readonly text: TextHashes | 'copy' | undefined;
  /** Rows with another stored text need their chunks. */
  readonly replaces: TextHashes | undefined;
  /** A page that came without index entries: rows whose entries may still be valid need their chunks, too. */
  readonly unread: PageRecord | undefined;
}

const NO_PAGE = { text: undefined, replaces: undefined, unread: undefined } as const;

export function factsOf({ outcome, found = [] }: Pick<Settlement, 'outcome' | 'found'>): SettleFacts {
  const links = 'links' in outcome ? [...outcome.links, ...found] : found;
  switch (outcome.kind) {
    case 'page': {
      const { identity, page, noindex, index } = outcome;
      const text = noindex === undefined ? page : undefined;
      return { keys: keysOf(identity), links, text, replaces: text, unread: index === undefined ? text : undefined };
    }
    case 'unchanged':
      return { keys: [], links, ...NO_PAGE, text: 'copy' };
    case 'redirect':
      return { keys: [outcome.key], links, ...NO_PAGE };
    default:
      return { keys: [], links, ...NO_PAGE };
  }
}

/**
 * Whether a settlement may come to offering its links, by what was loaded before them; without this an engine that loads step by
 * step would look up links for nothing. What is found beside them (`Settlement.found`) is offered in any case.
 */
export function mayOffer(overlay: Overlay, id: number, outcome: Outcome): boolean {
  const own = overlay.entry(id);
  if (outcome.kind === 'unchanged') {
    const twin = own.copy && overlay.twinOf(id, readHashOf(own.copy));
    return own.copy !== undefined && (twin === undefined || isNearer(own, twin));
  }
  if (outcome.kind !== 'page' || outcome.identity !== undefined || outcome.noindex !== undefined) return true;
  const twin = overlay.twinOf(id, readHashOf(outcome.page));
  if (twin === undefined) return true;
  return isNearer(own, twin) && (own.copy === undefined || isSameText(own.copy, outcome.page));
}

function keysOf(identity: PageIdentity | undefined): readonly string[] {
  return identity === undefined ? [] : [identity.key, ...keysOf(identity.otherwise)];
}

/** Whether an offer may add a URL, and so count its template. */
export function mayEnter(row: Readonly<UrlRow> | undefined, generation: number): boolean {
  if (row === undefined || row.generation !== generation) return true;
  return reasonHas(row.by, 'soft') || isOfSpelling(row.by);
}

/** A settlement without the offers that an engine knows to change nothing. */
export function withoutKnown(settlement: Settlement, isKnown: (found: FoundUrl) => boolean): Settlement {
  const { outcome, found } = settlement;
  const isOpen = (link: FoundUrl): boolean => !isKnown(link);
  const open: Outcome = 'links' in outcome ? { ...outcome, links: outcome.links.filter(isOpen) } : outcome;
  return { ...settlement, outcome: open, found: found?.filter(isOpen) };
}

/** The 404 and 410 answers of a lease since its last other answer, oldest first, out of its visits, latest first. */
export function goneSince(visits: readonly { readonly at: number; readonly status: number }[]): Lease['gone'] {
  const other = visits.findIndex(({ status }) => !isGone(`http:${status}`));
  const gone = other === -1 ? visits : visits.slice(0, other);
  return gone.length === 0 ? undefined : gone.toReversed();
}
