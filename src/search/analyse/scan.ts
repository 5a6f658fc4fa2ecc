// Finds words, unspaced writing and Korean in Markdown, and passes over Markdown's own marks.
import { isUnspaced, isWord, kindIn, kinds, widthIn, wordRunEnd } from './characters.ts';
import { releaseUnits, takeUnits } from './units.ts';

/** What a stretch of text is. */
export type StretchKind = 'word' | 'unspaced' | 'korean';

/** Takes every stretch in order, as a place in the text; `units` holds the text's UTF-16 units until the scan is over. */
export type StretchSink = (kind: StretchKind, start: number, end: number, units: Uint16Array) => void;

const backslash = 0x5c;
const backtick = 0x60;
const tilde = 0x7e;
const dash = 0x2d;
const hash = 0x23;
const plus = 0x2b;

/** Every stretch of a text that has terms. Link targets, fences, entities and the label of an image have none. Linear. */
export function scan(text: string, markdown: boolean, sink: StretchSink): void {
  const units = takeUnits(text);
  try {
    scanUnits(units, text, markdown, sink);
  } finally {
    releaseUnits(units);
  }
}

function scanUnits(units: Uint16Array, text: string, markdown: boolean, sink: StretchSink): void {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const unit = units[at] as number;
    if (unit === 0x20) {
      at++;
      continue;
    }
    const kind = kindIn(units, at);
    if (isWord(kind) || (unit === backslash && units[at + 1] === 0x5f)) {
      const end = wordEnd(units, text, at);
      sink('word', sigilStart(units, at, kind), end, units);
      at = end;
    } else if (isUnspaced(kind)) {
      const end = runEnd(units, at, isUnspaced);
      sink('unspaced', at, end, units);
      at = end;
    } else if (kind === kinds.hangul) {
      const end = runEnd(units, at, isHangul);
      sink('korean', at, end, units);
      at = end;
    } else at = markdown ? behindMark(units, text, at) : at + 1;
  }
}

function isHangul(kind: number): boolean {
  return kind === kinds.hangul;
}

function runEnd(units: Uint16Array, start: number, belongs: (kind: number) => boolean): number {
  let at = start;
  while (belongs(kindIn(units, at))) at += widthIn(units, at);
  return at;
}

/** The end of a word or identifier: words that `.`, `::`, `->`, `/`, `-` and the like hold together. */
function wordEnd(units: Uint16Array, text: string, start: number): number {
  let at = start;
  for (;;) {
    at = wordRunEnd(units, at);
    const unit = units[at] as number;
    // Most words end at a space.
    if (unit === 0x20) return at;
    if (unit === backslash && units[at + 1] === 0x5f) {
      at += 2;
      continue;
    }
    const joint = jointAt(units, at);
    if (joint === 0) break;
    at += joint;
  }
  const short = contractionAt(units, text, at);
  if (short > 0) return at + short;
  return at - start <= 3 ? at + markedLanguage(units, at) : at;
}

/** The length of what joins the word before with the word behind, or 0. */
function jointAt(units: Uint16Array, at: number): number {
  let length = 1;
  switch (units[at]) {
    case 0x2e: // .
    case 0x2f: // /
    case hash:
    case 0x2010:
    case 0x2011:
      break;
    case dash:
      if (units[at + 1] === 0x3e) length = 2;
      break;
    case 0x3a: // :
      if (units[at + 1] === 0x3a) length = 2;
      break;
    default:
      return 0;
  }
  return isWord(kindIn(units, at + length)) ? length : 0;
}

const contraction = /['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}_'’])/iuy;

function contractionAt(units: Uint16Array, text: string, at: number): number {
  const unit = units[at] as number;
  if ((unit !== 0x27 && unit !== 0x2019) || !isWord(kindIn(units, at + 1))) return 0;
  contraction.lastIndex = at;
  return contraction.exec(text)?.[0].length ?? 0;
}

/** `C++`, `C#`. */
function markedLanguage(units: Uint16Array, at: number): number {
  const unit = units[at];
  if (unit === hash && !isWord(kindIn(units, at + 1))) return 1;
  return unit === plus && units[at + 1] === plus && !isWord(kindIn(units, at + 2)) ? 2 : 0;
}

/** Where a word begins with what comes before it: `--force`, `-v`, `@cached`, `$HOME`, `.env`. */
function sigilStart(units: Uint16Array, at: number, kind: number): number {
  if (at === 0 || kind === kinds.digit) return at;
  const unit = units[at - 1];
  const isSigil = unit === dash || unit === 0x40 || unit === 0x24 || unit === 0x25 || unit === 0x2e || unit === hash;
  if (!isSigil) return at;
  const start = unit === dash && at > 1 && units[at - 2] === dash ? at - 2 : at - 1;
  return start === 0 || opensWord(units[start - 1] as number) ? start : at;
}

/** White space, a quotation mark, a bracket that opens, a bar, a comma. */
function opensWord(unit: number): boolean {
  return unit <= 0x20 || unit === 0x3000 || unit === 0xa0 || '`"\'([{|,*<'.includes(String.fromCharCode(unit));
}

const target = /\]\(<?(?:[a-z][a-z\d+.-]{0,30}:|[/#.?])/iy;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const imageLabel = /\[(?:image|이미지|画像|图片|圖片): /iy;
const longestTarget = 4_096;

function behindMark(units: Uint16Array, text: string, at: number): number {
  const next = units[at + 1] as number;
  switch (units[at]) {
    case 0x5d: // ]
      return next === 0x28 ? behindTarget(text, at) : at + 1;
    case 0x26: // &
      return behind(entity, text, at);
    case 0x5b: // [
      return next >= 0x80 || (next | 0x20) === 0x69 ? behind(imageLabel, text, at) : at + 1;
    case backtick:
    case tilde:
      return behindFence(units, at, text.length);
    default:
      return at + 1;
  }
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 1);
}

/** The place behind `](https://…)`, or behind `]` where no target follows; brackets in a target are in pairs. Linear. */
export function behindTarget(text: string, at: number): number {
  target.lastIndex = at;
  if (text.charCodeAt(at + 1) !== 0x28 || !target.test(text)) return at + 1;
  let depth = 1;
  const most = Math.min(text.length, at + longestTarget);
  for (let end = at + 2; end < most; end++) {
    const unit = text.charCodeAt(end);
    if (unit <= 0x20) return end;
    if (unit === backslash) end++;
    else if (unit === 0x28) depth++;
    else if (unit === 0x29 && --depth === 0) return end + 1;
  }
  return most;
}

/** Behind a fence and the language it names. */
function behindFence(units: Uint16Array, at: number, length: number): number {
  const mark = units[at];
  let end = at;
  while (units[end] === mark) end++;
  if (end - at < 3 || !beginsLine(units, at)) return end;
  let line = end;
  while (line < length && units[line] !== 0x0a) if (units[line++] === mark) return end;
  return line;
}

function beginsLine(units: Uint16Array, at: number): boolean {
  for (let before = at - 1; before >= 0 && before > at - 64; before--) {
    const unit = units[before] as number;
    if (unit === 0x0a) return true;
    const isPrefix = unit === 0x20 || unit === 0x3e || unit === dash || (unit >= 0x30 && unit <= 0x39) || unit === 0x2e;
    if (!isPrefix) return false;
  }
  return at < 64;
}
