// S1: which words are near a mistyped one, and the keys that engines find them by. All words here are folded.
import { editDistance } from '../../core/suggest.ts';
import { isSurface } from '../index/suggestions-words.ts';

/**
 * The keys a word is stored and looked up under: its first and its last few letters, each also with one letter left
 * out. Of two slips at most one is in one of the halves, so that words which differ by them share a key.
 * Chinese, Japanese and Korean words have none, nor have words of fewer than three letters.
 */
export function surfaceKeys(word: string): readonly string[] {
  if (!isSurface(word)) return [];
  const keys = new Set<string>();
  // Lengths that two slips join share a size.
  if (word.length <= 9) addKeys(keys, word, 4);
  if (word.length >= 8) addKeys(keys, word, 5);
  return [...keys];
}

function addKeys(keys: Set<string>, word: string, size: number): void {
  const head = word.slice(0, size);
  const tail = word.slice(-size);
  keys.add(`^${head}`).add(`${tail}$`);
  for (let at = 0; at < head.length; at++) {
    keys.add(`^${head.slice(0, at)}${head.slice(at + 1)}`);
    keys.add(`${tail.slice(0, at)}${tail.slice(at + 1)}$`);
  }
}

/** How many typing errors are allowed. A swap of neighbours is one. */
function slipsIn(word: string): 1 | 2 {
  return word.length <= 5 ? 1 : 2;
}

/** Whether a word is as few typing errors away from this one as its length allows; itself is. */
export function nearTo(word: string): (other: string) => boolean {
  const slips = slipsIn(word);
  const letters = lettersOf(word);
  return (other) =>
    Math.abs(other.length - word.length) <= slips &&
    bits(letters ^ lettersOf(other)) <= 2 * slips &&
    editDistance(word, other) <= slips;
}

/** Which letters occur: most words that share a key are distinguished by this alone. */
function lettersOf(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31);
  return set;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
