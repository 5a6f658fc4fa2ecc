// E2: pagers and counters. Only in these are numbers incidental, and only where a block is nothing else.
import { beforeWords, counterForms, momentWords, pagerWords } from './counter-forms.ts';

/** No pager or counter is longer, however many of them a line has. */
const LONGEST = 200;

const moment = new RegExp(`(?<![a-z\\d])(?:${momentWords})(?!\\d)`, 'gu');
const timeBefore = new RegExp(beforeWords, 'g');
const number = /\d+(?:[.,]\d+)*(?:[km](?=\s|$))?/g;

/** A pager or a counter without what it counts ("Page 3 of 12" is "page#of#"); undefined for a text that is or has anything else. */
export function counterOf(text: string): string | undefined {
  if (text.length > LONGEST || !/\p{N}/u.test(text)) return undefined;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[*_`\\[\]()]/g, '');
  if (isPagerRow(plain)) return 'pages';
  const forms: string[] = [];
  for (const piece of plain
    .replaceAll(moment, '@')
    .replaceAll(timeBefore, '%')
    .split(/[\n|·•;]|,(?!\d)|[.。](?=\s|$)|\s[-–—]\s/)) {
    if (piece.trim() === '') continue;
    const form = piece.replaceAll(number, '#').replaceAll(/[\s:]+/g, '');
    if (!counterForms.has(form)) return undefined;
    forms.push(form);
  }
  return forms.length === 0 ? undefined : forms.join(' ');
}

/**
 * "Previous 1 2 3 … 9 Next", in a line or as a list. Beside words of one direction alone the numbers follow each other, and are more
 * than one: "Last 30", "< 5" and "First 10" state something.
 */
function isPagerRow(plain: string): boolean {
  const words = plain.split(/[\s|·•]+/).filter((word) => word !== '');
  const from = words.findIndex((word) => !pagerWords.back.has(word));
  const to = words.findLastIndex((word) => !pagerWords.on.has(word)) + 1;
  const hasBoth = from > 0 && to < words.length;
  if (from < 0 || (from === 0 && to === words.length)) return false;
  let last: number | undefined;
  let isSkipped = false;
  let numbers = 0;
  for (const word of words.slice(from, to)) {
    if (pagerWords.more.has(word)) {
      isSkipped = true;
      continue;
    }
    if (!/^\d{1,5}$/.test(word)) return false;
    const step = last === undefined ? 1 : Number(word) - last;
    if (step < 1 || (step > 1 && !hasBoth && !isSkipped)) return false;
    last = Number(word);
    isSkipped = false;
    numbers++;
  }
  return numbers > (hasBoth ? 0 : 1);
}
