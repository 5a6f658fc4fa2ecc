// Proves how Markdown is shown at a terminal.
import { describe, expect, it } from 'vitest';
import { displayWidth } from './display-width.ts';
import { markdownLines } from './markdown-lines.ts';
import { styleFor } from './terminal.ts';

const plain = styleFor({ write: () => {} }, {});
const coloured = styleFor({ isTTY: true, write: () => {} }, { TERM: 'xterm' });

describe('A5: Markdown at a terminal', () => {
  it.each([
    [
      'marks are left out',
      'Use **`gather()`**, see [the *docs*](https://x.test/a_(b)) or \\*this\\*.',
      ['Use gather(), see the', 'docs or *this*.'],
    ],
    [
      'what only looks like marks stays',
      '2 * 3 * 4, snake_case_name and f(*a, **b)',
      ['2 * 3 * 4,', 'snake_case_name and', 'f(*a, **b)'],
    ],
    [
      'words are broken at spaces',
      'Runs awaitable objects concurrently, in order.',
      ['Runs awaitable objects', 'concurrently, in order.'],
    ],
    ['items are set in', '- Runs awaitable objects concurrently', ['- Runs awaitable objects', '  concurrently']],
    ['numbers, too', '10. Runs awaitable objects', ['10. Runs awaitable', '    objects']],
    ['headings have no marks', '## One two three four five six', ['One two three four five', 'six']],
    [
      'code is as it is',
      '```py\nasyncio.gather(one, two, three)\n\n# **no** mark\n```\nEnd',
      ['  asyncio.gather(one, two, three)', '', '  # **no** mark', 'End'],
    ],
    ['tables, too', '| a | **b** |\n| --- | --- |', ['| a | **b** |', '| --- | --- |']],
    ['wide characters take two columns', '東京の大仏は鎌倉の大仏より大きい', ['東京の大仏は鎌倉の大仏よ', 'り大きい']],
    ['control characters are written out', 'a \u001b[2J b', ['a \\u001b[2J b']],
  ])('%s', (_, markdown, lines) => {
    expect(markdownLines(markdown, 24, plain)).toEqual(lines);
  });

  it('code is coloured, and no line is wider than there is room', () => {
    const lines = markdownLines('Call `asyncio.gather(one, two)` **with all of them** at once', 24, coloured);
    expect(lines[0]).toContain('\u001b[36masyncio.gather(one,');
    for (const line of lines) expect(displayWidth(line.replaceAll(/\u001b\[[\d;]*m/g, ''))).toBeLessThanOrEqual(24);
  });

  it.each(['a`', '**a', '*', '[', '](', '![', '\\', '> ', '- ', '```\n', 'a*b '])(
    '%j, many times, takes no long time',
    (unit) => {
      expect(markdownLines(unit.repeat(20_000), 80, plain).length).toBeGreaterThan(0);
    },
  );
});
