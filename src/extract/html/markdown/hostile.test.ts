// Proves that no page overflows the stack, takes long or makes the walk throw (FAULTS 42–44).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_ELEMENTS } from '../../../../test/support/hostile.ts';
import { more, runs, scaled } from '../../../../test/support/how-long.ts';
import { renderBlocks } from '../../../core/document.ts';
import { toBlocks } from './blocks.ts';
import { elementKinds, elementNames } from './elements.ts';
import { fidelityOf } from './fidelity.ts';
import { contentOfHtml, markdownOf, plainOptions, uncutContentOf } from './fragment.contract.ts';

const names = [...elementKinds.keys(), 'x-y'];
const classes =
  'admonition note headerlink anchor tabbed-set tabbed-labels tabbed-block sd-tab-label line-block line math katex katex-display ' +
  'MathJax sig descname language-js highlight linenos lang custom-block alert--x footnote-ref vp-code-group tabs blocks';
const roles = 'tablist tab tabpanel note presentation img';

const written = (html: string): string => renderBlocks(toBlocks(uncutContentOf(html), plainOptions));

function readAll(html: string): void {
  const content = uncutContentOf(html);
  const blocks = toBlocks(content, plainOptions);
  renderBlocks(blocks);
  fidelityOf(content, blocks);
}

describe('hostile pages', () => {
  const oneOfEachKind = Object.values(elementNames).map((list) => list.split(' ')[0] as string);

  const tellingKinds = ['blockquote', 'li', 'a', 'x-y'];
  const deepKind = (name: string): void =>
    expect(written(`before ${`<${name}>`.repeat(HOSTILE_ELEMENTS)}deep`)).toContain('before');
  it.each(tellingKinds)('FAULTS 42: 450,000 nested <%s>', deepKind);
  it.each([...oneOfEachKind, 'x-y'].filter((name) => !tellingKinds.includes(name)))(
    'FAULTS 42: 450,000 nested <%s>',
    more,
    deepKind,
  );

  const deepTags = (tags: string): void => readAll(tags.repeat(HOSTILE_ELEMENTS / 2));
  it.each(['<div role="tablist">', '<dl><dt id="x">', '<math><mfrac>'])('FAULTS 42: 225,000 nested %s', deepTags);
  it.each([
    '<div class="admonition">',
    '<ul class="member-list"><li>',
    '<div role="tabpanel">',
    '<span class="math">',
    '<span class="katex">',
    '<dl><dt class="sig"><span class="descname">',
    '<h2><div>',
    '<a class="anchor"><div>',
    '<sup><a href="#x"></a>',
    '<div class="fragment"><div class="line">',
    '<div class="fragment">',
    '<p><code>',
    '<table><tr><td><pre>x</pre>',
    '<details><summary>',
    '<figure><figcaption>',
    '<div class="vp-code-group"><div class="blocks">',
  ])('FAULTS 42: 225,000 nested %s', more, deepTags);

  it('FAULTS 42: what is nested deep keeps its text, and its marks stay bounded', () => {
    const html = `${'<ul><li>'.repeat(120)}${'<li>deep'.repeat(2_000)}`;
    const markdown = markdownOf(html);
    expect(markdown.split('deep').length).toBe(2_001);
    expect(markdown.length).toBeLessThan(300_000);
    expect(markdownOf(`${'<blockquote>'.repeat(200)}deep`).length).toBeLessThan(100);
  });

  it('FAULTS 43: 450,000 misnested tags', () => {
    const marks = names.filter((name) => !['plaintext', 'script', 'style', 'textarea', 'title', 'xmp'].includes(name));
    const html = Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => {
      const name = marks[(at * 7) % marks.length];
      return at % 3 === 0 ? `</${name}>` : `<${name}>w${at}`;
    }).join('');
    written(html);
  });

  const readsMany = (_: string, html: string): void => readAll(html);
  it.each([
    ['one line of marks', '<b>a</b> '.repeat(HOSTILE_ELEMENTS / 2)],
    ['ids', '<span id="x"></span>'.repeat(HOSTILE_ELEMENTS)],
    ['lines of code', `<pre>${'<span class=line>a</span>'.repeat(HOSTILE_ELEMENTS)}`],
    ['openings of formulas', '\\( '.repeat(300_000)],
    ['formulas', `<script src=mathjax.js></script>${'\\(x\\) $$y$$ '.repeat(HOSTILE_ELEMENTS)}${' '.repeat(500_000)}`],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['characters of one formula', `<math><mo>${'∑a'.repeat(300_000)}</mo></math>`],
    ['one long class', `<p class="${'a '.repeat(500_000)}">b`],
  ])('FAULTS 43: many %s', readsMany);
  it.each([
    ['links', '<a href="#x">¶</a> '.repeat(HOSTILE_ELEMENTS)],
    ['breaks', 'a<br>'.repeat(HOSTILE_ELEMENTS)],
    ['tabs without panels', '<div role=tablist><a role=tab>a</a></div>'.repeat(HOSTILE_ELEMENTS / 3)],
    ['captions', '<figure><figcaption>a</figcaption>'.repeat(HOSTILE_ELEMENTS)],
    ['lists in a row', '<ul><li>a</ul>'.repeat(HOSTILE_ELEMENTS)],
    ['openings of formulas and one end', `${'\\( '.repeat(200_000)}${' '.repeat(500_000)}\\)`],
    ['dollars', `<script>MathJax={inlineMath:[['$','$']]}</script>${'$ '.repeat(300_000)}`],
    ['parts of one formula', `<math>${'<mi>α</mi><mo>=</mo>'.repeat(HOSTILE_ELEMENTS / 3)}</math>`],
    ['formulas within each other', `<math>${'<msup><mi>x</mi><mrow>'.repeat(HOSTILE_ELEMENTS)}</math>`],
    ['lines of a diff', `<pre>${'<span class="line diff add">a</span>'.repeat(HOSTILE_ELEMENTS)}`],
    ['code alone', '<p><code>a<br>b</code></p>'.repeat(HOSTILE_ELEMENTS)],
    ['many classes', Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => `<i class=c${at}>a</i>`).join('')],
    ['empty headings in a list', `<h2>a</h2><ul><li>${'<h2></h2>'.repeat(HOSTILE_ELEMENTS)}`],
    ['numbers beside code', '<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>'.repeat(HOSTILE_ELEMENTS / 3)],
    ['terms', `<dl>${'<dt id=x>a<dd>b'.repeat(HOSTILE_ELEMENTS)}`],
    ['tabs', '<div role=tablist><a role=tab>a</a></div><div role=tabpanel>b</div>'.repeat(HOSTILE_ELEMENTS / 3)],
    ['code within blocks', '<div><code>a\n  b'.repeat(HOSTILE_ELEMENTS)],
    ['notes', '<div class=warning>a'.repeat(HOSTILE_ELEMENTS / 2)],
    ['anchors behind paragraphs', '<p>a<a id=b></a>'.repeat(HOSTILE_ELEMENTS / 2)],
  ])('FAULTS 43: many %s', more, readsMany);

  it('FAULTS 44: one text of many megabytes', () => {
    expect(markdownOf(`<p>${'word '.repeat(1_000_000)}`).length).toBeGreaterThan(1_000_000);
  });

  it('FAULTS 48: lone surrogates leave as U+FFFD', () => {
    const markdown = markdownOf('<h1>a\ud800</h1><p>b\udc00 <code>c\ud800</code></p><pre>d\udfff</pre>');
    expect(markdown.isWellFormed()).toBe(true);
    expect(markdown).toContain('a\ufffd');
  });

  it('FAULTS 43: no mixture of tags, classes and roles makes it throw', scaled, () => {
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
