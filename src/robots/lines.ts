// The robots.txt line reader: an event per line, shared by the matcher and the linter.
import type { Dialect } from './dialect.ts';

/** Receives one call per line that is not empty; line numbers start at 1. */
export interface LineHandler {
  agent(value: string, line: number): void;
  rule(type: 'allow' | 'disallow', value: string, line: number): void;
  crawlDelay(value: string, line: number): void;
  sitemap(value: string, line: number): void;
  /** A line of nothing but white space; one that holds a comment is not blank. */
  blank(line: number): void;
  /** A well-formed line whose field this dialect does not know. */
  unknown(field: string, value: string, line: number): void;
  /** A line without a field or a separator. */
  malformed(text: string, line: number): void;
}

const LF = 10;
const CR = 13;
const SPACE = 32;

/** Reads the text once, front to back, and calls the handler for each line. Never throws by itself. */
export function readLines(text: string, dialect: Dialect, handler: LineHandler): void {
  const end = text.length;
  let line = 0;
  let start = 0;
  while (start <= end) {
    let stop = start;
    let code = -1;
    while (stop < end) {
      code = text.charCodeAt(stop);
      if (code === LF || code === CR) break;
      stop++;
    }
    line++;
    // What follows the last line end is a line only if it holds something.
    if (stop > start || stop < end) readLine(text, start, stop, line, dialect, handler);
    start = code === CR && text.charCodeAt(stop + 1) === LF ? stop + 2 : stop + 1;
  }
}

function readLine(
  text: string,
  start: number,
  stop: number,
  line: number,
  dialect: Dialect,
  handler: LineHandler,
): void {
  const cut = cutLine(text, start, stop, dialect.limits.maxLineBytes);
  let first = start;
  while (first < cut && isWhite(text.charCodeAt(first))) first++;
  if (first === cut) return handler.blank(line);

  let colon = -1;
  let last = first;
  for (; last < cut; last++) {
    const code = text.charCodeAt(last);
    if (code === 35 /* # */) break;
    if (code === 58 /* : */ && colon < 0) colon = last;
  }
  while (last > first && isWhite(text.charCodeAt(last - 1))) last--;
  if (last === first) return; // only a comment

  if (colon < 0) {
    if (dialect.missingColonAccepted) colon = spaceBetweenTwoWords(text, first, last);
    if (colon < 0) return handler.malformed(text.slice(first, last), line);
  }
  let fieldEnd = colon;
  while (fieldEnd > first && isWhite(text.charCodeAt(fieldEnd - 1))) fieldEnd--;
  if (fieldEnd === first) return handler.malformed(text.slice(first, last), line);
  let valueStart = colon + 1;
  while (valueStart < last && isWhite(text.charCodeAt(valueStart))) valueStart++;

  emit(text.slice(first, fieldEnd), text.slice(valueStart, last), line, dialect, handler);
}

function emit(field: string, value: string, line: number, dialect: Dialect, handler: LineHandler): void {
  switch (fieldKind(field.toLowerCase(), dialect.misspellingsAccepted)) {
    case 'user-agent':
      return handler.agent(value, line);
    case 'disallow':
      return handler.rule('disallow', value, line);
    case 'allow':
      return handler.rule('allow', value, line);
    case 'crawl-delay':
      return handler.crawlDelay(value, line);
    case 'sitemap':
      return handler.sitemap(value, line);
    default:
      return handler.unknown(field, value, line);
  }
}

/** What Google's matcher reads as the field on the left: whatever begins like one of these. */
const acceptedSpellings: readonly (readonly [field: string, spellings: readonly string[]])[] = Object.freeze([
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
  ['crawl-delay', ['crawl-delay']],
]);

function fieldKind(field: string, misspellingsAccepted: boolean): string {
  if (!misspellingsAccepted) return field;
  for (const [kind, spellings] of acceptedSpellings) {
    if (spellings.some((spelling) => field.startsWith(spelling))) return kind;
  }
  return field;
}

function isWhite(code: number): boolean {
  return code === SPACE || code === 9 || code === 11 || code === 12;
}

function spaceBetweenTwoWords(text: string, first: number, last: number): number {
  let gap = first;
  while (gap < last && !isWhite(text.charCodeAt(gap))) gap++;
  if (gap === last) return -1;
  let second = gap;
  while (isWhite(text.charCodeAt(second))) second++;
  for (let i = second; i < last; i++) if (isWhite(text.charCodeAt(i))) return -1;
  return gap;
}

function cutLine(text: string, start: number, stop: number, maxBytes: number): number {
  const MOST_BYTES_PER_UNIT = 3;
  if ((stop - start) * MOST_BYTES_PER_UNIT <= maxBytes) return stop;
  const bytes = Buffer.from(text.slice(start, stop));
  if (bytes.byteLength <= maxBytes) return stop;
  // A character that the cut would split is left out.
  let end = maxBytes;
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  return start + bytes.toString('utf8', 0, end).length;
}
