// What becomes of the Markdown of a page that is shown for reading.
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

async function shown(...lines: readonly string[]): Promise<string> {
  return String(await Markdown({ text: lines.join('\n') }));
}

describe('Markdown of a page', () => {
  it.each([
    ['a paragraph', ['one', 'two', '', 'three'], '<p>one two</p><p>three</p>'],
    ['a heading', ['## Size ##'], '<p><strong>Size</strong></p>'],
    [
      'code',
      ['```js', 'if (a < b) {', '  *x*', '```', 'end'],
      '<pre><code>if (a &lt; b) {\n  *x*</code></pre><p>end</p>',
    ],
    ['code without an end', ['~~~', 'a'], '<pre><code>a</code></pre>'],
    ['a list in a list', ['1. a', '   - b', '     c', '2. d'], '<ol><li>a<ul><li>b c</li></ul></li><li>d</li></ol>'],
    ['a quotation', ['> a', '> b'], '<blockquote>a b</blockquote>'],
    ['a line', ['a', '', '---', 'b'], '<p>a</p><p>b</p>'],
    [
      'a table',
      ['| A | B |', '| --- | :-: |', '| 1 | `x` |'],
      '<table class="rows"><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td data-label="A">1</td><td data-label="B"><code>x</code></td></tr></tbody></table>',
    ],
    ['marks', ['**a *b*** and *c* \\* `d`'], '<p><strong>a <em>b</em></strong> and <em>c</em> * <code>d</code></p>'],
    ['names that look like marks', ['a_b_c 2 * 3 * 4 f(*a)'], '<p>a_b_c 2 * 3 * 4 f(*a)</p>'],
    ['nothing', [''], ''],
  ])('shows %s', async (_, lines, html) => {
    expect(await shown(...lines)).toBe(html);
  });

  it('links to sites only, and writes everything else as text', async () => {
    expect(await shown('[`a`](https://a.example/x)')).toBe(
      '<p><a href="https://a.example/x" rel="noreferrer noopener nofollow"><code>a</code></a></p>',
    );
    for (const target of ['javascript:alert(1)', 'data:text/html,x', '//a.example', 'x"onclick="y'])
      expect(await shown(`[a](${target})`)).not.toContain('<a');
    const hostile = await shown(
      '<script>alert(1)</script>',
      '| <b> |',
      '```',
      '\u202e\u001b[31m</code>',
      '```',
      '- <img>',
    );
    expect(hostile).not.toMatch(/<(?:script|b|img)>|<\/code>.*<\/code>|\u202e|\u001b/);
  });

  it.each([
    // So much that what looks at the rest of the text for each of them would hang.
    ['marks', '*'.repeat(500_000)],
    ['brackets', '['.repeat(500_000)],
    ['ticks', '`a'.repeat(500_000)],
    ['a deep list', Array.from({ length: 2_000 }, (_, nth) => `${' '.repeat(2 * nth)}- a`).join('\n')],
    ['a deep quotation', '>'.repeat(500_000)],
  ])('is quick with %s', async (_, text) => {
    expect(await shown(text)).toMatch(/^<(p|ul|blockquote)>.*<\/\1>$/s);
  });
});
