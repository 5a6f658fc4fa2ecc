// Which tables hold data and which only arrange the page.
import type { Element } from '../node.ts';
import type { Visitor } from '../walk.ts';
import { walkInside } from './plain-text.ts';

interface Shape {
  cells: number;
  columns: number;
  rowCells: number;
  /** Whether it has a head, or a cell that is one: then its rows belong together, whatever the cells hold. */
  hasHead: boolean;
  /** Whether a cell holds a table, or code of several lines. */
  holdsBlocks: boolean;
}

/** Knows the tables of one page; each is looked at once, however they are nested. */
export class TableShapes {
  readonly #shapes = new Map<Element, Shape>();

  /** Whether a table is there for the layout: what its cells hold is to be shown as if there were no table. */
  isLayout(table: Element): boolean {
    const { role } = table.attribs;
    if (role === 'presentation' || role === 'none') return true;
    let shape = this.#shapes.get(table);
    if (shape === undefined) {
      shape = newShape();
      this.#shapes.set(table, shape);
      walkInside(table, new ShapeReader(this.#shapes, shape));
    }
    return shape.cells <= 1 || (shape.columns <= 2 && shape.holdsBlocks && !shape.hasHead);
  }
}

class ShapeReader implements Visitor {
  readonly #shapes: Map<Element, Shape>;
  readonly #open: Shape[];
  #pre: Element | undefined;
  #seenText = false;
  #seenLineEnd = false;

  constructor(shapes: Map<Element, Shape>, outer: Shape) {
    this.#shapes = shapes;
    this.#open = [outer];
  }

  get #shape(): Shape {
    return this.#open[this.#open.length - 1] as Shape;
  }

  text(data: string): void {
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

  enter(element: Element): boolean {
    const shape = this.#shape;
    switch (element.name) {
      case 'table': {
        shape.holdsBlocks = true;
        const inner = newShape();
        this.#shapes.set(element, inner);
        this.#open.push(inner);
        break;
      }
      case 'tr':
        shape.rowCells = 0;
        break;
      case 'td':
      case 'th':
        // The name of a file above its code is no head.
        if (element.name === 'th' && element.attribs.class !== 'filename') shape.hasHead = true;
        shape.cells++;
        if (++shape.rowCells > shape.columns) shape.columns = shape.rowCells;
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
  return { cells: 0, columns: 0, rowCells: 0, hasHead: false, holdsBlocks: false };
}
