// One line of prose while it grows: white space folded, marks kept off the spaces, empty marks left out (E3).
import { codeSpan } from './code-span.ts';
import { isMark, type Mark, type MarkKind, markText, type Piece, settleMarks, type TextPiece } from './emphasis.ts';
import { escapeText } from './escape.ts';
import { escapeLineStart } from './line-start.ts';

/** A stretch that is open; `mark` is there once something in it was written, and `null` for one that counts for nothing. */
interface Open {
  readonly kind: MarkKind;
  readonly target: string;
  mark: Mark | undefined | null;
}

/** Where a line begins: with the block, with a list's item, or behind the marks of a heading. */
export type LineStart = 'block' | 'item' | 'heading';

const unfolded = /[^\S ]| {2}/;
const toFold = /[^\S ]\s*| \s+/g;
const unfoldedAscii = /[\t\n\f\r]| {2}/;
const asciiSpaces = /[\t\n\f\r ]+/g;

export class InlineText {
  readonly #inCell: boolean;
  #pieces: Piece[] = [];
  readonly #open: Open[] = [];
  /** How many of `#open` are written already. */
  #written = 0;
  #spacePending = false;
  #breakPending = false;
  #extent = 0;

  constructor(inCell = false) {
    this.#inCell = inCell;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** How much was written: as long as it stays the same, only white space came. */
  get extent(): number {
    return this.#extent;
  }

  /** Whether a line break came last. */
  get endsInBreak(): boolean {
    return this.#breakPending && this.#pieces.length > 0;
  }

  /** Text as it is in the page. */
  text(data: string): void {
    if (data === '\n' || data === ' ') {
      this.#spacePending = true;
      return;
    }
    const folded = unfolded.test(data) ? data.replace(toFold, ' ') : data;
    const from = folded.charCodeAt(0) === 0x20 ? 1 : 0;
    const to = folded.charCodeAt(folded.length - 1) === 0x20 ? folded.length - 1 : folded.length;
    if (from === 1) this.#spacePending = true;
    if (to <= from) return;
    this.#prepare();
    this.#append(folded.length === to - from ? folded : folded.slice(from, to));
    if (to < folded.length) this.#spacePending = true;
  }

  /** White space. */
  space(): void {
    this.#spacePending = true;
  }

  break(): void {
    if (this.#pieces.length > 0) this.#breakPending = true;
  }

  /** Inline code. Line ends around it are how the page is written; single spaces are part of it. */
  code(text: string): void {
    if (text === '') return;
    if (!hasSpace(text)) {
      this.#prepare();
      this.#appendCode(text);
      return;
    }
    const code = unfoldedAscii.test(text) ? text.replace(asciiSpaces, ' ') : text;
    const isBlank = code === ' ';
    const start = !isBlank && code.startsWith(' ') && (this.#spacePending || /^\s*\n/.test(text)) ? 1 : 0;
    const endsLine = !isBlank && code.endsWith(' ') && text.slice(text.trimEnd().length).includes('\n');
    if (isBlank && (this.#spacePending || text.includes('\n'))) {
      this.#spacePending = true;
      return;
    }
    if (start === 1) this.#spacePending = true;
    this.#prepare();
    this.#appendCode(code.slice(start, endsLine ? -1 : undefined));
    if (endsLine) this.#spacePending = true;
  }

  #appendCode(value: string): void {
    const last = this.#pieces[this.#pieces.length - 1];
    // Two pieces of code side by side would share their backticks.
    if (last?.kind === 'code') last.value += value;
    else this.#pieces.push({ kind: 'code', value });
  }

  /** Markdown that is written as it is. */
  raw(value: string): void {
    this.#prepare();
    this.#pieces.push({ kind: 'raw', value });
  }

  /** Begins a stretch. One within another of its kind counts for nothing. */
  open(kind: MarkKind, target = ''): void {
    const counts = !this.#open.some((outer) => outer.kind === kind && outer.mark !== null);
    this.#open.push({ kind, target, mark: counts ? undefined : null });
  }

  /** Ends the stretch begun last. */
  close(): void {
    const last = this.#open.pop();
    if (this.#written <= this.#open.length) return;
    this.#written = this.#open.length;
    if (last?.mark) this.#pieces.push({ kind: 'close', value: last.mark });
  }

  /** The text without any marks. */
  plain(): string {
    let text = '';
    for (const piece of this.#pieces) {
      if (piece.kind === 'break') text += ' ';
      else if (!isMark(piece)) text += piece.value;
    }
    return text;
  }

  /** Whether there is nothing but code. */
  isOnlyCode(): boolean {
    return this.#pieces.every(
      ({ kind, value }) => kind === 'code' || kind === 'open' || kind === 'close' || value === ' ',
    );
  }

  /** Forgets what was gathered; stretches that are open go on. */
  clear(): void {
    this.#pieces = [];
    this.#spacePending = false;
    this.#breakPending = false;
    this.#written = 0;
    for (const open of this.#open) if (open.mark !== null) open.mark = undefined;
  }

  /** The Markdown of what was gathered, which is forgotten; stretches that are open end here and begin again. */
  take(start: LineStart): string {
    for (let at = this.#written - 1; at >= 0; at--) {
      const mark = this.#open[at]?.mark;
      if (mark) this.#pieces.push({ kind: 'close', value: mark });
    }
    const markdown = this.#render(start);
    this.clear();
    return markdown.toWellFormed();
  }

  /** Writes what separates the text so far from what comes now. */
  #prepare(): void {
    this.#extent++;
    if (this.#breakPending) {
      this.#breakPending = false;
      this.#spacePending = false;
      this.#pieces.push({ kind: 'break', value: '\n' });
    }
    if (this.#spacePending) {
      this.#spacePending = false;
      const last = this.#pieces[this.#pieces.length - 1];
      if (last !== undefined && last.kind !== 'break') this.#append(' ');
    }
    while (this.#written < this.#open.length) this.#begin(this.#open[this.#written++] as Open);
  }

  #begin(open: Open): void {
    if (open.mark === null) return;
    const last = this.#pieces.at(-1);
    if (last?.kind === 'close' && last.value.kind === open.kind && open.kind !== 'link') {
      open.mark = last.value;
      this.#pieces.pop();
      return;
    }
    open.mark = { kind: open.kind, target: open.target, asHtml: false };
    this.#pieces.push({ kind: 'open', value: open.mark });
  }

  #append(text: string): void {
    const last = this.#pieces[this.#pieces.length - 1];
    if (last?.kind === 'text') last.value += text;
    else this.#pieces.push({ kind: 'text', value: text });
  }

  #render(start: LineStart): string {
    const pieces = this.#pieces;
    const written: string[] = [];
    let hasDeletions = false;
    let marks = 0;
    for (const piece of pieces) {
      if (!isMark(piece)) continue;
      marks++;
      hasDeletions ||= piece.value.kind === 'del';
    }
    let links = 0;
    let tildeBefore = false;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as Piece;
      if (isMark(piece)) {
        if (piece.value.kind === 'link') links += piece.kind === 'open' ? 1 : -1;
        written.push('');
        continue;
      }
      if (piece.kind !== 'text') written.push(this.#write(piece));
      else written.push(this.#writeText(piece, at, { inLink: links > 0, hasDeletions, tildeBefore, start }));
      tildeBefore ||= piece.kind === 'text' && piece.value.includes('~');
    }
    if (marks > 0) {
      settleMarks(pieces, written);
      for (let at = 0; at < pieces.length; at++) {
        const piece = pieces[at] as Piece;
        if (isMark(piece)) written[at] = markText(piece.value, piece.kind === 'open');
      }
    }
    return written.length === 1 ? (written[0] as string) : written.join('');
  }

  #write({ kind, value }: TextPiece): string {
    if (kind === 'code') return codeSpan(value, this.#inCell);
    if (kind === 'break') return this.#inCell ? '<br>' : '\\\n';
    return this.#inCell ? value.replaceAll('|', '\\|') : value;
  }

  #writeText(piece: TextPiece, at: number, around: Around): string {
    const inCell = this.#inCell;
    const previous = this.#pieces[at - 1];
    const next = this.#pieces[at + 1];
    const text = escapeText(piece.value, {
      before: inCell && previous?.kind === 'break' ? 0x3e : edgeOf(previous, false),
      after: inCell && (next === undefined || next.kind === 'break') ? 0x3c : edgeOf(next, true),
      inCell,
      inLink: around.inLink,
      hasDeletions: around.hasDeletions,
      tildeBefore: around.tildeBefore,
    });
    if (inCell || around.start === 'heading' || (previous !== undefined && previous.kind !== 'break')) return text;
    return escapeLineStart(text, {
      isFirst: previous === undefined,
      isWhole: next === undefined || next.kind === 'break',
      opensItem: around.start === 'item' && previous === undefined,
    });
  }
}

/** Whether there may be white space of ASCII in it: its control characters are not distinguished. */
function hasSpace(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) if (text.charCodeAt(at) <= 0x20) return true;
  return false;
}

/** What a line records of the text in it. */
interface Around {
  readonly inLink: boolean;
  readonly hasDeletions: boolean;
  readonly tildeBefore: boolean;
  readonly start: LineStart;
}

/** The character that text meets at a piece beside it. */
function edgeOf(piece: Piece | undefined, isAfter: boolean): number {
  if (piece === undefined) return -1;
  if (piece.kind === 'break') return isAfter ? 0x5c : 0x0a;
  if (piece.kind === 'open' && piece.value.kind === 'link' && isAfter) return 0x5b;
  if (piece.kind !== 'raw') return 0x2a;
  return piece.value.charCodeAt(isAfter ? 0 : piece.value.length - 1);
}
