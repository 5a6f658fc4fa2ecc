// Reads text word by word, however the words are disguised, and returns which rules they fulfil. Linear in the text.
import { isUnspaced, isWord, kindAt, kinds, widthAt } from '../analyse/characters.ts';
import { asItLooks, enclosedLetter, isLetterSign, withoutDigits } from './letters.ts';
import {
  addLetter,
  longestWord,
  mayBeKnown,
  mayBeShuffled,
  type PhraseEntry,
  unshuffled,
  unspacedWords,
  type WordEntry,
  wordEntry,
  wordsInside,
} from './lexicon.ts';
import type { Markers } from './markers.ts';
import { RuleMatcher } from './match.ts';
import { letterBit, mayBeMistyped, mistyped } from './typos.ts';

/** A rule that was fulfilled. */
export interface Fulfilled {
  readonly name: string;
  /** Whether a word of it was disguised: spaced out, in look-alikes, with digits for letters, backwards. */
  readonly disguised: boolean;
}

const sentenceEnd = 2;
const paragraphEnd = 3;
const mostSpaced = 3;
const longestToken = 64;
const mostSigned = 24;
const mostLetters = 400;

/**
 * The rules that a text fulfils. `lenient` is for
 * text that was hidden, where less is accidental.
 */
export function scanText(
  text: string,
  markers: Pick<Markers, 'labels' | 'calls'>,
  lenient: boolean,
): readonly Fulfilled[] {
  const scan = new Scan(text, new RuleMatcher(lenient), markers);
  scan.read();
  return [...scan.matcher.fulfilled].map(([name, disguised]) => ({ name, disguised }));
}

/** 1: a letter, 2: a digit; of folded text, which has no capitals. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) =>
  unit >= 0x61 && unit <= 0x7a ? 1 : unit >= 0x30 && unit <= 0x39 ? 2 : 0,
);

/** Whether a line that begins so is not the rest of the previous line: blank, an item, a quotation, a heading, a table. */
function beginsBlock(unit: number): boolean {
  return (
    unit === 0x0a ||
    unit === 0x3e ||
    unit === 0x23 ||
    unit === 0x2a ||
    unit === 0x7c ||
    unit === 0x2b ||
    unit === 0x2d ||
    unit === 0x3a
  );
}

/** Letters and digits of writing with blanks. */
function isLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return asciiKinds[unit] !== 0;
  if (at < 0 || at >= text.length) return false;
  const kind = kindAt(text, at);
  return isWord(kind) && kind !== kinds.underscore;
}

class Scan {
  readonly matcher: RuleMatcher;
  readonly #text: string;
  readonly #markers: Pick<Markers, 'labels' | 'calls'>;
  #label = 0;
  #call = 0;
  /** The index of the next label. */
  #next = 0;
  /** The place in words; unspaced writing counts half a word a character. */
  #place = 0;
  /** The words before the current one, the last first: phrases are recognised by their last word. */
  #open: { next: ReadonlyMap<string, PhraseEntry>; disguised: boolean }[] = [];
  #wordEnd = 0;
  /** Whether no word of the sentence was read yet. */
  #isStart = true;
  #afterTo = false;
  #signedEnd = 0;
  /** Pieces of a word that signs without blanks take apart. */
  #chain = '';
  #chainStart = 0;
  #chainEnd = -1;
  /** Single letters, one after the other. */
  #letters = '';
  #lettersEnd = -1;
  #lettersPlace = 0;

  constructor(text: string, matcher: RuleMatcher, markers: Pick<Markers, 'labels' | 'calls'>) {
    this.#text = text;
    this.matcher = matcher;
    this.#markers = markers;
  }

  read(): void {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      if (at >= this.#next) this.#speakers(at);
      const unit = text.charCodeAt(at);
      if (unit < 0x80) {
        at = asciiKinds[unit] === 0 ? this.#between(at) : this.#word(at);
        continue;
      }
      const kind = kindAt(text, at);
      if (isUnspaced(kind) || kind === kinds.hangul) at = this.#unspaced(at);
      else if (isLetter(text, at)) at = this.#word(at);
      else at = this.#between(at);
    }
    this.#closeLetters();
  }

  /** Notes the labels up to a place. */
  #speakers(at: number): void {
    const { labels, calls } = this.#markers;
    for (; (labels[this.#label] ?? Number.POSITIVE_INFINITY) <= at; this.#label++)
      this.matcher.find(['label'], this.#place, false);
    for (; (calls[this.#call] ?? Number.POSITIVE_INFINITY) <= at; this.#call++)
      this.matcher.find(['called'], this.#place, false);
    this.#next = Math.min(
      labels[this.#label] ?? Number.POSITIVE_INFINITY,
      calls[this.#call] ?? Number.POSITIVE_INFINITY,
    );
  }

  /** Passes what is between words: ends of sentences and paragraphs add distance. */
  #between(at: number): number {
    const text = this.#text;
    const unit = text.charCodeAt(at);
    if (unit === 0x20) return at + 1;
    if (unit === 0x0a) {
      // A line that goes on is no sentence.
      if (beginsBlock(text.charCodeAt(at + 1))) this.#isStart = true;
      if (text.charCodeAt(at + 1) === 0x0a) this.#place += paragraphEnd;
    } else if (unit === 0x2e || unit === 0x21 || unit === 0x3f) {
      const next = text.charCodeAt(at + 1);
      if (next === 0x20 || next === 0x0a || at + 1 === text.length) {
        this.#place += sentenceEnd;
        this.#isStart = true;
      }
    } else if (unit === 0x3002) this.#place += sentenceEnd;
    if (isLetterSign(unit) && isLetter(text, at + 1) && !isLetter(text, at - 1)) this.#trySigned(at);
    if (unit < 0xd800 || unit > 0xdbff) return at + 1;
    const letter = enclosedLetter(text.codePointAt(at) as number);
    if (letter !== undefined) this.#letter(letter, at, at + 2);
    return at + widthAt(text, at);
  }

  #unspaced(at: number): number {
    this.#tryUnspaced(at);
    this.#place += 0.5;
    return at + widthAt(this.#text, at);
  }

  #tryUnspaced(at: number): void {
    const text = this.#text;
    const first = text[at] as string;
    const next = text[at + 1];
    this.#tryWords(unspacedWords(first), at);
    this.#tryWords(unspacedWords(first + (next === ' ' || next === '\n' ? (text[at + 2] ?? '') : (next ?? ''))), at);
  }

  #tryWords(words: ReturnType<typeof unspacedWords>, at: number): void {
    if (words === undefined) return;
    for (const { word, classes } of words) if (this.#isAt(word, at)) this.matcher.find(classes, this.#place, false);
  }

  /** Whether a word is at a place, with at most one blank between its characters. */
  #isAt(word: string, start: number): boolean {
    let at = start;
    for (let n = 0; n < word.length; n++, at++) {
      if (n > 0 && (this.#text[at] === ' ' || this.#text[at] === '\n')) at++;
      if (this.#text[at] !== word[n]) return false;
    }
    return true;
  }

  #word(start: number): number {
    const text = this.#text;
    let end = start;
    let sum = 0;
    let letters = 0;
    let bits = 0;
    // Digits, apostrophes, letters of other alphabets: these may be read in more than one way.
    let plain = true;
    for (; end < text.length; ) {
      const unit = text.charCodeAt(end);
      if (unit < 0x80 ? asciiKinds[unit] === 0 : !isLetter(text, end)) {
        if ((unit !== 0x27 && unit !== 0x2019) || !isLetter(text, end + 1)) break;
        plain = false;
        end++;
        continue;
      }
      if (unit >= 0x80 || asciiKinds[unit] === 2) plain = false;
      sum = addLetter(sum, unit);
      letters += unit;
      bits |= letterBit(unit);
      end += unit < 0xd800 ? 1 : widthAt(text, end);
    }
    if (isLetterSign(text.charCodeAt(end)) && isLetter(text, end + 1)) this.#trySigned(start);
    this.#place++;
    if (end - start > longestToken) this.#inside(text.slice(start, end));
    else if (
      this.#isPassed(
        start,
        end,
        plain &&
          !mayBeKnown(sum) &&
          !mayBeShuffled(letters, text.charCodeAt(start), text.charCodeAt(end - 1)) &&
          !mayBeMistyped(text.charCodeAt(start), end - start, bits),
      )
    )
      this.#pass(start, end);
    else this.#take(plain ? text.slice(start, end) : text.slice(start, end).replace(/['’]/g, ''), start, end);
    return end;
  }

  /** Whether a word that is in no table is none in any other way either: what is true of nearly all. */
  #isPassed(start: number, end: number, isUnknown: boolean): boolean {
    if (!isUnknown || end - start === 1 || end - start >= longestWord) return false;
    if (this.#text.charCodeAt(start) >= 0x80 || this.#letters !== '') return false;
    return start - this.#chainEnd > mostSpaced || this.#chainEnd < 0 || this.#hasBlank(this.#chainEnd, start);
  }

  #pass(start: number, end: number): void {
    this.#isStart = false;
    if (this.#open.length > 0) this.#open = [];
    this.#afterTo = false;
    this.#wordEnd = end;
    this.#chain = '';
    this.#chainStart = start;
    this.#chainEnd = end;
    this.#tryAddress(end);
  }

  /** `https://…`, `somebody@…`. */
  #tryAddress(end: number): void {
    const unit = this.#text.charCodeAt(end);
    if (unit === 0x40 || (unit === 0x3a && this.#text.startsWith('://', end)))
      this.matcher.find(['url'], this.#place, false);
  }

  #hasBlank(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#text.charCodeAt(at) <= 0x20) return true;
    return false;
  }

  /** Reads on over signs: what becomes a known word by it is one. Each row of letters and signs is tried once. */
  #trySigned(start: number): void {
    const text = this.#text;
    if (start < this.#signedEnd || text.charCodeAt(start) >= 0x80) return;
    let end = start;
    while (end < text.length && (isLetter(text, end) || isLetterSign(text.charCodeAt(end)))) end++;
    this.#signedEnd = end;
    if (end - start > mostSigned) return;
    for (const word of withoutDigits(text.slice(start, end).replace(/[!|+]{1,24}$/, ''))) {
      const entry = wordEntry(word);
      if (entry !== undefined && !entry.disguised) this.#found(entry, this.#place + 1, true);
    }
  }

  #take(word: string, start: number, end: number): void {
    if (this.#isStart) this.matcher.find(['start'], this.#place - 0.5, false);
    this.#isStart = false;
    if (word.length === 1) this.#letter(word, start, end);
    else this.#closeLetters();
    if (start - this.#wordEnd > 1 && this.#isApart(this.#wordEnd, start)) this.#open = [];
    this.#wordEnd = end;
    this.#phrases(word);
    if (word.length > 1) this.#tryAddress(end);
    const entry = wordEntry(word);
    if (entry !== undefined) this.#found(entry, this.#place, entry.disguised);
    else if (word.length > 1) this.#otherwise(word, start);
    this.#afterTo = word === 'to';
    if (isUnspaced(kindAt(this.#text, end)) || kindAt(this.#text, end) === kinds.hangul) this.#tryUnspaced(start);
    this.#join(word, start, end);
  }

  /** Whether there is more between two words than a phrase allows. */
  #isApart(end: number, start: number): boolean {
    return start - end > 4 || /[()[\]{}|;]/.test(this.#text.slice(end, start));
  }

  /** Words that the tables do not hold as they are. */
  #otherwise(word: string, start: number): void {
    // `l’utilisateur`, `d’API`
    const mark = this.#text[start + 1];
    const elided = mark === "'" || mark === '’' ? wordEntry(word.slice(1)) : undefined;
    if (elided !== undefined) this.#found(elided, this.#place, false);
    const isAscii = /^[a-z0-9]*$/.test(word);
    if (isAscii && !/\d/.test(word)) {
      const watched = unshuffled(word) ?? mistyped(word);
      if (watched !== undefined) this.#disguised(watched, this.#place);
      else if (word.length >= longestWord) this.#inside(word);
      return;
    }
    if (word.length < 3) return;
    for (const looks of withoutDigits(isAscii ? word : asItLooks(word))) {
      const entry = looks === word ? undefined : wordEntry(looks);
      if (entry === undefined || entry.disguised) continue;
      this.#phrases(looks);
      this.#found(entry, this.#place, true);
      return;
    }
    if (!isAscii && word.length >= longestWord) this.#inside(asItLooks(word));
  }

  #found(entry: WordEntry, place: number, disguised: boolean): void {
    // `to run a command` is a purpose, `run the command` an order.
    const classes =
      this.#afterTo && entry.classes.includes('run') ? entry.classes.filter((name) => name !== 'run') : entry.classes;
    if (classes.length > 0) this.matcher.find(classes, place, disguised);
    if (entry.phrases.size > 0) this.#open.push({ next: entry.phrases, disguised });
  }

  /** Phrases that were begun and go on with this word. */
  #phrases(word: string): void {
    if (this.#open.length === 0) return;
    const open = this.#open;
    this.#open = [];
    for (const { next, disguised } of open) {
      const phrase = next.get(word);
      if (phrase === undefined) continue;
      if (phrase.classes.length > 0) this.matcher.find(phrase.classes, this.#place, disguised);
      if (phrase.next.size > 0) this.#open.push({ next: phrase.next, disguised });
    }
  }

  /** `ig-nore`, `ig**no**re`: pieces without a blank between them. */
  #join(word: string, start: number, end: number): void {
    const isNear = this.#chainEnd >= 0 && start > this.#chainEnd && start - this.#chainEnd <= mostSpaced;
    if (this.#chain === '' && isNear) this.#chain = this.#text.slice(this.#chainStart, this.#chainEnd);
    if (isNear && this.#chain.length + word.length <= longestWord && !this.#hasBlank(this.#chainEnd, start)) {
      this.#chain += word;
      const entry = wordEntry(this.#chain);
      if (entry !== undefined && !entry.disguised && word.length > 1)
        this.matcher.find(entry.classes, this.#place, true);
    } else this.#chain = word;
    this.#chainEnd = end;
  }

  /** `i g n o r e`: single letters make words together. */
  #letter(letter: string, start: number, end: number): void {
    const isApart = this.#lettersEnd >= 0 && start - this.#lettersEnd > mostSpaced;
    if (isApart || this.#letters.length >= mostLetters) this.#closeLetters();
    if (this.#letters === '') this.#lettersPlace = this.#place;
    this.#letters += letter;
    this.#lettersEnd = end;
  }

  #closeLetters(): void {
    if (this.#letters.length >= 5) {
      const letters = this.#letters;
      const place = this.#lettersPlace;
      for (const looks of new Set(withoutDigits(asItLooks(letters))))
        for (const { at, word } of wordsInside(looks)) this.#disguised(word, place + at / 6);
      this.#place = place + letters.length / 6 + 1;
    }
    this.#letters = '';
    this.#lettersEnd = -1;
  }

  /** `ignoreallpreviousinstructions`. */
  #inside(letters: string): void {
    const words = wordsInside(letters);
    const known = words.reduce((sum, { word }) => sum + word.length, 0);
    if (words.length < 3 || known < letters.length * 0.7) return;
    for (const { at, word } of words) this.#disguised(word, this.#place + at / 12);
    this.#place += letters.length / 12;
  }

  #disguised(word: string, place: number): void {
    const entry = wordEntry(word);
    if (entry !== undefined) this.matcher.find(entry.classes, place, true);
  }
}
