// Which words are worth suggesting: those of letters alone, as pages write them.
import { fold, isAscii } from './analyser-fold.ts';

const shortest = 3;
const longest = 32;
const surface = /^\p{L}[\p{L}\p{M}]*$/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const notLetters = /[^\p{L}\p{M}]+/u;

/** Whether a word can be suggested. Chinese, Japanese and Korean words cannot, nor can words of fewer than three letters. */
export function isSurface(word: string): boolean {
  return word.length >= shortest && word.length <= longest && surface.test(word) && !unspaced.test(word);
}

/** The words inside a word or identifier that can be suggested, folded but not stemmed. Linear. */
export function surfacesOfWord(raw: string): readonly string[] {
  if (isAscii(raw)) return asciiSurfaces(raw);
  const words = isSurface(raw) ? [raw] : raw.split(notLetters).filter(isSurface);
  return words.map(fold);
}

/** The same without expressions: nearly all words are ASCII. */
function asciiSurfaces(raw: string): readonly string[] {
  const words: string[] = [];
  const folded = raw.toLowerCase();
  for (let at = 0; at < folded.length; at++) {
    const start = at;
    while (at < folded.length && isSmallLetter(folded.charCodeAt(at))) at++;
    if (at - start >= shortest && at - start <= longest) words.push(folded.slice(start, at));
  }
  return words;
}

function isSmallLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}
