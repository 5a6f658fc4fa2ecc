// Tables: cells that span others show their value once, whatever a cell holds becomes one line (E3).
import { type Element, isElement } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { codeSpan } from './code-span.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import type { Alignment, Table, TableRow } from './open-elements.ts';
import { isGutter, isLayoutTable } from './table-shape.ts';
import { isTitleRow } from './title-row.ts';
import type { CellDraft, MarkdownWriter } from './writer.ts';

// As HTML bounds them.
const maxSpan = 1_000;
const maxRows = 65_534;
// Beyond this spans are ignored and short rows stay short, which GFM allows: a few bytes could make millions of cells.
const maxFillers = 20_000;

/** A table within a cell, and one for the layout, is shown as if there were none. */
export const enterTable: Enter = (writer, element) => {
  if (writer.inCell || writer.oneLine > 0 || isLayoutTable(element) || isNote(element)) {
    writer.tables.push(undefined);
    return leaveFlat;
  }
  writer.tables.push(newTable(element, false));
  return leaveTable;
};

export function newTable(element: Element, isOfDivs: boolean): Table {
  const flags = { isOfDivs, isTitle: false, isHeadWritten: false };
  return { element, rows: [], spans: [], alignments: [], group: '', fillers: 0, ...flags };
}

// AsciiDoctor's notes: a table of an icon and a text.
function isNote({ parent }: Element): boolean {
  return isElement(parent) && hasClass(parent.attribs.class, 'admonitionblock');
}

const leaveFlat: Leave = (writer) => {
  writer.flush();
  writer.tables.pop();
};

export const leaveTable: Leave = (writer) => {
  writer.flush();
  const table = writer.tables.pop();
  if (table !== undefined && !(table.isHeadWritten && table.rows.length === 1)) pushTable(writer, table);
};

export const enterRowGroup: Enter = (writer, { name }) => {
  const table = openTable(writer);
  if (table === undefined) return undefined;
  table.group = name;
  // A cell reaches no further than its group.
  table.spans.fill(0);
  return leaveRowGroup;
};

const leaveRowGroup: Leave = (writer) => {
  const table = openTable(writer);
  if (table === undefined) return;
  table.group = '';
  table.spans.fill(0);
};

export const enterRow: Enter = (writer, element) => {
  const table = openTable(writer);
  if (table === undefined) return undefined;
  if (isTitleRow(element)) {
    endPart(writer, table, element);
    return leaveTitle;
  }
  table.rows.push({ cells: [], isHead: table.group === 'thead', isOnlyHeads: true });
  return leaveRow;
};

/** Ends the table above a row that is a heading; its head is that of what follows, too. */
function endPart(writer: MarkdownWriter, table: Table, row: Element): void {
  const { rows } = table;
  const head = rows[0]?.isHead || rows[0]?.isOnlyHeads ? rows[0] : undefined;
  const ids = writer.pendingIds.filter(({ element }) => element === row);
  if (rows.length > (head === undefined ? 0 : 1)) {
    writer.pendingIds = writer.pendingIds.filter(({ element }) => element !== row);
    pushTable(writer, table);
    writer.pendingIds.push(...ids);
    rows.length = 0;
    if (head !== undefined) rows.push(head);
    table.isHeadWritten = head !== undefined;
  }
  table.spans.fill(0);
  table.isTitle = true;
}

const leaveTitle: Leave = (writer) => {
  const table = openTable(writer);
  if (table !== undefined) table.isTitle = false;
};

/** Cells from above that reach into the end of the row. */
const leaveRow: Leave = (writer) => {
  const table = openTable(writer);
  const row = table?.rows.at(-1);
  if (table === undefined || row === undefined) return;
  const { spans } = table;
  for (let column = row.cells.length; column < spans.length; column++) {
    const rows = spans[column] as number;
    if (rows > 0) spans[column] = rows - 1;
  }
};

export const enterCell: Enter = (writer, element) => {
  const table = openTable(writer);
  if (table === undefined || table.isTitle) {
    if (isGutter(element)) return skip;
    // In a table that is flattened the cells of a row are parts of one line.
    if (writer.inCell || writer.oneLine > 0) writer.inline.space();
    else writer.flush();
    return leaveFlatCell;
  }
  if (table.rows.length === 0) table.rows.push({ cells: [], isHead: false, isOnlyHeads: true });
  if (element.name !== 'th') (table.rows.at(-1) as TableRow).isOnlyHeads = false;
  writer.beginCell();
  return leaveCell;
};

const leaveFlatCell: Leave = (writer) => {
  if (writer.inCell || writer.oneLine > 0) writer.inline.space();
  else writer.flush();
};

const leaveCell: Leave = (writer, element) => {
  const text = cellText(writer.endCell());
  const table = openTable(writer);
  if (table !== undefined) placeCell(table, element, text);
};

/** The table that rows and cells belong to. */
export function openTable(writer: MarkdownWriter): Table | undefined {
  return writer.inCell ? undefined : writer.tables.at(-1);
}

function placeCell(table: Table, { attribs }: Element, text: string): void {
  const { rows, spans, alignments } = table;
  const { cells } = rows.at(-1) as TableRow;
  if (table.fillers > maxFillers) spans.length = 0;
  for (let rest = spans[cells.length] ?? 0; rest > 0; rest = spans[cells.length] ?? 0) {
    spans[cells.length] = rest - 1;
    cells.push('');
    table.fillers++;
  }
  const at = cells.length;
  const span = table.fillers > maxFillers ? 1 : spanOf(attribs.colspan, maxSpan);
  const columns = at + span > maxSpan ? 1 : span;
  const further = attribs.rowspan === '0' ? maxRows : spanOf(attribs.rowspan, maxRows) - 1;
  alignments[at] ??= alignmentOf(attribs);
  for (let column = at; column < at + columns; column++) {
    cells.push(column === at ? text : '');
    while (spans.length <= column) spans.push(0);
    spans[column] = further;
  }
  table.fillers += columns - 1;
}

function spanOf(text: string | undefined, most: number): number {
  if (text === undefined) return 1;
  const span = Number.parseInt(text, 10);
  return span >= 1 ? Math.min(span, most) : 1;
}

function alignmentOf({ align, style }: Element['attribs']): Alignment | undefined {
  const written = align ?? (style === undefined ? undefined : /text-align\s?:\s?([a-z]{1,10})/i.exec(style)?.[1]);
  const alignment = written?.toLowerCase();
  return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : undefined;
}

/** All that a cell holds, on one line. */
function cellText(blocks: readonly CellDraft[]): string {
  return blocks.length === 1 ? blockLine(blocks[0] as CellDraft) : blocks.map(blockLine).join('<br>');
}

function blockLine({ draft, marker }: CellDraft): string {
  switch (draft.kind) {
    case 'code':
      return draft.code
        .split('\n')
        .map((line) => (line.trim() === '' ? '' : codeSpan(line, true)))
        .join('<br>');
    case 'table':
      return '';
    default:
      return marker === '' ? draft.markdown : ownMarker(marker) + draft.markdown;
  }
}

// Of several lists' marks the innermost.
function ownMarker(marker: string): string {
  return /(?:[-*]|\d+[.)]) (?:\[[ x]\] )?$/.exec(marker)?.[0] ?? '';
}

const dividers = { left: ':--', center: ':-:', right: '--:' } as const;

function pushTable(writer: MarkdownWriter, { rows, alignments }: Table): void {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length === 0) return;
  const columns = columnCount(filled);
  const isPadded = columns * filled.length <= maxFillers;
  const lines = filled.map(({ cells }) => {
    const kept = cells.slice(0, columns);
    if (isPadded) while (kept.length < columns) kept.push('');
    return `| ${kept.join(' | ')} |`;
  });
  const head = filled[0] as TableRow;
  const hasHead = head.isHead || (head.isOnlyHeads && !filled.some(({ isHead }) => isHead));
  const header = hasHead ? padded(head.cells, columns) : `|${'  |'.repeat(columns)}`;
  const divider = Array.from({ length: columns }, (_, at) => {
    const alignment = alignments[at];
    return alignment === undefined ? '---' : dividers[alignment];
  });
  writer.push({
    kind: 'table',
    header,
    divider: `| ${divider.join(' | ')} |`,
    rows: hasHead ? lines.slice(1) : lines,
  });
}

function padded(cells: readonly string[], columns: number): string {
  return `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
}

/** The columns of the widest row; of a very wide table, those that hold something. */
function columnCount(rows: readonly TableRow[]): number {
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (widest <= 100) return widest;
  return rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0);
}
