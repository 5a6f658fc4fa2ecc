// How a URL comes to an end, what becomes of its stored copy, and what the run reports of it (M3, F10).
import { type PageChangeKind, pageChangeKind } from '../../core/page-change.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { SectionChange } from '../../core/sections.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { UrlState } from '../port.ts';
import type { Entry, Overlay } from './overlay.ts';
import type { UrlRow } from './rows.ts';

/** The state a URL ended in, and why. */
export interface Ended {
  readonly state: UrlState;
  readonly by: string;
  readonly detail: string;
}

/** Facts that a report needs beside the end state. */
export interface ChangeNote {
  /** The page that was stored before. */
  readonly before: { readonly hash: string; readonly title: string } | undefined;
  /** The hash of the text that is stored now. */
  readonly hash?: string | undefined;
  readonly sections?: readonly SectionChange[] | undefined;
  /** Whether the page itself is removed; its title is kept then. */
  readonly isGone?: boolean | undefined;
}

/** Ends a URL, and notes what that means for its page; a sitemap, or what was never a page, has no note. */
export function end(
  overlay: Overlay,
  entry: Entry,
  state: UrlState,
  by: ReasonName,
  about: string,
  at: number,
  note?: ChangeNote,
): Ended {
  const was = { ...entry.row };
  // A reason may name another URL, and is shown to users.
  const detail = shownUrl(about);
  overlay.change(entry.id, {
    state,
    by,
    detail,
    mode: 'plain',
    wanted: false,
    hop: undefined,
    notBefore: 0,
    changedAt: at,
  });
  const ended = { state, by, detail };
  if (note !== undefined) noteChange(overlay, entry, was, ended, note);
  return ended;
}

/** F10: a page has the text of another now; its earlier text stays. */
export const COLLAPSED = 'duplicate:collapsed' satisfies ReasonName;

/** F10: ends a URL whose stored copy stays as it was. */
export function keepCopy(
  overlay: Overlay,
  entry: Entry,
  state: 'skipped' | 'duplicate',
  by: ReasonName,
  detail: string,
  at: number,
): Ended {
  return end(overlay, entry, state, by, detail, at, { before: entry.copy, hash: entry.copy?.hash });
}

/** Removes what is stored of a URL; returns what it was, if there was anything. */
export function removeCopy(overlay: Overlay, entry: Entry): Entry['copy'] {
  const { copy } = entry;
  if (copy !== undefined) overlay.copy({ kind: 'remove', id: entry.id });
  return copy;
}

/** Ends a URL as another's duplicate: its stored page is removed, and links to it count for the other. */
export function endAsDuplicate(
  overlay: Overlay,
  entry: Entry,
  by: ReasonName,
  kept: Entry,
  about: string,
  at: number,
): Ended & { readonly duplicateOf: string } {
  const before = removeCopy(overlay, entry);
  overlay.copy({ kind: 'join', id: entry.id, page: kept.id });
  return { ...end(overlay, entry, 'duplicate', by, about, at, { before, isGone: true }), duplicateOf: about };
}

/** E6: which of two pages with one text is the first does not depend on which answered first. */
export function isNearer({ row: one }: Entry, { row: other }: Entry): boolean {
  return (one.depth - other.depth || orderOf(one) - orderOf(other)) < 0;
}

/** Orders rows by number; a row without one comes last. */
function orderOf({ id }: Readonly<UrlRow>): number {
  return id > 0 ? id : Number.MAX_SAFE_INTEGER + id;
}

/**
 * Notes what an end means for a page. `was` is the URL before it came to this end: one that had ended in this run already is
 * counted anew, against what was stored when the run began.
 */
export function noteChange(
  overlay: Overlay,
  { id, change: prior }: Entry,
  was: Readonly<UrlRow>,
  ended: Ended,
  { before, hash, sections, isGone }: ChangeNote,
): void {
  if (was.kind !== 'page') return;
  const hashBefore = prior === undefined ? before?.hash : prior.hashBefore;
  const counted = prior?.kind ?? countedAs(was, overlay.crawl.generation);
  const kind = pageChangeKind(hashBefore, { ...ended, hash, isGone });
  if (counted !== undefined) overlay.count(counted, -1);
  if (kind !== undefined) overlay.count(kind, 1);
  if (kind === undefined || kind === 'unchanged') {
    if (prior !== undefined) overlay.note({ id });
    return;
  }
  const { by, detail } = ended;
  const title = isGone ? before?.title : undefined;
  overlay.note({ id, put: { kind, by, detail, hashBefore, title, sections } });
}

function countedAs({ state, generation }: Readonly<UrlRow>, current: number): PageChangeKind | 'unchanged' | undefined {
  return state === 'unchanged' && generation === current ? 'unchanged' : undefined;
}
