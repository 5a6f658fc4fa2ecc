// Which `div` is a table, or a part of one, by its role or its class (E3).
import type { Element } from '../node.ts';
import { type ClassRole, classRole } from './class-roles.ts';

type DivPart = 'table' | 'row' | 'cell' | 'head' | 'group';

const roleParts: ReadonlyMap<string, DivPart> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['rowgroup', 'group'],
  ['row', 'row'],
  ['cell', 'cell'],
  ['gridcell', 'cell'],
  ['columnheader', 'head'],
  ['rowheader', 'cell'],
]);

const classParts: ReadonlyMap<ClassRole | undefined, DivPart> = new Map([
  ['div-table', 'table'],
  ['div-row', 'row'],
  ['div-cell', 'cell'],
  ['div-head', 'head'],
]);

/** What part of a table a `div` is by its role or its class. */
export function divPart({ name, marks }: Element, byClass: ClassRole | undefined): DivPart | undefined {
  if (name !== 'div') return undefined;
  return (marks.role === undefined ? undefined : roleParts.get(marks.role)) ?? classParts.get(byClass);
}

/** Whether a `div` is a table by its role or its class. */
export function isDivTable(element: Element): boolean {
  return element.name === 'div' && divPart(element, classRole(element.marks)) === 'table';
}
