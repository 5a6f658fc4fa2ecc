// Which words are worth suggesting: those of letters alone, as pages write them.
import { fold } from '../analyse/fold.ts';

/** The fewest and the most letters of a word that can be suggested. */
export const shortestSurface = 3;
export const longestSurface = 32;

const surface = /^\p{L}[\p{L}\p{M}]*$/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const notLetters = /[^\p{L}\p{M}]+/u;

/** Whether a word can be suggested. Chinese, Japanese and Korean words cannot, nor can words of fewer than three letters. */
export function isSurface(word: string): boolean {
  return word.length >= shortestSurface && word.length <= longestSurface && surface.test(word) && !unspaced.test(word);
}

/** The words inside a word or identifier that can be suggested, folded but not stemmed. Linear. */
export function surfacesOfWord(raw: string): readonly string[] {
  const words = isSurface(raw) ? [raw] : raw.split(notLetters).filter(isSurface);
  return words.map(fold);
}
