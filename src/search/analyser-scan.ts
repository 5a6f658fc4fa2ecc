// Finds words, unspaced writing and Korean in Markdown, and passes over Markdown's own marks.
import { isUnspaced, isWord, kindAt, kinds, widthAt, wordRunEnd } from './analyser-characters.ts';

/** What a stretch of text is. */
export type StretchKind = 'word' | 'unspaced' | 'korean';

/** Takes every stretch in order, as a place in the text. */
export type StretchSink = (kind: StretchKind, start: number, end: number) => void;

const backslash = 0x5c;
const backtick = 0x60;
const tilde = 0x7e;
const dash = 0x2d;
const hash = 0x23;
const plus = 0x2b;

/** Every stretch of a text that has terms. Link targets, fences, entities and the label of an image have none. Linear. */
export function scan(text: string, markdown: boolean, sink: StretchSink): void {
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === kinds.other && text.charCodeAt(at) === 0x20) at++;
    else if (isWord(kind) || (text.charCodeAt(at) === backslash && text.charCodeAt(at + 1) === 0x5f)) {
      const end = wordEnd(text, at);
      sink('word', sigilStart(text, at), end);
      at = end;
    } else if (isUnspaced(kind)) {
      const end = runEnd(text, at, isUnspaced);
      sink('unspaced', at, end);
      at = end;
    } else if (kind === kinds.hangul) {
      const end = runEnd(text, at, isHangul);
      sink('korean', at, end);
      at = end;
    } else at = markdown ? behindMark(text, at) : at + 1;
  }
}

function isHangul(kind: number): boolean {
  return kind === kinds.hangul;
}

function runEnd(text: string, start: number, belongs: (kind: number) => boolean): number {
  let at = start;
  while (at < text.length && belongs(kindAt(text, at))) at += widthAt(text, at);
  return at;
}

/** The end of a word or identifier: words that `.`, `::`, `->`, `/`, `-` and the like hold together. */
function wordEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = wordRunEnd(text, at);
    const unit = text.charCodeAt(at);
    // Most words end at a space.
    if (unit === 0x20) return at;
    if (unit === backslash && text.charCodeAt(at + 1) === 0x5f) {
      at += 2;
      continue;
    }
    const joint = jointAt(text, at);
    if (joint === 0) break;
    at += joint;
  }
  const short = contractionAt(text, at);
  if (short > 0) return at + short;
  return at - start <= 3 ? at + markedLanguage(text, at) : at;
}

/** The length of what joins the word before with the word behind, or 0. */
function jointAt(text: string, at: number): number {
  let length = 1;
  switch (text.charCodeAt(at)) {
    case 0x2e: // .
    case 0x2f: // /
    case hash:
    case 0x2010:
    case 0x2011:
      break;
    case dash:
      if (text.charCodeAt(at + 1) === 0x3e) length = 2;
      break;
    case 0x3a: // :
      if (text.charCodeAt(at + 1) === 0x3a) length = 2;
      break;
    default:
      return 0;
  }
  return isWord(kindAt(text, at + length)) ? length : 0;
}

const contraction = /['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}_'’])/iuy;

function contractionAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit !== 0x27 && unit !== 0x2019) return 0;
  contraction.lastIndex = at;
  return contraction.exec(text)?.[0].length ?? 0;
}

/** `C++`, `C#`. */
function markedLanguage(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === hash && !isWord(kindAt(text, at + 1))) return 1;
  return unit === plus && text.charCodeAt(at + 1) === plus && !isWord(kindAt(text, at + 2)) ? 2 : 0;
}

/** Where a word begins with what stands before it: `--force`, `-v`, `@cached`, `$HOME`, `.env`. */
function sigilStart(text: string, at: number): number {
  const kind = kindAt(text, at);
  if (at === 0 || kind === kinds.digit) return at;
  const unit = text.charCodeAt(at - 1);
  const isSigil = unit === dash || unit === 0x40 || unit === 0x24 || unit === 0x25 || unit === 0x2e || unit === hash;
  if (!isSigil) return at;
  const start = unit === dash && text.charCodeAt(at - 2) === dash ? at - 2 : at - 1;
  return start === 0 || opensWord(text.charCodeAt(start - 1)) ? start : at;
}

/** White space, a quotation mark, a bracket that opens, a bar, a comma. */
function opensWord(unit: number): boolean {
  return unit <= 0x20 || unit === 0x3000 || unit === 0xa0 || '`"\'([{|,*<'.includes(String.fromCharCode(unit));
}

const target = /\]\(<?(?:[a-z][a-z\d+.-]{0,30}:|[/#.?])/iy;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const imageLabel = /\[(?:image|이미지|画像|图片|圖片): /iy;
const longestTarget = 4_096;

function behindMark(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 0x5d: // ]
      return behindTarget(text, at);
    case 0x26: // &
      return behind(entity, text, at);
    case 0x5b: // [
      return behind(imageLabel, text, at);
    case backtick:
    case tilde:
      return behindFence(text, at);
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
function behindFence(text: string, at: number): number {
  const mark = text.charCodeAt(at);
  let end = at;
  while (text.charCodeAt(end) === mark) end++;
  if (end - at < 3 || !beginsLine(text, at)) return end;
  let line = end;
  while (line < text.length && text.charCodeAt(line) !== 0x0a) if (text.charCodeAt(line++) === mark) return end;
  return line;
}

function beginsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && before > at - 64; before--) {
    const unit = text.charCodeAt(before);
    if (unit === 0x0a) return true;
    const isPrefix = unit === 0x20 || unit === 0x3e || unit === dash || (unit >= 0x30 && unit <= 0x39) || unit === 0x2e;
    if (!isPrefix) return false;
  }
  return at < 64;
}
