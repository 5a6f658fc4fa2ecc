// Plain text as blocks (E7): paragraphs stay paragraphs, what is laid out with spaces becomes code, and the words stay the same.
import type { Block, BlockPlace } from '../core/document.ts';
import { escapeWholeLine } from './markdown-source/escape.ts';
import { cutText, foldLine } from './text.ts';

const maxTitle = 200;

const place: BlockPlace = Object.freeze({ first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] });

/**
 * Reads plain text. A paragraph is laid out (a table, a listing, an RFC's or a manual's indentation) when a line in it is
 * indented by two columns or more (its first line alone does not count), has a gap of three spaces or a tab, or is drawn
 * with lines; laid-out paragraphs in a row are one code block. Everything else is prose, in which only what would read as
 * Markdown is escaped. The title is the first line that is not empty. Never throws; linear in the length.
 */
export function textBlocks(text: string): { readonly title: string; readonly blocks: readonly Block[] } {
  const blocks: Block[] = [];
  let code: string[] = [];
  let paragraph: string[] = [];
  let title: string | undefined;
  let gap = 0;

  const endCode = (): void => {
    if (code.length > 0) blocks.push({ kind: 'code', code: code.join('\n'), ...place });
    code = [];
  };
  const endParagraph = (): void => {
    if (paragraph.length === 0) return;
    if (isLaidOut(paragraph)) {
      if (code.length > 0) for (; gap > 0; gap--) code.push('');
      code.push(...paragraph);
    } else {
      endCode();
      blocks.push({ kind: 'text', markdown: paragraph.map(proseLine).join('\n'), ...place });
    }
    gap = 0;
    paragraph = [];
  };

  for (const line of linesOf(text)) {
    if (line === '') {
      endParagraph();
      gap++;
      continue;
    }
    title ??= cutText(foldLine(cutText(line.trimStart(), 10 * maxTitle)), maxTitle);
    paragraph.push(line);
    // A paragraph without an end would be taken apart again only much later.
    if (paragraph.length >= maxParagraph) endParagraph();
  }
  endParagraph();
  endCode();
  return { title: title ?? '', blocks };
}

const maxParagraph = 10_000;

/** Lines without white space at their ends; a page break is a blank line. */
function linesOf(text: string): readonly string[] {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  return plain
    .replaceAll('\0', '\ufffd')
    .replace(/\r\n?|\f/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
}

function proseLine(line: string): string {
  return escapeWholeLine(line.trimStart());
}

const indented = /^(?: {2}|\t)/;
const drawn = /[\u2500-\u257f]|[|+][-=+|]{3}/;

function isLaidOut(lines: readonly string[]): boolean {
  return lines.some(
    (line, at) => (indented.test(line) && (at > 0 || lines.length === 1)) || hasGap(line) || drawn.test(line),
  );
}

function hasGap(line: string): boolean {
  const content = line.trimStart();
  return content.includes('   ') || content.includes('\t');
}
