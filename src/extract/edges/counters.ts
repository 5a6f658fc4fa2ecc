// E2: pagers and counters. Only in these are numbers incidental, and only where a block is nothing else.
import { counterForms, momentWords, pagerWords } from './counter-forms.ts';

/** No pager or counter is longer, however many of them a line has. */
const LONGEST = 200;

const moment = new RegExp(`(?<![a-z\\d])(?:${momentWords})(?!\\d)`, 'gu');
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
  for (const piece of plain.replaceAll(moment, '@').split(/[\n|·•;]|,(?!\d)|[.。](?=\s|$)|\s[-–—]\s/)) {
    if (piece.trim() === '') continue;
    const form = formOf(piece);
    if (form === undefined) return undefined;
    forms.push(form);
  }
  return forms.length === 0 ? undefined : forms.join(' ');
}

function formOf(piece: string): string | undefined {
  const form = piece.replaceAll(number, '#').replaceAll(/[\s:]+/g, '');
  if (counterForms.has(form)) return form;
  // "3 / 12" may be a fraction as well: only its first number is left out, so pages of one pager alone are alike.
  const [, nth, all] = /^\s*(\d{1,5})\s*(?:\/|of)\s*(\d{1,5})\s*$/.exec(piece) ?? [];
  return nth === undefined || Number(nth) > Number(all) ? undefined : `#of${all}`;
}

/** "Previous 1 2 3 … 9 Next", in a line or as a list. */
function isPagerRow(plain: string): boolean {
  const words = plain.split(/[\s|·•]+/).filter((word) => word !== '');
  return (
    words.some((word) => pagerWords.has(word)) && words.every((word) => pagerWords.has(word) || /^\d{1,5}$/.test(word))
  );
}
