// Tables that are made of `div`: Javadoc's summaries, and those marked by their roles (E3).
import { type Element, isElement } from '../node.ts';
import { type ClassRole, classRole, hasClass } from './class-roles.ts';
import { divPart } from './div-part.ts';
import type { Enter, Leave } from './element-action.ts';
import type { TableRow } from './open-elements.ts';
import { enterCell, enterRow, leaveTable, newTable, openTable } from './table.ts';
import type { MarkdownWriter } from './writer.ts';

/** `undefined`: the element is no part of such a table. */
export function enterDivTable(
  writer: MarkdownWriter,
  element: Element,
  byClass: ClassRole | undefined,
): ReturnType<Enter> {
  const part = divPart(element, byClass);
  if (part === undefined || writer.inCell || writer.oneLine > 0) return undefined;
  const table = openTable(writer);
  if (part === 'table') return table === undefined && holdsRows(element) ? beginTable(writer, element) : undefined;
  if (table?.isOfDivs !== true || part === 'group') return undefined;
  if (part === 'row') return enterRow(writer, element);
  if (element.parent === table.element && beginsRow(element)) enterRow(writer, element);
  const leave = enterCell(writer, element);
  const row = table.rows.at(-1) as TableRow;
  row.isHead = part === 'head' && (row.isHead || row.cells.length === 0);
  return leave;
}

/** Where cells are in no rows, their classes mark the first and the last of one. */
function beginsRow({ marks, prev }: Element): boolean {
  if (hasClass(marks.className, 'col-first')) return true;
  const before = isElement(prev) ? prev : prev?.prev;
  return !isElement(before) || hasClass(before.marks.className, 'col-last');
}

function beginTable(writer: MarkdownWriter, element: Element): Leave {
  writer.tables.push(newTable(element, true));
  return leaveTable;
}

/** Whether the first thing in it is a cell or a row of cells: others have only the name. */
function holdsRows(element: Element): boolean {
  let first = element.children.find(isElement);
  for (let level = 0; level < 3 && first !== undefined; level++) {
    const part = divPart(first, classRole(first.marks));
    if (part === 'cell' || part === 'head') return true;
    if (part === undefined || part === 'table') return false;
    first = first.children.find(isElement);
  }
  return false;
}
