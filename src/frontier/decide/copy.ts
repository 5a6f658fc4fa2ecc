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

/** The state of a page in the index once it is stored. */
export function indexAfter(
  before: Copy | undefined,
  record: PageRecord,
  entry: PageIndex | undefined,
  hasAsManyChunks: () => boolean,
): IndexChange {
  const was = { analyser: before?.analyser ?? 0, hash: before?.indexHash ?? '' };
  if (entry === undefined) {
    const holds = mayHold(before, record) && hasAsManyChunks();
    return holds ? { ...was, isNew: false, entry } : { analyser: 0, hash: '', isNew: was.analyser > 0, entry };
  }
  const isNew = was.analyser !== entry.analyser || was.hash !== entry.hash;
  return { analyser: entry.analyser, hash: entry.hash, isNew, entry };
}

/**
 * Whether the page's index entries may still be valid although this visit made none: as long as its text is the same,
 * read by the same extractor. They are if there are as many chunks, each with its row in the index.
 */
export function mayHold(before: Copy | undefined, { hash, extractor }: PageRecord): before is Copy {
  return before !== undefined && before.analyser > 0 && before.hash === hash && before.extractor === extractor;
}

/** A stored page as the rules see it. */
export function storedAs(page: PageRecord, rhythm: KeptRhythm, { analyser, hash: indexHash }: IndexChange): Copy {
  const { hash, readHash, title, extractor } = page;
  return { hash, readHash: readHash === hash ? undefined : readHash, title, extractor, analyser, indexHash, ...rhythm };
}
