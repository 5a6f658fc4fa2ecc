// English stems: the Porter2 (Snowball English) algorithm, written from its published description.
import { derivational, exceptions, lastSuffixes, leftAlone, prefixes, stepThree, stepTwo } from './stem-tables.ts';

const vowel = /[aeiouy]/;
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const beforeLi = /[cdeghkmnrt]$/;
const plain = /^[a-z]{3,40}$/;

/** The stem of a word of small Latin letters; any other word, and one of fewer than three letters, is given back as it is. */
export function stem(word: string): string {
  if (!plain.test(word)) return word;
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  // A `y` that begins a word or follows a vowel is a consonant, written `Y` until the end.
  const marked = word.includes('y') ? word.replace(/^y|(?<=[aeiouy])y/g, 'Y') : word;
  const one = regionAfter(marked, prefixes.find((prefix) => marked.startsWith(prefix))?.length ?? -1, 0);
  const two = regionAfter(marked, -1, one);
  const singular = stepOneA(marked);
  if (leftAlone.has(singular)) return singular;
  let result = stepOneC(stepOneB(singular, one));
  result = replaceSuffix(result, one, two, stepTwo);
  result = replaceSuffix(result, one, two, stepThree);
  result = stepFour(result, two);
  return stepFive(result, one, two).replaceAll('Y', 'y');
}

/** Where R1 (from 0) or R2 (from R1) begins: behind the first consonant that follows a vowel. */
function regionAfter(word: string, known: number, from: number): number {
  if (known >= 0) return known;
  let at = from;
  while (at < word.length && !isVowel(word, at)) at++;
  while (at < word.length && isVowel(word, at)) at++;
  return Math.min(at + 1, word.length);
}

function isVowel(word: string, at: number): boolean {
  return 'aeiouy'.includes(word.charAt(at)) && at < word.length;
}

function stepOneA(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return vowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

const pastAndProgressive = /(?:ingly|edly|ing|ed)$/;

function stepOneB(word: string, one: number): string {
  const agreed = word.endsWith('eedly') ? 5 : word.endsWith('eed') ? 3 : 0;
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
  return word.length > 2 && /[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function replaceSuffix(word: string, one: number, two: number, rules: typeof stepTwo): string {
  for (const { suffix, to, onlyAfter, inTwo } of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    if (rest.length < (inTwo ? two : one)) return word;
    if (onlyAfter === 'li' ? !beforeLi.test(rest) : onlyAfter !== undefined && !rest.endsWith(onlyAfter)) return word;
    return rest + to;
  }
  return word;
}

function stepFour(word: string, two: number): string {
  for (const suffix of derivational) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return rest.length >= two && (suffix !== 'ion' || /[st]$/.test(rest)) ? rest : word;
  }
  return word;
}

function stepFive(word: string, one: number, two: number): string {
  const rest = word.slice(0, -1);
  if (word.endsWith(lastSuffixes[0])) {
    return rest.length >= two || (rest.length >= one && !endsInShortSyllable(rest)) ? rest : word;
  }
  return word.endsWith(lastSuffixes[1]) && rest.length >= two ? rest : word;
}

function isShort(word: string, one: number): boolean {
  return one >= word.length && endsInShortSyllable(word);
}

function endsInShortSyllable(word: string): boolean {
  return /^[aeiouy][^aeiouy]$|[^aeiouy][aeiouy][^aeiouywxY]$/.test(word);
}
