// Rows of tables that are headings: a heading alone, across all columns.
import { type ChildNode, type Element, isElement, isText } from '../node.ts';

const maxCells = 8;
const maxNodes = 8;

/** Whether a row holds a heading, which nothing stands beside. */
export function isTitleRow({ children }: Element): boolean {
  let found = false;
  let cells = 0;
  for (const cell of children) {
    if (!isElement(cell) || isEmpty(cell)) continue;
    if (found || ++cells > maxCells || !isOnlyHeading(cell)) return false;
    found = true;
  }
  return found;
}

function isOnlyHeading(cell: Element): boolean {
  let found = false;
  const filled = cell.children.slice(0, maxNodes + 1).filter((node) => !isEmpty(node));
  if (cell.children.length > maxNodes) return false;
  for (const node of filled) {
    if (found || !isElement(node) || !/^h[1-6]$/.test(node.name)) return false;
    found = true;
  }
  return found;
}

/** White space, a line break, or an anchor without text. */
function isEmpty(node: ChildNode): boolean {
  if (isText(node)) return node.data.trim() === '';
  return node.name !== 'img' && node.name !== 'svg' && node.children.length <= maxNodes && node.children.every(isBlank);
}

function isBlank(node: ChildNode): boolean {
  return isText(node) && node.data.trim() === '';
}
