// Whether a text only stands where a page will be: "Loading …", "Please wait", "enable JavaScript to run this app".
import { placeHolderStarts, placeHolders, scriptWalls } from './roots.ts';

const LONGEST_PLACE_HOLDER = 80;
const LONGEST_WALL = 250;

/** Whether a text is nothing but a place-holder. Never throws. */
export function isPlaceHolder(text: string): boolean {
  if (text.length > LONGEST_PLACE_HOLDER) return false;
  const said = plain(text);
  const core = said.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (placeHolders.has(core) || placeHolders.has(core.replaceAll(/[.,…!]/g, ''))) return true;
  return /(?:\.\.|…)$/.test(said) && placeHolderStarts.some((start) => startsWithWord(core, start));
}

/** Whether a text only says that scripts must run: one or two sentences, one of which names JavaScript. Never throws. */
export function isScriptWall(text: string): boolean {
  return text.length <= LONGEST_WALL && holdsScriptWall(text);
}

/** Whether a text holds such a sentence. */
export function holdsScriptWall(text: string): boolean {
  const said = plain(text.slice(0, 2_000));
  return scriptWalls.some((wall) => said.includes(wall));
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
