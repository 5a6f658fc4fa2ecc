// Bulleted and numbered lists, and the check marks of task lists.
import { type Element, isElement } from '../node.ts';
import { classRole } from './class-roles.ts';
import { type Enter, endBlock, type Leave, skip } from './element-action.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterList: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  if (classRole(element.marks) === 'layout-list' || holdsSections(element)) return endBlock;
  writer.depths.push(writer.containers.depth);
  const { start, reversed } = element.attribs;
  const isOrdered = element.name === 'ol';
  const step = isOrdered && reversed !== undefined ? -1 : 1;
  writer.containers.openList(isOrdered, integer(start) ?? (step === 1 ? 1 : itemCount(element)), step, false);
  return leaveContainer;
};

/** A list of sections only arranges the page. */
function holdsSections({ children }: Element): boolean {
  const item = children.find(isElement);
  const first = item?.children.find((child) => isElement(child) || child.data.trim() !== '');
  return isElement(first) && first.name === 'section' && item?.name === 'li';
}

export const enterItem: Enter = (writer, { attribs }) => {
  if (writer.oneLine > 0) return undefined;
  writer.depths.push(writer.containers.depth);
  writer.containers.openItem(integer(attribs.value));
  return leaveContainer;
};

/** Ends whatever was opened since the element began. */
export const leaveContainer: Leave = (writer) => {
  writer.flush();
  writer.containers.closeTo(writer.depths.pop() ?? 1);
};

/** Of all inputs only the check mark that begins an item is shown. */
export const enterInput: Enter = (writer, { attribs }) => {
  if (attribs.type?.toLowerCase() === 'checkbox' && beginsItem(writer)) {
    writer.containers.inner.task = attribs.checked === undefined ? '[ ] ' : '[x] ';
  }
  return skip;
};

function beginsItem({ containers, inline, oneLine }: MarkdownWriter): boolean {
  return oneLine === 0 && containers.opensItem && inline.isEmpty;
}

function integer(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*[-+]?\d{1,9}/.test(text)) return undefined;
  return Number.parseInt(text, 10);
}

function itemCount({ children }: Element): number {
  return children.filter((child) => isElement(child) && child.name === 'li').length;
}
