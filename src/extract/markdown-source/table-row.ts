// Rows of GFM tables: what is a delimiter row, and where a row's cells end.

const delimiter = /^[ \t]*:?-+:?[ \t]*$/;

/** The number of columns of a delimiter row; undefined when the line is none. */
export function delimiterColumns(content: string): number | undefined {
  const code = content.charCodeAt(0);
  if (code !== 0x7c && code !== 0x3a && code !== 0x2d) return undefined;
  if (!content.includes('|') && !content.includes(':')) return undefined;
  const cells = cellsOf(content);
  return cells.every((cell) => delimiter.test(cell)) ? cells.length : undefined;
}

/** The cells of a row as they are written, without the white space around them. A pipe behind a backslash ends none. */
export function cellsOf(row: string): readonly string[] {
  const text = row.trim();
  const cells: string[] = [];
  let start = text.startsWith('|') ? 1 : 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x7c) {
      cells.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (start < text.length) cells.push(text.slice(start).trim());
  return cells;
}

/** A row of cells that hold no bare pipe. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
