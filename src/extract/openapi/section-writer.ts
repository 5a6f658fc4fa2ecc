// The blocks of an API's description while they are written: text, tables, code and Markdown of others, up to a bound.
import type { Block, BlockPlace, HeadingBlock } from '../../core/document.ts';
import { markdownPart } from '../markdown-source/blocks.ts';
import { escapeLine } from '../markdown-source/escape.ts';
import type { InlineOptions } from '../markdown-source/inline.ts';
import { rowOf } from '../markdown-source/table-row.ts';

/** How much is written for one document, in UTF-16 code units: more than any of 5 MB needs, and not more than 5 s can take. */
export const maxOutput = 8_000_000;
const maxCell = 2_000;

const place: BlockPlace = Object.freeze({ first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] });

/** Gathers blocks. When the bound is reached it takes no more, and reports it. */
export class SectionWriter {
  readonly blocks: Block[] = [];
  readonly #options: InlineOptions;
  #left: number;

  constructor(options: InlineOptions, size: number) {
    this.#options = options;
    this.#left = size;
  }

  get full(): boolean {
    return this.#left <= 0;
  }

  heading(level: 1 | 2, text: string, fields: Partial<Pick<HeadingBlock, 'anchor' | 'names'>> = {}): void {
    const { anchor, names = [] } = fields;
    const ids = anchor === undefined ? [] : [anchor];
    const line = text.replace(/\s+/g, ' ');
    this.#add(
      { ...place, kind: 'heading', level, markdown: escapeLine(line), text: line, anchor, ids, names },
      line.length,
    );
  }

  /** A paragraph of Markdown that is written here. */
  text(markdown: string, names: readonly string[] = []): void {
    this.#add({ ...place, kind: 'text', markdown, names }, markdown.length);
  }

  /** A note as a quotation. */
  note(title: string): void {
    this.#add({ ...place, kind: 'text', markdown: `**${title}**`, first: '> ', rest: '> ' }, title.length);
  }

  code(code: string, language: string | undefined): void {
    this.#add({ ...place, kind: 'code', code, ...(language === undefined ? {} : { language }) }, code.length);
  }

  table(head: readonly string[], rows: readonly (readonly string[])[], names: readonly string[] = []): void {
    if (rows.length === 0) return;
    const written = rows.map(rowOf);
    const size = written.reduce((sum, row) => sum + row.length, 0);
    const divider = rowOf(head.map(() => '---'));
    this.#add({ ...place, kind: 'table', header: rowOf(head), divider, rows: written, names }, size);
  }

  /** Markdown of the document, whose headings begin at a level that leaves the outline whole. */
  markdown(source: string | undefined, level: number): void {
    if (source === undefined || this.full) return;
    const blocks = markdownPart(source, this.#options);
    const highest = blocks.reduce(
      (least, block) => (block.kind === 'heading' ? Math.min(least, block.level) : least),
      6,
    );
    for (const block of blocks) {
      const size = sizeOf(block);
      if (block.kind !== 'heading') this.#add({ ...block, ids: [] }, size);
      else this.#add({ ...block, level: deeper(block.level, level - highest), anchor: undefined, ids: [] }, size);
    }
  }

  /** Markdown of the document as one cell of a table: blocks and lines are parted by `<br>`. */
  cell(source: string | undefined): string {
    if (source === undefined) return '';
    if (/^[\p{L}\p{N} .,;:()'"/-]{1,500}$/u.test(source)) return source.trim();
    const parts = markdownPart(source.slice(0, maxCell), this.#options).map((block) => {
      const { first } = block;
      if (block.kind === 'code')
        return block.code
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(codeCell)
          .join('<br>');
      if (block.kind === 'table') return [block.header, ...block.rows].join('<br>');
      return `${/^\s*(?:[-*+]|\d+[.)]) $/.test(first) ? first.trimStart() : ''}${block.markdown.replace(/(?:\\| {2,})?\n\s*/g, ' ')}`;
    });
    return parts.join('<br>').replace(/\\[\\|]|\|/g, (mark) => (mark === '|' ? '\\|' : mark));
  }

  /** The note at the end of a document that is too long. */
  end(note: string): void {
    this.blocks.push({ ...place, kind: 'text', markdown: note });
  }

  #add(block: Block, size: number): void {
    if (this.full) return;
    // A paragraph that never ends may not use up more than there is.
    this.#left -= size + 20;
    this.blocks.push(block);
  }
}

function sizeOf(block: Block): number {
  switch (block.kind) {
    case 'code':
      return block.code.length;
    case 'table':
      return block.rows.reduce((sum, row) => sum + row.length, block.header.length);
    default:
      return block.markdown.length;
  }
}

const levels = [1, 2, 3, 4, 5, 6] as const;

function deeper(level: number, by: number): 1 | 2 | 3 | 4 | 5 | 6 {
  return levels[Math.min(5, Math.max(0, level - 1 + by))] ?? 6;
}

/** A text as an inline code span. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || (/^ .* $/.test(line) && line.trim() !== '') ? ' ' : '';
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`;
}

/** A code span inside a table's cell, where a pipe is escaped even in code. */
export function codeCell(text: string): string {
  return inlineCode(text.length > maxCell ? `${text.slice(0, maxCell)}…` : text).replaceAll('|', '\\|');
}

/** Plain text inside a table's cell. */
export function textCell(text: string): string {
  return escapeLine(text.replace(/\s+/g, ' ').trim()).replaceAll('|', '\\|');
}

/** A description and what is added to it, in one cell. */
export function joinCells(text: string, more: string): string {
  if (text === '' || more === '') return text + more;
  return `${text}${text.includes('<br>') ? '<br>' : ' '}${more}`;
}
