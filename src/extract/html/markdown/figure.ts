// Figures: what they show first, then their caption; and the captions of tables (E3).
import { Element } from 'domhandler';
import { type Enter, endBlock, skip } from './element-action.ts';

export const enterFigure: Enter = () => endBlock;

/** A caption that stands before what it belongs to waits until the figure ends; a table's stands above it. */
export const enterCaption: Enter = (writer, element) => {
  if (writer.oneLine > 0 || element.name !== 'figcaption' || writer.detours.at(-1) === element) return endBlock;
  const figure = element.parent;
  if (!(figure instanceof Element) || figure.name !== 'figure' || !hasMore(element)) return endBlock;
  writer.postponed.set(figure, element);
  return skip;
};

function hasMore(element: Element): boolean {
  for (let next = element.next; next !== null; next = next.next) if (next instanceof Element) return true;
  return false;
}
