// Proves that text which looks like Markdown or HTML stays text, and that nothing else is escaped (E3).
import { describe, expect, it } from 'vitest';
import { endless } from '../../../../test/support/hostile.ts';
import { markdownOf } from './fragment.contract.ts';

const text = (raw: string): string => markdownOf(`<p>${raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);

describe('what is not escaped', () => {
  it.each([
    ['snake_case_name'],
    ['2 * 3 * 4'],
    ['a _ b'],
    ['C# and F#'],
    ['a - b + c > d'],
    ['see [1] and [a b]'],
    ['a < b && c > d'],
    ['~/.bashrc and ~/.profile'],
    ['AT&T, R&D;'],
    ['C:\\dir\\file'],
    ['3.14 is pi'],
    ['costs $5 or $6'],
    ['https://a.test/x_y_z?a=1&copy=2'],
    ['(see http://a.test/_b_/c)'],
    ['a=b'],
    ['-1'],
    ['#hash'],
    ['a | b'],
  ])('E3: %s', (raw) => {
    expect(text(raw)).toBe(raw);
  });
});

describe('what is escaped', () => {
  it.each([
    ['*a*', '\\*a\\*'],
    ['__init__', '\\_\\_init\\_\\_'],
    ['_a', '\\_a'],
    ['`a`', '\\`a\\`'],
    ['# a', '\\# a'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['* a', '\\* a'],
    ['> a', '\\> a'],
    ['1. a', '1\\. a'],
    ['1) a', '1\\) a'],
    ['---', '\\---'],
    ['***', '\\***'],
    ['___', '\\___'],
    ['~~~', '\\~~~'],
    ['<b>', '\\<b>'],
    ['</b> <!-- <?x', '\\</b> \\<!-- \\<?x'],
    ['&amp; &#35; &copy', '\\&amp; \\&#35; &copy'],
    ['[a](b)', '[a\\](b)'],
    ['[a]: b', '\\[a]: b'],
    ['~~a~~', '~~a\\~\\~'],
    ['a\\*b', 'a\\\\\\*b'],
    ['<http://a.test>', '\\<http://a.test>'],
  ])('E3: %s', (raw, expected) => {
    expect(text(raw)).toBe(expected);
  });

  it('E3: marks of lines count after a line break, too', () => {
    expect(markdownOf('a<br># b<br>===<br>- c<br>--- | ---<br>|--|')).toBe(
      'a\\\n\\# b\\\n\\===\\\n\\- c\\\n\\--- | ---\\\n\\|--|',
    );
  });

  it('E3: a box that is text does not become a task', () => {
    expect(markdownOf('<ul><li>[ ] a<li>b [ ] c</ul>')).toBe('- \\[ ] a\n- b [ ] c');
  });

  it('E3: pipes only in cells', () => {
    expect(markdownOf('<table><tr><th>a|b<th><code>c|d</code></table>')).toBe('| a\\|b | `c\\|d` |\n| --- | --- |');
  });

  it('E3: a backslash before a mark, before a break and in a cell', () => {
    expect(markdownOf('a\\<b>b</b> c\\<br>d\\')).toBe('a\\\\**b** c\\\\\\\nd\\');
  });
});

describe('time', () => {
  it.each(['*', '_', '[', '](', '<', '&', '\\', '`', 'www.', 'http://', '~', '1', '- ', '[a](', '!'])(
    'R25: a megabyte of %s takes no long time',
    (unit) => {
      markdownOf(`<p>${endless(unit).replaceAll('<', '&lt;')}<b>x</b></p>`);
    },
  );
});
