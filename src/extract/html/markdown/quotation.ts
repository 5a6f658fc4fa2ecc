// Quotations, rules, and the marks around words: quotes, readings, raised and lowered text (E3).
import { type Enter, endMark, type Leave, skip } from './element-action.ts';
import type { MarkKind } from './emphasis.ts';
import { leaveContainer } from './list.ts';

export const enterQuotation: Enter = (writer) => {
  if (writer.oneLine > 0) return undefined;
  writer.depths.push(writer.containers.depth);
  writer.containers.openQuotation();
  return leaveContainer;
};

/** A line; in a list's item not of hyphens, which would be a list of lists. Links lead to what is behind it. */
export const enterRule: Enter = (writer) => {
  if (writer.oneLine === 0 && !writer.inCell) {
    const ids = writer.pendingIds;
    writer.pendingIds = [];
    writer.push({ kind: 'text', markdown: writer.containers.isNested ? '___' : '---' });
    writer.pendingIds = ids;
  }
  return skip;
};

export const enterBreak: Enter = (writer) => {
  writer.break();
  return skip;
};

export const enterQuote: Enter = (writer, { children }) => {
  if (children.length === 0) return skip;
  writer.text('“');
  return leaveQuote;
};

const leaveQuote: Leave = (writer) => writer.text('”');

/** The reading of a ruby, in parentheses behind its base. */
export const enterReading: Enter = (writer, { children }) => {
  if (children.length === 0) return skip;
  writer.text('(');
  return leaveReading;
};

const leaveReading: Leave = (writer) => writer.text(')');

/** Text between marks. */
export function enterMarked(kind: MarkKind): Enter {
  return (writer) => {
    if (writer.inCode) return undefined;
    writer.inline.open(kind);
    return endMark;
  };
}
