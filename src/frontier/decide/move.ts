// F10: stored pages that lead elsewhere for good: which of them have moved there is known when the run has ended.
import { alikeAmong } from '../../core/fingerprint-distance.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { PageIdentity } from '../port.ts';
import { isSameText } from '../port-chrome.ts';
import { type Ended, endAsDuplicate, keepCopy } from './end.ts';
import type { Entry, Overlay } from './overlay.ts';
import { isStored, type UrlRow } from './rows.ts';

/** A stored page that leads elsewhere, and the stored page it leads to. */
interface Led {
  readonly id: number;
  readonly to: number;
}

/** A row as far as it shows where others lead. */
export type LedRow = Pick<UrlRow, 'id' | 'url' | 'state' | 'detail'>;

/**
 * The pages that lead elsewhere, each with the stored page that answers for where it leads: new addresses with one text are one page.
 * `rows` gives all of this generation that are stored or duplicates.
 */
export function ledBy(away: readonly LedRow[], rows: () => Iterable<LedRow>): readonly Led[] {
  const found = new Map<string, LedRow>();
  for (let wanted = new Set(away.map(({ detail }) => detail)); wanted.size > 0; ) {
    const next = new Set<string>();
    for (const row of rows()) {
      if (!wanted.has(row.url) || found.has(row.url)) continue;
      found.set(row.url, row);
      if (row.state === 'duplicate') next.add(row.detail);
    }
    wanted = next;
  }
  return away.flatMap(({ id, detail }) => {
    let row = found.get(detail);
    for (const passed = new Set<LedRow>(); row?.state === 'duplicate' && !passed.has(row); row = found.get(row.detail))
      passed.add(row);
    return row === undefined || row.state === 'duplicate' ? [] : [{ id, to: row.id }];
  });
}

/** The rows that `decideMoves` looks at. */
export function idsOf(led: readonly Led[]): readonly number[] {
  return [...new Set(led.flatMap(({ id, to }) => [id, to]))];
}

/** The reasons of pages that may have moved, and what they are duplicates by once they have. */
const moves = Object.freeze({
  'redirect:elsewhere': 'redirect:followed',
  'canonical:elsewhere': 'canonical:followed',
} as const satisfies Partial<Record<ReasonName, ReasonName>>);

/** Ends a URL that leads to another page for good. Its copy stays: the next one may lead there, too. */
export function leadElsewhere(overlay: Overlay, own: Entry, by: PageIdentity['by'], url: string, at: number): Ended {
  return keepCopy(overlay, own, 'skipped', `${by}:elsewhere`, url, at);
}

/** What of a stored page's text shows whether it is like another. */
export interface Said {
  readonly words: number;
  /** As in `PageRecord`; may be empty. */
  readonly fingerprint: string;
}

/** A page that says less than this part of what it would take the place of may be a notice. */
const LEAST_SHARE = 1 / 4;

/**
 * Removes the copies of pages that have moved: to a page with their text, or to one that is new in this run, that no other leads to, and
 * that is not like another of those. `led` has all pages that lead elsewhere; `saidBy` tells what is stored of one. Returns how many have moved.
 */
export function decideMoves(
  overlay: Overlay,
  led: readonly Led[],
  saidBy: (id: number) => Said | undefined,
  at: number,
): number {
  const leading = Map.groupBy(led, ({ to }) => to);
  const asNew: Led[] = [];
  const moved: Led[] = [];
  for (const one of led) {
    const [own, target] = [overlay.entry(one.id), overlay.entry(one.to)];
    if (movedBy(own.row.by) === undefined || own.copy === undefined || target.copy === undefined) continue;
    if (!isStored(target.row, overlay.crawl.generation)) continue;
    if (isSameText(own.copy, target.copy)) moved.push(one);
    // A page that was stored beside this one is another one.
    else if (leading.get(one.to)?.length === 1 && target.change?.kind === 'new') asNew.push(one);
  }
  moved.push(...distinct(asNew, saidBy));
  for (const { id, to } of moved.toSorted((a, b) => a.id - b.id)) {
    const [own, target] = [overlay.entry(id), overlay.entry(to)];
    endAsDuplicate(overlay, own, movedBy(own.row.by) as ReasonName, target, target.row.url, at);
  }
  return moved.length;
}

/** Without those that lead to nearly the same text as others, or to little text where others do: a notice that names the page. */
function distinct(led: readonly Led[], saidBy: (id: number) => Said | undefined): readonly Led[] {
  const alike = alikeAmong(led.map(({ to }) => saidBy(to)?.fingerprint ?? ''));
  const short = led.filter(({ id, to }) => (saidBy(to)?.words ?? 0) < (saidBy(id)?.words ?? 0) * LEAST_SHARE);
  const notices = new Set(short.length > 1 ? short : []);
  return led.filter((one, nth) => !alike.has(nth) && !notices.has(one));
}

function movedBy(by: string): ReasonName | undefined {
  return Object.hasOwn(moves, by) ? moves[by as keyof typeof moves] : undefined;
}
