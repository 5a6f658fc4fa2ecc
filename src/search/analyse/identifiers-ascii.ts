// The same spans as identifiers-split.ts finds, for the ASCII identifiers that nearly all are: no expressions, a quarter of the time.
import type { Level, Span, Splitter } from './identifiers-split.ts';

/** The splitter of ASCII identifiers. */
export const asciiSplitter: Splitter = Object.freeze({
  spans(raw: string, level: Level, start: number): readonly Span[] {
    const spans: Span[] = [];
    let from = start;
    for (let at = start; at < raw.length; ) {
      const width = separatorAt(raw, level, at);
      if (width === 0) at++;
      else {
        if (at > from) spans.push({ from, to: at });
        at += width;
        from = at;
      }
    }
    let to = raw.length;
    while (to > from && isTrailing(raw.charCodeAt(to - 1))) to--;
    if (to > from) spans.push({ from, to });
    return spans;
  },
  pieces(raw: string, { from, to }: Span): readonly Span[] {
    const pieces: Span[] = [];
    for (let at = from; at < to; ) {
      const end = pieceEnd(raw, at, to);
      if (end > at) pieces.push({ from: at, to: end });
      at = Math.max(end, at + 1);
    }
    return pieces;
  },
  isLetters(raw: string, { from, to }: Span, least: 1 | 2): boolean {
    return to - from >= least && isLetter(raw.charCodeAt(from));
  },
  isOneWord(raw: string, { from, to }: Span): boolean {
    for (let at = from; at < to; at++) {
      const unit = raw.charCodeAt(at);
      if (!isLetter(unit) && !isDigit(unit) && unit !== 0x5c) return false;
    }
    return true;
  },
});

function separatorAt(raw: string, level: Level, at: number): number {
  const unit = raw.charCodeAt(at);
  if (isLetter(unit)) return 0;
  if (unit === 0x2f) return 1; // a slash
  if (level === 0) return 0;
  if (unit === 0x2e) return isDigit(raw.charCodeAt(at - 1)) && isDigit(raw.charCodeAt(at + 1)) ? 0 : 1;
  if (unit === 0x3a) return raw.charCodeAt(at + 1) === 0x3a ? 2 : 1;
  if (unit === 0x23) return 1; // a hash
  if (unit === 0x2d && raw.charCodeAt(at + 1) === 0x3e) return 2;
  if (level === 1) return 0;
  let end = at;
  while (isJoiner(raw.charCodeAt(end))) end++;
  return end - at;
}

/** The end of the piece that begins at a place, or the place itself. */
function pieceEnd(raw: string, start: number, most: number): number {
  let at = start;
  if (isDigit(raw.charCodeAt(at))) {
    do {
      at++;
      while (at < most && isDigit(raw.charCodeAt(at))) at++;
    } while (at + 1 < most && raw.charCodeAt(at) === 0x2e && isDigit(raw.charCodeAt(at + 1)));
    return at;
  }
  while (at < most && isUpper(raw.charCodeAt(at))) at++;
  const isBeforeLower = at < most && isLower(raw.charCodeAt(at));
  if (!isBeforeLower) return at;
  if (at - start > 1) {
    // `URLs` is one piece, `HTTPServer` two.
    const isPlural = raw.charCodeAt(at) === 0x73 && (at + 1 === most || !isLower(raw.charCodeAt(at + 1)));
    return isPlural ? at + 1 : at - 1;
  }
  while (at < most && isLower(raw.charCodeAt(at))) at++;
  return at;
}

/** Dash, underscore, backslash. */
function isJoiner(unit: number): boolean {
  return unit === 0x2d || unit === 0x5f || unit === 0x5c;
}

/** Plus, hash. */
function isTrailing(unit: number): boolean {
  return unit === 0x2b || unit === 0x23;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isLetter(unit: number): boolean {
  return isLower(unit | 0x20);
}

function isLower(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function isUpper(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}
