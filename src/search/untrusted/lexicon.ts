// Finds the word classes of a word, a phrase or a piece of unspaced writing; made once from the tables.
import { signClasses } from './sign-words.ts';
import { disguisedClasses, type WordClass, wordClasses } from './words.ts';

/** What a word is, and which phrases begin with it. */
export interface WordEntry {
  readonly classes: readonly WordClass[];
  readonly phrases: ReadonlyMap<string, PhraseEntry>;
  /** Known only because it was read backwards or in ROT13. */
  readonly disguised: boolean;
}

/** A word that a phrase goes on with. */
export interface PhraseEntry {
  /** The classes of the phrase that ends here. */
  readonly classes: readonly WordClass[];
  /** The words with which it may go on. */
  readonly next: ReadonlyMap<string, PhraseEntry>;
}

interface GrowingPhrase {
  classes: WordClass[];
  next: Map<string, GrowingPhrase>;
}

interface GrowingEntry {
  classes: WordClass[];
  phrases: Map<string, GrowingPhrase>;
  disguised: boolean;
}

const diacritics = /[\u0300-\u036f]/g;
const ascii = /^[\0-\x7f]*$/;
const mayHaveAccents = /[\u00df-\u058f\u1e00-\u1fff]/;
const special: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
]);

/** NFKC, small letters, without accents; the length may change. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const folded = text.normalize('NFKC').toLowerCase();
  if (!mayHaveAccents.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(diacritics, '')
    .normalize('NFC')
    .replace(/[ßıłø]/g, (letter) => special.get(letter) as string);
}

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const byWord = new Map<string, GrowingEntry>();
/** Words of unspaced writing by their first two characters. */
const byFirst = new Map<string, { word: string; classes: WordClass[] }[]>();

function entryOf(word: string, disguised = false): GrowingEntry {
  const entry = byWord.get(word) ?? { classes: [], phrases: new Map(), disguised };
  byWord.set(word, entry);
  if (!disguised) entry.disguised = false;
  return entry;
}

function addUnspaced(word: string, name: WordClass): void {
  const first = word.slice(0, 2);
  const list = byFirst.get(first) ?? [];
  byFirst.set(first, list);
  const known = list.find((one) => one.word === word);
  if (known === undefined) list.push({ word, classes: [name] });
  else known.classes.push(name);
}

function add(spelling: string, name: WordClass): void {
  if (unspaced.test(spelling) || /[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}]/u.test(spelling)) {
    addUnspaced(spelling.replaceAll('+', ''), name);
    return;
  }
  const [first, ...rest] = spelling.split('+') as [string, ...string[]];
  const entry = entryOf(first);
  if (rest.length === 0) {
    if (!entry.classes.includes(name)) entry.classes.push(name);
    return;
  }
  let { phrases } = entry;
  for (const [at, word] of rest.entries()) {
    const phrase: GrowingPhrase = phrases.get(word) ?? { classes: [], next: new Map() };
    phrases.set(word, phrase);
    if (at === rest.length - 1 && !phrase.classes.includes(name)) phrase.classes.push(name);
    phrases = phrase.next;
  }
}

function spellingsOf(item: string): readonly string[] {
  const [stem, ...endings] = foldText(item).split('/') as [string, ...string[]];
  return [stem, ...endings.map((ending) => stem + ending)];
}

function rot13(word: string): string {
  return word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

for (const [name, list] of Object.entries({ ...wordClasses, ...signClasses }) as [WordClass, string][])
  for (const item of list.trim().split(/\s+/)) for (const spelling of spellingsOf(item)) add(spelling, name);

for (const name of disguisedClasses) {
  for (const [word, entry] of [...byWord]) {
    if (entry.disguised || word.length < 5 || !/^[a-z]+$/.test(word) || !entry.classes.includes(name)) continue;
    for (const disguise of [[...word].reverse().join(''), rot13(word)])
      if (!byWord.has(disguise) || entryOf(disguise, true).disguised) entryOf(disguise, true).classes.push(name);
  }
}

// One bit for what the letters of each known word add up to: it rules out nearly every other word.
const known = new Uint8Array(1 << 16);
for (const word of allWords()) {
  let sum = 0;
  for (let at = 0; at < word.length; at++) sum = addLetter(sum, word.charCodeAt(at));
  known[(sum ^ (sum >>> 16)) & 0xffff] = 1;
}

function* allWords(): Generator<string> {
  for (const [word, { phrases }] of byWord) {
    yield word;
    yield* wordsOf(phrases);
  }
}

function* wordsOf(phrases: ReadonlyMap<string, PhraseEntry>): Generator<string> {
  for (const [word, { next }] of phrases) {
    yield word;
    yield* wordsOf(next);
  }
}

/** The sum of a word's letters, one by one, for `mayBeKnown`. */
export function addLetter(sum: number, unit: number): number {
  return (Math.imul(sum, 31) + unit) | 0;
}

/** Whether a word with this sum may be in the tables. */
export function mayBeKnown(sum: number): boolean {
  const folded = (sum ^ (sum >>> 16)) & 0xffff;
  return known[folded] === 1;
}

// Words whose inner letters may change places: readers do not mind.
const shuffles = new Map<string, string>();
const shuffled = new Uint8Array(1 << 16);
for (const [word, { classes, disguised }] of byWord) {
  if (disguised || word.length < 5 || !/^[a-z]+$/.test(word)) continue;
  if (!classes.some((name) => disguisedClasses.includes(name))) continue;
  shuffles.set(sortedInside(word), word);
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters += word.charCodeAt(at);
  shuffled[shuffleSlot(letters, word.charCodeAt(0), word.charCodeAt(word.length - 1))] = 1;
}

function shuffleSlot(letters: number, first: number, last: number): number {
  return (letters * 1_031 + first * 37 + last) & 0xffff;
}

function sortedInside(word: string): string {
  return word[0] + [...word.slice(1, -1)].sort().join('') + word.at(-1);
}

/** Whether a word whose letters add up to this may be one of the tables with its inner letters in another order. */
export function mayBeShuffled(letters: number, first: number, last: number): boolean {
  return shuffled[shuffleSlot(letters, first, last)] === 1;
}

/** The word that has these letters in another order, with the same first and last. */
export function unshuffled(word: string): string | undefined {
  const found = word.length < 5 ? undefined : shuffles.get(sortedInside(word));
  return found === word ? undefined : found;
}

/** The entry of a folded word. */
export function wordEntry(word: string): WordEntry | undefined {
  return byWord.get(word);
}

/** Words of unspaced writing that begin with these two characters, or are the first alone. */
export function unspacedWords(first: string): readonly { word: string; classes: readonly WordClass[] }[] | undefined {
  return byFirst.get(first);
}

// Which three letters a word of the tables begins with: most places of a row of letters are passed by one look.
const beginnings = new Uint8Array(1 << 15);
export const longestWord = 14;
for (const [word, { classes, disguised }] of byWord)
  if (!disguised && classes.length > 0 && word.length >= 3 && /^[a-z]+$/.test(word))
    beginnings[beginningAt(word, 0)] = 1;

/** Five bits of each of three letters; other characters may share them. */
function beginningAt(letters: string, at: number): number {
  const [first, second, third] = [letters.charCodeAt(at), letters.charCodeAt(at + 1), letters.charCodeAt(at + 2)];
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/**
 * The words of the tables in a row of letters without blanks, with their places; the longest at each place. Linear: at
 * most a dozen looks at each letter.
 */
export function wordsInside(letters: string): readonly { readonly at: number; readonly word: string }[] {
  const found: { at: number; word: string }[] = [];
  for (let at = 0; at + 3 <= letters.length; ) {
    const word = beginnings[beginningAt(letters, at)] === 1 ? longestAt(letters, at) : undefined;
    if (word !== undefined) found.push({ at, word });
    at += word?.length ?? 1;
  }
  return found;
}

function longestAt(letters: string, at: number): string | undefined {
  for (let length = Math.min(longestWord, letters.length - at); length >= 3; length--) {
    const word = letters.slice(at, at + length);
    const entry = byWord.get(word);
    if (entry !== undefined && !entry.disguised && entry.classes.length > 0) return word;
  }
  return undefined;
}
