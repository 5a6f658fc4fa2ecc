// Where a text that is too long for its place ends: behind a sentence or a line, else behind a word, and never inside a character.

/** Behind a full stop that white space and something else than a small letter follow, or a Chinese or Japanese one. */
export const sentenceEnd = /[.!?]["')\]*_”’]{0,4}(?=\s{1,8}[^\s\p{Ll}])|[。！？][」』）"')]{0,4}/gu;
/** How far behind a full stop `sentenceEnd` looks. */
const LOOKED_AHEAD = 10;

/** Writing without spaces between words: it may be cut between any two characters. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const COMMA = /[、，；：](?!.*[、，；：])/su;
const SPACE = /\s/;
const STOPPED = /[.!?]["')\]*_”’]{0,4}$/;

/** A character that is seen as one has no more units than this, as a rule. */
const LONGEST_CHARACTER = 32;

let characters: Intl.Segmenter | undefined;

/**
 * The end of the longest part from a place on that takes at most `room` units: behind a sentence or a line in its second half, else
 * behind a word, in writing without spaces at a comma or behind a character. What ends before `least` is not looked for. A word that is
 * longer than all of that is cut, but not through a character. Never throws; linear in `room`.
 */
export function textEnd(text: string, from: number, room: number, least: number = from): number {
  if (text.length - from <= room) return text.length;
  const limit = from + room;
  const sentence = lastSentence(text, from, limit);
  if (sentence > Math.max(from + room / 2, least - 1)) return sentence;
  const floor = Math.max(from + room / 8, least - 1);
  for (let end = limit; end > floor; end--) {
    if (SPACE.test(text.charAt(end)) || SPACE.test(text.charAt(end - 1))) {
      const trimmed = from + text.slice(from, end).trimEnd().length;
      if (trimmed > floor) return trimmed;
    } else if (UNSPACED.test(text.slice(end, end + 2)) && isStart(text, end)) {
      const last = Math.max(Math.ceil(floor), limit - (room >> 2));
      const comma = COMMA.exec(text.slice(last, end));
      return comma === null ? end : last + comma.index + 1;
    }
  }
  let end = limit;
  while (end > from + 1 && end > limit - LONGEST_CHARACTER && !isStart(text, end)) end--;
  return end;
}

/** At most this many units of a text, with a mark where it was cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const longest = textEnd(text, 0, Math.max(1, most - 1));
  const fits = longest + cutMark(text, longest).length <= most;
  const end = fits ? longest : textEnd(text, 0, Math.max(1, most - 2));
  return `${text.slice(0, end)}${cutMark(text, end)}`;
}

/** The mark behind a text that was cut at this place: apart from a full stop. */
export function cutMark(text: string, end: number): '…' | ' …' {
  return STOPPED.test(text.slice(Math.max(0, end - 6), end)) ? ' …' : '…';
}

/** The last end of a sentence or line up to the limit; -1 where there is none. */
function lastSentence(text: string, from: number, limit: number): number {
  let last = -1;
  for (const { 0: end, index } of text.slice(from, limit + LOOKED_AHEAD).matchAll(sentenceEnd))
    if (from + index + end.length <= limit) last = from + index + end.length;
  const line = text.lastIndexOf('\n', limit);
  return Math.max(last, line > from ? from + text.slice(from, line).trimEnd().length : -1);
}

/** Whether a character that is seen as one begins at this place. */
function isStart(text: string, at: number): boolean {
  characters ??= new Intl.Segmenter();
  const before = Math.max(0, at - LONGEST_CHARACTER);
  const near = text.slice(before, at + 2);
  return characters.segment(near).containing(at - before)?.index === at - before;
}
