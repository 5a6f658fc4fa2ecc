// The edges of a page: the blocks before its own text and after it, by their text.
import type { Block } from '../../core/document.ts';
import { hashOf } from './edge-hash.ts';
import { partLabels } from './edge-words.ts';

/** A block at an edge; a list is one block. */
export interface EdgeBlock {
  /** The hash of its text, of a pager or a counter without what it counts; empty for a block that is never chrome. */
  readonly hash: string;
  readonly length: number;
  /** How many blocks of the page it is. */
  readonly count: number;
  /** Whether it introduces what follows: a heading, the label of a part, a line that ends with a colon. */
  readonly introduces: boolean;
}

export interface PageEdges {
  /** Pages of one language are compared with each other: the first part of its tag, or empty. */
  readonly language: string;
  /** Characters of the whole page, and its blocks that are no headings. */
  readonly length: number;
  readonly blocks: number;
  /**
   * The first blocks of the page, in order, up to the first that cannot be chrome. The heading behind the first section, or the end of
   * the page, is the last of them.
   */
  readonly top: readonly (EdgeBlock | 'heading')[];
  /** The last blocks of the page, the last one first, up to the first that cannot be chrome, which is the last of them. */
  readonly bottom: readonly EdgeBlock[];
}

/** Blocks of an edge that are looked at, behind the first heading fewer, and characters of them. */
const MOST = 32;
const MOST_BELOW_HEADING = 6;
const MOST_LENGTH = 3_000;
/** A longer block is a page's own text. */
const LONGEST = 1_000;
/** No label of a part is longer. */
const LONGEST_LABEL = 40;

export function edgesOf(blocks: readonly Block[], language = ''): PageEdges {
  let length = 0;
  let count = 0;
  for (const block of blocks) {
    length += lengthOf(block);
    if (block.kind !== 'heading') count++;
  }
  return {
    language: (language.split(/[-_]/, 1)[0] ?? '').toLowerCase(),
    length,
    blocks: count,
    top: topOf(blocks),
    bottom: bottomOf(blocks),
  };
}

function topOf(blocks: readonly Block[]): PageEdges['top'] {
  const top: (EdgeBlock | 'heading')[] = [];
  let below = -1;
  let length = 0;
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    if (block.kind === 'heading') {
      top.push('heading');
      if (below > 0) return top;
      below = 0;
      at++;
      continue;
    }
    const isPast = below < 0 ? top.length >= MOST : ++below > MOST_BELOW_HEADING;
    if (isPast || length > MOST_LENGTH || !mayBeChrome(block)) return top;
    let end = at + 1;
    if (isItem(block)) while (isItem(blocks[end])) end++;
    const edge = edgeBlock(blocks.slice(at, end));
    length += edge.length;
    top.push(edge);
    // Behind the heading nothing beyond a page's own text is chrome.
    if (below > 0 && edge.hash === '') return top;
    at = end;
  }
  return below < 0 ? top : [...top, 'heading'];
}

function bottomOf(blocks: readonly Block[]): PageEdges['bottom'] {
  const bottom: EdgeBlock[] = [];
  let length = 0;
  for (let at = blocks.length - 1; at >= 0 && bottom.length < MOST && length <= MOST_LENGTH; at--) {
    const block = blocks[at] as Block;
    const last = at;
    if (isItem(block)) while (isItem(blocks[at - 1])) at--;
    const edge = mayBeChrome(block) ? edgeBlock(blocks.slice(at, last + 1)) : ownBlock(block);
    bottom.push(edge);
    length += edge.length;
    if (edge.hash === '') break;
  }
  return bottom;
}

/** Whether a block may be chrome: no heading, code, API entry or explanation of one. */
function mayBeChrome({ kind, entryDepth }: Block): boolean {
  return (kind === 'text' || kind === 'table') && entryDepth === 0;
}

/** Whether a block is part of a list. */
function isItem(block: Block | undefined): boolean {
  return block !== undefined && mayBeChrome(block) && block.rest !== '' && !block.rest.trimStart().startsWith('>');
}

function ownBlock(block: Block): EdgeBlock {
  const introduces = block.kind === 'heading' || block.kind === 'entry';
  return { hash: '', length: lengthOf(block), count: 1, introduces };
}

/** One block, or the items of a list. */
function edgeBlock(blocks: readonly Block[]): EdgeBlock {
  const length = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
  const own = { hash: '', length, count: blocks.length };
  if (length > LONGEST) return { ...own, introduces: false };
  const text = blocks.map(textOf).join('\n');
  if (length <= LONGEST_LABEL && partLabels.has(wordsOf(text))) return { ...own, introduces: true };
  const hash = hashOf(text, blocks[0]?.kind === 'table');
  return { hash, length, count: blocks.length, introduces: /[:：]\W*$/.test(text) };
}

function lengthOf(block: Block): number {
  switch (block.kind) {
    case 'code':
      return block.code.length;
    case 'table':
      return block.rows.reduce((sum, row) => sum + row.length, block.header.length);
    default:
      return block.markdown.length;
  }
}

function textOf(block: Block): string {
  if (block.kind === 'code') return block.code;
  if (block.kind === 'table') return [block.header, ...block.rows].join('\n');
  // The number of an item is text, and so is its box; its bullet is none.
  return /[\d[]/.test(block.first) ? block.first + block.markdown : block.markdown;
}

/** The words of a text in lower case. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** The edges as one line of text, to be kept with the page. */
export function packEdges({ language, length, blocks, top, bottom }: PageEdges): string {
  const pack = (item: EdgeBlock | 'heading'): string =>
    item === 'heading'
      ? '#'
      : `${item.hash}.${item.length.toString(36)}.${item.count.toString(36)}${item.introduces ? ':' : ''}`;
  const size = [length, blocks].map((number) => number.toString(36)).join('.');
  return [language, size, top.map(pack).join(','), bottom.map(pack).join(',')].join(';');
}

/** What was packed; no edges for a text that is none. */
export function unpackEdges(packed: string): PageEdges {
  const [language = '', sizes = '', top = '', bottom = ''] = packed.split(';');
  const unpack = (item: string): EdgeBlock => {
    const [, hash = '', size = '', count = '', colon] = /^([^.]*)\.([0-9a-z]+)\.([0-9a-z]+)(:?)$/.exec(item) ?? [];
    const number = (text: string): number => Number.parseInt(text, 36) || 0;
    return { hash, length: number(size), count: number(count), introduces: colon === ':' };
  };
  const [length = 0, blocks = 0] = sizes.split('.').map((number) => Number.parseInt(number, 36) || 0);
  const list = (text: string): readonly string[] => (text === '' ? [] : text.split(','));
  return {
    language,
    length,
    blocks,
    top: list(top).map((item) => (item === '#' ? 'heading' : unpack(item))),
    bottom: list(bottom).map(unpack),
  };
}
