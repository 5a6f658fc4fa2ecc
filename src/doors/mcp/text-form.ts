// Results as text (A5): docent's own words as lines of `name: value`, and what pages say, their headings included, between marks.
import { randomBytes } from 'node:crypto';

/** A result of a tool before it is written: data, and the pieces of text from elsewhere inside it. */
export type Shape = Readonly<Record<string, unknown>>;

/** Puts text of pages between two lines that no page can write. */
export type UntrustedMark = (text: string) => string;

/** A mark of its own for a connection, or for a request. */
export function untrustedMark(): UntrustedMark {
  const name = `untrusted-${randomBytes(4).toString('hex')}`;
  return (text) => `<${name}>\n${text}\n</${name}>`;
}

/** A result as text. */
export function resultText(shape: Shape, mark: UntrustedMark): string {
  const lines = Object.entries(shape).map(([name, value]) => {
    const rows = rowsIn(value);
    if (rows === undefined) return field(name, value);
    if (rows.length === 0) return `${name}: none`;
    return rows.every(isQuoting) ? `\n${quoted(rows, mark)}\n` : `${name}:\n${rows.map(lineOf).join('\n')}`;
  });
  return lines.join('\n').trim();
}

/** One row of a result as it is written among others. Rows with nothing of docent's share a mark, which is not counted here. */
export function rowText(row: Shape, mark: UntrustedMark): string {
  if (!isQuoting(row)) return lineOf(row);
  return headOf(row) === '' ? quotation(row) : quoted([row], mark);
}

/** What a page says at a place: where that is, and the text. */
export function quotation({ title, headings, anchor, text }: Shape): string {
  const path = (headings as readonly string[]).filter((heading) => heading !== '');
  // A title mostly begins with the first heading.
  if (typeof title === 'string' && (path[0] === undefined || !title.includes(path[0]))) path.unshift(title);
  const place = [path.join(' › '), ...(anchor === undefined ? [] : [`#${anchor}`])].join(' ').replace(/\s+/g, ' ');
  return [`[${place.trim()}]`, ...(text === undefined ? [] : [text])].join('\n');
}

function quoted(rows: readonly Shape[], mark: UntrustedMark): string {
  const blocks: { readonly head: string; readonly texts: string[] }[] = [];
  for (const row of rows) {
    const head = headOf(row);
    const last = blocks.at(-1);
    if (head === '' && last?.head === '') last.texts.push(quotation(row));
    else blocks.push({ head, texts: [quotation(row)] });
  }
  return blocks.map(({ head, texts }) => `${head}${mark(texts.join('\n\n'))}`).join('\n\n');
}

/** Fields that stand in a quotation. */
const OF_PAGES = new Set(['title', 'headings', 'anchor', 'text']);

/** What is above the mark. */
function headOf({ url, ...row }: Shape): string {
  const own = fields(Object.entries(row).filter(([name]) => !OF_PAGES.has(name)));
  return `${url === undefined ? '' : `${oneLine(String(url))}\n`}${own === '' ? '' : `${own}\n`}`;
}

function lineOf(row: Shape): string {
  return `- ${fields(Object.entries(row))}`;
}

/** Fields in a line; neighbours that say the same, such as two times, say it once. */
function fields(entries: readonly (readonly [name: string, value: unknown])[]): string {
  const said: { names: string; readonly value: string }[] = [];
  for (const [name, value] of entries) {
    const text = valueText(name, value);
    const last = said.at(-1);
    if (last?.value === text) last.names += `, ${name}`;
    else said.push({ names: name, value: text });
  }
  return said.map(({ names, value }) => `${names}: ${value}`).join('; ');
}

function field(name: string, value: unknown): string {
  return `${name}: ${valueText(name, value)}`;
}

/** Words of pages outside of a mark are quoted: their end is seen. */
const QUOTED = new Set(['title', 'heading', 'before']);

function valueText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.map(oneLine).join(', ');
  if (typeof value === 'string' && !QUOTED.has(name)) return oneLine(value);
  return JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function isQuoting(row: Shape): boolean {
  return 'headings' in row;
}

/** The rows of a list or a mapping; undefined for anything else. */
function rowsIn(value: unknown): readonly Shape[] | undefined {
  const rows = Array.isArray(value) ? value : [value];
  return rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row)) ? rows : undefined;
}
