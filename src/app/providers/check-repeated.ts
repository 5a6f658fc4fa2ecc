// E2: what the pages of a check repeat at their edges: a crawl would leave it out of them.
import { chunkPage } from '../../chunk/chunks.ts';
import { type LearntChrome, nothingLearnt } from '../../extract/edges/edge-cut.ts';
import { EdgeTally } from '../../extract/edges/edge-tally.ts';
import { unpackEdges } from '../../extract/edges/page-edges.ts';
import { cutAnew } from '../../extract/extract-page.ts';
import type { CheckedPage } from './check-page.ts';
import { figuresOf } from './check-page.ts';

/** A page that was looked at, and how it was read. */
export interface CheckedDraft {
  readonly page: CheckedPage;
  readonly draft?: Uint8Array | undefined;
}

export interface Repeated {
  readonly pages: readonly CheckedPage[];
  /** The beginning of each block, the first first. */
  readonly repeated: readonly string[];
}

/** Fewer pages with a block prove nothing, also where only a few are looked at. */
const FEWEST = 3;

/** The pages as they would be kept: without what most of them repeat. */
export function withoutRepeated(checked: readonly CheckedDraft[]): Repeated {
  const learnt = learntFrom(checked);
  const repeated = new Map<string, string>();
  const pages = checked.map(({ page, draft }) => {
    if (draft === undefined || page.read === undefined || learnt.keys.size === 0) return page;
    const cut = cutAnew(draft, page.finalUrl, learnt);
    // One that differs by its number is one.
    for (const { text } of cut.leftOut) repeated.set(text.replaceAll(/\d+/g, ''), text);
    const chunks = figuresOf(chunkPage(cut.blocks, { title: cut.title, language: cut.language }));
    return { ...page, read: { ...page.read, words: cut.words, chunks } };
  });
  return { pages, repeated: [...repeated.values()] };
}

function learntFrom(checked: readonly CheckedDraft[]): LearntChrome {
  const tally = new EdgeTally();
  for (const { page, draft } of checked)
    if (draft !== undefined) tally.note(unpackEdges(cutAnew(draft, page.finalUrl, nothingLearnt).edges), page.finalUrl);
  return { ...nothingLearnt, keys: new Set([...tally.above(undefined, FEWEST)].map(({ key }) => key)) };
}
