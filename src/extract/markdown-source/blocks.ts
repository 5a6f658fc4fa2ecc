// A Markdown file as blocks (E7): its own Markdown, with links, images, comments and dialects written as docent writes them everywhere.
import type { Block, BlockPlace } from '../../core/document.ts';
import { cutText, foldLine } from '../text.ts';
import { alertTitle } from './admonition.ts';
import { codeTitle, fenceLanguage } from './code-info.ts';
import { escapeLine } from './escape.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { takeHeadingId } from './heading-id.ts';
import {
  type Inline,
  type InlineContext,
  type InlineOptions,
  type SourceLink,
  writeHtml,
  writeInline,
} from './inline.ts';
import type { HeadingLeaf, Leaf, ParagraphLeaf, SourceContainer, TableLeaf } from './leaf.ts';
import { guardStart, isThematicBreak } from './line-starts.ts';
import { plainInline, Slugs } from './plain.ts';
import { scanMarkdown } from './scan.ts';
import { cellsOf, rowOf } from './table-row.ts';

/** A Markdown page: its front matter, its blocks, and its links as they are written. */
export interface MarkdownPage extends FrontMatter {
  /** From the front matter, else the first heading of the first level, else the first heading; empty without any. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly links: readonly SourceLink[];
  /** Whether a bound left out its end: it has more blocks than any page that people write. */
  readonly flags: readonly 'blocks-cut'[];
}

const maxTitle = 500;
const maxBlocks = 100_000;

/** Reads Markdown of any dialect. Never throws; costs in proportion to its length. */
export function markdownBlocks(source: string, options: InlineOptions): MarkdownPage {
  const { facts, body } = splitFrontMatter(normalised(source));
  const { blocks, links, flags } = bodyBlocks(body, options);
  return { ...facts, title: facts.title ?? titleIn(blocks), blocks, links, flags };
}

/** Markdown that is a part of something else, and has no front matter. */
export function markdownPart(source: string, options: InlineOptions): readonly Block[] {
  return bodyBlocks(normalised(source), options).blocks;
}

function bodyBlocks(body: string, options: InlineOptions): Pick<MarkdownPage, 'blocks' | 'links' | 'flags'> {
  const { leaves, definitions, closed } = scanMarkdown(body);
  const context: InlineContext = { ...options, definitions, closed, links: [] };
  const writer = new BlockWriter(context);
  let isCut = false;
  for (const leaf of leaves) {
    isCut = writer.blocks.length >= maxBlocks;
    if (isCut) break;
    writer.add(leaf);
  }
  return { blocks: writer.blocks, links: context.links, flags: isCut ? ['blocks-cut'] : [] };
}

function normalised(source: string): string {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  return text.includes('\r') || text.includes('\0') ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : text;
}

function titleIn(blocks: readonly Block[]): string {
  let first: string | undefined;
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    if (block.level === 1) return cutText(block.text, maxTitle);
    first ??= block.text;
  }
  return cutText(first ?? '', maxTitle);
}

type Body = Block extends infer One
  ? One extends Block
    ? Omit<One, Exclude<keyof BlockPlace, 'names'>>
    : never
  : never;

/** Writes leaves as blocks: prefixes of containers, anchors, and the facts of each block. */
class BlockWriter {
  readonly blocks: Block[] = [];
  readonly #context: InlineContext;
  readonly #slugs = new Slugs();
  #ids: string[] = [];
  #last: SourceContainer | undefined;
  /** Whether something above the next block is not written. */
  #dropped = false;

  constructor(context: InlineContext) {
    this.#context = context;
  }

  add(leaf: Leaf): void {
    const before = this.blocks.length;
    switch (leaf.kind) {
      case 'heading':
        this.#heading(leaf);
        break;
      case 'paragraph':
        this.#paragraph(leaf);
        break;
      case 'html':
        this.#html(leaf.lines, leaf);
        break;
      case 'code':
        this.#code(leaf.lines, leaf.info, leaf);
        break;
      case 'table':
        this.#table(leaf);
        break;
      case 'label':
        this.#label(this.#inline(leaf.text), leaf);
        break;
      default:
        this.#write({ kind: 'text', markdown: prefixOf(leaf.container) !== '' ? '___' : '---', names: [] }, leaf);
    }
    if (this.blocks.length === before) this.#dropped = true;
  }

  #inline(text: string, write = writeInline): Inline {
    const inline = write(text, this.#context);
    // Not all as arguments of one call: a hostile line holds more than the stack does.
    for (const id of inline.ids) this.#ids.push(id);
    return inline;
  }

  #heading(leaf: HeadingLeaf): void {
    const { text, id } = takeHeadingId(leaf.text);
    const { markdown: raw, names, ids } = this.#inline(text);
    const markdown = headingLine(raw);
    if (markdown === '') return;
    // Links that are kept have their targets in the Markdown, which is no part of the plain text.
    const bare = this.#context.keepLinks
      ? writeInline(text, { ...this.#context, keepLinks: false, links: [] }).markdown
      : raw;
    const plain = foldLine(plainInline(bare));
    const own = id ?? ids[0];
    if (own !== undefined) this.#slugs.take(own);
    const anchor = own ?? this.#slugs.of(plain);
    if (anchor !== undefined && !this.#ids.includes(anchor)) this.#ids.push(anchor);
    const { level } = leaf;
    if (prefixOf(leaf.container) === '')
      this.#write({ kind: 'heading', level, markdown, text: plain, anchor, names }, leaf);
    else this.#write({ kind: 'text', markdown: `${'#'.repeat(level)} ${markdown}`, names }, leaf);
  }

  #paragraph(leaf: ParagraphLeaf): void {
    const { container } = leaf;
    const [line = '', ...rest] = leaf.lines;
    if (container?.kind === 'quote' && !container.written && container.first !== '') {
      const title = alertTitle(line);
      if (title !== undefined) {
        this.#label(this.#inline(title), leaf);
        if (rest.length > 0) this.#text(rest, { ...leaf, bared: true });
        return;
      }
    }
    this.#text(leaf.lines, leaf);
  }

  #text(lines: readonly string[], leaf: ParagraphLeaf): void {
    const { markdown, names } = this.#inline(lines.join('\n').trim());
    const text = markdown.trim();
    if (text !== '') this.#write({ kind: 'text', markdown: leaf.bared ? guardStart(text) : text, names }, leaf);
  }

  #label({ markdown, names }: Inline, leaf: Leaf): void {
    const text = markdown.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    const bold = /^\*\*.*\*\*$/.test(text) ? text : `**${text}**`;
    this.#write({ kind: 'text', markdown: bold, names }, leaf);
  }

  /** Raw HTML stays; scripts, styles and comments do not. A blank line would end it too early. */
  #html(lines: readonly string[], leaf: Leaf): void {
    const source = lines.join('\n');
    if (/^\s*<(?:script|style)[\s>]/i.test(source)) return;
    const { markdown, names } = this.#inline(unclosedComment(source), writeHtml);
    const kept = /^\s*<(?:pre|textarea)[\s>]/i.test(source) ? markdown : markdown.replace(/\n[ \t]*(?=\n)/g, '');
    const text = kept.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
    if (text.trim() !== '') this.#write({ kind: 'text', markdown: text.trimStart(), names }, leaf);
  }

  #code(lines: readonly string[], info: string, leaf: Leaf): void {
    const code = trimLineEnds(lines.join('\n'));
    if (code.trim() === '') return;
    const title = codeTitle(info);
    if (title !== undefined) this.#label({ markdown: escapeLine(title), ids: [], names: [] }, leaf);
    const language = fenceLanguage(info);
    this.#write({ kind: 'code', code, names: [], ...(language === undefined ? {} : { language }) }, leaf);
  }

  #table({ header, divider, rows, ...leaf }: TableLeaf): void {
    const names: string[] = [];
    const row = (source: string): string => {
      const cells = cellsOf(source).map((cell) => {
        const inline = this.#inline(cell);
        for (const name of inline.names) names.push(name);
        return inline.markdown;
      });
      return rowOf(cells);
    };
    const written = row(header);
    const body = rows.map(row);
    const marks = rowOf(cellsOf(divider));
    this.#write({ kind: 'table', header: written, divider: marks, rows: body, names }, leaf);
  }

  #write(body: Body, { container, blankBefore }: Pick<Leaf, 'container' | 'blankBefore'>): void {
    const blank = this.#blank(container, blankBefore || this.#dropped, body.kind);
    const { first, rest } = prefixes(container);
    const names = body.names.length > 1 ? [...new Set(body.names)] : body.names;
    const place: BlockPlace = { first, rest, blank, entryDepth: 0, ids: this.#ids, names };
    this.blocks.push({ ...guarded(body, first), ...place } as Block);
    this.#ids = [];
    this.#last = container;
    this.#dropped = false;
  }

  /** What separates a block from the block above: nothing in a tight list, else a line with the marks of what both are in. */
  #blank(container: SourceContainer | undefined, apart: boolean, kind: Block['kind']): string | undefined {
    if (container === undefined || this.#last === undefined) return '';
    const { shared, next, previous } = parting(container, this.#last);
    if (!apart && next?.kind === 'item' && !next.written && kind !== 'table') {
      const neighbours = previous?.kind === 'item' && previous.list === next.list;
      if (neighbours) return undefined;
      if (shared?.kind === 'item' && (next.first.length < 3 || next.first.startsWith('1'))) return undefined;
    }
    return prefixOf(shared).trimEnd();
  }
}

/** A first line that would be a thematic break together with its marker gets a mark that keeps it text. */
function guarded(body: Body, first: string): Body {
  if (body.kind !== 'text' || first === '' || !/^[-*_ ]+$/.test(first)) return body;
  const line = body.markdown.split('\n', 1)[0] ?? '';
  return isThematicBreak(first.trimStart() + line) && line !== '___'
    ? { ...body, markdown: `\\${body.markdown}` }
    : body;
}

/** Where two rows of containers part. */
function parting(next: SourceContainer | undefined, previous: SourceContainer | undefined) {
  const path = pathOf(next);
  const last = pathOf(previous);
  let at = 0;
  while (at < path.length && path[at] === last[at]) at++;
  return { shared: path[at - 1], next: path[at], previous: last[at] };
}

function pathOf(container: SourceContainer | undefined): readonly SourceContainer[] {
  const path: SourceContainer[] = [];
  for (let at = container; at !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

function prefixOf(container: SourceContainer | undefined): string {
  let prefix = '';
  for (let at = container; at !== undefined; at = at.parent) prefix = at.rest + prefix;
  return prefix;
}

/** The prefixes of a block's lines; notes for every container that its mark is written. */
function prefixes(container: SourceContainer | undefined): { readonly first: string; readonly rest: string } {
  let first = '';
  let rest = '';
  if (container === undefined) return { first, rest };
  for (const at of pathOf(container)) {
    first += at.written ? at.rest : at.first;
    rest += at.rest;
    at.written = true;
  }
  return { first, rest };
}

// A heading is one line: its line breaks are spaces, and marks at its end would close it.
function headingLine(markdown: string): string {
  const line = markdown.replace(/\\?\n\s*/g, ' ').trim();
  return /(?:^|[ \t])#+$/.test(line) ? `${line.slice(0, -1)}\\#` : line;
}

// A comment that nothing closes hides the rest of the page.
function unclosedComment(source: string): string {
  const start = source.lastIndexOf('<!--');
  return start >= 0 && source.indexOf('-->', start) < 0 ? source.slice(0, start) : source;
}

function trimLineEnds(code: string): string {
  let end = code.length;
  while (code.charCodeAt(end - 1) === 10) end--;
  return code.slice(0, end);
}
