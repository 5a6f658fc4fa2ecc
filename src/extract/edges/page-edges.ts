// The edges of a page: the blocks before its own text and after it, by what they say without numbers.
import { type Block, renderBlock } from '../../core/document.ts';
import { partLabels } from './edge-words.ts';

/** A block at an edge. */
export interface EdgeBlock {
  /** Of what it says, without numbers and punctuation; empty for a block that is never chrome. */
  readonly hash: string;
  readonly length: number;
  /** Whether it ends with a colon: it goes only together with what it introduces. */
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
  /** The last blocks of the page, the last one first; never the first block of a section. */
  readonly bottom: readonly EdgeBlock[];
}

/** Blocks of an edge that are looked at; behind the first heading fewer. */
const MOST = 32;
const MOST_BELOW_HEADING = 6;
/** A longer block is a page's own text. */
const LONGEST = 2_000;

const never: Omit<EdgeBlock, 'length'> = Object.freeze({ hash: '', introduces: false });

export function edgesOf(blocks: readonly Block[], language = ''): PageEdges {
  let length = 0;
  for (const block of blocks) length += lengthOf(block);
  return {
    language: (language.split(/[-_]/, 1)[0] ?? '').toLowerCase(),
    length,
    blocks: blocks.filter(({ kind }) => kind !== 'heading').length,
    top: topOf(blocks),
    bottom: bottomOf(blocks),
  };
}

function topOf(blocks: readonly Block[]): PageEdges['top'] {
  const top: (EdgeBlock | 'heading')[] = [];
  let below = -1;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      top.push('heading');
      if (below > 0) return top;
      below = 0;
      continue;
    }
    const isPast = below < 0 ? top.length >= MOST : ++below > MOST_BELOW_HEADING;
    if (isPast || !mayBeChrome(block)) return top;
    top.push(edgeBlock(block));
  }
  return below < 0 ? top : [...top, 'heading'];
}

function bottomOf(blocks: readonly Block[]): PageEdges['bottom'] {
  const bottom: EdgeBlock[] = [];
  for (let at = blocks.length - 1; at >= 0 && bottom.length < MOST; at--) {
    const block = blocks[at] as Block;
    if (!mayBeChrome(block)) {
      // What stands below a heading explains it: without it the heading would stand alone.
      if (block.kind === 'heading' || block.kind === 'entry') bottom.pop();
      break;
    }
    bottom.push(edgeBlock(block));
  }
  return bottom;
}

/** Never a heading, code, an API entry or what explains one. */
function mayBeChrome({ kind, entryDepth }: Block): boolean {
  return (kind === 'text' || kind === 'table') && entryDepth === 0;
}

function edgeBlock(block: Block): EdgeBlock {
  const length = lengthOf(block);
  if (length > LONGEST) return { ...never, length };
  const said = saidBy(block);
  return partLabels.has(said)
    ? { ...never, length }
    : { hash: hashOf(said), length, introduces: block.kind === 'text' && block.markdown.endsWith(':') };
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

/** Its words in lower case: marks, numbers and what links lead to do not count. */
function saidBy(block: Block): string {
  return renderBlock(block)
    .replaceAll(/\]\([^)\s]*\)/g, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** 53 bits: a collision needs millions of blocks, and costs one line. */
function hashOf(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 13);
  }
  return ((one >>> 0) * 0x20_0000 + (other >>> 11)).toString(36);
}

/** As one line of text, to be kept with the page. */
export function packEdges({ language, length, blocks, top, bottom }: PageEdges): string {
  const pack = (item: EdgeBlock | 'heading'): string =>
    item === 'heading' ? '#' : `${item.hash}.${item.length.toString(36)}${item.introduces ? ':' : ''}`;
  const size = [length, blocks].map((number) => number.toString(36)).join('.');
  return [language, size, top.map(pack).join(','), bottom.map(pack).join(',')].join(';');
}

/** What was packed; no edges for a text that is none. */
export function unpackEdges(packed: string): PageEdges {
  const [language = '', sizes = '', top = '', bottom = ''] = packed.split(';');
  const unpack = (item: string): EdgeBlock => {
    const [, hash = '', size = '', colon] = /^([^.]*)\.([0-9a-z]+)(:?)$/.exec(item) ?? [];
    return { hash, length: Number.parseInt(size, 36) || 0, introduces: colon === ':' };
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
