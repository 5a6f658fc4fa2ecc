// Which tables hold data and which only arrange the page.
import type { Element } from '../node.ts';
import type { Visitor } from '../walk.ts';
import { isLineGutter } from './line-gutter.ts';
import { isTitleCell } from './page-title.ts';
import { walkInside } from './plain-text.ts';

interface Shape {
  cells: number;
  columns: number;
  rows: number;
  rowCells: number;
  /** How many cells of this row, and of the row that has most of them, hold something. */
  rowFilled: number;
  mostFilled: number;
  /** Whether the cell that is open holds something, and a list or a heading. */
  isFilled: boolean;
  isListed: boolean;
  /** How many cells hold something, but neither a list nor a heading. */
  plainCells: number;
  holdsHeading: boolean;
  /** Whether a cell holds paragraphs, lists or headings. */
  holdsProse: boolean;
  /** Whether it has a head, or a cell that is one: then its rows belong together, whatever the cells hold. */
  hasHead: boolean;
  /** Whether a cell holds a table, or code of several lines, or code that has the numbers of its lines beside it. */
  holdsBlocks: boolean;
}

/** What was found out about the tables of a page: the writer and the fidelity count both need it, and each table is read once. */
const shapes = new WeakMap<Element, Shape>();
const gutters = new WeakSet<Element>();

/** Whether a table is there for the layout: what its cells hold is to be shown as if there were no table. */
export function isLayoutTable(table: Element): boolean {
  const { role } = table.attribs;
  if (role === 'presentation' || role === 'none') return true;
  let shape = shapes.get(table);
  if (shape === undefined) {
    shape = newShape();
    shapes.set(table, shape);
    walkInside(table, new ShapeReader(shape));
  }
  return shape.cells <= 1 || (!shape.hasHead && arranges(shape));
}

/** Whether a cell of a table for the layout holds only the numbers of the lines beside it. */
export function isGutter(cell: Element): boolean {
  return gutters.has(cell);
}

/** Whether a table without a head sets blocks beside each other, lists beside lists, or everything in one column. */
function arranges({ columns, rows, holdsBlocks, holdsHeading, holdsProse, mostFilled, plainCells }: Shape): boolean {
  if (columns <= 2 && holdsBlocks) return true;
  if (rows <= 1 && (holdsHeading || plainCells === 0)) return true;
  return columns > 1 && mostFilled <= 1 && (rows <= 2 || holdsProse);
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const headingNames = words('h1 h2 h3 h4 h5 h6');
const listNames = words('dl ol ul');

class ShapeReader implements Visitor {
  readonly #open: Shape[];
  #pre: Element | undefined;
  #seenText = false;
  #seenLineEnd = false;

  constructor(outer: Shape) {
    this.#open = [outer];
  }

  get #shape(): Shape {
    return this.#open[this.#open.length - 1] as Shape;
  }

  text(data: string): void {
    if (!this.#shape.isFilled && data.trim() !== '') this.#fill();
    if (this.#pre === undefined) return;
    const start = data.search(/\S/);
    if (start >= 0) {
      const startsLine = this.#seenLineEnd || data.slice(0, start).includes('\n');
      if ((this.#seenText && startsLine) || data.trim().includes('\n')) this.#shape.holdsBlocks = true;
      this.#seenText = true;
      this.#seenLineEnd = false;
    }
    this.#seenLineEnd ||= data.includes('\n', Math.max(start, 0));
  }

  #fill(): void {
    const shape = this.#shape;
    shape.isFilled = true;
    if (!shape.isListed) shape.plainCells++;
    if (++shape.rowFilled > shape.mostFilled) shape.mostFilled = shape.rowFilled;
  }

  #beginCell(shape: Shape): void {
    shape.cells++;
    if (++shape.rowCells > shape.columns) shape.columns = shape.rowCells;
    shape.isFilled = false;
    shape.isListed = false;
  }

  enter(element: Element): boolean {
    const shape = this.#shape;
    const isHeading = headingNames.has(element.name);
    const isList = listNames.has(element.name);
    if (isHeading) shape.holdsHeading = true;
    if (isHeading || isList) shape.isListed ||= !shape.isFilled;
    if (isHeading || isList || element.name === 'p') shape.holdsProse = true;
    switch (element.name) {
      case 'table': {
        shape.holdsBlocks = true;
        const inner = newShape();
        shapes.set(element, inner);
        this.#open.push(inner);
        break;
      }
      case 'img':
        if (!shape.isFilled && element.attribs.alt) this.#fill();
        break;
      case 'tr':
        shape.rows++;
        shape.rowCells = 0;
        shape.rowFilled = 0;
        break;
      case 'td':
      case 'th':
        // The name of a file above its code is no head.
        if (element.name === 'th' && element.attribs.class !== 'filename') shape.hasHead = true;
        if (isTitleCell(element)) shape.holdsHeading = true;
        this.#beginCell(shape);
        if (isLineGutter(element)) {
          gutters.add(element);
          shape.holdsBlocks = true;
        }
        break;
      case 'br':
        this.#seenLineEnd = true;
        break;
      case 'pre':
        this.#pre ??= element;
        this.#seenText = false;
        this.#seenLineEnd = false;
        break;
    }
    return true;
  }

  leave(element: Element): void {
    if (element.name === 'table') this.#open.pop();
    else if (element === this.#pre) this.#pre = undefined;
  }
}

function newShape(): Shape {
  return {
    ...{ cells: 0, columns: 0, rows: 0, rowCells: 0, rowFilled: 0, mostFilled: 0, plainCells: 0 },
    ...{ isFilled: false, isListed: false, holdsHeading: false, holdsProse: false, hasHead: false, holdsBlocks: false },
  };
}
