// English stems: the Porter2 (Snowball English) algorithm, written from its published description.
import {
  type ByLast,
  derivational,
  exceptions,
  lastSuffixes,
  leftAlone,
  prefixes,
  type SuffixRule,
  stepThree,
  stepTwo,
} from './stem-tables.ts';

const vowel = /[aeiouy]/;
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const beforeLi = /[cdeghkmnrt]$/;

const longestWord = 40;

/** The stem of a word of small Latin letters; any other word, and one of fewer than three letters, is returned as it is. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > longestWord || !isPlain(word)) return word;
  const exception = isLikeException(word) ? exceptions.get(word) : undefined;
  if (exception !== undefined) return exception;
  // A `y` that begins a word or follows a vowel is a consonant, written `Y` until the end.
  const hasY = word.includes('y');
  const marked = hasY ? word.replace(/^y|(?<=[aeiouy])y/g, 'Y') : word;
  const one = regionOne(marked);
  const two = regionAfter(marked, one);
  const singular = stepOneA(marked);
  if (isLikeException(singular) && leftAlone.has(singular)) return singular;
  let result = stepOneC(stepOneB(singular, one));
  result = replaceSuffix(result, one, two, stepTwo);
  result = replaceSuffix(result, one, two, stepThree);
  result = stepFour(result, two);
  result = stepFive(result, one, two);
  return hasY ? result.replaceAll('Y', 'y') : result;
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 0x61 || unit > 0x7a) return false;
  }
  return true;
}

// Marks pairs of first and last letters: these rule out the exceptions for most words.
const likeException = new Uint8Array(32 * 32);

function endsOf(word: string): number {
  return ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(word.length - 1) & 31);
}

for (const word of [...exceptions.keys(), ...leftAlone]) likeException[endsOf(word)] = 1;

function isLikeException(word: string): boolean {
  return likeException[endsOf(word)] === 1;
}

function regionOne(word: string): number {
  const first = word.charCodeAt(0);
  for (let nth = 0; nth < prefixes.length; nth++) {
    const prefix = prefixes[nth] as string;
    if (prefix.charCodeAt(0) === first && word.startsWith(prefix)) return prefix.length;
  }
  return regionAfter(word, 0);
}

/** Where R1 (from 0) or R2 (from R1) begins: behind the first consonant that follows a vowel. */
function regionAfter(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word.charCodeAt(at))) at++;
  while (at < word.length && isVowel(word.charCodeAt(at))) at++;
  return Math.min(at + 1, word.length);
}

/** A bit for each of a, e, i, o, u, y. */
const vowels = 0x1104111;

function isVowel(unit: number): boolean {
  return unit >= 0x61 && ((vowels >>> (unit - 0x61)) & 1) === 1;
}

/** Faster than the built-in one: most words differ in the last letters. */
function endsWith(word: string, suffix: string): boolean {
  let at = word.length;
  for (let left = suffix.length; left > 0; ) if (word.charCodeAt(--at) !== suffix.charCodeAt(--left)) return false;
  return true;
}

function endsIn(word: string, letter: string): boolean {
  return word.charCodeAt(word.length - 1) === letter.charCodeAt(0);
}

function stepOneA(word: string): string {
  if (endsWith(word, 'ied') || endsWith(word, 'ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!endsIn(word, 's')) return word;
  if (endsWith(word, 'sses')) return word.slice(0, -2);
  if (endsWith(word, 'us') || endsWith(word, 'ss')) return word;
  return vowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

const pastAndProgressive = /(?:ingly|edly|ing|ed)$/;

function stepOneB(word: string, one: number): string {
  if (!endsIn(word, 'd') && !endsIn(word, 'g') && !endsIn(word, 'y')) return word;
  const agreed = endsWith(word, 'eedly') ? 5 : endsWith(word, 'eed') ? 3 : 0;
  if (agreed > 0) return word.length - agreed >= one ? word.slice(0, word.length - agreed + 2) : word;
  const found = pastAndProgressive.exec(word);
  if (found === null) return word;
  const rest = word.slice(0, found.index);
  if (!vowel.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (doubled.test(rest)) return rest.slice(0, -1);
  return isShort(rest, one) ? `${rest}e` : rest;
}

function stepOneC(word: string): string {
  if (!endsIn(word, 'y') && !endsIn(word, 'Y')) return word;
  return word.length > 2 && !isVowel(word.charCodeAt(word.length - 2)) ? `${word.slice(0, -1)}i` : word;
}

function byLast<T>(rules: ByLast<T>, word: string): readonly T[] {
  // `Y` shares its place with `y`, which no suffix ends in.
  return rules[(word.charCodeAt(word.length - 1) & 31) - 1] as readonly T[];
}

function replaceSuffix(word: string, one: number, two: number, rules: ByLast<SuffixRule>): string {
  const some = byLast(rules, word);
  for (let nth = 0; nth < some.length; nth++) {
    const { suffix, to, onlyAfter, inTwo } = some[nth] as SuffixRule;
    if (!endsWith(word, suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    if (rest.length < (inTwo ? two : one)) return word;
    if (onlyAfter === 'li' ? !beforeLi.test(rest) : onlyAfter !== undefined && !endsWith(rest, onlyAfter)) return word;
    return rest + to;
  }
  return word;
}

function stepFour(word: string, two: number): string {
  const some = byLast(derivational, word);
  for (let nth = 0; nth < some.length; nth++) {
    const suffix = some[nth] as string;
    if (!endsWith(word, suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return rest.length >= two && (suffix !== 'ion' || /[st]$/.test(rest)) ? rest : word;
  }
  return word;
}

function stepFive(word: string, one: number, two: number): string {
  if (!endsIn(word, 'e') && !endsIn(word, 'l')) return word;
  const rest = word.slice(0, -1);
  if (endsWith(word, lastSuffixes[0])) {
    return rest.length >= two || (rest.length >= one && !endsInShortSyllable(rest)) ? rest : word;
  }
  return endsWith(word, lastSuffixes[1]) && rest.length >= two ? rest : word;
}

function isShort(word: string, one: number): boolean {
  return one >= word.length && endsInShortSyllable(word);
}

function endsInShortSyllable(word: string): boolean {
  return /^[aeiouy][^aeiouy]$|[^aeiouy][aeiouy][^aeiouywxY]$/.test(word);
}
