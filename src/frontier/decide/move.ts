// F10: stored pages that lead elsewhere for good: which of them have moved there is known when the run has ended.
import type { ReasonName } from '../../core/reasons.ts';
import type { PageIdentity } from '../port.ts';
import { isSameText } from '../port-chrome.ts';
import { type Ended, endAsDuplicate, keepCopy } from './end.ts';
import type { Entry, Overlay } from './overlay.ts';
import { isStored, type UrlRow } from './rows.ts';

/** A stored page that leads elsewhere, and the stored page it leads to. */
export interface Led {
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

/**
 * Removes the copies of pages that have moved: to a page with their text, or to one that is new in this run and that no other leads to.
 * `led` has all pages that lead elsewhere. Returns how many have moved.
 */
export function decideMoves(overlay: Overlay, led: readonly Led[], at: number): number {
  const leading = Map.groupBy(led, ({ to }) => to);
  let moved = 0;
  for (const { id, to } of led) {
    const [own, target] = [overlay.entry(id), overlay.entry(to)];
    const by = movedBy(own.row.by);
    if (by === undefined || !isMove(overlay, own, target, leading.get(to)?.length === 1)) continue;
    endAsDuplicate(overlay, own, by, target, target.row.url, at);
    moved++;
  }
  return moved;
}

function movedBy(by: string): ReasonName | undefined {
  return Object.hasOwn(moves, by) ? moves[by as keyof typeof moves] : undefined;
}

function isMove(overlay: Overlay, own: Entry, target: Entry, isAlone: boolean): boolean {
  if (own.copy === undefined || target.copy === undefined || !isStored(target.row, overlay.crawl.generation))
    return false;
  // A page that was stored beside this one is another one.
  return isSameText(own.copy, target.copy) || (isAlone && target.change?.kind === 'new');
}
