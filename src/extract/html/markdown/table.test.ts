// Proves tables: headers, spans, what cells may hold, layout tables and hostile ones (E3).
import { describe, expect, it } from 'vitest';
import { HOSTILE_ELEMENTS } from '../../../../test/support/hostile.ts';
import { more } from '../../../../test/support/how-long.ts';
import { renderBlocks } from '../../../core/document.ts';
import { toBlocks } from './blocks.ts';
import { blocksOf, markdownOf, plainOptions, uncutContentOf } from './fragment.contract.ts';

const lines = (...all: readonly string[]): string => all.join('\n');

describe('tables', () => {
  it.each([
    [
      'with a head',
      '<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</table>',
      lines('| a | b |', '| --- | --- |', '| 1 | 2 |'),
    ],
    [
      'with a row of th first',
      '<table><tr><th>a<th>b<tr><td>1<td>2</table>',
      lines('| a | b |', '| --- | --- |', '| 1 | 2 |'),
    ],
    ['without a head', '<table><tr><td>1<td>2</table>', lines('|  |  |', '| --- | --- |', '| 1 | 2 |')],
    [
      'with heads at the left',
      '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
      lines('|  |  |', '| --- | --- |', '| a | 1 |', '| b | 2 |'),
    ],
    [
      'with alignment',
      '<table><tr><th align="center">a<th style="text-align: right">b<th align=left>c<th>d<tr><td>1</table>',
      lines('| a | b | c | d |', '| :-: | --: | :-- | --- |', '| 1 |  |  |  |'),
    ],
    [
      'with spans',
      '<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td>6</table>',
      lines('| a |  | b |', '| --- | --- | --- |', '| 1 | 2 | 3 |', '|  | 4 | 5 |', '| 6 |  |  |'),
    ],
    [
      'with a caption',
      '<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table>',
      lines('c', '', '| a | b |', '| --- | --- |', '| 1 | 2 |'),
    ],
    [
      'with blocks in cells',
      '<table><tr><td><p>a</p><p>b</p><td>c<br>d<td><ul><li>e<li>f</ul><td><ol start=2><li>g</ol></table>',
      lines('|  |  |  |  |', '| --- | --- | --- | --- |', '| a<br>b | c<br>d | - e<br>- f | 2. g |'),
    ],
    [
      'with code in cells',
      '<table><tr><td><pre>a | b\nc</pre><td><code>`</code><td>d</table>',
      lines('|  |  |  |', '| --- | --- | --- |', '| `a \\| b`<br>`c` | `` ` `` | d |'),
    ],
    [
      'with a table in a cell',
      '<table><tr><td>a<table><tr><td>b<td>c<tr><td>d</table><td>e<td>f</table>',
      lines('|  |  |  |', '| --- | --- | --- |', '| a<br>b c<br>d | e | f |'),
    ],
    ['for the layout', '<table role="presentation"><tr><td><p>a</p><td><h2>b</h2></table>', 'a\n\n## b'],
    ['of one cell', '<table><tr><td><p>a</p><pre>b</pre></table>', 'a\n\n```\nb\n```'],
    [
      'of the number of one line',
      '<table class="listing_frame"><tr>\n<td class="listing_lines" align="right"><pre>1</pre></td>\n<td class="listing_code"><pre>a</pre></td>\n</tr></table>',
      '```\na\n```',
    ],
    [
      'of the number of one line, as Pygments writes it',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1</pre></div></td><td class="code"><div><pre>a</pre></div></td></tr></table>',
      '```\na\n```',
    ],
    [
      'of line numbers that no class names',
      '<table><tr><td><pre>7\n8\n9</pre></td><td><pre>a\n\nb\n</pre></td></tr></table>',
      '```\na\n\nb\n```',
    ],
    [
      'of a number beside code, which may be a value',
      '<table><tr><td><pre>1</pre></td><td><pre>a</pre></td></tr></table>',
      lines('|  |  |', '| --- | --- |', '| `1` | `a` |'),
    ],
    [
      'of numbers that do not count',
      '<table><tr><td><pre>1\n3</pre></td><td><pre>a\nb</pre></td></tr></table>',
      '```\n1\n3\n```\n\n```\na\nb\n```',
    ],
    [
      'of numbers of more lines than there are',
      '<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a\nb</pre></td></tr></table>',
      '```\n1\n2\n3\n```\n\n```\na\nb\n```',
    ],
    [
      'of lines in rows of a table',
      '<table><tr><td class="lines"><pre>1</pre></td><td><pre>a</pre></td></tr><tr><td class="lines"><pre>1</pre></td><td><pre>b</pre></td></tr></table>',
      lines('|  |  |', '| --- | --- |', '| `1` | `a` |', '| `1` | `b` |'),
    ],
    [
      'of line numbers',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>a\nb</pre></div></td></tr></table>',
      '```\na\nb\n```',
    ],
    ['that is empty', 'x<table><tr><td></td><td> </td></tr></table>', 'x'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('E3: ids and names of all cells are those of the table', () => {
    const html = '<table id="t"><tr><th id="a">x<th>y<tr><td><code>n.m</code><td><a name="b"></a>z</table>';
    expect(blocksOf(html)).toMatchObject([{ kind: 'table', ids: ['t', 'a', 'b'], names: ['n.m'] }]);
  });
});

describe('hostile tables', () => {
  const whole = (html: string): string => renderBlocks(toBlocks(uncutContentOf(html), plainOptions));

  it('FAULTS 43: endless spans', () => {
    const markdown = whole('<table><tr><td colspan=1000000000 rowspan=1000000000>a<td>b<tr><td>c<td>d</table>');
    for (const value of ['a', 'b', 'c', 'd']) expect(markdown).toContain(`| ${value} |`);
    const many = whole(`<table>${'<tr><td colspan=1000 rowspan=65534>a<td>b'.repeat(20_000)}</table>`);
    expect(many.length).toBeLessThan(3_000_000);
    expect(many.split('b').length).toBe(20_001);
  });

  it('FAULTS 43: many cells', () => {
    const markdown = whole(`<table><tr>${'<td>a'.repeat(HOSTILE_ELEMENTS)}</table>`);
    expect(markdown.split('| a').length).toBe(HOSTILE_ELEMENTS + 1);
  });

  it.each([
    ['empty tables in tables', '<table><tr><td>', ''],
    ['tables in tables', '<table><tr><td>a<td>', 'a'],
    ['rows without tables', '<tr><td>a<td>b', 'a'],
  ])('FAULTS 43: many %s', more, (_, tags, expected) => {
    expect(whole(tags.repeat(HOSTILE_ELEMENTS / 3)).slice(0, 1_000_000)).toMatch(expected === '' ? /^$/ : expected);
  });
});
