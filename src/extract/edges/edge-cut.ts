// E2: removes the blocks of a page that are at the same edge of most pages of its site.

import { type Block, renderBlock } from '../../core/document.ts';
import { shortened } from '../../core/text-end.ts';
import type { EdgeBlock, PageEdges } from './page-edges.ts';

export type Edge = 'top' | 'bottom';

/** What a site repeats at the edges of its pages. */
export interface LearntChrome {
  /** Each the name of a block at an edge of pages in one language. */
  readonly keys: ReadonlySet<string>;
  /** The page that keeps a block which all others lose, by the block's name: its URL. */
  readonly keptOn: ReadonlyMap<string, string>;
  /** How the URLs begin of the pages that lose a block, by its name, where not all pages do. */
  readonly folders: ReadonlyMap<string, string>;
}

export const nothingLearnt: LearntChrome = Object.freeze({
  keys: new Set<string>(),
  keptOn: new Map(),
  folders: new Map(),
});

/** The name of a block at an edge. */
export function edgeKey(language: string, edge: Edge, hash: string): string {
  return `${language} ${edge} ${hash}`;
}

/** Which blocks of a page are removed: positions from its beginning, and how many at its end. */
export interface EdgeCut {
  readonly top: readonly number[];
  readonly bottom: number;
}

/** A block that was left out, for people. */
export interface LeftOut {
  readonly edge: Edge;
  /** The beginning of its text. */
  readonly text: string;
}

const nothing: EdgeCut = Object.freeze({ top: Object.freeze([]), bottom: 0 });

/** At most half of the page's text is removed, whatever other pages are like. */
const MOST_SHARE = 0.5;
const LONGEST_SHOWN = 100;

/** Which blocks of the page at this URL are left out as chrome; none of a page without edges. */
export function cutOf(edges: PageEdges | undefined, learnt: LearntChrome, url: string): EdgeCut {
  if (edges === undefined || learnt.keys.size === 0) return nothing;
  const isLearnt = (edge: Edge, block: EdgeBlock | 'heading' | undefined): boolean => {
    if (block === undefined || block === 'heading' || block.hash === '') return false;
    const key = edgeKey(edges.language, edge, block.hash);
    return learnt.keys.has(key) && learnt.keptOn.get(key) !== url && url.startsWith(learnt.folders.get(key) ?? '');
  };
  const top = topCut(edges.top, (block) => isLearnt('top', block));
  const bottom = bottomCut(edges.bottom, (block) => isLearnt('bottom', block));
  const above = top.map((at) => edges.top[at] as EdgeBlock);
  const below = edges.bottom.slice(0, bottom);
  const removed = sumOf([...above, ...below]);
  if (removed.count === 0 || removed.count >= edges.blocks) return nothing;
  if (removed.length > edges.length * MOST_SHARE) return nothing;
  return { top: positionsOf(edges.top, top), bottom: sumOf(below).count };
}

/** Learnt blocks: all before the first heading; behind it those that come before anything else, unless nothing else comes. */
function topCut(top: PageEdges['top'], isLearnt: (block: EdgeBlock | 'heading') => boolean): readonly number[] {
  const heading = top.indexOf('heading');
  let cut: number[] = [];
  for (let at = 0; at < top.length; at++) {
    const block = top[at] as EdgeBlock | 'heading';
    if (block === 'heading') {
      // Keep a section's text where nothing of it would be left.
      if (at > heading && top[at - 1] !== 'heading') cut = cut.filter((one) => one < heading);
    } else if (isLearnt(block)) cut.push(at);
    else if (at > heading) break;
  }
  // A block that introduces something, and what it introduces, are removed together or not at all.
  const removed = new Set(cut);
  for (const at of cut.toReversed()) if (introduces(top[at]) && !removed.has(at + 1)) removed.delete(at);
  for (const at of cut) if (introduces(top[at - 1]) && !removed.has(at - 1)) removed.delete(at);
  return cut.filter((at) => removed.has(at));
}

/** How many learnt blocks are at the end, except those that the block before them introduces. */
function bottomCut(bottom: PageEdges['bottom'], isLearnt: (block: EdgeBlock | undefined) => boolean): number {
  let cut = 0;
  while (isLearnt(bottom[cut])) cut++;
  while (cut > 0 && introduces(bottom[cut])) cut--;
  return cut;
}

function introduces(block: EdgeBlock | 'heading' | undefined): boolean {
  return block !== undefined && block !== 'heading' && block.introduces;
}

/** The positions of these edge blocks among the blocks of the page. */
function positionsOf(top: PageEdges['top'], cut: readonly number[]): readonly number[] {
  const removed = new Set(cut);
  const positions: number[] = [];
  let at = 0;
  for (const [nth, block] of top.entries()) {
    const count = block === 'heading' ? 1 : block.count;
    if (removed.has(nth)) for (let one = 0; one < count; one++) positions.push(at + one);
    at += count;
  }
  return positions;
}

function sumOf(blocks: readonly EdgeBlock[]): { readonly count: number; readonly length: number } {
  let count = 0;
  let length = 0;
  for (const block of blocks) {
    count += block.count;
    length += block.length;
  }
  return { count, length };
}

/** The blocks of a page without those that are cut. */
export function withoutEdges(
  blocks: readonly Block[],
  cut: EdgeCut,
): { readonly blocks: readonly Block[]; readonly leftOut: readonly LeftOut[] } {
  if (cut.top.length === 0 && cut.bottom === 0) return { blocks, leftOut: [] };
  const removed = new Set(cut.top);
  const end = blocks.length - cut.bottom;
  const leftOut: LeftOut[] = [];
  const kept = blocks.filter((block, at) => {
    if (at < end && !removed.has(at)) return true;
    leftOut.push({ edge: at < end ? 'top' : 'bottom', text: beginningOf(block) });
    return false;
  });
  return { blocks: kept, leftOut };
}

function beginningOf(block: Block): string {
  const line = renderBlock(block).replaceAll(/\s+/g, ' ').trim();
  return shortened(line, LONGEST_SHOWN);
}

/** The cut as a short text, to compare whether a page was cut as it would be now; empty when nothing is cut. */
export function packCut({ top, bottom }: EdgeCut): string {
  return top.length === 0 && bottom === 0 ? '' : `${top.join(',')}/${bottom}`;
}
