// Proves code blocks: their text byte for byte, their language, and what is left out (E3).
import { describe, expect, it } from 'vitest';
import type { CodeBlock } from '../../../core/document.ts';
import { toBlocks } from './blocks.ts';
import { fidelityOf } from './fidelity.ts';
import { blocksOf, contentOfHtml, markdownOf, plainOptions } from './fragment.contract.ts';

const codes = (html: string): readonly (readonly [string | undefined, string])[] =>
  blocksOf(html)
    .filter((block): block is CodeBlock => block.kind === 'code')
    .map(({ language, code }) => [language, code]);

describe('the language of code', () => {
  it.each([
    ['Prism', '<pre class="language-js"><code class="language-js">x</code></pre>', 'js'],
    ['a short prefix', '<pre><code class="lang-ts">x</code></pre>', 'ts'],
    [
      'Sphinx',
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x</pre></div></div>',
      'python',
    ],
    ['Sphinx, none named', '<div class="highlight-default"><div class="highlight"><pre>x</pre></div></div>', undefined],
    ['Sphinx, a session', '<div class="highlight-pycon3"><div class="highlight"><pre>x</pre></div></div>', 'pycon'],
    ['highlight.js', '<pre><code class="hljs python">x</code></pre>', 'python'],
    ['highlight.js, prefixed', '<pre><code class="hljs language-c++">x</code></pre>', 'cpp'],
    [
      'pandoc',
      '<div class="sourceCode"><pre class="sourceCode bash"><code class="sourceCode bash">x</code></pre></div>',
      'bash',
    ],
    ['SyntaxHighlighter', '<pre class="brush: java; gutter: false">x</pre>', 'java'],
    ['google-code-prettify', '<pre class="prettyprint lang-go">x</pre>', 'go'],
    ['Shiki', '<pre class="shiki github-dark" data-language="rust"><code>x</code></pre>', 'rust'],
    [
      'VitePress',
      '<div class="language-vue vp-adaptive-theme"><span class="lang">vue</span><pre class="shiki"><code>x</code></pre></div>',
      'vue',
    ],
    [
      'Docusaurus',
      '<div class="language-jsx codeBlockContainer_a"><div><pre class="prism-code language-jsx"><code>x</code></pre></div></div>',
      'jsx',
    ],
    ['MkDocs Material', '<div class="language-yaml highlight"><pre><span></span><code>x</code></pre></div>', 'yaml'],
    ['rustdoc', '<div class="example-wrap"><pre class="rust rust-example-rendered"><code>x</code></pre></div>', 'rust'],
    ['Javadoc', '<div class="snippet-container"><pre class="snippet"><code>x</code></pre></div>', 'java'],
    ['GitHub', '<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    ['GitHub, a text', '<div class="highlight highlight-text-html-basic"><pre>x</pre></div>', 'html'],
    ['AsciiDoctor', '<pre class="highlight"><code data-lang="ruby">x</code></pre>', 'ruby'],
    [
      'Rouge',
      '<div class="language-rb highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
      'rb',
    ],
    [
      'Hugo',
      '<div class="highlight"><pre class="chroma"><code class="language-go" data-lang="go">x</code></pre></div>',
      'go',
    ],
    ['Slate', '<pre class="highlight tab tab-python"><code>x</code></pre>', 'python'],
    [
      'Slate, a shell',
      '<div class="highlight"><pre class="highlight shell tab-shell"><code>x</code></pre></div>',
      'shell',
    ],
    ['widdershins', '<pre class="highlight tab tab-javascript--nodejs"><code>x</code></pre>', 'javascript'],
    ['tabs that are none', '<div class="tab-content"><pre class="tab-pane">x</pre></div>', undefined],
    [
      'Expressive Code',
      '<div class="expressive-code"><figure class="frame"><pre data-language="toml"><code>x</code></pre></figure></div>',
      'toml',
    ],
    [
      'rehype-pretty-code',
      '<figure data-rehype-pretty-code-figure=""><pre data-language="mdx" data-theme="a b"><code data-language="mdx"><span data-line="">x</span></code></pre></figure>',
      'mdx',
    ],
    [
      'kramdown',
      '<div class="language-plaintext highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
      undefined,
    ],
    ['MkDocs', '<pre class="highlight"><code class="language-ini">x</code></pre>', 'ini'],
    [
      'python-markdown',
      '<div class="codehilite"><pre><span></span><code class="language-php">x</code></pre></div>',
      'php',
    ],
    ['docfx', '<pre><code class="lang-csharp hljs" name="Main">x</code></pre>', 'csharp'],
    ['Javadoc, named', '<pre class="snippet"><code class="language-properties">x</code></pre>', 'properties'],
    ['JSDoc', '<pre class="prettyprint source lang-html"><code>x</code></pre>', 'html'],
    ['JSDoc, none named', '<pre class="prettyprint source linenums"><code>x</code></pre>', undefined],
    ['JSDoc, the code itself', '<pre class="prettyprint"><code class="language-js">x</code></pre>', 'js'],
    [
      'rustdoc, not run',
      '<div class="example-wrap ignore"><pre class="rust rust-example-rendered ignore"><code>x</code></pre></div>',
      'rust',
    ],
    ['rustdoc, an item', '<pre class="rust item-decl"><code>x</code></pre>', 'rust'],
    ['mdBook', '<pre><pre class="playground"><code class="language-rust ignore hljs">x</code></pre></pre>', 'rust'],
    ['a comma', '<pre><code class="language-rust,no_run,edition2021">x</code></pre>', 'rust'],
    ['numbers of lines', '<pre class="language-js{1,3-5}"><code>x</code></pre>', 'js'],
    ['VuePress', '<div class="language-ts:no-line-numbers ext-ts"><pre><code>x</code></pre></div>', 'ts'],
    ['Prism, a diff of another', '<pre class="language-diff-js diff-highlight"><code>x</code></pre>', 'diff'],
    ['Hexo', '<figure class="highlight js"><pre><code><span class="line">x</span><br></code></pre></figure>', 'js'],
    ['GitHub, an attribute', '<pre lang="ruby"><code>x</code></pre>', 'ruby'],
    ['GitLab', '<pre class="code highlight" lang="python"><code>x</code></pre>', 'python'],
    ['Zola', '<pre data-lang="toml" class="language-toml z-code"><code>x</code></pre>', 'toml'],
    ['Redmine', '<pre><code class="perl syntaxhl" data-language="perl">x</code></pre>', 'perl'],
    ['YARD', '<pre class="code ruby"><code>x</code></pre>', 'ruby'],
    ['ExDoc', '<pre><code class="makeup elixir" translate="no">x</code></pre>', 'elixir'],
    ['qdoc', '<pre class="qml">x</pre>', 'qml'],
    ['people', '<pre lang="en">x</pre>', undefined],
    ['people around it', '<div class="lang-en"><div class="language-zh-cn"><pre>x</pre></div></div>', undefined],
    [
      'controls around it',
      '<div class="language-switcher"><div class="highlight-wrapper"><pre>x</pre></div></div>',
      undefined,
    ],
    ['plain text', '<pre><code class="language-text">x</code></pre>', undefined],
    ['nothing', '<pre>x</pre>', undefined],
    ['what is no name', '<pre><code class="language-{{x}}">x</code></pre>', undefined],
  ])('E3: %s', (_, html, language) => {
    expect(codes(html)).toEqual([[language, 'x']]);
  });
});

describe('the text of code', () => {
  it.each([
    ['as it is', '<pre>\n  a &lt;b&gt; *c*\n\n\td&nbsp;e \n</pre>', '  a <b> *c*\n\n\td\u00a0e '],
    ['line ends of Windows', '<pre>a\r\nb\r\n</pre>', 'a\nb'],
    ['line breaks', '<pre>a<br>b</pre>', 'a\nb'],
    ['prompts that are text', '<pre><span class="gp">&gt;&gt;&gt; </span>a</pre>', '>>> a'],
    ['prompts for show', '<pre><span style="user-select: none">$ </span>a<span aria-hidden="true">#</span></pre>', 'a'],
    [
      'a line that is a block, and text below it',
      '<pre><code><div class="attr">#[a]</div>pub struct B;</code></pre>',
      '#[a]\npub struct B;',
    ],
    [
      'lines that are blocks above a part of a line',
      '<pre><div>#[a]</div><div>#[b]</div><span>fn</span> c()</pre>',
      '#[a]\n#[b]\nfn c()',
    ],
    ['blocks that have line ends between them', '<pre><div>a</div>\n<div>b</div>\nc</pre>', 'a\nb\nc'],
    ['line numbers', '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>', 'a\nb'],
    ['a copy button', '<pre><button>Copy</button><code>a</code></pre>', 'a'],
    [
      'lines of Shiki',
      '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
      'a\n\nb',
    ],
    [
      'lines without ends',
      '<pre><code><span class="line">a</span><span class="line"></span><span class="line">b</span></code></pre>',
      'a\n\nb',
    ],
    [
      'lines that are blocks',
      '<pre><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">b</div></div></pre>',
      'a\nb',
    ],
    [
      'lines of Docusaurus',
      '<pre><code><span class="token-line">a<br></span><span class="token-line"><br></span><span class="token-line">b<br></span></code></pre>',
      'a\n\nb',
    ],
    [
      'lines of Hugo',
      '<pre class="chroma"><code><span class="line"><span class="cl">a\n</span></span><span class="line"><span class="cl">b</span></span></code></pre>',
      'a\nb',
    ],
    [
      'tokens of Prism that are called lines',
      '<pre><code class="language-diff"><span class="token deleted"><span class="token prefix">-</span><span class="token line">a\n</span></span><span class="token inserted"><span class="token prefix">+</span><span class="token line">b\n</span></span></code></pre>',
      '-a\n+b',
    ],
    [
      'lines with ends of their own, behind other text',
      '<pre>1: <span class="line">a</span>\n2: <span class="line">b</span>\n</pre>',
      '1: a\n2: b',
    ],
    [
      'a table of Rouge',
      '<pre><code><table><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></table></code></pre>',
      'a\nb',
    ],
    [
      'a table of highlight.js',
      '<pre><code><table><tr><td class="hljs-ln-numbers">1</td><td>a</td></tr><tr><td class="hljs-ln-numbers">2</td><td>b</td></tr></table></code></pre>',
      'a\nb',
    ],
    [
      'line anchors of MkDocs',
      '<pre><code><a id="__codelineno-0-1" href="#x"></a>a\n<a id="__codelineno-0-2"></a>b</code></pre>',
      'a\nb',
    ],
    [
      'a list',
      '<pre class="prettyprint linenums"><ol class="linenums"><li class="L0">a</li><li class="L1">b</li></ol></pre>',
      'a\nb',
    ],
  ])('E3: %s', (_, html, code) => {
    expect(codes(html).map(([, text]) => text)).toEqual([code]);
  });

  it('E3: a table with line numbers of Hugo is one block', () => {
    const html =
      '<table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td>' +
      '<td class="lntd"><pre class="chroma"><code class="language-go" data-lang="go">a\nb</code></pre></td></tr></table>';
    expect(codes(html)).toEqual([['go', 'a\nb']]);
  });

  it('E3: a fence is longer than any inside, empty code leaves nothing', () => {
    expect(markdownOf('<pre>```\na\n````</pre><pre> \n</pre>')).toBe('`````\n```\na\n````\n`````');
  });

  it('E3: code that keeps its lines by its style is a block', () => {
    expect(codes('<code style="white-space: pre">a\nb</code>')).toEqual([[undefined, 'a\nb']]);
  });
});

describe('lines that a class calls changed', () => {
  const line = (className: string, text: string): string => `<span class="${className}">${text}</span>\n`;

  it.each([
    ['Shiki', line('line diff remove', 'a') + line('line', 'b') + line('line diff add', 'c'), '-a\n b\n+c'],
    [
      'Expressive Code',
      '<div class="ec-line highlight del"><div class="code">a</div></div><div class="ec-line"><div class="code">b</div></div>' +
        '<div class="ec-line highlight ins"><div class="code">c</div></div>',
      '-a\n b\n+c',
    ],
    ['Torchlight', '<div class="line line-remove">a</div><div class="line line-add">b</div>', '-a\n+b'],
    [
      'Docusaurus, by a comment',
      '<span class="token-line code-block-diff-remove-line">a<br></span><span class="token-line">b<br></span>',
      '-a\n b',
    ],
    ['a modifier', line('highlighted-line highlighted-line--added', 'a') + line('highlighted-line', ''), '+a'],
    ['an empty line between', line('line diff add', 'a') + line('line', '') + line('line', 'b'), '+a\n \n b'],
    ['line ends of Windows', '<span class="line">a</span>\r\n<span class="line diff add">b</span>\r\n', ' a\n+b'],
    ['a list of YAML', line('line', '- a') + line('line diff remove', '- b'), ' - a\n-- b'],
    ['a count', line('line diff remove', '--i;') + line('line diff add', '++i;'), '---i;\n+++i;'],
    [
      'signs that are text',
      line('line diff remove', '-a') + line('line diff add', '+b') + line('line', 'c'),
      '-a\n+b\nc',
    ],
    ['one sign that is text', line('line', ' a') + line('line diff add', '+b'), ' a\n+b'],
    ['no change', line('line highlighted', 'a') + line('line focus', 'b'), 'a\nb'],
    ['tokens of a diff', '<span class="token deleted">-a</span>\n<span class="hljs-addition">+b</span>', '-a\n+b'],
    ['words beside', line('line add-on', 'a') + line('line', 'b') + line('line removed-in-v2', 'c'), 'a\nb\nc'],
  ])('E3: %s', (_, html, code) => {
    const content = contentOfHtml(`<pre><code>${html}</code></pre>`);
    const blocks = toBlocks(content, plainOptions);
    expect(blocks).toMatchObject([{ kind: 'code', code }]);
    expect(fidelityOf(content, blocks).code).toBe(1);
  });

  it('E3: the language stays', () => {
    expect(codes('<pre data-language="js"><code><span class="line diff add">a</span></code></pre>')).toEqual([
      ['js', '+a'],
    ]);
  });
});

describe('code of several lines without a pre', () => {
  it.each([
    ['line breaks', '<p><code>a b<br />\nc</code></p>', 'a b\nc'],
    ['line breaks in a wrapped source', '<div><p><code>\n  a\n  b<br>\n  c\n</code></p></div>', 'a b\nc'],
    ['no-break spaces that indent', '<p><code>a<br>&nbsp;&nbsp;b</code></p>', 'a\n  b'],
    ['elements that indent', '<p><code>a<br>\n<span class="indent">\nb<br>\n</span>\nc</code></p>', 'a\n    b\nc'],
    ['an empty line', '<p><code>a<br><br>b<br></code></p>', 'a\n\nb'],
    ['lines set out with spaces', '<div><code>a   b\nc   d\n</code></div>', 'a   b\nc   d'],
    ['lines indented unlike each other', '<div><code>\nif a:\n  b\nc</code></div>', 'if a:\n  b\nc'],
    ['a wrapper that names a language', '<div class="language-text"><div><code>a\nb\n</code></div></div>', undefined],
    ['a button beside it', '<div><button>Copy</button><code>a<br>b</code></div>', 'a\nb'],
    ['an item', '<ul><li><code>a<br>b</code></li></ul>', 'a\nb'],
    ['a source that is wrapped', '<p><code>a long\ncommand</code></p>', undefined],
    ['a source that is wrapped and indented', '<p>\n  <code>a long\n    command</code></p>', undefined],
    ['a source wrapped in an item', '<ul><li><code class="language-rb">a\nb</code></li></ul>', undefined],
    ['text beside it', '<p>Say <code>a<br>b</code></p>', undefined],
    ['text behind it', '<p><code>a<br>b</code>.</p>', undefined],
    ['other code beside it', '<p><code>a<br>b</code> <code>c</code></p>', undefined],
    ['one line only', '<p><code>a  b<br></code></p>', undefined],
    ['a heading', '<h2><code>a<br>b</code></h2>', undefined],
    ['a term', '<dl><dt><code>a<br>b</code></dt><dd>c</dd></dl>', undefined],
    ['a link', '<p><a href="/x"><code>a<br>b</code></a></p>', undefined],
  ])('E3: %s', (_, html, code) => {
    expect(codes(html).map(([, text]) => text)).toEqual(code === undefined ? [] : [code]);
  });

  it('E3: its language is that of what is around it', () => {
    expect(codes('<div class="language-bash"><div class="code-content"><code>a\nb\n</code></div></div>')).toEqual([
      ['bash', 'a\nb'],
    ]);
  });

  it('E3: in a cell each line is code', () => {
    const html = '<table><tr><th>A</th><th>B</th></tr><tr><td><code>a<br>b</code></td><td>c</td></tr></table>';
    expect(markdownOf(html)).toBe('| A | B |\n| --- | --- |\n| `a`<br>`b` | c |');
  });
});

describe('fragments of Doxygen', () => {
  const fragment =
    '<div class="fragment"><div class="line"><span class="lineno">    1</span>if (a)</div>\n' +
    '<div class="line"><span class="lineno">    2</span>    b();</div>\n<div class="line"> </div>\n' +
    '<div class="ttc" id="x"><div class="ttname">b</div><div class="ttdoc">A tool tip.</div></div>\n</div><!-- fragment -->';

  it('E3: are code, without numbers and tool tips', () => {
    const content = contentOfHtml(`<p>x</p>${fragment}`);
    const blocks = toBlocks(content, plainOptions);
    expect(blocks).toMatchObject([{ kind: 'text' }, { kind: 'code', code: 'if (a)\n    b();\n ' }]);
    expect(fidelityOf(content, blocks).score).toBe(1);
  });

  it('E3: are code in a cell too, and keep their indentation', () => {
    const html = `<table><tr><th>A</th><th>B</th></tr><tr><td>${fragment}</td><td>c</td></tr></table>`;
    expect(markdownOf(html)).toBe('| A | B |\n| --- | --- |\n| `if (a)`<br>`     b(); `<br> | c |');
  });

  it('E3: are code in an item, and one line of a heading', () => {
    expect(codes(`<ul><li>x${fragment}</li></ul>`)).toHaveLength(1);
    expect(markdownOf('<h2><div class="fragment"><div class="line">a</div></div></h2>')).toBe('## `a`');
  });

  it('E3: folds and numbers of other versions', () => {
    const html =
      '<div class="fragment"><div class="foldopen" data-start="{">\n<div class="line"><span class="lineno"><a class="line" href="#l1">1</a></span>&#160;a {</div>\n' +
      '<div class="line"><span class="lineno">2</span>&#160;  b</div>\n</div>\n<div class="line"><span class="lineno">3</span>&#160;}</div>\n</div>';
    expect(codes(html)).toEqual([[undefined, 'a {\n  b\n}']]);
  });

  it('E3: another element of that class is left as it is', () => {
    expect(markdownOf('<div class="fragment">Just <b>text</b></div>')).toBe('Just **text**');
  });
});
