// Counts the code, cells, headings and words of a page's content, apart from the walk that makes its Markdown (E3).
import type { Element } from '../node.ts';
import type { Visitor } from '../walk.ts';
import { isAdmonition } from './admonition.ts';
import { classRole } from './class-roles.ts';
import { changedLine, codePart, partOf } from './code-part.ts';
import { codeText } from './code-text.ts';
import { type ElementKind, elementKinds } from './elements.ts';
import { isPermalink } from './heading.ts';
import { isApart, setsApart } from './joint.ts';
import { isGutter, isLayoutTable } from './table-shape.ts';
import { isTitleRow } from './title-row.ts';

/** A hash of all that is not white space. */
export function fingerprint(code: string): number {
  let hash = 0;
  const { length } = code;
  for (let at = 0; at < length; at++) {
    const unit = code.charCodeAt(at);
    if (unit > 0x20 && unit !== 0xa0) hash = (Math.imul(hash, 31) + unit) | 0;
  }
  return hash;
}

interface OpenTable {
  readonly element: Element;
  readonly isLayout: boolean;
  filled: number;
  /** Cells of nested tables. */
  inner: number;
  /** Whether the row that is open is a heading. */
  isTitle: boolean;
  readonly code: number[];
}

interface Part {
  readonly kind: ElementKind;
  readonly isBlock: boolean;
  readonly isSilent: boolean;
  /** In it a heading is a line in bold. */
  readonly nests: boolean;
  /** Whether its class may mark it as no text. */
  readonly isPlain: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const silent = words('dropped script drawing math checkbox');
const nesting = words('item quotation cell term description');
const plain = words('inline block cell');
const withinLines = words('inline code strong em del sub sup link image');

const parts: ReadonlyMap<string, Part> = new Map(
  [...elementKinds].map(([name, kind]) => [
    name,
    {
      kind,
      isBlock: !withinLines.has(kind),
      isSilent: silent.has(kind),
      nests: nesting.has(kind),
      isPlain: plain.has(kind),
    },
  ]),
);
const unknownPart: Part = { kind: 'inline', isBlock: false, isSilent: false, nests: false, isPlain: true };

/** Counts what the source holds, called for each text and element. */
export class SourceCount implements Visitor {
  /** All text, with a space where a word cannot go on. */
  words = '';
  code: number[] = [];
  cells = 0;
  headings = 0;
  readonly #removed: ReadonlySet<Element>;
  readonly #tables: OpenTable[] = [];
  /** Elements in which a heading is a line in bold. */
  readonly #nests: Element[] = [];
  #pre: Element | undefined;
  #preText = '';
  /** Whether a line of it is marked as changed: the signs are part of the code then. */
  #hasSigns = false;
  #heading: Element | undefined;
  #cellFilled = false;
  #line: Element | undefined;
  #lastName = '';
  #lastPart = unknownPart;

  constructor(removed: ReadonlySet<Element>) {
    this.#removed = removed;
  }

  text(data: string): void {
    this.words += data;
    if (this.#pre !== undefined) this.#preText += data;
    if (this.#heading === undefined && (this.#cellFilled || this.#tables.length === 0)) return;
    if (!/\S/.test(data)) return;
    this.#cellFilled = true;
    if (this.#heading === undefined) return;
    this.headings++;
    this.#heading = undefined;
  }

  enter(element: Element): boolean {
    const part = this.#partOf(element.name);
    if (part.isSilent || this.#isLeftOut(element, part) || this.#removed.has(element)) return false;
    const { kind } = part;
    if (part.isBlock) this.words += ' ';
    else if (this.#pre === undefined && isApart(element)) this.words += ' ';
    if (kind === 'inline') return true;
    if (part.nests) this.#nests.push(element);
    switch (kind) {
      case 'block':
      case 'admonition':
        if (isAdmonition(element)) this.#nests.push(element);
        break;
      case 'heading':
        this.#line ??= element;
        if (this.#nests.length === 0) this.#heading = element;
        break;
      case 'term':
        this.#line ??= element;
        break;
      case 'pre':
        if (this.#pre === undefined && this.#line === undefined) this.#pre = element;
        break;
      case 'break':
        if (this.#pre !== undefined) this.#preText += '\n';
        break;
      case 'table':
      case 'row':
      case 'cell':
        if (this.#pre === undefined) this.#enterTablePart(element, kind);
    }
    return true;
  }

  leave(element: Element): void {
    const { kind, isBlock } = this.#partOf(element.name);
    if (!isBlock) return;
    this.words += ' ';
    if (this.#nests.length > 0 && this.#nests.at(-1) === element) this.#nests.pop();
    if (element === this.#line) this.#line = undefined;
    if (element === this.#heading) this.#heading = undefined;
    if (element === this.#pre) this.#endPre(element);
    else if (kind === 'cell') this.#endCell();
    else if (kind === 'table' && this.#tables.at(-1)?.element === element) this.#endTable();
  }

  #partOf(name: string): Part {
    // An element is left soon after it was entered, and highlighted code is one `span` after the other.
    if (name !== this.#lastName) {
      this.#lastName = name;
      this.#lastPart = parts.get(name) ?? unknownPart;
    }
    return this.#lastPart;
  }

  /** What is not text of the page: permalinks, line numbers, formulas. */
  #isLeftOut(element: Element, { kind, isPlain }: Part): boolean {
    if (this.#pre !== undefined) return this.#isLeftOutOfCode(element);
    if (kind === 'link') return isPermalink(element, this.#line !== undefined) || this.#isSourceLink(element);
    if (kind === 'cell' && isGutter(element)) return true;
    const { className } = element.marks;
    if (!isPlain || className === undefined) return false;
    const role = classRole(element.marks);
    if (role === undefined) return className === 'lang';
    if (setsApart(role)) this.words += ' ';
    return (
      role === 'permalink' || role === 'decoration' || role === 'math' || role === 'katex' || role === 'rendered-math'
    );
  }

  #isLeftOutOfCode(element: Element): boolean {
    const part = partOf(element);
    if ((part & changedLine) !== 0) this.#hasSigns = true;
    return (part & codePart.decoration) !== 0;
  }

  #isSourceLink({ marks }: Element): boolean {
    return this.#line !== undefined && classRole(marks) === 'aside-link';
  }

  #enterTablePart(element: Element, kind: 'table' | 'row' | 'cell'): void {
    const table = this.#tables.at(-1);
    if (kind === 'table') {
      // Checked from the outermost inwards, so each table is read once.
      const isLayout = isLayoutTable(element) || isSignatureTable(element);
      this.#tables.push({ element, isLayout, filled: 0, inner: 0, isTitle: false, code: [] });
    } else if (table !== undefined && kind === 'row') table.isTitle = isTitleRow(element);
    else if (table !== undefined && kind === 'cell') this.#cellFilled = false;
  }

  #endPre(pre: Element): void {
    this.#pre = undefined;
    const text = (this.#hasSigns ? codeText(pre, this.#removed) : this.#preText).trim();
    this.#hasSigns = false;
    this.#preText = '';
    if (text === '') return;
    const table = this.#tables.at(-1);
    (table?.code ?? this.code).push(fingerprint(text));
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || this.#pre !== undefined) return;
    if (this.#cellFilled && !table.isTitle) table.filled++;
    this.#cellFilled = false;
  }

  /** A table for the layout is as good as none; one within another's cell is part of that cell. */
  #endTable(): void {
    const table = this.#tables.pop() as OpenTable;
    const around = this.#tables.at(-1);
    const { isLayout } = table;
    const cells = isLayout ? table.inner : table.filled;
    if (around === undefined) this.cells += cells;
    else around.inner += cells;
    if (isLayout) for (const each of table.code) (around?.code ?? this.code).push(each);
    this.#cellFilled = around !== undefined;
  }
}

/** Doxygen sets a signature in a table. */
function isSignatureTable({ marks }: Element): boolean {
  return classRole(marks) === 'signature-table';
}
