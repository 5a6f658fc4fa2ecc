// An answer as Markdown: passages in numbered blocks, and below them where each comes from.
import type { Answer, AnswerWriting, Passage } from '../../../app/search/search.ts';
import { printable, printableLines } from '../../../core/printable.ts';
import { markdownLines, plainLines } from './markdown-lines.ts';
import type { Style } from './terminal.ts';
import { dayText } from './times.ts';

const WITHHELD = 'not quoted: the page forbids it';
const ONLY_QUOTED = 'quoted only: the whole text is not kept (retain: preview)';
const BEGINNING = 'only its beginning';
const CUT = 'shortened: the whole passage does not fit into --max-tokens';

/** The writing of an answer for a reader; its budget is measured on it. */
export function asMarkdown(how: SourceNames): AnswerWriting {
  return {
    passage: (passage) => block(passage, 10) + source(passage, 10, how),
    answer: ({ passages }) => markdownAnswer(passages, how),
  };
}

/** How passages are shown at a terminal. */
export interface TerminalView extends SourceNames {
  readonly style: Style;
  readonly columns: number;
}

/** Longer lines are hard to read. */
const WIDEST = 100;
const INDENT = '    ';

/** The passages for a reader at a terminal: each under its heading and its link, rendered and wrapped. */
export function terminalAnswer({ passages }: Answer, view: TerminalView): string {
  return passages.map((passage, nth) => terminalPassage(passage, nth + 1, view)).join('\n');
}

function terminalPassage(passage: Passage, number: number, view: TerminalView): string {
  const { style, columns } = view;
  const { headings, title, url, text, whole, withheld, flags } = passage;
  const room = Math.min(columns, WIDEST) - INDENT.length;
  const path = (headings.length > 0 ? headings : [title]).map(oneLine).join(' › ');
  const [first = '', ...others] = plainLines(path, room);
  const missing = withheld === undefined ? 'no text is kept' : WITHHELD;
  const body =
    text === undefined
      ? [style.note(missing)]
      : whole
        ? markdownLines(belowHeadings(text).trim(), room, style)
        : plainLines(text.trim(), room);
  const about = plainLines(aboutSource(passage, view), room).map(style.dim);
  const warning = flags.length === 0 ? [] : plainLines(careful(flags), room).map(style.note);
  const lines = [...others.map(style.bold), style.link(printable(url)), '', ...warning, ...body, '', ...about];
  const head = `${style.dim(`[${number}]`.padEnd(INDENT.length))}${style.bold(first)}`;
  return `${[head, ...lines.map((line) => (line === '' ? '' : INDENT + line))].join('\n')}\n`;
}

/** The headings stand above it already. */
function belowHeadings(markdown: string): string {
  const below = markdown.replace(/^(?:#{1,6} [^\n]*\n+)+/, '');
  return below.trim() === '' ? markdown : below;
}

/** The same as JSON, each passage with its library. */
export function asNamedJson(nameOf: SourceNames['nameOf']): AnswerWriting {
  const named = (passage: Passage) => ({ ...passage, library: nameOf(passage.provider) });
  return {
    passage: (passage) => JSON.stringify(named(passage)),
    answer: (answer) => JSON.stringify({ ...answer, passages: answer.passages.map(named) }),
  };
}

/** How sources are written. */
export interface SourceNames {
  readonly timeZone: string;
  /** The library of a provider with its version, or its id. */
  readonly nameOf: (provider: string) => string;
}

function markdownAnswer(passages: Answer['passages'], how: SourceNames): string {
  if (passages.length === 0) return '';
  const blocks = passages.map((passage, nth) => block(passage, nth + 1)).join('\n');
  const sources = passages.map((passage, nth) => source(passage, nth + 1, how)).join('');
  return `${blocks}\n## Sources\n\n${sources}`;
}

function block({ headings, title, text, withheld, flags }: Passage, number: number): string {
  const path = headings.length > 0 ? headings : [title];
  const warning = flags.length === 0 ? '' : `> ${careful(flags)}\n\n`;
  const body =
    text === undefined ? `*${withheld === undefined ? 'no text is kept' : WITHHELD}*` : printableLines(text.trim());
  return `## [${number}] ${path.map(oneLine).join(' › ')}\n\n${warning}${body}\n`;
}

function careful(flags: Passage['flags']): string {
  return `Careful: this text looks as if it were written for an assistant (${flags.join(', ')}).`;
}

function source(passage: Passage, number: number, names: SourceNames): string {
  const { url, title, also = [] } = passage;
  const others = also.length === 0 ? '' : `; nearly the same: ${also.map((one) => `<${printable(one)}>`).join(', ')}`;
  return `${number}. <${printable(url)}> ${oneLine(title)} (${aboutSource(passage, names)}${others})\n`;
}

/** Where it is from, how old it is, and how much of it is shown. */
function aboutSource(
  { provider, crawledAt, verifiedAt, whole, cut, text, channel }: Passage,
  { timeZone, nameOf }: SourceNames,
): string {
  const times = `fetched ${dayText(crawledAt, timeZone)}, verified ${dayText(verifiedAt, timeZone)}`;
  const from =
    channel === undefined ? times : `from Context7, ${channel.library}, copied ${dayText(channel.updatedAt, timeZone)}`;
  const kept = whole || text === undefined ? '' : `; ${channel !== undefined ? BEGINNING : cut ? CUT : ONLY_QUOTED}`;
  return `${printable(nameOf(provider))}; ${from}${kept}`;
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}
