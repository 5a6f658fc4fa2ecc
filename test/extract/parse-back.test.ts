// Proves the comparison: whatever is lost on the way to Markdown lowers the right score.
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../src/extract/html/tree.ts';
import { parseBack } from './parse-back.ts';

const page = `<h1>Title</h1><p>Some <b>bold</b> words&nbsp;here, sup<wbr>er.</p>
<div class="highlight-python"><div class="highlight"><pre><span></span><span class="linenos">1</span>x = 1
<span class="linenos">2</span>  y</pre></div></div>
<table><tr><th>A</th><th>B</th></tr><tr><td>one two</td><td><ol><li>first</li></ol></td></tr></table>
<h2>End<a class="headerlink" href="#end">¶</a></h2>`;

const good = `# Title

Some **bold** words here, super.

\`\`\`python
x = 1
  y
\`\`\`

| A | B |
| --- | --- |
| one two | 1. first |

## End`;

const judge = (markdown: string, html = page) =>
  parseBack({ roots: [parseHtml(html).root], removed: new Set() }, markdown);

describe('parseBack', () => {
  it('E3: finds nothing lost where nothing is', () => {
    const { code, cells, headings, words, language } = judge(good);
    expect([code, cells, headings, words, language].map(({ lost }) => lost)).toEqual([[], [], [], [], []]);
    expect([code.all, cells.all, headings.all, words.all, language.all]).toEqual([1, 4, 2, 15, 1]);
  });

  it.each([
    ['code', 'a space of code', good.replace('  y', ' y')],
    ['code', 'a fence that the code closes', good.replace('x = 1', 'x = 1\n```')],
    ['cells', 'a word of a cell', good.replace('one two', 'one')],
    ['cells', 'a cell that a pipe cuts', good.replace('one two', 'one | two')],
    ['headings', 'a heading out of order', `## End\n\n${good.replace('## End', '')}`],
    ['headings', 'a heading that became text', good.replace('# Title', '\\# Title')],
    ['words', 'a word', good.replace('words', '')],
    ['words', 'a word that reads as HTML', good.replace('words', '<words>')],
    ['language', 'a language', good.replace('```python', '```')],
    ['language', 'another language', good.replace('```python', '```java')],
  ] as const)('E3: %s falls with %s', (measure, _, markdown) => {
    expect(judge(markdown)[measure].lost).not.toEqual([]);
  });

  it('E3: emphasis that does not close leaves its stars in no word, and a heading in a list may be strong', () => {
    const { headings } = judge('- **Inner**\n\n  text', '<ul><li><h3>Inner</h3>text</li></ul>');
    expect(headings.lost).toEqual([]);
  });

  it.each([
    ['<pre>\na\n</pre>', 'a'],
    ['<pre><code>\n\na</code></pre>', '\n\na'],
    ['<pre>a<br>b</pre>', 'a\nb'],
    ['<pre><div class="line">a</div><div class="line"></div><div class="line">b</div></pre>', 'a\n\nb'],
    ['<pre><span class="line">a</span>\n<span class="line">b</span></pre>', 'a\nb'],
    ['<pre><span class="token-line">a<br></span><span class="token-line">b<br></span></pre>', 'a\nb'],
    ['<pre>a\r\nb<button>Copy</button></pre>', 'a\nb'],
  ])('E3: %j shows %j', (html, code) => {
    expect(judge(`\`\`\`\n${code}\n\`\`\``, html).code.lost).toEqual([]);
  });
});
