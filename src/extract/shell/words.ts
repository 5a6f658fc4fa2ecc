// Whether a text only holds the place of a page to come: "Loading …", "Please wait", "enable JavaScript to run this app".
import type { Block } from '../../core/document.ts';
import { wordCount } from '../word-count.ts';
import { besideStarts, placeHolderStarts, placeHolders, scriptWalls, wallAddresses } from './roots.ts';

const LONGEST_PLACE_HOLDER = 80;
const LONGEST_WALL = 250;
/** Fewer words are a label, such as the name of the site. */
const FEWEST_OWN = 3;

/** Whether a text is nothing but a place-holder. Never throws. */
export function isPlaceHolder(text: string): boolean {
  if (text.length > LONGEST_PLACE_HOLDER) return false;
  if (isCommonPlaceHolder(text)) return true;
  const words = plain(text);
  return /(?:\.\.|…)$/.test(words) && placeHolderStarts.some((start) => startsWithWord(coreOf(words), start));
}

/** Whether a text is a place-holder word for word, whatever the page does. */
export function isCommonPlaceHolder(text: string): boolean {
  if (text.length > LONGEST_PLACE_HOLDER) return false;
  const core = coreOf(plain(text));
  return placeHolders.has(core) || placeHolders.has(core.replaceAll(/[.,…!]/g, ''));
}

/**
 * Whether a text only states that scripts must run: one or two sentences, one of which names JavaScript, and which speak to the
 * reader or about this page. "The menu requires JavaScript to fold" is a sentence of a page. Never throws.
 */
export function isScriptWall(text: string): boolean {
  if (text.length > LONGEST_WALL || !holdsScriptWall(text)) return false;
  const words = plain(text);
  // "JavaScript is required." and no more speaks to its reader, too.
  return scriptWalls.includes(coreOf(words)) || wallAddresses.some((address) => hasWords(words, address));
}

/** Whether a text holds a sentence about JavaScript, as notes for browsers without it do. */
export function holdsScriptWall(text: string): boolean {
  const words = plain(text.slice(0, 2_000));
  return scriptWalls.some((wall) => hasWords(words, wall));
}

/** Whether blocks have text of this page's own: a sentence, code in a text, or a text under a heading. */
export function hasOwnText(blocks: readonly Block[]): boolean {
  let isBelowHeading = false;
  for (const block of blocks) {
    if (block.kind === 'heading') isBelowHeading = true;
    else if (block.kind !== 'text' || isOwn(block.markdown, isBelowHeading)) return true;
  }
  return false;
}

function isOwn(markdown: string, isBelowHeading: boolean): boolean {
  const text = markdown.slice(0, 1_000);
  if (isPlaceHolder(text) || isScriptWall(text)) return false;
  if (text.includes('`')) return true;
  const core = plain(text).replace(/^[^\p{L}\p{N}©]+/u, '');
  if (wordCount(core) < FEWEST_OWN || besideStarts.some((start) => core.startsWith(start))) return false;
  return isBelowHeading || /(?<![.…])[.!?。！？]["'”’)\]]{0,3}$/.test(core);
}

function coreOf(words: string): string {
  return words.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** Whether words occur in a text, and do not begin within another word: "interactive javascript". */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (at === 0 || !/[a-z]/.test(text.charAt(at - 1))) return true;
  return false;
}

function startsWithWord(text: string, word: string): boolean {
  return text.startsWith(word) && !/\p{L}/u.test(text.charAt(word.length));
}

/** Lower case, one space between words, straight apostrophes, and without the marks of emphasis. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[*_\\#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
