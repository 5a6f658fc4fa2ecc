// Which blocks at the edges of pages are the same: a hash of what they say.
import { counterOf } from './counters.ts';

/** Begins the hash of a pager or a counter. */
const COUNTER = '~';

/** Whether a block with this hash says something, which at least one page must keep; a counter does not. */
export function saysSomething(hash: string): boolean {
  return !hash.startsWith(COUNTER);
}

/** The hash of a block's Markdown, of a pager or a counter without what it counts; empty for a text without letters, which is no chrome by itself. */
export function hashOf(markdown: string, isTable: boolean): string {
  const counter = isTable ? undefined : counterOf(markdown);
  return counter === undefined ? hashOfWords(saidBy(markdown)) : COUNTER + hashOfWords(counter);
}

const emphasis = /[*_]/;
const punctuation = /[!-/:-@[-`{-~]/;
const wordSign = /[\p{L}\p{M}\p{N}]/u;
/** Bullets in front of an item, wherever it stands, and what separates items. */
const bullets = /^[•‣»›]+$/;
const separators = /^[|·]+$/;

/**
 * What a Markdown text says, word by word: without emphasis and the marks of code, without bullets that stand alone, and without what
 * separates at its ends. Pages write the same line with and without them, where it names the page itself. What code or an escape has is
 * text, and so is every other sign: "*args" is not "**args", nor "[x]" "[ ]".
 */
export function saidBy(markdown: string): string {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  // How many backticks end the code; 0 outside of it.
  let code = 0;
  const endWord = (): void => {
    if (word !== '' && (isQuoted || !bullets.test(word)))
      words.push(isQuoted || !separators.test(word) ? word : ` ${word}`);
    word = '';
    isQuoted = false;
  };
  for (let at = 0; at < markdown.length; at++) {
    const plain = plainEnd(markdown, at);
    if (plain > at) {
      word += markdown.slice(at, plain);
      isQuoted ||= code > 0;
      at = plain;
      if (at === markdown.length) break;
    }
    const char = markdown.charAt(at);
    const after = markdown.charAt(at + 1);
    if (isBlank(char)) {
      endWord();
    } else if (char === '`' && (code === 0 || runAt(markdown, at) === code)) {
      const run = runAt(markdown, at);
      code = code === 0 ? run : 0;
      at += run - 1;
    } else if (code === 0 && char === '\\' && punctuation.test(after)) {
      word += after;
      isQuoted = true;
      at++;
    } else if (code === 0 && emphasis.test(char)) {
      const run = runAt(markdown, at);
      const [one, other] = [markdown.charAt(at - 1), markdown.charAt(at + run)];
      const isText = isBlank(one) ? isBlank(other) : char === '_' && wordSign.test(one) && wordSign.test(other);
      if (isText) word += char.repeat(run);
      at += run - 1;
    } else {
      word += char;
      isQuoted ||= code > 0;
    }
  }
  endWord();
  // A separator that stands alone begins with a space.
  const from = words.findIndex((one) => !one.startsWith(' '));
  const to = words.findLastIndex((one) => !one.startsWith(' ')) + 1;
  return from < 0 ? '' : words.slice(from, to).join(' ');
}

/** How often the character at this place stands there in a row. */
function runAt(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === text.charAt(from) && at < text.length) at++;
  return at - from;
}

/** Behind the characters from here on that are themselves, in code and outside of it. */
function plainEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit === 0x60 || unit === 0x5c || unit === 0x2a || unit === 0x5f) break;
    if (unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x3000) break;
  }
  return at;
}

/** White space, or the edge of a text. */
function isBlank(char: string): boolean {
  return char === '' || /[\0-\x20\xa0\u2000-\u200a\u3000]/.test(char);
}

/** 53 bits of a text, numbers, signs and case included; a collision needs millions of blocks, and costs one line. Empty without a letter. */
function hashOfWords(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b1;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isLetter(unit)) letters++;
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 13);
  }
  // Small numbers are written many times faster.
  return letters === 0 ? '' : (one >>> 0).toString(36) + (other >>> 11).toString(36);
}

/** Whether it is a letter, roughly: beyond ASCII all that is no common sign. */
function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  if (unit < 0xc0) return lower >= 0x61 && lower <= 0x7a;
  return !((unit >= 0x2000 && unit < 0x2c00) || (unit >= 0x3000 && unit < 0x3040) || (unit >= 0xff00 && unit < 0xff21));
}
