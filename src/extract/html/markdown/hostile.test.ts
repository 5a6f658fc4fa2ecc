// Proves that no page overflows the stack, takes long or makes the walk throw (FAULTS 42–44).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/how-long.ts';
import { renderBlocks } from '../../../core/document.ts';
import { toBlocks } from './blocks.ts';
import { elementKinds, elementNames } from './elements.ts';
import { fidelityOf } from './fidelity.ts';
import { contentOfHtml, markdownOf, plainOptions } from './fragment.contract.ts';

const names = [...elementKinds.keys(), 'x-y'];
const classes =
  'admonition note headerlink anchor tabbed-set tabbed-labels tabbed-block sd-tab-label line-block line math katex katex-display ' +
  'MathJax sig descname language-js highlight linenos lang custom-block alert--x footnote-ref vp-code-group tabs blocks';
const roles = 'tablist tab tabpanel note presentation img';

function quickly<T>(act: () => T): T {
  const started = performance.now();
  const result = act();
  expect(performance.now() - started).toBeLessThan(4_000);
  return result;
}

describe('hostile pages', () => {
  const oneOfEachKind = Object.values(elementNames).map((list) => list.split(' ')[0] as string);

  it.each([...oneOfEachKind, 'x-y'])('FAULTS 42: 100,000 nested <%s>', (name) => {
    quickly(() => markdownOf(`before ${`<${name}>`.repeat(100_000)}deep`));
  });

  it.each([
    '<div role="tablist">',
    '<div role="tabpanel">',
    '<div class="admonition">',
    '<span class="math">',
    '<span class="katex">',
    '<dl><dt class="sig"><span class="descname">',
    '<dl><dt id="x">',
    '<h2><div>',
    '<a class="anchor"><div>',
    '<sup><a href="#x"></a>',
    '<div class="fragment"><div class="line">',
    '<div class="fragment">',
    '<math><mfrac>',
    '<p><code>',
    '<table><tr><td><pre>x</pre>',
    '<details><summary>',
    '<figure><figcaption>',
    '<ul class="member-list"><li>',
    '<div class="vp-code-group"><div class="blocks">',
  ])('FAULTS 42: 30,000 nested %s', (tags) => {
    const content = contentOfHtml(tags.repeat(30_000));
    const blocks = quickly(() => toBlocks(content, plainOptions));
    quickly(() => fidelityOf(content, blocks));
  });

  it('FAULTS 42: what is nested deep keeps its text, and its marks stay bounded', () => {
    const html = `${'<ul><li>'.repeat(120)}${'<li>deep'.repeat(2_000)}`;
    const markdown = quickly(() => markdownOf(html));
    expect(markdown.split('deep').length).toBe(2_001);
    expect(markdown.length).toBeLessThan(300_000);
    expect(markdownOf(`${'<blockquote>'.repeat(200)}deep`).length).toBeLessThan(100);
  });

  it('FAULTS 43: 20,000 misnested tags', () => {
    const marks = names.filter((name) => !['plaintext', 'script', 'style', 'textarea', 'title', 'xmp'].includes(name));
    const html = Array.from({ length: 20_000 }, (_, at) => {
      const name = marks[(at * 7) % marks.length];
      return at % 3 === 0 ? `</${name}>` : `<${name}>w${at}`;
    }).join('');
    quickly(() => markdownOf(html));
  });

  it.each([
    ['one line of marks', '<b>a</b> '.repeat(40_000)],
    ['links', '<a href="#x">¶</a> '.repeat(40_000)],
    ['breaks', 'a<br>'.repeat(60_000)],
    ['ids', '<span id="x"></span>'.repeat(60_000)],
    ['terms', `<dl>${'<dt id=x>a<dd>b'.repeat(30_000)}`],
    ['tabs', '<div role=tablist><a role=tab>a</a></div><div role=tabpanel>b</div>'.repeat(10_000)],
    ['tabs without panels', '<div role=tablist><a role=tab>a</a></div>'.repeat(20_000)],
    ['lines of code', `<pre>${'<span class=line>a</span>'.repeat(60_000)}`],
    ['captions', '<figure><figcaption>a</figcaption>'.repeat(20_000)],
    ['notes', '<div class=warning>a'.repeat(20_000)],
    ['lists in a row', '<ul><li>a</ul>'.repeat(20_000)],
    ['openings of formulas', '\\( '.repeat(300_000)],
    ['openings of formulas and one end', `${'\\( '.repeat(200_000)}${' '.repeat(500_000)}\\)`],
    ['formulas', `<script src=mathjax.js></script>${'\\(x\\) $$y$$ '.repeat(40_000)}${' '.repeat(500_000)}`],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['dollars', `<script>MathJax={inlineMath:[['$','$']]}</script>${'$ '.repeat(300_000)}`],
    ['parts of one formula', `<math>${'<mi>α</mi><mo>=</mo>'.repeat(30_000)}</math>`],
    ['characters of one formula', `<math><mo>${'∑a'.repeat(300_000)}</mo></math>`],
    ['formulas within each other', `<math>${'<msup><mi>x</mi><mrow>'.repeat(30_000)}</math>`],
    ['lines of a diff', `<pre>${'<span class="line diff add">a</span>'.repeat(60_000)}`],
    ['code alone', '<p><code>a<br>b</code></p>'.repeat(30_000)],
    ['code within blocks', '<div><code>a\n  b'.repeat(30_000)],
    ['one long class', `<p class="${'a '.repeat(500_000)}">b`],
    ['many classes', Array.from({ length: 50_000 }, (_, at) => `<i class=c${at}>a</i>`).join('')],
    ['empty headings in a list', `<h2>a</h2><ul><li>${'<h2></h2>'.repeat(100_000)}`],
    ['anchors behind paragraphs', '<p>a<a id=b></a>'.repeat(50_000)],
    ['numbers beside code', '<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>'.repeat(10_000)],
  ])('FAULTS 43: many %s', (_, html) => {
    const content = contentOfHtml(html);
    const blocks = quickly(() => toBlocks(content, plainOptions));
    quickly(() => renderBlocks(blocks));
    quickly(() => fidelityOf(content, blocks));
  });

  it('FAULTS 44: one text of many megabytes', () => {
    expect(quickly(() => markdownOf(`<p>${'word '.repeat(1_000_000)}`)).length).toBeGreaterThan(1_000_000);
  });

  it('FAULTS 48: lone surrogates leave as U+FFFD', () => {
    const markdown = markdownOf('<h1>a\ud800</h1><p>b\udc00 <code>c\ud800</code></p><pre>d\udfff</pre>');
    expect(markdown.isWellFormed()).toBe(true);
    expect(markdown).toContain('a\ufffd');
  });

  it('FAULTS 43: no mixture of tags, classes and roles makes it throw', () => {
    const tag = fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom(
          '',
          ...classes.split(' ').map((word) => ` class="${word}"`),
          ...roles.split(' ').map((word) => ` role="${word}"`),
          ' id=a',
          ' href="#a"',
          ' type=checkbox',
        ),
      )
      .map(([name, attribute]) => `<${name}${attribute}>`);
    const part = fc.oneof(
      tag,
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom('a', ' ', '\n', '*', '¶', '\\(x\\)'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const content = contentOfHtml(parts.join(''));
        const blocks = toBlocks(content, { ...plainOptions, keepLinks: true });
        renderBlocks(blocks);
        const { score } = fidelityOf(content, blocks);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
