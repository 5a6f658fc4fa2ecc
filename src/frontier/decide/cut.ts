// E2, E6: pages whose learnt chrome was cut after they were stored: whether they count as updated, and which are duplicates.
import { sectionChanges } from '../../core/sections.ts';
import type { PageVersion } from '../port.ts';
import { type CutPage, readHashOf } from '../port-chrome.ts';
import { end, endAsDuplicate, noteChange } from './end.ts';
import type { Entry, Overlay } from './overlay.ts';
import { isStored } from './rows.ts';

/** Replaces a stored page by its newly cut version; returns whether it did. `last` is the version before the stored one. */
export function decideCut(
  overlay: Overlay,
  id: number,
  page: CutPage,
  last: PageVersion | undefined,
  at: number,
): boolean {
  const entry = overlay.entry(id);
  const { copy } = entry;
  if (copy === undefined || readHashOf(copy) !== page.readHash) return false;
  const { hash, readHash, index } = page;
  const as = index === undefined ? { analyser: 0, hash: '' } : { analyser: index.analyser, hash: index.hash };
  const isNew = copy.analyser !== as.analyser || copy.indexHash !== as.hash;
  const isCut = index !== undefined && copy.analyser === index.analyser ? true : undefined;
  overlay.copy(
    { kind: 'cut', id, page, index: { ...as, isNew, entry: index, isCut } },
    { ...copy, hash, readHash: readHash === hash ? undefined : readHash, analyser: as.analyser, indexHash: as.hash },
  );
  judgeAnew(overlay, entry, copy.title, page, last, at);
  return true;
}

/** Judges anew whether the page counts as updated, by the text that is left. */
function judgeAnew(
  overlay: Overlay,
  entry: Entry,
  title: string,
  { hash, chunks }: CutPage,
  last: PageVersion | undefined,
  at: number,
): void {
  const { id, row, change } = entry;
  if (!isStored(row, overlay.crawl.generation) || row.state !== 'indexed') return;
  if (last === undefined || change?.kind === 'new') return;
  if (last.hash === hash) {
    overlay.copy({ kind: 'dropVersion', id, fetchedAt: last.fetchedAt });
    end(overlay, entry, 'unchanged', 'content:same', '', at, { before: { hash, title }, hash });
    return;
  }
  if (change?.kind !== 'updated') return;
  const facts = (list: PageVersion['chunks']) =>
    list.map(({ headings, anchor, hash: own }, seq) => ({ headings, anchor, hash: own, seq }));
  const sections = sectionChanges(facts(last.chunks), facts(chunks));
  const { by, detail } = row;
  noteChange(
    overlay,
    entry,
    row,
    { state: 'indexed', by, detail },
    { before: { hash: last.hash, title }, hash, sections },
  );
}

/** E6: of pages with the same text without learnt chrome the first stays; the numbers of each group are in order. */
export function decideTwins(overlay: Overlay, groups: readonly (readonly number[])[], at: number): number {
  let joined = 0;
  for (const [first, ...others] of groups) {
    if (first === undefined) continue;
    const kept = overlay.entry(first);
    for (const id of others) endAsDuplicate(overlay, overlay.entry(id), 'content:duplicate', kept, kept.row.url, at);
    joined += others.length;
  }
  return joined;
}
