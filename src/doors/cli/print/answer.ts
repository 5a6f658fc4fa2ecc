// An answer as Markdown: passages in numbered blocks, and below them where each comes from.
import type { Answer, AnswerWriting, Passage } from '../../../app/search/search.ts';
import { printable, printableLines } from '../../../core/printable.ts';
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
  { timeZone, nameOf }: SourceNames,
): string {
  const times = `fetched ${dayText(crawledAt, timeZone)}, verified ${dayText(verifiedAt, timeZone)}`;
  const from =
    channel === undefined ? times : `from Context7, ${channel.library}, copied ${dayText(channel.updatedAt, timeZone)}`;
  const kept = whole || text === undefined ? '' : `; ${channel !== undefined ? BEGINNING : cut ? CUT : ONLY_QUOTED}`;
  const others = also.length === 0 ? '' : `; nearly the same: ${also.map((one) => `<${printable(one)}>`).join(', ')}`;
  return `${number}. <${printable(url)}> ${oneLine(title)} (${printable(nameOf(provider))}; ${from}${kept}${others})\n`;
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}
