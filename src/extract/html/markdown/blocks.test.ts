// Proves the Markdown of each kind of element (E3).
import { describe, expect, it } from 'vitest';
import { blocksOf, markdownOf } from './fragment.contract.ts';

const lines = (...all: readonly string[]): string => all.join('\n');

describe('prose', () => {
  it.each([
    ['paragraphs', '<p>a\n  b</p><p>c</p>', 'a b\n\nc'],
    ['text beside blocks', 'a<p>b</p>c', 'a\n\nb\n\nc'],
    ['empty elements', '<p></p><div> <span></span></div><p>a</p><ul><li></li></ul><b></b>', 'a'],
    ['a no-break space', '<p>a&nbsp;b</p>', 'a b'],
    ['a line break', '<p>a<br>b<br></p>', 'a\\\nb'],
    ['two line breaks', 'a<br><br>b', 'a\n\nb'],
    ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
    ['quotation marks', '<q>a</q>', '“a”'],
    ['ruby', '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', '漢字(かんじ)'],
    ['small and raised text', 'H<sub>2</sub>O x<sup>2</sup>', 'H<sub>2</sub>O x<sup>2</sup>'],
    ['a footnote', 'a<sup><a href="#fn1">1</a></sup>', 'a[1]'],
    ['a footnote of Sphinx', 'a<a class="footnote-reference brackets" href="#id3" id="id1">2</a>', 'a[2]'],
    [
      'the footnote itself',
      '<aside class="footnote brackets" id="i" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#x">1</a><span class="fn-bracket">]</span></span>\n<p>a</p><p>b</p></aside>',
      '[1] a\n\nb',
    ],
    ['a remark on a version', '<div class="deprecated"><p>Deprecated since 3.</p></div>', 'Deprecated since 3.'],
    ['an abbreviation', '<abbr title="HyperText">HT</abbr>', 'HT'],
    ['form controls', '<label>Name</label><input value="x"><button>Go</button><select><option>a</select>', 'Name'],
    ['an unknown element', 'a <x-y>b</x-y> c', 'a b c'],
    ['an unknown element with blocks', 'a<x-y><p>b</p>c</x-y>d', 'a\n\nb\n\nc\n\nd'],
    ['lines of a block', '<div class="line-block"><div class="line">a</div><div class="line">b</div></div>', 'a\\\nb'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('emphasis', () => {
  it.each([
    ['strong and em', '<b>a</b> <i>b</i> <del>c</del>', '**a** *b* ~~c~~'],
    ['spaces go outside', 'a<b> b </b>c', 'a **b** c'],
    ['empty emphasis', 'a<b> </b>c<i></i>', 'a c'],
    ['of one kind within itself', '<b>a<strong>b</strong></b>', '**ab**'],
    ['side by side', '<b>a</b><b>b</b>', '**ab**'],
    ['one kind after another', '<i>a</i><b>b</b>', '*a*<strong>b</strong>'],
    ['nested', '<b>a <i>b</i></b> <i><b>c</b></i>', '**a *b*** ***c***'],
    ['over blocks', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['Korean', '<strong>한국어</strong>입니다', '**한국어**입니다'],
    ['Korean after punctuation', '<strong>중요(important)</strong>합니다', '<strong>중요(important)</strong>합니다'],
    ['Japanese', 'これは<em>「例」</em>です', 'これは<em>「例」</em>です'],
    ['code in it next to letters', 'a<b><code>x</code></b>', 'a<strong>`x`</strong>'],
    ['code in it', 'a <b><code>x</code></b>', 'a **`x`**'],
    ['across a line break', '<b>a<br>b</b>', '**a\\\nb**'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('inline code', () => {
  it.each([
    ['code, kbd, samp and tt', '<code>a</code> <kbd>b</kbd> <samp>c</samp> <tt>d</tt>', '`a` `b` `c` `d`'],
    ['a backtick inside', '<code>a`b</code> <code>`</code>', '``a`b`` `` ` ``'],
    ['spaces at its ends', 'x<code> a </code>y', 'x`  a  `y'],
    ['side by side', '<code>a</code><code>b</code>', '`ab`'],
    ['keys within keys', '<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>', '`Ctrl+C`'],
    ['nothing of Markdown is escaped', '<code>*a_b* &lt;br&gt;</code>', '`*a_b* <br>`'],
    ['line ends around it', 'a<code>\n  b\n</code>c', 'a `b` c'],
    ['elements inside', '<code>a<b>b</b><a href="x">c</a></code>', '`abc`'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('headings', () => {
  it('E3: six levels, permalinks removed, empty ones dropped', () => {
    const html = '<h1>a <a class="headerlink" href="#a">¶</a></h1><h2><a href="#b">#</a> b</h2><h6>c</h6><h3> </h3>';
    expect(markdownOf(html)).toBe('# a\n\n## b\n\n###### c');
  });

  it.each([
    ['its own id', '<h2 id="x">a<a class="headerlink" href="#y">¶</a></h2>', 'x'],
    ['its permalink', '<section id="s"><h2>a<a class="headerlink" href="#%ED%95%9C">¶</a></h2></section>', '한'],
    ['an anchor inside', '<h2><a name="x"></a>a</h2>', 'x'],
    ['an anchor before a rule', '<p><a id="x"></a><hr><h2>a</h2>', 'x'],
    ['an anchor before', '<div id="s"><a id="x"></a><h2>a</h2></div>', 'x'],
    ['the section it opens', '<section id="s"><div><h2>a</h2></div></section>', 's'],
    ['nothing that ended before', '<div id="s"></div><h2>a</h2>', undefined],
    ['its section, short text before it', '<section id="s"><p>since 2.1</p><h2>a</h2></section>', 's'],
    ['nothing from before long text', `<section id="s"><p>${'b '.repeat(100)}</p><h2>a</h2></section>`, undefined],
    ['nothing from before code', '<section id="s"><pre>b</pre><h2>a</h2></section>', undefined],
    ['no id of a button in it', '<h2>a<button id="copy">Copy</button></h2>', undefined],
    ['no id of a link that runs a script', '<h2>a <a id="x" href="javascript:f()">-</a></h2>', undefined],
    [
      'not its entry in the table of contents',
      '<section id=x><h3><a class="toc-backref" href="#id4" role="doc-backlink"><a href="y">a</a> b</a><a class="headerlink" href="#x">¶</a></h3></section>',
      'x',
    ],
  ])('C1: the anchor of a heading is %s', (_, html, anchor) => {
    const heading = blocksOf(html).find((block) => block.kind === 'heading');
    expect(heading).toMatchObject({ anchor, text: expect.stringMatching(/^a/) });
  });

  it('C1: an anchor at the end of a paragraph is where the next block begins', () => {
    const idsOf = (html: string): readonly unknown[] => blocksOf(html).map(({ ids }) => ids);
    expect(idsOf('<p id=a>b <a name=c></a>\n</p><h2>d</h2>')).toEqual([['a'], ['c']]);
    expect(blocksOf('<p>b <a name=c></a>\n<h2>d</h2>')[1]).toMatchObject({ anchor: 'c' });
    expect(idsOf('<p>a <a id=b></a>c</p><p>d <a id=e>f</a></p><p>g <a id=h></a>')).toEqual([['b'], ['e'], ['h']]);
  });

  it('C1: the id of a section is the anchor of its first heading only', () => {
    const html = '<div id="o"><h1 id="t">a</h1><p>b</p><h2>c</h2><div id="i"><p>d</p><h3>e</h3></div><h2>f</h2></div>';
    const anchors = blocksOf(html).flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []));
    expect(anchors).toEqual(['t', undefined, 'i', undefined]);
  });

  it.each([
    ['in a list', '<ul><li><h3>a</h3>b</li></ul>', '- **a**\n\n  b'],
    ['in a quotation', '<blockquote><h3>a</h3></blockquote>', '> **a**'],
    [
      'in a cell',
      '<table><tr><td><h3>a</h3>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>',
      '|  |  |\n| --- | --- |\n| **a**<br>b | c |\n| d | e |',
    ],
  ])('E3: %s it is bold', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('E3: blocks and line breaks inside stay on its line, signs at its end stay', () => {
    expect(markdownOf('<h2><div>a</div><div>b</div>c<br>d C #</h2>')).toBe('## a b c d C \\#');
  });

  it('E3: a heading of the section around ends a list that was left open', () => {
    expect(markdownOf('<h2>a</h2><dl><dt>b<dd>c<hr><h2>d</h2><p>e</p><h3>f</h3></dl>')).toBe(
      '## a\n\n- **b**\n\n  c\n\n  ___\n\n## d\n\ne\n\n### f',
    );
    expect(markdownOf('<h2>a</h2><ul><li>b</li>c<h2>d</h2>e</ul>')).toBe('## a\n\n- b\n- c\n\n## d\n\ne');
  });

  it.each([
    ['a lower level', '<h2>a</h2><ul><li>b<h3>c</h3></ul>', '## a\n\n- b\n\n  **c**'],
    ['the beginning of an item', '<h2>a</h2><ul><li><h2>b</h2>c</ul>', '## a\n\n- **b**\n\n  c'],
    ['an item before others', '<h2>a</h2><ul><li>b<h2>c</h2><li>d</ul>', '## a\n\n- b\n\n  **c**\n\n- d'],
    ['a quotation', '<h2>a</h2><blockquote><ul><li>b<h2>c</h2></ul></blockquote>', '## a\n\n> - b\n>\n>   **c**'],
  ])('E3: no heading ends a list in %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('E3: what would begin a line of prose begins a heading as it is', () => {
    expect(markdownOf('<h2>2. a</h2><h2>- b</h2><h2># c</h2>')).toBe('## 2. a\n\n## - b\n\n## # c');
  });

  it('E3: a link with the class anchor keeps its words', () => {
    expect(markdownOf('<h2><a class="anchor" href="#a">Title</a></h2>')).toBe('## Title');
    expect(markdownOf('<h2><a class="header-anchor" href="#a" aria-label="Permalink to a">​</a>b</h2>')).toBe('## b');
  });
});

describe('lists', () => {
  it.each([
    ['tight', '<ul><li>a<li>b</ul>', '- a\n- b'],
    ['loose', '<ul><li><p>a</p><p>b</p><li>c</ul>', '- a\n\n  b\n\n- c'],
    ['nested', '<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    ['nested loose makes the outer loose', '<ul><li>a<ul><li><p>b<p>c</ul><li>d</ul>', '- a\n\n  - b\n\n    c\n\n- d'],
    ['numbered from a start', '<ol start="9"><li>a<li>b</ol>', '9. a\n10. b'],
    ['numbered with values', '<ol><li>a<li value="5">b<li>c</ol>', '1. a\n5. b\n6. c'],
    ['reversed', '<ol reversed><li>a<li>b</ol>', '2. a\n1. b'],
    ['code in an item', '<ul><li>a<pre>b\n\nc</pre></ul>', lines('- a', '', '  ```', '  b', '', '  c', '  ```')],
    ['side by side', '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>', '- a\n\n* b\n\n1. c\n\n1) d'],
    ['a list in a list without an item', '<ul><li>a</li><ul><li>b</ul></ul>', '- a\n  - b'],
    ['text without an item', '<ul>a<li>b</ul>', '- a\n- b'],
    ['tasks', '<ul><li><input type="checkbox" checked> a<li><input type=checkbox>b</ul>', '- [x] a\n- [ ] b'],
    ['a list first in an item', '<ul><li><ul><li>a</ul></ul>', '- - a'],
    ['a nested list that starts with 3', '<ul><li>a<ol start=3><li>b</ol></ul>', '- a\n\n  3. b'],
    ['in a quotation', '<blockquote><ul><li>a<li>b</ul><p>c</blockquote>', '> - a\n> - b\n>\n> c'],
    ['a quotation in it', '<ul><li>a<blockquote><p>b<p>c</blockquote></ul>', '- a\n\n  > b\n  >\n  > c'],
    ['a rule in it', '<ul><li><hr></ul>', '- ___'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('definition lists', () => {
  it('E3: without ids they are a list', () => {
    const html = '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dt>d</dt><dd><p>e</p><pre>f</pre></dd></dl>';
    expect(markdownOf(html)).toBe(
      lines('- **a**', '', '  b', '', '- **c**', '', '  **d**', '', '  e', '', '  ```', '  f', '  ```'),
    );
  });

  it('C1: a term with an id is an entry, what explains it follows flat and deeper', () => {
    const html = `<p>x</p><dl class="py class"><dt class="sig sig-object py" id="m.C"><em class="property">class </em>
      <span class="sig-prename descclassname">m.</span><span class="sig-name descname">C</span>(<em>a</em>)
      <a class="viewcode-link" href="s">[source]</a><a class="headerlink" href="#m.C">¶</a></dt>
      <dd><p>b</p><dl><dt class="sig" id="m.C.f"><span class="descname">f</span>()</dt><dd>c</dd></dl><p>d</p></dd></dl><p>e</p>`;
    const blocks = blocksOf(html);
    expect(markdownOf(html)).toBe(lines('x', '', '`class m.C(a)`', '', 'b', '', '`f()`', '', 'c', '', 'd', '', 'e'));
    expect(blocks.map(({ kind, entryDepth }) => [kind, entryDepth])).toEqual([
      ['text', 0],
      ['entry', 1],
      ['text', 1],
      ['entry', 2],
      ['text', 2],
      ['text', 1],
      ['text', 0],
    ]);
    expect(blocks[1]).toMatchObject({ anchor: 'm.C', text: 'class m.C(a)', names: ['C', 'm.C'], ids: ['m.C'] });
  });

  it('C1: several terms in a row are entries each, code alone is code, words are bold', () => {
    const html = '<dl><dt id="a"><code>--all</code></dt><dt id="b"><code>-a</code> n</dt><dd>x</dd></dl>';
    expect(markdownOf(html)).toBe('`--all`\n\n**`-a` n**\n\nx');
    expect(blocksOf(html).map(({ entryDepth }) => entryDepth)).toEqual([1, 1, 1]);
  });

  it('C1: an anchor that a term begins with counts as its id', () => {
    expect(blocksOf('<dl><dt><a name="a"></a>t</dt><dd>x</dd></dl>')[0]).toMatchObject({ kind: 'entry', anchor: 'a' });
  });
});

describe('notes', () => {
  it.each([
    ['Sphinx', '<div class="admonition note"><p class="admonition-title">Note</p><p>a</p></div>', 'Note'],
    ['MkDocs', '<details class="admonition tip"><summary>Try it</summary><p>a</p></details>', 'Try it'],
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-info alert alert--info"><div class="admonitionHeading_x"><span><svg></svg></span>info</div><div class="admonitionContent_y"><p>a</p></div></div>',
      'info',
    ],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>a</p></div>',
      'Warning',
    ],
    ['VitePress', '<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>a</p></div>', 'TIP'],
    ['rustdoc', '<div class="warning">a</div>', 'Warning'],
    ['DocBook', '<div class="note"><h3 class="title">Note</h3><p>a</p></div>', 'Note'],
    ['a role', '<div role="note">a</div>', 'Note'],
    ['an aside', '<aside class="caution">a</aside>', 'Caution'],
    [
      'AsciiDoctor',
      '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">a</td></tr></table></div>',
      'Note',
    ],
    [
      'Starlight',
      '<aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title"><svg></svg>Tip</p><section><p>a</p></section></aside>',
      'Tip',
    ],
  ])('E3: %s', (_, html, title) => {
    expect(markdownOf(html)).toBe(`> **${title}**\n>\n> a`);
  });

  it('E3: a note that begins with a bold title gets no other title', () => {
    expect(markdownOf('<div class="notecard note"><p><strong>Note:</strong> a</p></div>')).toBe('> **Note:** a');
    expect(markdownOf('<div class="callout"><div>💡</div><p>a</p></div>')).toBe('> 💡\n>\n> a');
  });

  it('E3: an empty note leaves nothing, code in one is quoted too', () => {
    expect(markdownOf('<div class="warning"></div>')).toBe('');
    expect(markdownOf('<div class="warning"><pre>a\n\nb</pre></div>')).toBe(
      '> **Warning**\n>\n> ```\n> a\n>\n> b\n> ```',
    );
  });
});

describe('tabs', () => {
  const expected = '**npm**\n\n```sh\nnpm i\n```\n\n**yarn**\n\n```sh\nyarn\n```';
  const npm = '<pre><code class="language-sh">npm i</code></pre>';
  const yarn = '<pre><code class="language-sh">yarn</code></pre>';

  it.each([
    [
      'Docusaurus',
      `<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel">${npm}</div><div role="tabpanel" hidden>${yarn}</div></div></div>`,
    ],
    [
      'MkDocs Material',
      `<div class="tabbed-set"><input type=radio><input type=radio><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div class="tabbed-block">${npm}</div><div class="tabbed-block">${yarn}</div></div></div>`,
    ],
    [
      'sphinx-design',
      `<div class="sd-tab-set"><input type=radio><label class="sd-tab-label">npm</label><div class="sd-tab-content">${npm}</div><input type=radio><label class="sd-tab-label">yarn</label><div class="sd-tab-content">${yarn}</div></div>`,
    ],
    [
      'sphinx-tabs',
      `<div class="sphinx-tabs"><div role="tablist"><button role="tab" aria-controls="p2">yarn</button><button role="tab" aria-controls="p1">npm</button></div><div id="p1" role="tabpanel">${npm}</div><div id="p2" role="tabpanel">${yarn}</div></div>`,
    ],
    [
      'VitePress',
      `<div class="vp-code-group"><div class="tabs"><input type=radio><label>npm</label><input type=radio><label>yarn</label></div><div class="blocks"><div class="language-sh"><button class="copy"></button><span class="lang">sh</span><pre>npm i</pre></div><div class="language-sh"><span class="lang">sh</span><pre>yarn</pre></div></div></div>`,
    ],
    [
      'Starlight',
      `<starlight-tabs><div class="tablist-wrapper"><ul role="tablist"><li role="presentation"><a role="tab" id="t0" href="#p0">npm</a></li><li role="presentation"><a role="tab" id="t1" href="#p1">yarn</a></li></ul></div><div id="p0" role="tabpanel" aria-labelledby="t0">${npm}</div><div id="p1" role="tabpanel" aria-labelledby="t1" hidden>${yarn}</div></starlight-tabs>`,
    ],
  ])('E3: %s', (_, html) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('E3: radio buttons, their labels first or one before each panel', () => {
    const radio = '<input type="radio"><label for="x">';
    const first = `<div>${radio}a</label>${radio}b</label><section class="c">x</section><section class="d">y</section></div>`;
    expect(markdownOf(first)).toBe('**a**\n\nx\n\n**b**\n\ny');
    expect(markdownOf(`<div>${radio}a</label><div>x</div>${radio}b</label><div>y</div></div>`)).toBe(markdownOf(first));
    expect(markdownOf(`<form>${radio}a</label> ${radio}b</label></form>`)).not.toContain('**');
  });

  it('E3: a panel that begins with a list has its label above the list, an empty one has none', () => {
    const html =
      '<div><div role="tablist"><a role="tab">a</a><a role="tab">b</a></div><div role="tabpanel"><ul><li>x</ul></div><div role="tabpanel"></div></div>';
    expect(markdownOf(html)).toBe('**a**\n\n- x');
  });

  it('E3: tabs that choose what one panel shows are no labels of it', () => {
    const tab = (name: string): string => `<button role="tab" aria-controls="p">${name}</button>`;
    const html = `<div role="tablist">${tab('All Methods')}${tab('Static Methods')}</div><div id="p" role="tabpanel">x</div>`;
    expect(markdownOf(html)).toBe('x');
    expect(markdownOf(html.replace('"p">Static', '"q">Static'))).toBe('**All Methods**\n\nx');
  });
});

describe('links, images, details, figures', () => {
  it.each([
    ['a link', '<a href="b">c</a>', 'c', '[c](https://docs.test/a/b)'],
    ['a target with parentheses', '<a href="b (c)">d</a>', 'd', '[d](https://docs.test/a/b%20%28c%29)'],
    ['another scheme', '<a href="javascript:x">d</a>', 'd', 'd'],
    ['brackets inside', '<a href="b">[c]</a>', '[c]', '[\\[c\\]](https://docs.test/a/b)'],
    ['spaces inside', 'a<a href="b"> c </a>d', 'a c d', 'a [c](https://docs.test/a/b) d'],
    ['an exclamation before', 'a!<a href="b">c</a>', 'a!c', 'a\\![c](https://docs.test/a/b)'],
    ['an empty link', 'a<a href="b"></a>', 'a', 'a'],
  ])('E3: %s', (_, html, text, kept) => {
    expect(markdownOf(html)).toBe(text);
    expect(markdownOf(html, { keepLinks: true })).toBe(kept);
  });

  it.each([
    ['an image', '<p>a <img alt="b c"> d</p>', 'a [image: b c] d'],
    ['an image without a text', '<p>a<img alt=""><img></p>', 'a'],
    [
      'a table whose last column is empty',
      '<table><tr><th>a</th><th></th></tr><tr><td>1</td><td></td></tr></table>',
      '| a |  |\n| --- | --- |\n| 1 |  |',
    ],
    ['an image whose text is blank', '<p>a<img alt=" \n "><img alt=" b "></p>', 'a[image: b]'],
    ['a drawing', '<svg role="img"><title>b</title><text>c</text></svg>', '[image: b]'],
    ['a drawing for show', 'a<svg><title>b</title></svg>', 'a'],
    ['sound and film', 'a<video>b</video><audio>c</audio><picture><img alt="d"></picture>', 'a[image: d]'],
    ['details', '<details><summary>a</summary><p>b</p></details>', '**a**\n\nb'],
    ['a heading in a summary', '<details><summary><h3>a</h3></summary><p>b</p></details>', '### a\n\nb'],
    ['a figure', '<figure><img alt="a"><figcaption>b</figcaption></figure>c', '[image: a]\n\nb\n\nc'],
    ['a caption before', '<figure><figcaption>b</figcaption><pre>a</pre></figure>c', 'b\n\n```\na\n```\n\nc'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('E3: the label of images is an option', () => {
    expect(markdownOf('<img alt="a">', { imageLabel: '이미지' })).toBe('[이미지: a]');
  });
});

describe('formulas', () => {
  const mathml =
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>';
  it.each([
    [
      'KaTeX',
      `a <span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html">x1</span></span>`,
      'a $x_1$',
    ],
    [
      'KaTeX, displayed',
      `<p>a</p><span class="katex-display"><span class="katex">${mathml}</span></span>`,
      'a\n\n$$\nx_1\n$$',
    ],
    ['MathJax 2', 'a <span class="MathJax">x1</span><script type="math/tex">x_1</script>', 'a $x_1$'],
    ['MathJax 3', '<mjx-container display="true"><math alttext="x_1"><mi>x</mi></math></mjx-container>', '$$\nx_1\n$$'],
    [
      'Sphinx',
      'a <span class="math">\\(x_1\\)</span><div class="math">\\[y\\\\\n\n z\\]</div>',
      'a $x_1$\n\n$$\ny\\\\\nz\n$$',
    ],
    ['MathML', '<math><mi>x</mi><mo>+</mo><mn>1</mn></math>', '$x + 1$'],
  ])('E3: %s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('ids and names', () => {
  it('C1: every id is with the block it is in or before', () => {
    const html =
      '<div id="a"><p id="b">x<span id="c"></span></p><a name="d"></a><ul id="e"><li id="f">y</ul></div><p id="g"></p>';
    expect(blocksOf(html).map(({ ids }) => ids)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f', 'g'],
    ]);
  });

  it('S1: names are inline code that looks like one', () => {
    const html = '<p><code>os.path</code> <code>a b</code> <code>os.path</code> <code>+</code> <code>f()</code></p>';
    expect(blocksOf(html)[0]?.names).toEqual(['os.path', 'f()']);
  });
});
