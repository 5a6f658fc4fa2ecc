// The facts of a page's content that its Markdown must keep: code, cells, headings, words.
import { type ChildNode, type Document, Element, Text } from '../../src/extract/html/node.ts';
import { classesOf, codeTextOf, isCodeBlock, markedLanguage } from './source-code.ts';
import { hasNoWords, isOtherWord, separatesWords, textOf, wordsOf } from './source-words.ts';

/** The part of a page that counts; `Content` of the extraction is one. */
export interface SourceContent {
  readonly roots: readonly (Element | Document)[];
  readonly removed: ReadonlySet<Element>;
}

export interface SourceCode {
  readonly text: string;
  /** As the page writes it; undefined when it marks none. */
  readonly language: string | undefined;
}

export interface PageFacts {
  readonly code: readonly SourceCode[];
  /** The words of every cell that has any, of tables that are tables. */
  readonly cells: readonly string[];
  /** The words of every heading that has any, in order. */
  readonly headings: readonly string[];
  readonly words: readonly string[];
}

/** Reads the facts of a page's content. */
export function sourceFacts({ roots, removed }: SourceContent): PageFacts {
  const reader = new SourceReader(removed);
  for (const root of roots) {
    if (root instanceof Element) reader.read([root], false);
    else reader.read(root.children, false);
    reader.say('\n');
  }
  const { code, cells, headings } = reader;
  return { code, cells, headings, words: wordsOf(reader.text()) };
}

class SourceReader {
  readonly code: SourceCode[] = [];
  readonly cells: string[] = [];
  readonly headings: string[] = [];
  readonly #removed: ReadonlySet<Element>;
  #texts: string[] = [];

  constructor(removed: ReadonlySet<Element>) {
    this.#removed = removed;
  }

  text(): string {
    return this.#texts.join('');
  }

  say(text: string): void {
    this.#texts.push(text);
  }

  read(nodes: readonly ChildNode[], inCell: boolean): void {
    for (const node of nodes) {
      if (node instanceof Text) this.say(node.data);
      else if (node instanceof Element && !this.#isLeftOut(node)) this.#element(node, inCell);
    }
  }

  #isLeftOut(element: Element): boolean {
    return this.#removed.has(element) || hasNoWords(element);
  }

  #element(element: Element, inCell: boolean): void {
    const { name } = element;
    if (name === 'img') return this.say(` ${element.attribs.alt ?? ''} `);
    if (isCodeBlock(element)) return this.#block(element, inCell);
    if (name === 'table' && !inCell && !isLayout(element)) return this.#table(element);
    const separates = separatesWords(element) || name === 'rt';
    if (separates || isOtherWord(element)) this.say('\n');
    const from = this.#texts.length;
    const codes = this.code.length;
    this.read(element.children, inCell);
    // With code in it, a heading cannot stay one line: its words count, its text does not.
    if (/^h[1-6]$/.test(name) && this.code.length === codes) this.#keepWords(this.headings, from);
    if (separates) this.say('\n');
  }

  #block(element: Element, inCell: boolean): void {
    const text = codeTextOf(element);
    this.say(`\n${text}\n`);
    if (!inCell && text !== '') this.code.push({ text, language: markedLanguage(element) });
  }

  /** Cells one by one, in the order of the page; a caption is outside of them. */
  #table(table: Element): void {
    this.say('\n');
    const parts = table.children.flatMap((child) =>
      child instanceof Element && /^t(?:head|body|foot)$/.test(child.name) ? child.children : [child],
    );
    for (const part of parts) {
      if (!(part instanceof Element) || this.#isLeftOut(part)) continue;
      if (part.name !== 'tr' || isTitleRow(part)) this.#element(part, false);
      else for (const cell of part.children) this.#cell(cell);
    }
  }

  #cell(cell: ChildNode): void {
    if (!(cell instanceof Element) || this.#isLeftOut(cell)) return;
    const from = this.#texts.length;
    const headings = this.headings.length;
    this.read(cell.children, true);
    this.headings.length = headings;
    this.#keepWords(this.cells, from);
    this.say('\n');
  }

  #keepWords(into: string[], from: number): void {
    const words = wordsOf(this.#texts.slice(from).join(''));
    if (words.length > 0) into.push(words.join(' '));
  }
}

/** Tables for layout only: marked as such, a single cell, or at most two columns around code or tables. */
function isLayout(table: Element): boolean {
  const role = table.attribs.role ?? '';
  if (role === 'presentation' || role === 'none') return true;
  // AsciiDoctor sets an admonition's sign beside its text.
  if (table.parent instanceof Element && classesOf(table.parent).includes('admonitionblock')) return true;
  // Doxygen sets a signature in a table, a second one for the labels beside it.
  if (classesOf(table).some((name) => name === 'memname' || name === 'mlabels')) return true;
  const rows = descendants(table, 'tr', 'table');
  const cells = rows.map((row) => row.children.filter(isCell));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  if (columns <= 1 && rows.length <= 1) return true;
  if (cells.flat().some((cell) => cell.name === 'th' && !classesOf(cell).includes('filename'))) return false;
  if (columns <= 2 && cells.flat().some(holdsCodeOrTable)) return true;
  const filled = cells.map((row) => row.filter(hasWords));
  if (rows.length <= 1) return filled.flat().every(isListOrHeading) || filled.flat().some(isTitle);
  return columns > 1 && filled.every((row) => row.length <= 1) && (rows.length === 2 || filled.flat().some(isProse));
}

/** A row that is the heading of the rows below it. */
function isTitleRow(row: Element): boolean {
  const filled = row.children.filter((cell) => isCell(cell) && hasWords(cell)) as Element[];
  const parts = filled.flatMap(({ children }) => children.filter((child) => child instanceof Text || hasWords(child)));
  const shown = parts.filter((part) => !(part instanceof Text) || part.data.trim() !== '');
  return filled.length === 1 && shown.length === 1 && shown[0] instanceof Element && /^h[1-6]$/.test(shown[0].name);
}

function hasWords(element: ChildNode): boolean {
  return element instanceof Element && wordsOf(textOf(element)).length > 0;
}

function isListOrHeading(cell: Element): boolean {
  const first = cell.children.find((child) => child instanceof Element || child.data.trim() !== '');
  return first instanceof Element && (/^(?:[dou]l|h[1-6])$/.test(first.name) || isListOrHeading(first));
}

function isTitle(cell: Element): boolean {
  return (
    classesOf(cell).includes('title') ||
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].some((name) => descendants(cell, name, '').length > 0)
  );
}

function isProse(cell: Element): boolean {
  return ['p', 'ul', 'ol', 'dl'].some((name) => descendants(cell, name, '').length > 0) || isTitle(cell);
}

function isCell(node: ChildNode): node is Element {
  return node instanceof Element && (node.name === 'td' || node.name === 'th');
}

function holdsCodeOrTable(cell: Element): boolean {
  if (
    classesOf(cell).some((name) => /^(?:gutter|linenos|listing_lines)$/.test(name)) ||
    descendants(cell, 'table', '').length > 0
  )
    return true;
  return descendants(cell, 'pre', '').some((pre) => codeTextOf(pre).includes('\n'));
}

/** All elements of a name below one, but none inside an element of the other name. */
function descendants(element: Element, name: string, except: string): readonly Element[] {
  return element.children.flatMap((child) => {
    if (!(child instanceof Element) || child.name === except) return [];
    return [...(child.name === name ? [child] : []), ...descendants(child, name, except)];
  });
}
