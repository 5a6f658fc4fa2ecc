// The first look at a page, cheap enough for every page: may it be one that scripts write in a browser?
import type { Block } from '../../core/document.ts';
import { type Element, isText } from '../html/node.ts';
import { wordCount } from '../word-count.ts';
import { viewers } from './roots.ts';
import { isPlaceHolder, isScriptWall } from './words.ts';

/** A page of more words has text of its own. */
export const MOST_WORDS = 20;
/** Enough of a text to know that it has more words. */
const LONGEST_LOOKED = 1_000;

/** The facts of the content that matter here. */
export interface ContentSummary {
  /** Words that are neither a heading nor a place-holder. */
  readonly prose: number;
  /** Words that are no place-holder. */
  readonly words: number;
  readonly holdsPlace: boolean;
  /** Whether this is a page, whatever its scripts do. */
  readonly isPage: boolean;
}

/** Whether a block is one that no place-holder has. */
function isOfPage(block: Block): block is Extract<Block, { kind: 'code' | 'table' | 'entry' }> {
  return block.kind === 'code' || block.kind === 'table' || block.kind === 'entry';
}

/** Whether `summarise` finds a page, known without a look at its words. */
export function isSurelyPage(blocks: readonly Block[]): boolean {
  return blocks.some(isOfPage);
}

/** Reads no further than it takes to know a page by its words. */
export function summarise(blocks: readonly Block[]): ContentSummary {
  let prose = 0;
  let words = 0;
  let holdsPlace = false;
  let isPage = false;
  for (const block of blocks) {
    if (isOfPage(block)) isPage = true;
    else {
      const text = (block.kind === 'heading' ? block.text : block.markdown).slice(0, LONGEST_LOOKED);
      if (isPlaceHolder(text) || isScriptWall(text)) {
        holdsPlace = true;
        continue;
      }
      const count = wordCount(text);
      words += count;
      if (block.kind === 'text') prose += count;
    }
    if (isPage || words > MOST_WORDS) return { prose, words, holdsPlace, isPage: true };
  }
  return { prose, words, holdsPlace, isPage };
}

/** Nearly every script has none of them. */
const anyHint = new RegExp(viewers.flatMap(({ hints }) => hints).join('|'), 'i');

/** The name of the program a script belongs to, by its address or by how it begins. Never throws. */
export function viewerName(script: Element): string | undefined {
  const text = (script.attribs.src ?? scriptText(script)).slice(0, 500);
  if (!anyHint.test(text)) return undefined;
  const lower = text.toLowerCase();
  return viewers.find(({ hints }) => hints.some((hint) => lower.includes(hint)))?.name;
}

/** The text of a script. */
export function scriptText({ children }: Element): string {
  const [only] = children;
  return children.length === 1 && isText(only)
    ? only.data
    : children.map((child) => (isText(child) ? child.data : '')).join('');
}
