// Proves what is removed by its content and its place (E2): rows of links, the ends of a page; and what looks like them and stays.
import { describe, expect, it } from 'vitest';
import { HOSTILE_ELEMENTS } from '../../../test/support/hostile.ts';
import { more } from '../../../test/support/how-long.ts';
import { type ContentOptions, findContent } from './content.ts';
import { contentHtml } from './content-html.ts';
import { parseHtml } from './tree.ts';

const kept = (html: string, options?: ContentOptions): string =>
  contentHtml(findContent(parseHtml(html), options))
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, ' ($1) ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const prose = 'A parcel is weighed, gets a label and leaves the house. '.repeat(6).trim();
const links = (count: number, to = 'p'): string =>
  Array.from({ length: count }, (_, at) => `<li><a href="${to}${at}">Chapter ${at}</a></li>`).join('');
/** What is left of a part in the middle of a page. */
const inPage = (part: string): string =>
  kept(`<body><h1>T</h1><p>${prose}</p>${part}<p>${prose}</p>`).replaceAll(prose, '').slice(1).trim();

describe('rows of links', () => {
  it.each([
    ['images that lead on', '<p><a href=a><img alt=Prev></a><a href=b><img alt="Next"></a></p>', ''],
    ['an arrow that leads on', '<div><a href=a><img alt="&lt;-"></a></div>', ''],
    [
      'links by their relation',
      '<p>Next: <a rel=next href=a>B</a>, Up: <a rel=up href=b>C</a> [<a rel=contents href=c>Contents</a>]</p>',
      '',
    ],
    [
      'links by their key',
      '<table><tr><td><a accesskey=p href=a>One</a><td>The book<td><a accesskey=n href=b>Two</a></table>',
      '',
    ],
    [
      'links by their title',
      '<div><a title="previous page" href=a>One</a> <a title="next page" href=b>Two</a></div>',
      '',
    ],
    ['links by their class', '<p><a class=prevPage href=a>One</a> ◦ <a class=nextPage href=b>Two</a></p>', ''],
    ['links to other languages', '<p><span>Languages: </span><a href=e>en</a> | <a hreflang=ko href=k>ko</a></p>', ''],
    ['a link to the head', '<div><a href="#top"><img alt=top></a></div><a href="#page-header">Back to top</a>', ''],
    ['a breadcrumb by its label', '<ul aria-label=Breadcrumb><li><a href=a>One</a></ul>', ''],
    [
      'a menu by its name',
      '<div class=menu><a href=a>One</a> <a href=b>Two</a></div><p id=path><a href=a>One</a> &gt; <a href=b>Two</a>',
      '',
    ],
    [
      'settings',
      '<details><summary><h3>Settings</h3></summary><label><input type=checkbox> Dark</label></details>',
      '',
    ],
    ['a list of the page', '<h4>On this page</h4><ul><li><a href="#a">One</a><li><a href="#b">Two</a></ul>', ''],
    [
      'a list of the page below a button',
      '<div><button>ON THIS PAGE</button><div><ul><li><a href="#a">One</a><li><a href="#b">Two</a></ul></div></div>',
      '',
    ],
    [
      'a table of contents by its id',
      '<div id=toc><div id=toctitle>Table of Contents</div><noscript>No</noscript></div>',
      '',
    ],
    [
      'a heading of the author’s own contents',
      '<h2 id=toc>Contents</h2><p>Two parts: <a href="#a">One</a>, <a href="#b">Two</a></p>',
      'Contents Two parts: One , Two',
    ],
    [
      'a button above a list of pages',
      '<div><button>More</button><ul><li><a href="#a">One</a><li><a href="#b">Two</a></ul></div>',
      'One Two',
    ],
    [
      'a sentence with such a link',
      '<p>Go on with the <a rel=next href=a>next chapter</a> at once.</p>',
      'Go on with the next chapter at once.',
    ],
    ['a picture that leads somewhere', '<p><a href=a><img alt="A parcel"></a></p>', '(A parcel)'],
    ['a sign that is no link', '<p><img alt=next> button</p>', '(next) button'],
    ['images as marks of an index', '<p>arrows <a href=a><img alt="[*]"></a></p>', 'arrows ([*])'],
    [
      'a table in which one column reads next',
      '<table><tr><td>State<td>Then</tr><tr><td>open<td><a href=a>Next</a></table>',
      'State Then open Next',
    ],
    [
      'a link to one translation',
      '<p>There is a <a hreflang=de href=d>German</a> and a <a hreflang=fr href=f>French text of the first edition</a>.</p>',
      'There is a German and a French text of the first edition .',
    ],
    ['a function of that name', '<div><a href="#next" title="next"><code>next()</code></a></div>', 'next()'],
    [
      'a list of functions',
      '<p><a rel=up href=u>up()</a>, <a href=n>next()</a>, <a href=m>map()</a></p>',
      'up() , next() , map()',
    ],
    [
      'a section about menus',
      '<div id=menu class=section><h2>Menu</h2><p><a href=a>Dishes</a></p></div>',
      'Menu Dishes',
    ],
    [
      'text in what is called a menu',
      '<div class=menu>Soup of the day, with bread <a href=a>4.50</a></div>',
      'Soup of the day, with bread 4.50',
    ],
    [
      'texinfo’s list of sections',
      '<table class=menu><tr><td><a href=a>One</a><td></tr><tr><td><a href=b>Two</a><td></table>',
      'One Two',
    ],
    [
      'tabs',
      '<ul class="nav"><li><a data-toggle=tab href="#a">npm</a></ul><div class=nav><a role=tab href="#b">yarn</a></div>',
      'npm yarn',
    ],
    [
      'a list of tasks',
      '<details><summary>Left</summary><ul><li><input type=checkbox disabled> Labels</ul></details>',
      'Left Labels',
    ],
    [
      'contents by the author',
      '<h2>Contents</h2><ul><li><a href="#a">One</a><li><a href="#b">Two</a></ul>',
      'Contents One Two',
    ],
    ['a list below another title', '<h4>On this planet</h4><ul><li><a href="#a">One</a></ul>', 'On this planet One'],
  ])('E2: %s', (_, part, expected) => {
    expect(inPage(part)).toBe(expected);
  });

  it('E2: a menu stays where the page holds little else', () => {
    expect(kept(`<main><h1>Index</h1><div class=menu>${links(20)}</div></main>`)).toContain('Chapter 19');
    expect(kept(`<main><h1>Index</h1><p>${prose}</p><div class=menu>${links(20)}</div></main>`)).not.toContain(
      'Chapter',
    );
  });

  it('E2: a contents page keeps its table of contents, whatever its navigation', () => {
    const page = (toc: string): string =>
      `<table><tr><td>The whole book<td><a accesskey=p href=a>A chapter with a long name</a><td><a accesskey=n href=b>Another chapter</a></table>
       <h1>Part</h1><p>${prose}</p><div class=toc>${toc}</div><div class=footer>Made by a program, on a day in spring</div>`;
    expect(kept(page(links(100)))).toContain('Chapter 99');
    expect(kept(page(links(100)))).not.toMatch(/chapter|Made/);
    expect(kept(page(links(100, '#s')))).not.toContain('Chapter');
  });
});

describe('the ends of the content', () => {
  const page = (before: string, after = ''): string =>
    kept(`<body>${before}<h1>T</h1><p>${prose}</p>${after}</body>`).replace(prose, '…');

  it.each([
    ['a list', `<ul>${links(9)}</ul>`],
    ['a bar', '<p><a href=a>One</a> | <a href=b>Two</a> | <a href=c>Three</a></p>'],
    [
      'a table with a sign',
      '<table><tr><td><img alt="The firm"><td><a href=a>Home</a><td><a href=b>People</a></table>',
    ],
    ['boxes', `<div><div><a href=a>Home</a></div><ul>${links(9)}</ul></div><hr>`],
    ['the head of a site', '<div id=page-header><p><a href=a>Home</a></p><p>Version 2.4</p></div>'],
  ])('E2: links before the title go: %s', (_, before) => {
    expect(page(before)).toBe('T …');
  });

  it('E2: text before the title stays', () => {
    expect(page('<p>Not yet <a href=a>released</a></p>')).toBe('Not yet released T …');
    expect(page('<p><img alt="A parcel"></p>')).toBe('(A parcel) T …');
    expect(page('<a name=x></a><pre>x</pre>')).toBe('x T …');
    expect(page('<h2><a href=a>Part one</a></h2>')).toBe('Part one T …');
    expect(kept(`<main><ul>${links(20)}</ul></main>`)).toContain('Chapter 0');
    expect(kept(`<main><ul>${links(20)}</ul><p>Made by a program</p></main>`)).toContain('Chapter 0');
    expect(kept(`<main><div><a href=a>A card</a><p>${prose}</p></div></main>`)).toBe(`A card ${prose}`);
    expect(kept(`<main><p><a href=a>One</a> and <a href=b>two</a> are numbers.</p><p>${prose}</p></main>`)).toContain(
      'One and two',
    );
  });

  it.each([
    ['two links', '<div><a href=a>Parcels</a><a href=b>Labels</a></div>', ''],
    ['one link in boxes', '<div><div><a href=b><span>Next</span> <b>Labels</b></a></div></div>', ''],
    ['a bar', '<p><a href=a>One</a> | <a href=b>Two</a> | <a href=c>Three</a></p>', ''],
    ['a table of one row', '<table><tr><td><a href=a>One</a><td><a href=b>Two</a></table>', ''],
    ['a foot', '<hr><div id=footer>Copyright <a href=a>Us</a>. Some rights reserved.</div>', ''],
    ['a foot behind a bar', '<div><a href=a>One</a> | <a href=b>Two</a></div><div class=footer>Made by us</div>', ''],
    ['a paragraph', '<p><a href=a>The whole example</a></p>', 'The whole example'],
    ['a list', '<ul><li><a href=a>One</a></ul>', 'One'],
    ['links into the page itself', '<div><a href="#a">One</a> <a href="#b">Two</a></div>', ''],
    ['links into the page and to another', '<div><a href="#a">One</a> <a href="b">Two</a></div>', 'One Two'],
    ['a list of links into the page', '<ul><li><a href="#a">One</a><li><a href="#b">Two</a></ul>', 'One Two'],
    ['three links', '<div><a href=a>One</a> <a href=b>Two</a> <a href=c>Three</a></div>', 'One Two Three'],
    ['an invitation', '<div><a class="btn-large" href=a>Download</a></div>', 'Download'],
    ['a link by itself', '<a href=a>Download</a>', 'Download'],
    ['a table of several rows', '<table><tr><td><a href=a>One</a></tr><tr><td><a href=b>Two</a></table>', 'One Two'],
    [
      'references',
      '<p>See also <a href=a>parcels</a>, <a href=b>labels and stamps</a>.</p>',
      'See also parcels , labels and stamps .',
    ],
    ['what a heading announces', '<h2>See also</h2><div><a href=a>One</a></div>', 'See also One'],
    ['what a colon announces', '<p>Read on:</p><div><a href=a>One</a></div>', 'Read on: One'],
    [
      'a footnote',
      '<aside class=footnote><span>[<a href="#x">1</a>]</span><p><a href=a>Source</a></p></aside>',
      '[ 1 ] Source',
    ],
    [
      'a section about feet',
      '<div id=footer class=section><h2>Footer</h2><p>Stands below.</p></div>',
      'Footer Stands below.',
    ],
    [
      'an index of letters',
      `<table><tr><td><ul>${links(2)}</ul><td><ul><li>b, <a href=x>one</a></ul></table>`,
      'Chapter 0 Chapter 1 b, one',
    ],
  ])('E2: at the end, %s', (_, after, expected) => {
    expect(page('', after)).toBe(`T … ${expected}`.trim());
  });

  it('E1: nothing is taken from the ends of what the provider named', () => {
    expect(kept(`<div class=x><ul>${links(3)}</ul><h1>T</h1></div>`, { selector: '.x' })).toContain('Chapter 2');
  });
});

describe('notes behind the content', () => {
  it.each([
    ['by id', '<div id=footnotes><hr><div>1. A note.</div></div>', 'a 1. A note.'],
    ['by class', '<section class=footnotes><p>A note.</p></section>', 'a A note.'],
    ['by role, once', '<div class=footnotes><div role=doc-endnotes>A note.</div></div>', 'a A note.'],
    ['without words', '<div id=footnotes><hr></div>', 'a'],
    ['a heading of that name', '<h2 id=footnotes>x</h2>', 'a'],
    ['hidden', '<div id=footnotes hidden>x</div>', 'a'],
  ])('E2: %s', (_, notes, expected) => {
    expect(kept(`<body><main>a</main><p>no</p>${notes}`)).toBe(expected);
  });

  it('E2: notes before the content are none of its own', () => {
    expect(kept('<body><div id=footnotes>x</div><main>a</main>')).toBe('a');
  });
});

describe('links that act', () => {
  it.each([
    ['in a heading', '<h2>Parts <small><a href=x>collapse</a></small></h2>', 'Parts'],
    ['beside a signature', '<p class=src>weigh :: Int <a href=x>Source</a></p>', 'weigh :: Int'],
    ['behind code', '<div><pre>x</pre> <a href=x>Run</a></div>', 'x'],
    ['that lead nowhere', '<p>Object (<a href="#">show all</a>)</p>', 'Object ()'],
    ['by their class', '<p>a <a class=link-seesrc href=x>Source</a> <a class=link-seesrc href=x>Edit</a></p>', 'a'],
    ['in a sentence', '<p>Read the <a href=x>source</a> or <a href=y>run</a> it.</p>', 'Read the source or run it.'],
    ['in a list', '<ul><li><a href=x>Source</a></ul>', 'Source'],
    ['that are a heading', '<h2><a href=x>Source</a></h2>', 'Source'],
  ])('E2: %s', (_, part, expected) => {
    expect(inPage(part)).toBe(expected);
  });

  it.each([
    ['a picture beside the words of a link', '<a href=a><img alt=Icon> Parcels</a> and more', 'Parcels and more'],
    ['a picture that is all of a link', '<a href=a><img alt=Parcels></a> and more', '(Parcels) and more'],
  ])('E2: %s', (_, part, expected) => {
    expect(inPage(`<p>${part}</p>`)).toBe(expected);
  });
});

describe('hostile pages', () => {
  const read = (_: string, html: string): void => {
    const tree = parseHtml(html, { nodes: Number.POSITIVE_INFINITY });
    expect(findContent(tree).roots).not.toEqual([]);
  };
  const name = 'FAULTS 42, 43: %s take no longer than their length';

  it.each([
    ['links alone', '<p><a href=a>x</a></p>'.repeat(HOSTILE_ELEMENTS / 2)],
    ['notes', `<main>a</main>${'<div id=footnotes>x</div>'.repeat(HOSTILE_ELEMENTS)}`],
  ])(name, read);

  it.each([
    [
      'links to neighbours in boxes',
      `${'<div>'.repeat(250)}${'<div><a rel=next href=a>x</a></div>'.repeat(HOSTILE_ELEMENTS / 3)}`,
    ],
    [
      'menus in menus',
      `${'<div class=menu>'.repeat(250)}${'<p class=menu><a href=a>x</a></p>'.repeat(HOSTILE_ELEMENTS / 3)}`,
    ],
    ['links before a text', `${'<div>'.repeat(200)}${'<a href=a>x</a>'.repeat(HOSTILE_ELEMENTS)}</div><h1>T</h1>`],
    ['links behind a text', `<p>T</p>${'<div><a href=a>x</a></div>'.repeat(HOSTILE_ELEMENTS)}`],
    ['boxes to tick', `<form>${'<input type=checkbox>x'.repeat(HOSTILE_ELEMENTS)}`],
    ['pictures in a link', `<a href=a>${'<img alt=next>'.repeat(HOSTILE_ELEMENTS)}`],
    ['lists of the page', '<ul><li><a href="#a">x</a>'.repeat(HOSTILE_ELEMENTS / 2)],
    ['links to neighbours in one block', '<a rel=next href=a>x</a>'.repeat(HOSTILE_ELEMENTS)],
    ['heads', `${'<div class=footer>x</div>'.repeat(HOSTILE_ELEMENTS)}<h1>T</h1>`],
  ])(name, more, read);
});

describe('the head of a landing page', () => {
  const page = (header: string): string =>
    kept(`<body><main>${header}<p>${prose}</p></main>`).replace(prose, '').trim();

  it('E2: keeps its text about the product', () => {
    expect(page('<header class="vp-hero"><h1>Brook</h1><p>Rivers for everyone</p></header>')).toBe(
      'Brook Rivers for everyone',
    );
  });

  it('E2: another header keeps its heading alone, and one outside of the content nothing', () => {
    expect(page('<header class="heroic"><h1>Brook</h1><p>5 min read</p></header>')).toBe('Brook');
    expect(kept(`<body><header class="hero"><p>Menu</p></header><p>${prose}</p>`)).toBe(prose);
  });

  it('E2: the foot of a home page goes', () => {
    expect(
      kept(`<body><main><h1>T</h1><p>${prose}</p><div class="vp-footer">Released under a licence</div></main>`),
    ).toBe(`T ${prose}`);
  });
});
