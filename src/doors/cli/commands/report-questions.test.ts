// The table of questions: every line fits the terminal, whatever the question and its script.
import { describe, expect, it } from 'vitest';
import type { KeptQuestion } from '../../../app/read/questions.ts';
import { displayWidth } from '../print/display-width.ts';
import { styleFor } from '../print/terminal.ts';
import { questionRows } from './report-questions.ts';

const AT = Date.UTC(2026, 1, 23, 3, 4);
const style = styleFor({ write: () => true }, {});

const question = (text: string, more: Partial<KeptQuestion> = {}): KeptQuestion => ({
  ...{ text, times: 1, firstAt: AT, lastAt: AT, found: 0 },
  ...more,
});
const questions = [
  question('결제를 취소하려면 어떻게 해야 하나요 '.repeat(10).trim(), {
    library: 'postgresql-docs_current',
    times: 12_345,
  }),
  question('x'.repeat(200), { library: '한국어로 된 아주 긴 이름의 문서', found: 12 }),
  question('asyncio.gather'),
  question('\u001b[31m\u202e'),
];
const rows = (columns: number | undefined, isWhole = false, some = questions): readonly string[] =>
  questionRows(some, { style, columns, timeZone: 'UTC', isWhole }).trimEnd().split('\n');

describe('the table of questions', () => {
  it.each([60, 80, 120, 200])('A5: fits into %i columns, with at most three lines of each', (columns) => {
    const lines = rows(columns);
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeLessThanOrEqual(1 + 3 + 3 + 1 + 1);
    expect(lines.at(-1)).toContain('\\u001b[31m\\u202e');
  });

  it('A5: is whole with --all, and in a pipe a line for each', () => {
    const all = rows(60, true);
    for (const line of all) expect(displayWidth(line), line).toBeLessThanOrEqual(60);
    expect(all.join('').match(/x/g)).toHaveLength(200);
    expect(all.join('').match(/취소/g)).toHaveLength(10);
    const piped = rows(undefined);
    expect(piped).toHaveLength(5);
    expect(piped[1]).toContain(`2026-02-23 03:04  postgresql-docs_current`);
    expect(piped[1]?.endsWith(questions[0]?.text ?? '-')).toBe(true);
  });

  it('A5: has columns for libraries and pages only where there are some', () => {
    expect(rows(undefined, false, [question('gap')])).toEqual([
      '  times  last              question',
      '      1  2026-02-23 03:04  gap',
    ]);
    expect(rows(undefined, false, [question('gap', { found: 3 })])).toEqual([
      '  times  last              pages  question',
      '      1  2026-02-23 03:04  3      gap',
    ]);
  });
});
