// Compares a page's own tree with its Markdown, parsed back by an independent parser (E3).
import { type MarkdownFacts, markdownFacts } from './markdown-facts.ts';
import { type PageFacts, type SourceContent, sourceFacts } from './source-facts.ts';

/** The share of things that were kept, and those that were not. */
export interface Kept {
  readonly kept: number;
  readonly all: number;
  readonly lost: readonly string[];
}

export const measures = ['code', 'cells', 'headings', 'words', 'language'] as const;

export type Measure = (typeof measures)[number];

/** One score for each measure. */
export type Comparison = Readonly<Record<Measure, Kept>>;

/** Finds the content of a page that its Markdown lacks. Never throws on content. */
export function parseBack(source: SourceContent, markdown: string): Comparison {
  return compareFacts(sourceFacts(source), markdownFacts(markdown));
}

/** The comparison itself, for facts that are already read. */
export function compareFacts(source: PageFacts, result: MarkdownFacts): Comparison {
  const texts = result.code.map(({ text }) => text);
  return {
    code: keptOf(
      source.code.map(({ text }) => text),
      texts,
    ),
    cells: keptCells(source.cells, result.cells),
    headings: keptHeadings(source.headings, result),
    words: keptOf(source.words, result.words),
    language: keptLanguages(source, result),
  };
}

/** Multiset recall: each thing must be there as often as the page has it. */
function keptOf(expected: readonly string[], actual: readonly string[]): Kept {
  const counts = new Map<string, number>();
  for (const one of actual) counts.set(one, (counts.get(one) ?? 0) + 1);
  const lost = expected.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
  return { kept: expected.length - lost.length, all: expected.length, lost };
}

/** A cell may have gained numbers (those of an ordered list), never lost or moved a word. */
function keptCells(expected: readonly string[], actual: readonly string[]): Kept {
  const exact = keptOf(expected, actual);
  if (exact.lost.length === 0) return exact;
  const spare = [...keptOf(actual, expected).lost];
  const lost = exact.lost.filter((cell) => {
    const at = spare.findIndex((other) => hasOnlyNumbersMore(other, cell));
    if (at >= 0) spare.splice(at, 1);
    return at < 0;
  });
  return { ...exact, kept: exact.all - lost.length, lost };
}

function hasOnlyNumbersMore(longer: string, cell: string): boolean {
  if (longer.length < cell.length) return false;
  const words = cell.split(' ');
  let at = 0;
  for (const word of longer.split(' ')) {
    if (word === words[at]) at++;
    else if (!/^\d+$/.test(word)) return false;
  }
  return at === words.length;
}

/** In the page's order; a heading in a list, a quotation or a cell is strong text instead. */
function keptHeadings(expected: readonly string[], { headings, strong }: MarkdownFacts): Kept {
  let from = 0;
  const lost = expected.filter((heading) => {
    const at = headings.indexOf(heading, from);
    if (at >= 0) from = at + 1;
    return at < 0 && !strong.has(heading);
  });
  return { kept: expected.length - lost.length, all: expected.length, lost };
}

/** Names of one language. */
export const sameLanguages: readonly (readonly string[])[] = [
  ['python', 'python3', 'py', 'py3', 'ipython', 'ipython3'],
  ['pycon', 'py3tb', 'pytb', 'python-repl', 'doctest'],
  ['console', 'shell-session', 'shellsession', 'bash-session'],
  ['bash', 'sh', 'shell', 'zsh'],
  ['cpp', 'c++', 'cxx'],
  ['csharp', 'cs', 'c#'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['yaml', 'yml'],
  ['markdown', 'md'],
  ['makefile', 'make'],
  ['rst', 'restructuredtext', 'rest'],
];

function isSameLanguage(marked: string, actual: string | undefined): boolean {
  const [one, other] = [marked.toLowerCase(), actual?.toLowerCase()];
  return one === other || sameLanguages.some((names) => names.includes(one) && names.includes(other ?? ''));
}

/** Of the blocks with a language on the page, those that arrived whole and whose fence names the same one. */
function keptLanguages(source: PageFacts, result: MarkdownFacts): Kept {
  const languages = new Map<string, (string | undefined)[]>();
  for (const { text, language } of result.code) languages.set(text, [...(languages.get(text) ?? []), language]);
  const lost: string[] = [];
  let all = 0;
  for (const { text, language } of source.code) {
    const actual = languages.get(text)?.shift();
    if (language === undefined) continue;
    all++;
    if (!isSameLanguage(language, actual)) lost.push(`${language} → ${actual}: ${text.slice(0, 60)}`);
  }
  return { kept: all - lost.length, all, lost };
}
