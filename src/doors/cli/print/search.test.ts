// How an answer looks: within the terminal's columns, with marks where the words are, however old the copy is.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SearchAnswer, SearchResult } from '../../../app/search/search.ts';
import { displayWidth } from './display-width.ts';
import { age, printResults } from './search.ts';
import { styleFor } from './terminal.ts';

const result: SearchResult = {
  title: 'Coroutines and tasks — Example documentation',
  chunk: 'x',
  url: 'https://docs.example/library/tasks.html#gather',
  headings: ['Coroutines and tasks', 'Running tasks concurrently', 'gather'],
  tokens: 99,
  score: 12.5,
  quotation: {
    text: 'Run awaitable objects in the sequence concurrently. If any of them is a coroutine, it is scheduled. 임대가 만료되면 다른 워커가 그 작업을 이어받습니다.',
    marks: [
      [4, 13],
      [29, 50],
    ],
    fromPreview: false,
    matchOutside: false,
  },
  provider: 'example',
  crawledAt: 0,
  verifiedAt: 86_400_000,
  more: [],
};

const answerOf = (...results: SearchResult[]): SearchAnswer => ({
  query: { text: 'q', terms: [], phrases: [], not: [], filters: { provider: [], path: [], lang: [] } },
  found: { pages: results.length, atLeast: false },
  results,
  index: { chunks: 1, stale: false },
  tookMs: 1,
});

const plain = styleFor({ write() {} }, {});
const colours = styleFor({ isTTY: true, write() {} }, { TERM: 'xterm' });
const now = 3 * 86_400_000;

describe('printResults', () => {
  it.each([40, 80, 120])('A1: keeps within %i columns, links aside', (columns) => {
    const shown = printResults(answerOf(result, result), { style: colours, columns, now });
    for (const line of stripVTControlCharacters(shown).split('\n'))
      if (!line.includes('https://')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(stripVTControlCharacters(shown)).toContain('https://docs.example/library/tasks.html#gather');
  });

  it('S5: marks the words that were found, over the end of a line too', () => {
    const shown = printResults(answerOf(result), { style: colours, columns: 45, now });
    const marked = [...shown.matchAll(/\u001b\[1;4m(.*?)\u001b\[0m/g)].map(([, text]) => text);
    expect(marked).toEqual(['awaitable', 'sequence', 'concurrently']);
  });

  it('S5: the title is not printed twice, and the age of the copy is shown', () => {
    const lines = printResults(answerOf(result), { style: plain, columns: undefined, now }).split('\n');
    expect(lines).toEqual([
      '1. Coroutines and tasks — Example documentation',
      '   Running tasks concurrently › gather',
      '   https://docs.example/library/tasks.html#gather',
      `   ${result.quotation?.text}`,
      '   example · copied 3 days ago, still so 2 days ago',
      '',
    ]);
  });

  it('A1: unsafe characters are escaped, and the marks stay where they were', () => {
    const text = 'a\u202eb found c\u001b[2J';
    const quotation = { text, marks: [[4, 9] as const], fromPreview: false, matchOutside: false };
    const shown = printResults(answerOf({ ...result, title: '\u001b]0;x\u0007', quotation }), {
      style: colours,
      columns: 80,
      now,
    });
    expect(shown).toContain('\u001b[1;4mfound\u001b[0m');
    expect(stripVTControlCharacters(shown)).toContain('a\\u202eb found c\\u001b[2J');
    expect(shown).not.toContain('\u0007');
  });
});

describe('age', () => {
  it.each([
    [0, 'just now'],
    [-5_000, 'just now'],
    [61_000, '1 minute ago'],
    [3_600_000 * 5, '5 hours ago'],
    [86_400_000 * 45, '1 month ago'],
    [86_400_000 * 800, '2 years ago'],
  ])('M3: %i ms is %s', (ms, text) => {
    expect(age(ms)).toBe(text);
  });
});
