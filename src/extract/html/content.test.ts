// Proves where the content is (E1) and what is left out of it (E2), on small pages shaped like the generators' own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_ELEMENTS } from '../../../test/support/hostile.ts';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import { ConfigError } from '../../core/errors.ts';
import { chromeParts } from './chrome.ts';
import { type Content, type ContentOptions, type FoundContent, findContent } from './content.ts';
import { contentHtml } from './content-html.ts';
import { Document, type Element, type ParentNode } from './node.ts';
import { parseHtml } from './tree.ts';

const find = (html: string, options?: ContentOptions): FoundContent => findContent(parseHtml(html), options);
const textOf = (content: Content): string =>
  contentHtml(content)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const kept = (html: string, options?: ContentOptions): string => textOf(find(html, options));
const ruled = (html: string, options?: ContentOptions): readonly [string, string] => {
  const content = find(html, options);
  return [content.rule, textOf(content)];
};

describe('where the content is', () => {
  it.each([
    ['the provider’s selector', '<main>m<div class=x>x</div></main>', { selector: '.x' }, 'selector', 'x'],
    ['article', '<main>m<article>all of the page</article></main>', {}, 'article', 'all of the page'],
    ['main', '<div role=main>r<main>all of the page</main></div>', {}, 'main', 'all of the page'],
    ['role main', '<div class=content>c<div role="main">r</div></div>', {}, 'role-main', 'r'],
    ['.content', '<div class="wide content x">c</div><div class=docs-body>d</div>', {}, 'content-class', 'c'],
    ['.docs-body', '<div id=content>i<div class=docs-body>all of it</div></div>', {}, 'content-class', 'all of it'],
    ['#content', '<div id=content>i</div><div class=markdown-body>m</div>', {}, 'content-class', 'i'],
    ['.markdown-body', '<div>x</div><div class="markdown-body">m</div>', {}, 'content-class', 'm'],
    ['.rspress-doc', '<div class=nav>x</div><div class="rspress-doc">m</div>', {}, 'content-class', 'm'],
    [
      '#split-right',
      '<div id=split-left><h3>x</h3></div><div id=split-right><h3>m</h3></div>',
      {},
      'content-class',
      'm',
    ],
    ['body', '<head><title>t</title></head><body><div>b</div></body>', {}, 'body', 'b'],
    ['no body at all', '<title>t</title><p>p', {}, 'body', 'p'],
    ['text before the body', '<p>p</p><body></body>', {}, 'body', 'p'],
    ['nothing', '', {}, 'body', ''],
  ] as const)('E1: %s', (_, html, options, rule, text) => {
    expect(ruled(html, options)).toEqual([rule, text]);
  });

  it.each([
    ['a selector that matches nothing', '<article>a</article>', { selector: '.gone' }, 'article', 'a'],
    ['a selector whose match is empty', '<article>a</article><p class=x> </p>', { selector: '.x' }, 'article', 'a'],
    ['an empty article', '<article> <img></article><main>m</main>', {}, 'main', 'm'],
    ['an article of chrome alone', '<article><nav>n</nav><p hidden>h</p></article><p>b', {}, 'article', 'n'],
    [
      'an article without words',
      '<article><script>s</script><aside>x</aside></article><main>m</main>',
      {},
      'main',
      'm',
    ],
    ['what the provider removed', '<article><p class=x>a</p></article><main>m</main>', { remove: ['.x'] }, 'main', 'm'],
  ] as const)('E1: the first that yields text wins: not %s', (_, html, options, rule, text) => {
    expect(ruled(html, options)).toEqual([rule, text]);
  });

  it('E1: a match of the provider’s selector without words does not bring in what is around it', () => {
    const inner = '<div class=sidebar><div id=content>b<div class=content></div></div></div>';
    const content = find(`<div id=content><div class=content></div>a ${inner}</div>`, { selector: '.content' });
    expect(content.roots).toHaveLength(1);
    expect(textOf(content)).toBe('a');
  });

  it('E1: several matches of one selector stay in document order, nested ones count once', () => {
    const page = '<article>1<article>2</article></article><div><article> </article></div><p>no</p><article>3</article>';
    const content = find(page);
    expect(textOf(content)).toBe('1 2 3');
    expect(content.roots).toHaveLength(2);
    expect(kept('<i class=a>1<b class=b>2</b></i><b class=b>3</b>', { selector: '.b, .a' })).toBe('1 2 3');
  });

  const long = 'The text of a page that says a lot. '.repeat(5).trim();
  it.each([
    [
      'listings inside of #content',
      `<div id=content><h2>Use</h2><p>${long}</p><div class=content><pre>a</pre></div><div class=content>b</div></div>`,
      'content-class',
      `Use ${long} a b`,
    ],
    ['a card in main', `<main><p>${long}</p><article>card</article></main>`, 'main', `${long} card`],
    [
      'a card in main in role main',
      `<div role=main>x<main>${long}<article>card</article></main></div>`,
      'role-main',
      `x ${long} card`,
    ],
    ['entries of a page', '<main>News<article>one</article><article>two</article></main>', 'main', 'News one two'],
    [
      'a page around which chrome goes',
      `<main><nav>${long}</nav><aside>${long}</aside><article>a</article></main>`,
      'article',
      'a',
    ],
    ['a card in a list of the other number', `<div id=content>${long}<main>m</main></div>`, 'main', 'm'],
    [
      'two mains, a card in one of them',
      `<main>${long}<article>card</article></main><main>x<article>the other</article></main>`,
      'main',
      `${long} card the other`,
    ],
    [
      'an empty article beside a table of contents',
      '<main>Manual<article><nav><a href=a>The first chapter</a></nav></article></main>',
      'main',
      'Manual The first chapter',
    ],
    ['a card in main in chrome', `<aside><main>${long}<article>card</article></main></aside>`, 'main', `${long} card`],
  ])('E1: a match counts when it holds nearly all of the place of its number around it: %s', (_, html, rule, text) => {
    expect(ruled(html)).toEqual([rule, text]);
  });

  it('E1: the provider’s selector is not overruled, however little it holds', () => {
    expect(ruled(`<main>${long}<article class=x>a</article></main>`, { selector: 'article' })).toEqual([
      'selector',
      'a',
    ]);
  });

  it('E1: what looks like content inside chrome or hidden is not it, while there is something better', () => {
    const card = '<aside><article>card</article></aside>';
    expect(ruled(`${card}<main>the text</main>`)).toEqual(['main', 'the text']);
    expect(ruled('<p>the text of the page<footer><div class=content>(c)</div></footer>')).toEqual([
      'body',
      'the text of the page',
    ]);
    expect(ruled('<p>seen<div hidden><main>hidden and very much longer</main></div>')).toEqual(['body', 'seen']);
    expect(ruled('<header><div class=content><h1>Site</h1></div></header><div>some text</div>')).toEqual([
      'body',
      'Site some text',
    ]);
  });

  it('E1: a layout that wraps the page in a name of chrome does not lose it', () => {
    expect(ruled('<div class="sidebar layout"><main>the whole page</main></div><p>foot')).toEqual([
      'main',
      'the whole page',
    ]);
    expect(kept('<div class=sidebar><div id=x>mine</div></div>', { selector: '#x' })).toBe('mine');
    expect(kept('<html class=banner><body class="toc sidebar" style="visibility:hidden"><p>x')).toBe('x');
    expect(ruled('<div hidden><main>shown by a script</main></div>')).toEqual(['main', 'shown by a script']);
    expect(kept('<article class="ad sidebar">a</article>')).toBe('a');
  });
});

describe('what is beside the matches', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

  it.each([
    [
      'listings that hold more than the prose',
      `<div id=header><h1>Undo</h1></div><div id=content><div><p>First a branch.</p><div class=content><pre>${words(30)}</pre></div></div>
       <div><p>Then back.</p><div class=content><pre>${words(30)}</pre></div></div></div>`,
      ['Undo', 'First a branch.', 'Then back.', 'word29'],
    ],
    [
      'one listing that holds most of the page',
      `<div id=content><p>First a branch.</p><div class=content><pre>${words(12)}</pre></div></div>`,
      ['First a branch.', 'word11'],
    ],
    [
      'the entries of a module',
      `<div id=content><h1>rows</h1><p>Keeps rows.</p><article><h4>all()</h4><p>${words(9)}</p></article><article><h4>any()</h4><p>${words(9)}</p></article></div>`,
      ['rows', 'Keeps rows.', 'all()', 'any()'],
    ],
    [
      'cards below a title of their own',
      `<div><div class=hero><h1>Crate</h1><p>small and quick</p></div><div class=items><article><h2>Small</h2><p>ten kilobytes</p></article><article><h2>Quick</h2><p>very</p></article></div></div>`,
      ['Crate', 'small and quick', 'ten kilobytes', 'very'],
    ],
    [
      'a text behind cards below a title',
      `<div><div class=hero><h1>Crate</h1><p>small and quick</p></div><div class=items><article><h2>Small</h2><p>ten kilobytes</p></article><article><h2>Quick</h2><p>very</p></article></div><div class=doc><h2>Why another</h2><p>Because it is small.</p></div></div>`,
      ['Crate', 'small and quick', 'ten kilobytes', 'Why another', 'Because it is small.'],
    ],
    [
      'a title and a description before the only article',
      `<div id=main><h1>Class: Cart</h1><section><header><h2>Cart(owner)</h2><div>Holds items.</div></header><article><h4>new Cart(owner)</h4><p>${words(20)}</p></article></section></div><nav>no</nav>`,
      ['Class: Cart', 'Cart(owner)', 'Holds items.', 'new Cart(owner)'],
    ],
  ])('E1, E2: %s', (_, html, parts) => {
    const text = kept(`<body>${html}`);
    let from = 0;
    for (const part of parts) {
      expect(text.slice(from)).toContain(part);
      from = text.indexOf(part, from);
    }
    expect(text).not.toContain('no ');
  });

  it('E2: the name of a site that only links home is no title of the page', () => {
    const page = `<div class=top><h1><a href="/">My site</a></h1></div><main><h2>Use</h2><p>${words(20)}</p></main>`;
    expect(kept(`<body>${page}`)).toBe(`Use ${words(20)}`);
  });

  it('E2: a title before content that begins with text is the page’s, whatever headings its sections have', () => {
    const nim = (start: string): string =>
      kept(
        `<body><div><h1>rows</h1><div><ul><li><a href="#types">Types</a></ul></div><div id=content>${start}<h1>Types</h1><p>${words(9)}</p></div></div>`,
      );
    expect(nim(`<p>${words(9)}</p>`)).toBe(`rows ${words(9)} Types ${words(9)}`);
    expect(nim('')).toBe(`Types ${words(9)}`);
  });

  it('E2: a description with links between a title and the content is no menu', () => {
    const header =
      '<header><h2><a href=m>shop</a>.Cart(owner)</h2><div>Holds items, see <a href=o>shop.open</a>.</div></header>';
    const page = `<div id=main><h1>Class: Cart</h1><section>${header}<article><h4>new Cart(owner)</h4><p>${words(20)}</p></article></section></div>`;
    expect(kept(`<body>${page}`)).toContain('Holds items');
  });

  it('E2: a menu between a title and the content stays out', () => {
    const menu = Array.from({ length: 12 }, (_, n) => `<a href="/${n}">entry ${n}</a>`).join(' ');
    const page = `<div><div><h1>Crate</h1></div><div>${menu}</div><main><h2>Use</h2><p>${words(20)}</p></main></div>`;
    expect(kept(`<body>${page}`)).toBe(`Crate Use ${words(20)}`);
  });

  it.each(['prev-next-area', 'nextra-breadcrumb', 'doc_pagination', 'md-footer__pager'])(
    'E2: links to other pages go by a part of their class: %s',
    (name) => {
      expect(kept(`<main><p>${words(20)}</p><div class="x ${name}"><a href=a>Before</a></div></main>`)).toBe(words(20));
    },
  );

  it.each(['has-breadcrumb', 'no-pagination', 'with-prev-next'])(
    'E2: a class that states whether there are any is none: %s',
    (name) => {
      expect(kept(`<div class="${name}"><main><p>${words(20)}</p></main></div>`)).toBe(words(20));
    },
  );
});

describe('what is left out', () => {
  const inArticle = (html: string, options?: ContentOptions): string =>
    kept(`<article><p>text that stays</p>${html}</article>`, options).replace('text that stays', '').trim();

  it.each('script style noscript iframe object nav header footer aside template'.split(' '))(
    'E2: <%s> goes',
    (name) => {
      expect(inArticle(`<${name}>x</${name}>`)).toBe('');
    },
  );

  it.each(
    (
      'ad ads advertisement sidebar toc table-of-contents breadcrumb breadcrumbs pagination pager cta banner announcement ' +
      'alert-banner promo feedback feedback-widget thumbs-up-down was-helpful cookie-banner cookie-consent gdpr-banner'
    ).split(' '),
  )('E2: .%s goes', (name) => {
    expect(inArticle(`<div class="a ${name} b">x</div>`)).toBe('');
    expect(inArticle(`<div class="${name}x">x</div>`)).toBe('x');
    // Links to other pages go by a part of their class, too.
    expect(inArticle(`<div class="x-${name}">x</div>`)).toBe(chromeParts.has(name) ? '' : 'x');
  });

  it('E2: advertisements by attribute, page parts by role, and what the provider names go', () => {
    expect(inArticle('<div data-ad>x</div><div data-adunit="1">x</div><div data-added>y</div>')).toBe('y');
    expect(inArticle('<div role=navigation>x</div><div role="contentinfo">x</div><div role=search>x</div>')).toBe('');
    expect(inArticle('<p class=x>x</p><p>y</p><b id=z>z</b>', { remove: ['.x', 'p ~ #z'] })).toBe('y');
    expect(kept('<main class=x>a<i class=x>b</i></main>', { remove: ['.x'] })).toBe('a');
  });

  it.each([
    ['a button', '<button>x</button>', ''],
    ['a button by its role', '<span role=button tabindex=0>x</span>', ''],
    ['GitHub’s copy button', '<clipboard-copy role="button">x</clipboard-copy><clipboard-copy>x</clipboard-copy>', ''],
    ['copy buttons by class', '<a class="copy-button">x</a><div class=copybtn>x</div>', ''],
    ['a button that only scrolls', '<a role=button href="#top">x</a>', ''],
    ['a menu button', '<div role=button aria-haspopup=true aria-expanded=false>x</div>', ''],
    ['a button beside a heading’s words', '<h2>a <span role=button>x</span></h2>', 'a'],
    ['a link drawn as a button', '<a role=button href="/download">a</a>', 'a'],
    ['a tab', '<button role=tab>a</button>', 'a'],
    ['a heading that opens', '<h3 role=button>a</h3><h3><span><a role=button href="#b">b</a> </span></h3>', 'a b'],
    ['a title that opens', '<div role=button aria-expanded=false>a</div>', 'a'],
    ['a card that is a button', '<div role=button><span><p>a</p></span></div>', 'a'],
    ['a clickable token of code', '<pre><span role=button>a</span></pre>', 'a'],
  ])('E2: %s', (_, html, expected) => {
    expect(inArticle(html)).toBe(expected);
  });

  it.each([
    ['MediaWiki’s edit links', '<h2>a<span class="mw-editsection">[<a href=e>edit</a>]</span></h2>', 'a'],
    ['MediaWiki’s ways back', '<li><span class="mw-cite-backlink"><a href=#r>^</a></span> a</li>', 'a'],
    ['GitHub’s ways back', '<p>a<a href=#r class="data-footnote-backref">↩</a></p>', 'a'],
    ['rustdoc’s links to the source', '<a class="src rightside" href=s>Source</a><i class=src>a</i>', 'a'],
    ['rustdoc’s toggles', '<details><summary class=hideme>Expand</summary>a</details><p class=hideme>b</p>', 'a b'],
  ])('E2: %s go', (_, html, expected) => {
    expect(inArticle(html)).toBe(expected);
  });

  it.each([
    ['starlight-aside', '<p class="starlight-aside__title" aria-hidden="true">Note</p>', 'Note'],
    ['admonition', '<div><p class="admonition-title" aria-hidden="true">Note</p></div>', 'Note'],
    ['note', '<b class="title x" aria-hidden="true">Note</b>', 'Note'],
    ['note', '<b class="titled subtitle" aria-hidden="true">no</b>', ''],
    ['note', '<b class=title aria-hidden="true">no</b><b class=title>Note</b>', 'Note'],
    ['note', '<b class=sr-only>Note</b><b class=title aria-hidden="true">no</b>', 'Note'],
    ['note', '<b class=title hidden aria-hidden="true">no</b>', ''],
    ['other', '<b class=title aria-hidden="true">no</b>', ''],
  ])('E2: in .%s, %s: a title that screen readers skip stays when it is the only one', (name, title, expected) => {
    expect(inArticle(`<div class="${name}">${title}<p>body</p></div>`)).toBe(`${expected} body`.trim());
  });

  it('E2: the article’s own h1 stays, of its header nothing else', () => {
    const header = '<header><a href=x>Up</a><div><i>no</i><h1>The <b>title</b><nav>no</nav></h1>';
    expect(inArticle(`${header}<span>no</span></div><p>By no one</p></header>`)).toBe('The title');
    expect(inArticle('<header><header><h1>One</h1></header><h1>no</h1></header>')).toBe('One');
    expect(inArticle('<header><p>no</p><h2>no</h2><h1>One</h1></header>')).toBe('One');
    expect(inArticle('<header><p>no</p><h1 hidden>no</h1></header>')).toBe('');
    expect(inArticle('<header><h1>no</h1></header>', { remove: ['h1'] })).toBe('');
  });

  it('E2: in the content a header without an h1 keeps its first heading, as an article of a list has it', () => {
    expect(inArticle('<header><h2>A post</h2><time>no</time><h3>no</h3></header><p>Its text.')).toBe(
      'A post Its text.',
    );
    expect(kept('<header><h2>no</h2></header><p>text')).toBe('text');
  });

  it('E2: the header of a section is content, its menus and buttons aside', () => {
    const section =
      '<section><header><h3>Public methods</h3><p>What they do.</p><nav>no</nav><button>no</button></header>';
    expect(inArticle(`<h1>Store</h1>${section}<p>Adds up.</p></section>`)).toBe(
      'Store Public methods What they do. Adds up.',
    );
    expect(kept(`<h1>Store</h1>${section}<p>Adds up.</p></section>`)).toBe(
      'Store Public methods What they do. Adds up.',
    );
  });

  it('E2: the head of a site is the title only of a page that has no other', () => {
    expect(kept('<header><h1>Site</h1></header><h1>Page</h1><p>text')).toBe('Page text');
    expect(kept('<header><h1>Page</h1></header><p>text')).toBe('Page text');
    expect(kept('<header><h1>Page</h1></header><h1> </h1>')).toBe('Page');
    expect(kept('<header><h1>Site</h1></header><section><header><h1>x</h1></header>text</section>')).toContain('text');
  });

  it.each([
    ['a header inside of an open h1', '<h1><header><h1>Page', 'Page'],
    ['an h1 of white space', '<header><h1>Page</h1></header><h1>\t&nbsp;</h1>', 'Page'],
    ['an article whose header is empty', '<article><header><h1></h1></header></article><header>Page<h1></h1>', 'Page'],
  ])('E2: the head of a site stays where the other title is empty: %s', (_, html, expected) => {
    expect(kept(html)).toBe(expected);
  });

  it.each([
    ['<aside class="footnote brackets">x</aside>'],
    ['<aside class="topic">x</aside>'],
    ['<aside class="admonition note">x</aside>'],
    ['<aside class=tip>x</aside>'],
    ['<aside class="warning">x</aside>'],
    ['<aside class="caution">x</aside>'],
    ['<aside role="doc-footnote">x</aside>'],
    ['<aside role=note>x</aside>'],
    ['<footer class=footnotes>x</footer>'],
    ['<div class="banner note">x</div>'],
    ['<aside aria-label="Note" class="starlight-aside starlight-aside--note">x</aside>'],
    ['<aside class="sidebar"><p class="sidebar-title">x</p></aside>'],
  ])('E2: %s stays', (html) => {
    expect(inArticle(html)).toBe('x');
  });

  const entries = Array.from({ length: 20 }, (_, at) => `<li><a href="c${at}">Chapter ${at}</a></li>`).join('');

  it('E2: the table of contents stays where the page holds little else', () => {
    const index = `<article><h1>Manual</h1><div class=toc><script>no</script><ul class=toc>${entries}</ul></div></article>`;
    expect(kept(index)).toMatch(/^Manual Chapter 0 .* Chapter 19$/);
    expect(kept(`<article><h1>Manual</h1><nav><ul>${entries}</ul></nav></article>`)).toContain('Chapter 19');
    expect(kept(`<body><h1>Manual</h1><div class="table-of-contents">${entries}</div></body>`)).toContain('Chapter 19');
    const page = index.replace('</article>', `<p>${'The text of a page. '.repeat(20)}</article>`);
    expect(kept(page)).not.toContain('Chapter');
  });

  it('E2: a menu of the site does not replace an empty page', () => {
    expect(ruled(`<nav><ul>${entries}</ul></nav><div id=app></div>`)).toEqual(['body', '']);
    expect(find(`<nav><ul>${entries}</ul></nav><div id=app></div>`).textLength).toBe(0);
  });

  it('E1: an index of links alone is kept whole', () => {
    expect(kept(`<main><h1>Index</h1><ul>${entries}</ul></main>`)).toContain('Chapter 19');
    expect(kept(`<body><h1>Index</h1><ul>${entries}</ul></body>`)).toContain('Chapter 19');
  });
});

describe('hidden text', () => {
  const shown = (html: string): string => kept(`<main>a ${html}</main>`).replace(/^a ?/, '');

  it.each([
    ['hidden', '<p hidden>x</p>', ''],
    ['hidden with a value', '<p hidden="hidden">x</p>', ''],
    ['display none', '<p style="color:red; DISPLAY : none">x</p>', ''],
    ['visibility hidden', '<p style="visibility:hidden !important">x</p>', ''],
    ['another style', '<p style="display:nonesuch;background:none">x</p>', 'x'],
    ['letters without a size', '<span style="font-size:0px">x</span>', ''],
    ['a size of less than one', '<span style="font-size:0.8em">x</span>', 'x'],
    ['far off the page', '<p style="position:absolute; left:-9999px">x</p>', ''],
    ['an indent off the page', '<p style="text-indent:-999em">x</p>', ''],
    ['a little to the left', '<p style="left:-10px">x</p>', 'x'],
    ['a window of nothing', '<p style="position:absolute;clip:rect(0, 0, 0, 0)">x</p>', ''],
    ['a scale of nothing', '<p style="transform:scale(0)">x</p>', ''],
    ['transparent letters', '<p style="color:transparent">x</p>', ''],
    ['letters that are cut out of a picture', '<p style="color:transparent;background-clip:text">x</p>', 'x'],
    ['white on white', '<p style="color:#fff;background-color: white">x</p>', ''],
    ['white on black', '<p style="color:white;background:black">x</p>', 'x'],
    ['what a script fades in', '<p style="opacity:0;transform:translateY(8px)">x</p>', 'x'],
    ['what opens when it is clicked', '<p style="max-height:0;overflow:hidden">x</p>', 'x'],
    ['decoration', '<i aria-hidden="true">★</i>', ''],
    ['aria-hidden false', '<i aria-hidden="false">x</i>', 'x'],
    ['a comment', '<!-- x -->', ''],
    ['found by search', '<p hidden="until-found">x</p>', 'x'],
    ['a tab panel', '<div role=tabpanel hidden>x</div>', 'x'],
    ['a tab panel recognised by its class', '<div class="tab-pane" style="display:none">x</div>', 'x'],
    ['a tab panel that readers do not see', '<div role="tabpanel" aria-hidden="true">x</div>', 'x'],
    ['the body of an accordion', '<div role=region hidden>x</div>', 'x'],
    ['a permalink’s label', '<h2>T<a href=#t><span class="visually-hidden">Link to T</span></a></h2>', 'T'],
    ['a button’s label', '<button><span class=sr-only>Copy</span></button>', ''],
    ['a link that is only heard', '<a class=sr-only href=#x>Skip</a>', ''],
    ['a label that is only heard', '<p><span class=sr-only>Folder</span>x</p>', 'x'],
    ['a caption that is only heard', '<figcaption><b></b><span class=sr-only>Terminal</span></figcaption>x', 'x'],
    ['a heading that is only heard', '<h2 class=sr-only>Footnotes</h2>', 'Footnotes'],
    ['all the text of a heading', '<h2><span class=sr-only>Footnotes</span></h2>', 'Footnotes'],
    [
      'all the text of a cell',
      '<table><tr><td><i></i><span class=sr-only>Yes</span></td><td>x</td></tr></table>',
      'Yes x',
    ],
    ['a label beside the text of a cell', '<table><tr><td><span class=sr-only>Name</span> x</td></tr></table>', 'x'],
    ['hidden in code', '<pre><code>x<span aria-hidden="true">1</span><i hidden>y</i></code></pre>', 'x'],
    ['a token named like chrome', '<pre><code><span class="token banner">x</span></code></pre>', 'x'],
  ])('E2: %s', (_, html, expected) => {
    expect(shown(html)).toBe(expected);
  });

  it('E3: the TeX of a formula stays reachable, its picture goes', () => {
    const tex =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>';
    const drawn = '<span class="katex-html" aria-hidden="true">drawn</span>';
    expect(shown(`<span class=katex><span class=katex-mathml>${tex}</span>${drawn}</span>`)).toBe('x x^2');
    const wiki = `<span class="mwe-math-mathml-inline" style="display: none;">${tex}</span>`;
    expect(shown(`${wiki}<img aria-hidden="true" alt="x">`)).toBe('x x^2');
    expect(shown('<script type="math/tex; mode=display">x^2</script>')).toBe('x^2');
  });
});

describe('the provider’s selectors', () => {
  it.each([
    [{ selector: 'div[' }, 'custom_selectors.content'],
    [{ selector: '' }, 'custom_selectors.content'],
    [{ selector: 'p::before' }, 'custom_selectors.content'],
    [{ selector: ':nosuch' }, 'custom_selectors.content'],
    [{ selector: '> p' }, 'custom_selectors.content'],
    [{ remove: ['.a', 'p >> q'] }, 'custom_selectors.remove'],
  ])('E1: %j is refused with its field’s name', (options, field) => {
    expect(() => find('<p>x', options)).toThrow(ConfigError);
    expect(() => find('<p>x', options)).toThrow(`${field}: `);
  });

  it('E1: a selector that is too long or nested without end is refused', () => {
    for (const selector of [`p${'.x'.repeat(2_000)}`, `${':not('.repeat(390)}p`]) {
      expect(() => find('<p>x', { selector })).toThrow(ConfigError);
    }
  });

  it('E1: selectors match as in a browser, names in any case, and nothing that attributes inherit', () => {
    expect(kept('<div><P CLASS=x>a</P><p>b</p></div>', { selector: 'DIV > p.x' })).toBe('a');
    expect(kept('<p>a</p><p>b</p><p>c</p>', { selector: 'p:nth-child(2)' })).toBe('b');
    expect(kept('<div><i>a</i></div><div>b</div>', { selector: 'div:has(i)' })).toBe('a');
    expect(kept('<p>find me</p><p>b</p>', { selector: 'p:contains("find")' })).toBe('find me');
    expect(ruled('<p>a</p>', { selector: '[constructor]' })[0]).toBe('body');
  });

  it.each([
    ['b ~ i', '<i>x</i>'.repeat(60_000)],
    ['p:nth-last-child(7n+3):nth-of-type(3)', '<p>x</p>'.repeat(60_000)],
    [`section ${'div '.repeat(9)}i`, `${'<div>'.repeat(250)}${'<i>x</i>'.repeat(10_000)}`],
    ['div:has(i)', `${'<div>'.repeat(250)}${'<b>x</b>'.repeat(60_000)}`],
    ['div:contains("y")', `${'<div>'.repeat(250)}${'<b>x</b>'.repeat(60_000)}`],
  ])('FAULTS 42: %s on a page made to stall it is stopped', (selector, html) => {
    const tree = parseHtml(`<p>start</p>${html}`);
    const content = findContent(tree, { selector, remove: [selector] });
    expect(content.rule).toBe('body');
    expect(content.selectorsCut).toBe(true);
    expect(find('<p>a</p>', { selector: 'p' }).selectorsCut).toBe(false);
  });
});

describe('hostile pages', () => {
  const read = (_: string, html: string): void => {
    const tree = parseHtml(html, { nodes: Number.POSITIVE_INFINITY });
    expect(findContent(tree).roots).not.toEqual([]);
  };
  const name = 'FAULTS 42, 43: %s take no longer than their length';

  it.each([
    ['many headers', '<header><p>x</p></header>'.repeat(HOSTILE_ELEMENTS / 2)],
    [
      'contents in contents',
      `${'<article><div class=toc>'.repeat(120)}${'<i class=toc>x</i>'.repeat(HOSTILE_ELEMENTS)}`,
    ],
    ['a long class', `<main><p class="${'x '.repeat(2_000_000)}">x</p></main>`],
    ['a long style', `<main><p style="${'; '.repeat(1_000_000)}${' '.repeat(1_000_000)}">x</p></main>`],
    ['buttons in buttons', `${'<div role=button>'.repeat(250)}${'<i role=button>x</i>'.repeat(HOSTILE_ELEMENTS)}`],
  ])(name, read);

  it.each([
    [
      'places of all numbers',
      `${'<main><div class=content>'.repeat(120)}${'<article id=content>x</article>'.repeat(HOSTILE_ELEMENTS / 2)}`,
    ],
    ['articles in articles', `${'<article>'.repeat(250)}${'<article>x</article>'.repeat(HOSTILE_ELEMENTS)}`],
    ['links to the source in a heading', `<h2>x ${'<a href="#">source</a> '.repeat(HOSTILE_ELEMENTS)}`],
    ['buttons in a heading', `<h2>${'<i role=button>x</i>'.repeat(HOSTILE_ELEMENTS)}`],
    [
      'titles in a note with a long class',
      `<div class="note ${'x '.repeat(500_000)}">${'<i class=title aria-hidden="true">x</i>'.repeat(HOSTILE_ELEMENTS)}`,
    ],
    ['many classes', Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => `<p class=c${at}>x</p>`).join('')],
    ['headers in headers', `${'<header>'.repeat(250)}${'<p>x</p>'.repeat(HOSTILE_ELEMENTS)}<h1>y</h1>`],
  ])(name, more, read);

  it(
    'E1, E2: whatever the page, its roots are not nested, hold text if there is any, and are not removed',
    scaled,
    () => {
      const tag = fc.constantFrom(
        ...'<div> <article> <main> <nav> <header> <h1> <aside> <p hidden> <div role=main> <div class=toc> <div class=content>'.split(
          /(?<=>) /,
        ),
        ...'<pre> <a> <div class="sidebar"> <body> <aside class=note> <span aria-hidden="true"> <footer> <script>'.split(
          /(?<=>) /,
        ),
        ...'</div> </article> </main> </nav> </header> </h1> </aside> </p> </pre> </a> </body> </footer> </script>'.split(
          ' ',
        ),
        ...['<div id=content>', '<b role=button>', '<button>', '</button>', '<b class=title aria-hidden="true">'],
        ...['text', ' ', '\t', 'more words', '<br>', '<script type=math/tex>x</script>'],
      );
      fc.assert(
        fc.property(fc.array(tag, { maxLength: 60, size: 'max' }), (tags) => {
          const content = find(tags.join(''), { selector: '.content', remove: ['footer'] });
          const { roots, removed } = content;
          expect(roots.length).toBeGreaterThan(0);
          for (const root of roots) {
            expect(removed.has(root as Element)).toBe(false);
            let outer: ParentNode | null = root instanceof Document ? null : root.parent;
            for (; outer !== null; outer = outer.parent) expect(roots).not.toContain(outer);
          }
          expect(content.textLength > 0).toBe(textOf(content) !== '');
        }),
        { numRuns: runs(2_000) },
      );
    },
  );
});
