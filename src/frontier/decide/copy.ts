// How a page is kept: what its visit does to its rhythm, and to its part of the search index.
import type { PageIndex } from '../../core/search-entry.ts';
import type { PageRecord, Rhythm } from '../port.ts';
import type { IndexChange, KeptRhythm } from './effects.ts';
import type { Copy } from './rows.ts';

/** The rhythm of a page after a visit that found it as it was, or changed. */
export function rhythmAfter(before: Copy | undefined, isSame: boolean, rhythm: Rhythm | undefined): KeptRhythm {
  if (before === undefined) return { intervalMs: undefined, lastmod: undefined, lastmodWrong: false };
  return {
    intervalMs: (isSame ? rhythm?.sameMs : rhythm?.changedMs) ?? before.intervalMs,
    lastmod: before.lastmod,
    lastmodWrong: before.lastmodWrong || (!isSame && rhythm?.lastmodSaysSame === true),
  };
}

/** How a page stands in the index once it is stored. */
export function indexAfter(
  before: Copy | undefined,
  { hash, extractor }: PageRecord,
  entry: PageIndex | undefined,
): IndexChange {
  const was = { analyser: before?.analyser ?? 0, hash: before?.indexHash ?? '' };
  if (entry === undefined) {
    // Nobody has read it for the index; what is there holds as long as the page says the same, read in the same way.
    const holds = before?.hash === hash && before.extractor === extractor;
    return holds ? { ...was, isNew: false, entry } : { analyser: 0, hash: '', isNew: was.analyser > 0, entry };
  }
  const isNew = was.analyser !== entry.analyser || was.hash !== entry.hash;
  return { analyser: entry.analyser, hash: entry.hash, isNew, entry };
}

/** A stored page as the rules see it. */
export function storedAs(page: PageRecord, rhythm: KeptRhythm, { analyser, hash: indexHash }: IndexChange): Copy {
  const { hash, readHash, title, extractor } = page;
  return { hash, readHash: readHash === hash ? undefined : readHash, title, extractor, analyser, indexHash, ...rhythm };
}
