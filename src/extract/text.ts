// Plain text as it is kept: white space folded, and nothing in it that a database would refuse.

// Skips the single spaces that make up most of any text. Linear: no run of white space is looked at twice.
const toFold = /[^\S ]\s*| \s+/g;

/** One line: runs of white space become one space, none is left at the ends. */
export function foldSpaces(text: string): string {
  return text.replace(toFold, ' ').trim();
}

/** One line as `foldSpaces` makes it; lone surrogates become U+FFFD. */
export function foldLine(text: string): string {
  return foldSpaces(text).toWellFormed();
}

/** At most `length` UTF-16 code units of a text, never half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

export interface FoldedText {
  /** Lines without white space at their ends, none of them empty, a single space between words. */
  readonly text: string;
  /** Runs between white space; of Chinese and Japanese, which write none, every character. */
  readonly words: number;
}

/**
 * Folds text that was gathered from a page: NUL ends a line, any other run of white space or control characters is one
 * space. Lone surrogates become U+FFFD. One pass, because this is the longest text of a page.
 */
export function foldLines(raw: string): FoldedText {
  let text = '';
  let words = 0;
  let start = 0;
  let gap = '';
  let inWord = false;
  let at = 0;
  while (at < raw.length) {
    const unit = raw.charCodeAt(at);
    if (unit > 0x20 && unit < 0xa0) {
      if (!inWord) words++;
      inWord = true;
      at = endOfAscii(raw, at);
      continue;
    }
    if (!isSpace(unit)) {
      const alone = isUnspacedUnit(unit);
      if (alone || !inWord) words++;
      inWord = !alone;
      at++;
      continue;
    }
    inWord = false;
    const end = at;
    let ended = unit === 0;
    while (++at < raw.length && isSpace(raw.charCodeAt(at))) ended ||= raw.charCodeAt(at) === 0;
    // Most gaps are one space and stay in the piece that is copied as a whole.
    if (unit === 0x20 && at === end + 1 && end > start && at < raw.length) continue;
    if (end > start) text += gap + raw.slice(start, end);
    gap = text === '' ? '' : ended || (gap === '\n' && end === start) ? '\n' : ' ';
    start = at;
  }
  if (at > start) text += gap + raw.slice(start, at);
  return { text: text.toWellFormed(), words };
}

function endOfAscii(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit >= 0xa0) return at;
  }
  return text.length;
}

// Everything up to the space, NUL and control characters included, and what regular expressions call \s beyond ASCII.
function isSpace(unit: number): boolean {
  if (unit < 0xa0) return unit <= 0x20;
  if (unit < 0x1680) return unit === 0xa0;
  if (unit > 0x3000) return unit === 0xfeff;
  return unit === 0x1680 || unit === 0x3000 || (unit >= 0x2000 && otherSpaces.has(unit));
}

const otherSpaces: ReadonlySet<number> = new Set([
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
]);

// Kana and Han. A Han character beyond U+FFFF counts as part of a word.
export function isUnspacedUnit(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x4dbf) || (unit >= 0x4e00 && unit <= 0x9fff);
}
