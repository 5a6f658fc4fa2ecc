// An answer as Markdown: passages in numbered blocks, and below them where each comes from.
import type { Answer, AnswerWriting, Passage } from '../../../app/search/search.ts';
import { printable, printableLines } from '../../../core/printable.ts';
import { dayText } from './times.ts';

const WITHHELD = 'not quoted: the page forbids it';
const ONLY_QUOTED = 'quoted only: the whole text is not kept (retain: preview)';
const BEGINNING = 'only its beginning';
const CUT = 'shortened: the whole passage does not fit into --max-tokens';

/** The writing of an answer for a reader; its budget is measured on it. */
export function asMarkdown(timeZone: string): AnswerWriting {
  return {
    passage: (passage) => block(passage, 10) + source(passage, 10, timeZone),
    answer: ({ passages }) => markdownAnswer(passages, timeZone),
  };
}

function markdownAnswer(passages: Answer['passages'], timeZone: string): string {
  if (passages.length === 0) return '';
  const blocks = passages.map((passage, nth) => block(passage, nth + 1)).join('\n');
  const sources = passages.map((passage, nth) => source(passage, nth + 1, timeZone)).join('');
  return `${blocks}\n## Sources\n\n${sources}`;
}

function block({ headings, title, text, withheld, flags }: Passage, number: number): string {
  const path = headings.length > 0 ? headings : [title];
  const warning =
    flags.length === 0
      ? ''
      : `> Careful: this text looks as if it were written for an assistant (${flags.join(', ')}).\n\n`;
  const body =
    text === undefined ? `*${withheld === undefined ? 'no text is kept' : WITHHELD}*` : printableLines(text.trim());
  return `## [${number}] ${path.map(oneLine).join(' › ')}\n\n${warning}${body}\n`;
}

function source(
  { url, title, provider, crawledAt, verifiedAt, whole, cut, text, also = [], channel }: Passage,
  number: number,
  timeZone: string,
): string {
  const times = `fetched ${dayText(crawledAt, timeZone)}, verified ${dayText(verifiedAt, timeZone)}`;
  const from =
    channel === undefined ? times : `from Context7, ${channel.library}, copied ${dayText(channel.updatedAt, timeZone)}`;
  const kept = whole || text === undefined ? '' : `; ${channel !== undefined ? BEGINNING : cut ? CUT : ONLY_QUOTED}`;
  const others = also.length === 0 ? '' : `; nearly the same: ${also.map((one) => `<${printable(one)}>`).join(', ')}`;
  return `${number}. <${printable(url)}> ${oneLine(title)} (${provider}; ${from}${kept}${others})\n`;
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}
