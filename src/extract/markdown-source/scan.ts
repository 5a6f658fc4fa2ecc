// Cuts a Markdown file into its leaves: one pass over its lines, CommonMark's containers, and the directives and components of its dialects.
import { bangDirective, colonDirective, type Directive, fencedDirective, tabDirective } from './admonition.ts';
import { type ComponentTag, closedComponents, componentLines } from './component.ts';
import { LinkDefinitions } from './definitions.ts';
import { type HtmlBlockKind, htmlBlockOf } from './html-block.ts';
import type { CodeLeaf, HtmlLeaf, Leaf, ParagraphLeaf, TableLeaf } from './leaf.ts';
import { LineCursor } from './line-cursor.ts';
import {
  atxHeading,
  fenceStart,
  footnoteMarker,
  isClosing,
  isThematicBreak,
  listMarker,
  setextLevel,
} from './line-starts.ts';
import { maxContainers, OpenContainers, takeQuoteMark } from './open-containers.ts';
import { endOfStatement, isStatement } from './statement.ts';
import { cellsOf, delimiterColumns } from './table-row.ts';

/** The leaves of a file in document order, and what its labels point to. */
export interface Scanned {
  readonly leaves: readonly Leaf[];
  readonly definitions: LinkDefinitions;
  readonly closed: ReadonlySet<string>;
}

/** Scans Markdown whose line ends are `\n`. Never throws; costs a bounded amount per line. */
export function scanMarkdown(source: string): Scanned {
  const scan = new Scan(source);
  scan.run();
  return scan;
}

type OpenLeaf =
  | { readonly kind: 'paragraph'; readonly leaf: ParagraphLeaf }
  | { readonly kind: 'table'; readonly leaf: TableLeaf }
  | {
      readonly kind: 'fence';
      readonly leaf: CodeLeaf;
      readonly mark: string;
      readonly length: number;
      readonly indent: number;
    }
  | { readonly kind: 'indented'; readonly leaf: CodeLeaf }
  | { readonly kind: 'html'; readonly leaf: HtmlLeaf; readonly html: HtmlBlockKind };

class Scan implements Scanned {
  readonly leaves: Leaf[] = [];
  readonly definitions = new LinkDefinitions();
  readonly closed: ReadonlySet<string>;
  readonly #lines: readonly string[];
  readonly #containers = new OpenContainers();
  readonly #lastDirectiveEnd: number;
  #open: OpenLeaf | undefined;
  #blank = false;
  #at = 0;
  /** No tag over several lines is looked for before this line: one was, and has no end. */
  #noTagBefore = 0;

  constructor(source: string) {
    this.#lines = source.split('\n');
    this.closed = closedComponents(source);
    this.#lastDirectiveEnd = source.includes(':::')
      ? this.#lines.findLastIndex((line) => /^[\s>]*:::+\s*$/.test(line))
      : -1;
  }

  run(): void {
    for (this.#at = 0; this.#at < this.#lines.length; this.#at++)
      this.#line(new LineCursor(this.#lines[this.#at] ?? ''));
    this.#end();
  }

  #line(cursor: LineCursor): void {
    const matched = this.#containers.match(cursor);
    const all = matched === this.#containers.count;
    if (all && this.#goesOn(cursor)) return;
    if (!all && this.#open !== undefined && this.#open.kind !== 'paragraph') this.#end();
    if (cursor.blank) {
      this.#end();
      this.#containers.closeFrom(matched);
      this.#blank = true;
      return;
    }
    this.#start(cursor, matched);
  }

  /** Whether the line belongs to the code or the HTML that is open. */
  #goesOn(cursor: LineCursor): boolean {
    const open = this.#open;
    switch (open?.kind) {
      case 'fence':
        if (cursor.indent < 4 && isClosing(cursor.content, open.mark, open.length)) this.#end();
        else {
          cursor.take(Math.min(cursor.indent, open.indent));
          open.leaf.lines.push(cursor.rest);
        }
        return true;
      case 'html':
        if (open.html.end === undefined && cursor.blank) return false;
        open.leaf.lines.push(cursor.rest);
        if (open.html.end?.test(cursor.rest)) this.#end();
        return true;
      case 'indented':
        if (!cursor.blank && cursor.indent < 4) return false;
        cursor.take(Math.min(cursor.indent, 4));
        open.leaf.lines.push(cursor.rest);
        return true;
      default:
        return false;
    }
  }

  /** A line that is not blank: containers begin until a leaf does, or it is text. */
  #start(cursor: LineCursor, matched: number): void {
    let depth = matched;
    for (;;) {
      const lazy = depth < this.#containers.count;
      const inParagraph = this.#open?.kind === 'paragraph' && !lazy;
      if (cursor.indent > 3) {
        if (this.#open?.kind === 'paragraph') break;
        this.#close(depth);
        return this.#code(cursor);
      }
      const begun = this.#container(cursor, depth, inParagraph);
      if (begun === 'leaf') return;
      if (begun === undefined) {
        if (this.#leaf(cursor, depth, inParagraph)) return;
        break;
      }
      depth = this.#containers.count;
      if (cursor.blank) return;
    }
    this.#text(cursor, depth < this.#containers.count, depth);
  }

  /** Opens the container that the line starts; `leaf` when that took the whole line. */
  #container(cursor: LineCursor, depth: number, inParagraph: boolean): 'container' | 'leaf' | undefined {
    const { code } = cursor;
    if (code === 0x3e && depth < maxContainers) {
      this.#close(depth);
      this.#push('quote', { first: '> ' });
      takeQuoteMark(cursor);
      return 'container';
    }
    if (code === 0x5b && depth < maxContainers && !inParagraph) return this.#footnote(cursor, depth);
    if (code === 0x3a || code === 0x21 || code === 0x3f || code === 0x3d) return this.#directive(cursor, depth);
    if (code === 0x60 || code === 0x7e) {
      const closed = this.#containers.closedDirective(cursor.content, depth);
      if (closed === undefined) return undefined;
      this.#close(closed);
      return 'leaf';
    }
    if (isMarkerCode(code) && depth < maxContainers) return this.#item(cursor, depth, inParagraph);
    return undefined;
  }

  #item(cursor: LineCursor, depth: number, inParagraph: boolean): 'container' | undefined {
    const { content, indent } = cursor;
    const marker = listMarker(content);
    if (marker === undefined || isThematicBreak(content)) return undefined;
    const empty = content.length === marker.length || content.slice(marker.length).trim() === '';
    const mark = marker.charAt(marker.length - 1);
    if (inParagraph && (empty || (marker.length > 1 && Number.parseInt(marker, 10) !== 1))) return undefined;
    const list = this.#containers.listAt(depth, mark);
    this.#close(depth);
    cursor.skip(marker.length);
    const spaces = cursor.blank || cursor.indent > 4 ? 1 : cursor.indent;
    cursor.take(spaces);
    const first = marker + ' '.repeat(spaces);
    this.#push('item', { first, width: indent + first.length, mark, list });
    return 'container';
  }

  #footnote(cursor: LineCursor, depth: number): 'container' | undefined {
    const marker = footnoteMarker(cursor.content);
    if (marker === undefined) return undefined;
    this.#close(depth);
    cursor.skip(marker.length);
    cursor.take(cursor.indent);
    this.#push('footnote', { first: `${marker} `, width: 4 });
    return 'container';
  }

  #directive(cursor: LineCursor, depth: number): 'leaf' | undefined {
    const { content, indent } = cursor;
    if (content.startsWith(':::')) {
      const closed = this.#containers.closedDirective(content, depth);
      if (closed !== undefined) {
        this.#close(closed);
        return 'leaf';
      }
      const opened = depth < maxContainers && this.#at < this.#lastDirectiveEnd ? colonDirective(content) : undefined;
      if (opened === undefined) return undefined;
      this.#close(depth);
      this.#label(opened, 'directive', { width: indent, mark: ':', length: opened.length });
      return 'leaf';
    }
    const opened = depth < maxContainers ? (bangDirective(content) ?? tabDirective(content)) : undefined;
    if (opened === undefined) return undefined;
    this.#close(depth);
    this.#label(opened, 'indented', { width: indent + 4 });
    return 'leaf';
  }

  /** Starts the leaf that the line is; false when it is text. */
  #leaf(cursor: LineCursor, depth: number, inParagraph: boolean): boolean {
    const { content } = cursor;
    switch (cursor.code) {
      case 0x23: {
        const heading = atxHeading(content);
        if (heading === undefined) return false;
        this.#close(depth);
        this.leaves.push({ kind: 'heading', ...heading, ...this.#place() });
        return true;
      }
      case 0x60:
      case 0x7e:
        return this.#fence(cursor, depth);
      case 0x3c:
        return this.#component(content, depth) || this.#html(cursor, depth);
      case 0x3d:
      case 0x2d:
        if (inParagraph && this.#setext(content)) return true;
        break;
      default:
        break;
    }
    const { code } = cursor;
    if ((code === 0x2d || code === 0x5f || code === 0x2a) && isThematicBreak(content)) {
      this.#close(depth);
      this.leaves.push({ kind: 'break', ...this.#place() });
      return true;
    }
    if (inParagraph && this.#table(content)) return true;
    return (code === 0x69 || code === 0x65) && this.#statement(content);
  }

  #fence(cursor: LineCursor, depth: number): boolean {
    const { content, indent } = cursor;
    const start = fenceStart(content);
    if (start === undefined) return false;
    this.#close(depth);
    const directive = depth < maxContainers ? fencedDirective(start.info) : undefined;
    if (directive !== undefined) {
      this.#label(directive, 'directive', { width: indent, mark: start.mark, length: start.length });
      return true;
    }
    const leaf: CodeLeaf = { kind: 'code', lines: [], info: start.info, ...this.#place() };
    this.leaves.push(leaf);
    this.#open = { kind: 'fence', leaf, mark: start.mark, length: start.length, indent };
    return true;
  }

  #html(cursor: LineCursor, depth: number): boolean {
    const html = htmlBlockOf(cursor.content);
    if (html === undefined || (!html.interrupts && this.#open?.kind === 'paragraph')) return false;
    this.#close(depth);
    const leaf: HtmlLeaf = { kind: 'html', lines: [cursor.rest], ...this.#place() };
    this.leaves.push(leaf);
    this.#open = html.end?.test(cursor.content) ? undefined : { kind: 'html', leaf, html };
    return true;
  }

  /** A line, or several, of nothing but component tags. */
  #component(content: string, depth: number): boolean {
    if (!/^<\/?[A-Z]/.test(content)) return false;
    const found = componentLines(content, this.#lines, this.#at, this.#noTagBefore);
    if (typeof found === 'number') {
      this.#noTagBefore = Math.max(this.#noTagBefore, found);
      return false;
    }
    // A bare name that is closed nowhere is more likely a type than a component.
    const { tags, last } = found;
    if (tags.every(({ kind, name, bare }) => kind === 'open' && bare && !this.closed.has(name))) return false;
    this.#close(depth);
    this.#at = last;
    for (const tag of tags) this.#tag(tag);
    return true;
  }

  #tag({ kind, name, label, quoted }: ComponentTag): void {
    this.#end();
    if (kind === 'close') {
      const depth = this.#containers.component(name, this.#containers.count);
      if (depth !== undefined) this.#containers.closeFrom(depth);
      return;
    }
    const directive: Directive = { quoted: quoted && kind === 'open', title: label };
    if (kind === 'alone' || !this.closed.has(name) || this.#containers.count >= maxContainers) {
      if (label !== '') this.leaves.push({ kind: 'label', text: label, ...this.#place() });
    } else this.#label(directive, 'component', { width: -1, mark: name });
  }

  #setext(content: string): boolean {
    const level = setextLevel(content);
    if (level === undefined || this.#open?.kind !== 'paragraph') return false;
    const { leaf } = this.#open;
    this.#bare(leaf);
    if (leaf.lines.length === 0) return false;
    this.leaves.pop();
    this.#open = undefined;
    const { container, blankBefore } = leaf;
    this.leaves.push({ kind: 'heading', level, text: leaf.lines.join('\n').trim(), container, blankBefore });
    return true;
  }

  /** The paragraph's last line is a table's header when this one is the row below it. */
  #table(content: string): boolean {
    if (this.#open?.kind !== 'paragraph') return false;
    const columns = delimiterColumns(content);
    const { leaf: paragraph } = this.#open;
    const header = paragraph.lines.at(-1);
    if (columns === undefined || header === undefined || cellsOf(header).length !== columns) return false;
    if (/^(?: {4}|\t)/.test(header)) return false;
    paragraph.lines.pop();
    this.#bare(paragraph);
    if (paragraph.lines.length === 0) this.leaves.pop();
    const { container } = paragraph;
    const blankBefore = paragraph.lines.length === 0 && paragraph.blankBefore;
    const leaf: TableLeaf = { kind: 'table', header, divider: content, rows: [], container, blankBefore };
    this.leaves.push(leaf);
    this.#open = { kind: 'table', leaf };
    return true;
  }

  /** Leaves out a statement of MDX. */
  #statement(content: string): boolean {
    if (this.#open !== undefined || this.#containers.count > 0 || !isStatement(content.trimEnd())) return false;
    this.#at = endOfStatement(this.#lines, this.#at) - 1;
    return true;
  }

  #code(cursor: LineCursor): void {
    const leaf: CodeLeaf = { kind: 'code', lines: [], info: '', ...this.#place() };
    cursor.take(4);
    leaf.lines.push(cursor.rest);
    this.leaves.push(leaf);
    this.#open = { kind: 'indented', leaf };
  }

  #text(cursor: LineCursor, lazy: boolean, depth: number): void {
    const open = this.#open;
    if (open?.kind === 'paragraph') {
      // Where a lazy line gets its container's mark back it must stay what it was, and a tab as wide as it was.
      const mark = lazy && wouldUnderline(cursor.content) ? '\\' : ' '.repeat(Math.min(cursor.indent, 8));
      open.leaf.lines.push(mark + cursor.content);
      return;
    }
    if (open?.kind === 'table' && !lazy) {
      open.leaf.rows.push(cursor.content);
      return;
    }
    this.#close(depth);
    const leaf: ParagraphLeaf = { kind: 'paragraph', lines: [cursor.content], bared: false, ...this.#place() };
    this.leaves.push(leaf);
    this.#open = { kind: 'paragraph', leaf };
  }

  /** A directive's or a component's container, with its title as the first thing in it. */
  #label(
    { quoted, title }: Directive,
    kind: 'directive' | 'indented' | 'component',
    fields: Parameters<OpenContainers['push']>[1],
  ): void {
    this.#push(kind, { ...fields, first: quoted ? '> ' : '' });
    if (title !== '') this.leaves.push({ kind: 'label', text: title, ...this.#place() });
  }

  #push(...[kind, fields]: Parameters<OpenContainers['push']>): void {
    this.#containers.push(kind, fields);
  }

  #place(): { container: Leaf['container']; blankBefore: boolean } {
    const container = this.#containers.innermost;
    if (container !== undefined) container.filled = true;
    const blankBefore = this.#blank;
    this.#blank = false;
    return { container, blankBefore };
  }

  /** Ends the open leaf and every container below this depth. */
  #close(depth: number): void {
    this.#end();
    this.#containers.closeFrom(depth);
  }

  #end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.kind === 'paragraph') {
      this.#bare(open.leaf);
      if (open.leaf.lines.length === 0 && this.leaves.at(-1) === open.leaf) this.leaves.pop();
    }
    if (open?.kind === 'indented') {
      while (open.leaf.lines.at(-1)?.trim() === '') open.leaf.lines.pop();
      this.#blank = true;
    }
  }

  /** Takes the link definitions off a paragraph. */
  #bare(leaf: ParagraphLeaf): void {
    const count = this.definitions.take(leaf.lines);
    if (count === 0) return;
    leaf.lines.splice(0, count);
    leaf.bared = true;
  }
}

function isMarkerCode(code: number): boolean {
  return code === 0x2d || code === 0x2b || code === 0x2a || (code >= 0x30 && code <= 0x39);
}

function wouldUnderline(content: string): boolean {
  return setextLevel(content) !== undefined || delimiterColumns(content) !== undefined;
}
