// Rows of tables that are headings: a heading alone, across all columns.
import { type ChildNode, type Element, isElement, isText } from '../node.ts';

const maxNodes = 8;

/** Whether a row holds a heading and nothing beside it. */
export function isTitleRow({ children }: Element): boolean {
  let found = false;
  for (const cell of children) {
    if (!isElement(cell) || isEmpty(cell)) continue;
    if (found || !isOnlyHeading(cell)) return false;
    found = true;
  }
  return found;
}

function isOnlyHeading({ children }: Element): boolean {
  let found = false;
  for (const node of children) {
    if (isEmpty(node)) continue;
    if (found || !isElement(node) || !isHeading(node.name)) return false;
    found = true;
  }
  return found;
}

function isHeading(name: string): boolean {
  return name.length === 2 && /^h[1-6]$/.test(name);
}

/** White space, a line break, or an anchor without text. */
function isEmpty(node: ChildNode): boolean {
  if (isText(node)) return node.data.trim() === '';
  const { name, children } = node;
  return name !== 'img' && name !== 'svg' && children.length <= maxNodes && children.every(isBlank);
}

function isBlank(node: ChildNode): boolean {
  return isText(node) && node.data.trim() === '';
}
