// Proves which terms of definition lists are entries by an anchor before them (C1).
import { describe, expect, it } from 'vitest';
import { blocksOf } from './fragment.contract.ts';

/** Each entry with its anchor, each other block as a line. */
function linesOf(html: string): readonly string[] {
  return blocksOf(html).map((block) => {
    if (block.kind === 'entry') return `${block.text} #${block.anchor}`;
    return block.kind === 'text' ? block.markdown : block.kind;
  });
}

describe('anchors before terms', () => {
  it.each([
    [
      'texinfo ends the explanation before it with them: the first one counts',
      '<dl><dt><tt>a</tt></dt><dd><p>x</p>\n<span id="index-b"></span>\n<span id="index-bee"></span>\n</dd>\n<dt><tt>b</tt></dt><dd><p>y</p></dd></dl>',
      ['`a`', 'x', 'b #index-b', 'y'],
    ],
    [
      'SQLite puts them between the items',
      '<dl>\n<a name="a"></a>\n<dt>a</dt><dd>x</dd>\n<a name="b"></a>\n<dt>b</dt><dd>y</dd></dl>',
      ['a #a', 'x', 'b #b', 'y'],
    ],
    [
      'a term’s own id is nearer',
      '<dl><dt>a</dt><dd><p>x</p><span id="z"></span></dd><dt id="b">b</dt><dd>y</dd></dl>',
      ['**a**', 'x', 'b #b', 'y'],
    ],
    [
      'an anchor at the end of a line is where the next term begins',
      '<dl><dt>a</dt><dd>x <a name="b"></a></dd><dt>b</dt><dd>y</dd></dl>',
      ['**a**', 'x', 'b #b', 'y'],
    ],
    [
      'a span at the end of a line is part of it',
      '<dl><dt>a</dt><dd>x <span id="s"></span></dd><dt>b</dt><dd>y</dd></dl>',
      ['**a**', 'x', '**b**', 'y'],
    ],
    [
      'of two terms in a row the first has it',
      '<dl><dt>a</dt><dd><p>x</p><a id="b"></a></dd><dt>b</dt><dt>c</dt><dd>y</dd></dl>',
      ['**a**', 'x', 'b #b', '**c**', 'y'],
    ],
    [
      'what precedes the list may belong to anything',
      '<p><span id="l"></span></p><dl><dt>a</dt><dd>x</dd></dl>',
      ['**a**', 'x'],
    ],
    [
      'an anchor with text is a link or a word',
      '<dl><dt>a</dt><dd><p>x</p><span id="s">more</span></dd><dt>b</dt><dd>y</dd></dl>',
      ['**a**', 'x', 'more', '**b**', 'y'],
    ],
  ])('C1: %s', (_, html, lines) => {
    expect(linesOf(html)).toEqual(lines);
  });

  it('C1: what explains such a term is inside it, with its ids; the next term does not', () => {
    const html =
      '<dl><dt>a</dt><dd><p>x</p><span id="s"></span><span id="t"></span></dd><dt>b</dt><dd>y</dd><dt>c</dt></dl>';
    expect(blocksOf(html).map(({ entryDepth, ids }) => [entryDepth, ids])).toEqual([
      [0, []],
      [0, []],
      [1, ['s', 't']],
      [1, []],
      [0, []],
    ]);
  });
});
