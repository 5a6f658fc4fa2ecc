// S1: which words are near a mistyped one, and the keys by which they are found.
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
