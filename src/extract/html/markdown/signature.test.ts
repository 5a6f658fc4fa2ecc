// C1, E3: signatures by class are entries where links lead to them, and how far such an entry reaches.
import { describe, expect, it } from 'vitest';
import { findContent } from '../content.ts';
import { parseHtml } from '../tree.ts';
import { toBlocks } from './blocks.ts';

const blocksOf = (html: string) =>
  toBlocks(findContent(parseHtml(html)), { keepLinks: false, imageLabel: 'image', resolve: () => undefined });

/** Each block as `kind depth text #anchor`. */
const linesOf = (html: string): readonly string[] =>
  blocksOf(html).map((block) => {
    const text = 'markdown' in block ? block.markdown : block.kind;
    const anchor = 'anchor' in block && block.anchor !== undefined ? ` #${block.anchor}` : '';
    return `${block.kind} ${block.entryDepth} ${text}${anchor}`;
  });

describe('E3: a signature that is known by its class', () => {
  it.each([
    ['its own id', '<div class="tsd-signature" id="x">x(): void</div><p>Text.</p>'],
    ['an id inside', '<div class="method-signature"><a id="x"></a>x(): void</div><p>Text.</p>'],
    ['an id of its parent', '<div id="x"><div class="method-heading">x(): void</div><p>Text.</p></div>'],
    ['an anchor before it', '<a id="x"></a><div><div class="memproto">x(): void</div></div><p>Text.</p>'],
    ['the name that it defines', '<p class="src"><b>fn</b> <a class="def" id="x">x</a></p><p>Text.</p>'],
  ])('C1: is an entry with %s', (_, html) => {
    const [, entry] = blocksOf(`<main><h1>Page</h1>${html}</main>`);
    expect(entry).toMatchObject({ kind: 'entry', anchor: 'x', entryDepth: 1, ids: ['x'] });
  });

  it('C1: below the heading that names it, is code of that section', () => {
    const html = `<main><h1>Class Pipe&lt;T&gt;</h1><section id="description"><div class="type-signature">public class Pipe&lt;T&gt;</div></section>
      <section id="cut(int)"><h3>cut</h3><div class="member-signature">void&nbsp;cut<wbr>(int at)</div></section></main>`;
    expect(linesOf(html)).toEqual([
      'heading 0 Class Pipe\\<T>',
      'text 0 `public class Pipe<T>`',
      'heading 0 cut #cut(int)',
      'text 0 `void cut(int at)`',
    ]);
  });

  it.each([
    ['prose without an id', '<p class="signature">Yours, the editors</p>'],
    ['in a heading', '<h4 id="x">cut<span class="signature">(at)</span></h4>'],
    ['around a block of code', '<div class="declaration" id="x"><pre>cut(at)</pre></div>'],
    ['around a list', '<div class="signature" id="x"><ul><li>cut(at)</li></ul></div>'],
    ['a link to the source', '<p class="src">See cut.c</p>'],
  ])('is none: %s', (_, html) => {
    expect(blocksOf(`<main><h1>Page</h1>${html}</main>`).filter(({ kind }) => kind === 'entry')).toEqual([]);
  });

  it('C1: reaches to the next entry, a heading beside it, or the end of what holds both', () => {
    const html = `<main><h1>Page</h1><div><p class="src"><a class="def" id="a">a</a></p><p>One.</p><div><h4>Inner</h4></div>
      <p class="src"><a class="def" id="b">b</a></p><p>Two.</p></div><p>Outside.</p>
      <p class="src"><a class="def" id="c">c</a></p><p>Three.</p><h2>Next</h2><p>Four.</p></main>`;
    expect(linesOf(html)).toEqual([
      'heading 0 Page',
      'entry 1 `a` #a',
      'text 1 One.',
      'heading 1 Inner',
      'entry 1 `b` #b',
      'text 1 Two.',
      'text 0 Outside.',
      'entry 1 `c` #c',
      'text 1 Three.',
      'heading 0 Next',
      'text 0 Four.',
    ]);
  });

  it('keeps the name that it declares', () => {
    const [entry] = blocksOf('<main><div class="memproto" id="a1">double lib::Tank::fill(double level)</div></main>');
    expect(entry?.names).toEqual(['fill']);
  });
});

describe('C1: what belongs to an entry of a definition list but follows it', () => {
  const entry = (id: string, dd: string): string =>
    `<dl class="c function"><dt class="sig" id="${id}">${id}()</dt>${dd}</dl>`;

  it('is the text behind an empty explanation, up to the next entry or heading', () => {
    const html = `<main><h1>Page</h1>${entry('a', '<dd></dd>')}<p>One.</p>${entry('b', '<dd></dd>')}<p>Two.</p>
      <section><h2>Next</h2><p>Three.</p></section></main>`;
    expect(linesOf(html).map((line) => line.split(' #')[0])).toEqual([
      'heading 0 Page',
      'entry 1 `a()`',
      'text 1 One.',
      'entry 1 `b()`',
      'text 1 Two.',
      'heading 0 Next',
      'text 0 Three.',
    ]);
  });

  it('is text below a label in bold, and no other', () => {
    const html = `<main><h1>Page</h1>${entry('a', '<dd>One.</dd>')}<p><strong>Return</strong></p><p>Two.</p>
      ${entry('b', '<dd>Three.</dd>')}<p>Four.</p></main>`;
    expect(
      linesOf(html)
        .slice(1)
        .map((line) => line.split(' #')[0]),
    ).toEqual([
      'entry 1 `a()`',
      'text 1 One.',
      'text 1 **Return**',
      'text 1 Two.',
      'entry 1 `b()`',
      'text 1 Three.',
      'text 0 Four.',
    ]);
  });
});
