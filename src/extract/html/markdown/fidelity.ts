// How much of a page's content its blocks kept, counted from the tree by a walk of its own (E3).

import type { Block } from '../../../core/document.ts';
import type { Content } from '../content.ts';
import { isElement } from '../node.ts';
import { walkInside } from './plain-text.ts';
import { fingerprint, SourceCount } from './source-count.ts';
import { weighWords } from './word-tally.ts';

/** What was kept, each from 0 to 1; 1 where the source has none. */
export interface Fidelity {
  /** Code blocks, by all they hold but white space. */
  readonly code: number;
  /** Table cells that hold something. */
  readonly cells: number;
  readonly headings: number;
  readonly words: number;
  /** The least of these parts. */
  readonly score: number;
}

/** Weighs the blocks against the content they were made from. Never throws. */
export function fidelityOf(content: Content, blocks: readonly Block[]): Fidelity {
  const source = new SourceCount(content.removed);
  for (const root of content.roots) {
    // What is beside the root is not read: the root's own element counts as its content.
    if (!isElement(root)) walkInside(root, source);
    else if (source.enter(root)) {
      walkInside(root, source);
      source.leave(root);
    }
  }
  const kept = countBlocks(blocks);
  const { total, lost } = weighWords(source.words, kept.words);
  const code = share(source.code.filter((fingerprint) => take(kept.code, fingerprint)).length, source.code.length);
  const cells = share(kept.cells, source.cells);
  const headings = share(kept.headings, source.headings);
  const words = share(total - lost, total);
  return { code, cells, headings, words, score: Math.min(code, cells, headings, words) };
}

function share(kept: number, all: number): number {
  return all === 0 ? 1 : Math.min(1, kept / all);
}

function take(counts: Map<number, number>, key: number): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

function countBlocks(blocks: readonly Block[]) {
  let words = '';
  const code = new Map<number, number>();
  let cells = 0;
  let headings = 0;
  for (const block of blocks) {
    switch (block.kind) {
      case 'code': {
        const key = fingerprint(block.code);
        code.set(key, (code.get(key) ?? 0) + 1);
        words += `${block.code}\n`;
        break;
      }
      case 'table':
        for (const row of [block.header, ...block.rows]) {
          cells += filledCells(row);
          words += `${row}\n`;
        }
        break;
      default:
        if (block.kind === 'heading') headings++;
        words += `${block.markdown}\n`;
    }
  }
  return { code, cells, headings, words };
}

/** Cells of a row that are not empty. */
function filledCells(row: string): number {
  let filled = 0;
  let isFilled = false;
  const { length } = row;
  for (let at = 1; at < length; at++) {
    const code = row.charCodeAt(at);
    if (code === 0x7c) {
      if (isFilled) filled++;
      isFilled = false;
    } else if (code === 0x5c) {
      isFilled = true;
      at++;
    } else if (code !== 0x20) isFilled = true;
  }
  return filled;
}
