// Line numbers in a cell beside their code (E3).
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { isDecoration } from './code-part.ts';
import { textOf } from './plain-text.ts';

const preLevels = 4;
// 100,000 numbers of lines have no more characters than this.
const longest = 600_000;
/** `listing_lines`, `line-numbers`: the class of one number, which could be anything without it. */
const numbersClass =
  /(?:^|[\s_-])(?:gutter|line-?(?:no|num|number)?s|line-?(?:no|num|number)|nums|numbers|ln)(?:$|[\s_-])/i;

/** Whether a cell holds nothing but the numbers of the lines of code that the only other cell of its row holds. */
export function isLineGutter(cell: Element): boolean {
  const code = nextElement(cell);
  if (cell.name !== 'td' || code === undefined || code.name !== 'td') return false;
  if (previousElement(cell) !== undefined || nextElement(code) !== undefined || !isOnlyRow(cell.parent)) return false;
  if (isDecoration(cell)) return onlyPre(code) !== undefined;
  const numbers = onlyPre(cell);
  const lines = numbers === undefined ? undefined : onlyPre(code);
  if (numbers === undefined || lines === undefined) return false;
  const count = countNumbers(textOf(numbers, undefined, longest));
  if (count === 0 || countLines(textOf(lines, undefined, longest)) !== count) return false;
  return count > 1 || namesNumbers(cell) || namesNumbers(numbers);
}

/** Only a row of heads may be beside it: the name of the file. */
function isOnlyRow(row: Element['parent']): boolean {
  if (!isElement(row) || nextElement(row) !== undefined) return false;
  const before = previousElement(row);
  return before === undefined || before.children.every((cell) => !isElement(cell) || cell.name === 'th');
}

function namesNumbers({ marks }: Element): boolean {
  return marks.className !== undefined && numbersClass.test(marks.className.slice(0, 200));
}

/** How many numbers follow each other, one a line; 0 when anything else is there. */
function countNumbers(text: string): number {
  const lines = text.trim().split(/\s*\n\s*/);
  const first = Number(lines[0]);
  return lines.every((line, at) => line === String(first + at)) ? lines.length : 0;
}

function countLines(text: string): number {
  return text.replace(/^\n/, '').trimEnd().split('\n').length;
}

/** The `pre` that is all an element holds. */
function onlyPre(cell: Element): Element | undefined {
  let inside: Element | undefined = cell;
  for (let level = 0; level < preLevels && inside !== undefined; level++) {
    inside = onlyElement(inside.children);
    if (inside?.name === 'pre') return inside;
  }
  return undefined;
}

function onlyElement(nodes: readonly ChildNode[]): Element | undefined {
  if (nodes.length > 3) return undefined;
  const shown = nodes.filter((node) => isElement(node) || node.data.trim() !== '');
  return shown.length === 1 && isElement(shown[0]) ? shown[0] : undefined;
}

function nextElement({ next }: Element): Element | undefined {
  const node = isText(next) ? next.next : next;
  return isElement(node) ? node : undefined;
}

function previousElement({ prev }: Element): Element | undefined {
  const node = isText(prev) ? prev.prev : prev;
  return isElement(node) ? node : undefined;
}
