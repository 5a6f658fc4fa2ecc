// Markdown of crawled pages for reading: paragraphs, headings, lists, tables, code and links as elements; all of it stays text.
import type { Child, FC } from 'hono/jsx';
import { printable, printableLines } from '../../core/printable.ts';
import { Outside } from './parts.tsx';

type Block =
  | { readonly kind: 'text' | 'heading' | 'quote'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

interface ListItem {
  readonly text: string;
  /** What is indented below it. */
  readonly below: readonly Block[];
}

/** Deeper lists are shown as text. */
const DEEPEST = 6;

const fence = /^\s{0,40}(`{3,20}|~{3,20})[^`]{0,200}$/;
const heading = /^#{1,6} +(.*?)(?: +#+)?$/;
const item = /^\s{0,40}(?:([-*+])|\d{1,9}[.)]) +(.*)$/;
const quote = /^ {0,3}> ?(.*)$/;
const row = /^\s{0,3}\|.*\|\s*$/;
const rule = /^ {0,3}(?:(?:- *){3,40}|(?:\* *){3,40}|(?:_ *){3,40})$/;
const separator = /^[\s|:-]+$/;

/** Shows Markdown. Nothing in it becomes markup, and only http and https become links. */
export const Markdown: FC<{ text: string }> = ({ text }) => <>{blocksOf(text.split('\n')).map(shownBlock)}</>;

function shownBlock(block: Block): Child {
  if (block.kind === 'code')
    return (
      <pre>
        <code>{printableLines(block.text)}</code>
      </pre>
    );
  if (block.kind === 'heading')
    return (
      <p>
        <strong>{inline(block.text)}</strong>
      </p>
    );
  if (block.kind === 'quote') return <blockquote>{inline(block.text)}</blockquote>;
  if (block.kind === 'list') {
    const items = block.items.map(({ text, below }) => (
      <li>
        {inline(text)}
        {below.map(shownBlock)}
      </li>
    ));
    return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  if (block.kind === 'table') return shownTable(block.rows);
  return <p>{inline(block.text)}</p>;
}

function shownTable([head = [], ...rows]: readonly (readonly string[])[]): Child {
  return (
    <table class="rows">
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col">{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell, nth) => (
              <td data-label={printable(head[nth] ?? '').slice(0, 60)}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The blocks of a text, line by line. */
function blocksOf(lines: readonly string[], depth = 0): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'text', text: paragraph.join(' ') });
    paragraph = [];
  };
  const take = (from: number, fits: (line: string) => boolean): readonly string[] => {
    const end = lines.findIndex((line, nth) => nth > from && !fits(line));
    return lines.slice(from, end === -1 ? undefined : end);
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) {
      endParagraph();
      const code = take(at, (one) => !isEnd(one, mark));
      blocks.push({ kind: 'code', text: unindented(code.slice(1)) });
      at += code.length;
    } else if (row.test(line)) {
      endParagraph();
      const rows = take(at, (one) => row.test(one));
      blocks.push({ kind: 'table', rows: rows.filter((one) => !separator.test(one)).map(cellsOf) });
      at += rows.length - 1;
    } else if (rule.test(line)) endParagraph();
    else if (item.test(line)) {
      endParagraph();
      const own = take(at, (one) => item.test(one) || (/^\s+\S/.test(one) && !fence.test(one)));
      blocks.push({ kind: 'list', isOrdered: item.exec(line)?.[1] === undefined, items: itemsOf(own, depth) });
      at += own.length - 1;
    } else if (quote.test(line)) {
      endParagraph();
      const own = take(at, (one) => quote.test(one));
      blocks.push({ kind: 'quote', text: own.map((one) => quote.exec(one)?.[1] ?? '').join(' ') });
      at += own.length - 1;
    } else if (heading.test(line)) {
      endParagraph();
      blocks.push({ kind: 'heading', text: heading.exec(line)?.[1] ?? '' });
    } else if (line.trim() === '') endParagraph();
    else paragraph.push(line.trim());
  }
  endParagraph();
  return blocks;
}

function isEnd(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && text.replaceAll(mark.charAt(0), '') === '';
}

/** Code in a list is indented as a whole. */
function unindented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const least = indents.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n');
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

function itemsOf(lines: readonly string[], depth: number): readonly ListItem[] {
  const indent = indentOf(lines[0] ?? '');
  const starts = lines.flatMap((line, at) => (item.test(line) && indentOf(line) <= indent + 1 ? [at] : []));
  return starts.map((start, nth) => {
    const [first = '', ...rest] = lines.slice(start, starts[nth + 1]);
    const inner = rest.findIndex((line) => item.test(line));
    const own = inner === -1 || depth >= DEEPEST ? rest : rest.slice(0, inner);
    return {
      text: [item.exec(first)?.[2] ?? '', ...own.map((line) => line.trim())].join(' '),
      below: blocksOf(rest.slice(own.length), depth + 1),
    };
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

// In order: code, an escaped mark, a link, strong, emphasis, a line break. Every part is bounded.
const marks =
  /(`{1,8})(?!`)([^`]{1,2000})\1(?!`)|\\([!-/:-@[-`{-~])|!?\[([^[\]]{0,500})\]\(([^()\s]{0,2000})(?: "[^"]{0,300}")?\)|\*\*([^*]{1,1000}(?:\*[^*]{1,300}\*[^*]{0,300})?)\*\*|(?<![\w*])\*([^*\s][^*]{0,500})\*(?![\w*])|<br ?\/?>/g;

function inline(text: string, depth = 0): Child[] {
  const parts: Child[] = [];
  let copied = 0;
  for (const found of text.matchAll(marks)) {
    const [all, , code, escaped, label, target, strong, emphasis] = found;
    parts.push(printable(text.slice(copied, found.index)));
    copied = found.index + all.length;
    const inner = (own: string) => (depth > 2 ? printable(own) : inline(own, depth + 1));
    if (code !== undefined) parts.push(<code>{printable(code)}</code>);
    else if (escaped !== undefined) parts.push(escaped);
    else if (target !== undefined)
      parts.push(
        /^https?:\/\//i.test(target) ? <Outside url={target}>{inner(label ?? '')}</Outside> : inner(label ?? ''),
      );
    else if (strong !== undefined) parts.push(<strong>{inner(strong)}</strong>);
    else if (emphasis !== undefined) parts.push(<em>{inner(emphasis)}</em>);
    else parts.push(<br />);
  }
  parts.push(printable(text.slice(copied)));
  return parts;
}
