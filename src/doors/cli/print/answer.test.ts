// Proves how passages are shown at a terminal.
import { describe, expect, it } from 'vitest';
import type { Answer, Passage } from '../../../app/search/search.ts';
import { terminalAnswer } from './answer.ts';
import { displayWidth } from './display-width.ts';
import { styleFor } from './terminal.ts';

const passage: Passage = {
  ...{ chunk: 'c', url: `https://docs.example.com/${'long/'.repeat(20)}#gather`, title: 'Tasks', tokens: 9, score: 1 },
  ...{ headings: ['Coroutines', 'Running tasks concurrently'], provider: 'python', crawledAt: 0, verifiedAt: 0 },
  ...{
    text: '## Running tasks concurrently\n\nRuns **awaitable** objects.\n\n동시에 여러 작업을 실행하는 방법은 여러 가지가 있습니다.',
    whole: true,
    flags: [],
  },
};
const answer = (...passages: readonly Passage[]): Answer =>
  ({ passages, found: { pages: 1, atLeast: false }, index: { chunks: 1, stale: false } }) as Answer;
const view = {
  style: styleFor({ write: () => {} }, {}),
  columns: 40,
  timeZone: 'UTC',
  nameOf: (id: string) => `${id}@3.11`,
};

describe('A5: an answer on a terminal', () => {
  it('has the link under each heading, and the text rendered and wrapped by words', () => {
    expect(
      terminalAnswer(answer(passage, { ...passage, text: undefined, withheld: 'nosnippet' }), view),
    ).toBe(`[1] Coroutines › Running tasks
    concurrently
    ${passage.url}

    Runs awaitable objects.

    동시에 여러 작업을 실행하는 방법은
    여러 가지가 있습니다.

    python@3.11; fetched 1970-01-01,
    verified 1970-01-01

[2] Coroutines › Running tasks
    concurrently
    ${passage.url}

    not quoted: the page forbids it

    python@3.11; fetched 1970-01-01,
    verified 1970-01-01
`);
  });

  it('says what is suspicious or short about a passage, and is never wider than the terminal but for a link', () => {
    const shown = terminalAnswer(answer({ ...passage, whole: false, flags: ['hidden-characters'] }), view);
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('Careful: this text looks as if it were written for an assistant');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('quoted only: the whole text is not kept');
    const lines = shown.split('\n').filter((line) => !line.includes('https:'));
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(40);
  });
});
