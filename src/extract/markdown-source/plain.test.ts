// Proves the plain text of headings and the targets of links against a CommonMark parser that is not ours (E4, E7).
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import { foldLine } from '../text.ts';
import { markdownBlocks } from './blocks.ts';
import { plainInline } from './plain.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

const parse = (source: string): Node =>
  fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;

/** What a reader sees of a node. */
function shown(node: Node): string {
  if (node.type === 'html') return '';
  return node.children === undefined
    ? (node.value ?? (node.type === 'break' ? ' ' : ''))
    : node.children.map(shown).join('');
}

function targets(node: Node): readonly string[] {
  const own = node.type === 'link' || node.type === 'definition' ? [node.url ?? ''] : [];
  return [...own, ...(node.children ?? []).flatMap(targets)];
}

const options = { keepLinks: false, imageLabel: 'image', resolve: () => undefined };
const read = (source: string) => markdownBlocks(source, options);

/** The heading of a line by the parser, and by us. */
function both(line: string): { readonly theirs: string; readonly ours: string } {
  const heading = parse(`# ${line}`).children?.find(({ type }) => type === 'heading');
  const block = read(`# ${line}`).blocks.find(({ kind }) => kind === 'heading');
  return {
    theirs: foldLine(heading === undefined ? '' : shown(heading)),
    ours: block !== undefined && 'text' in block ? block.text : '',
  };
}

describe('E4, E7: the plain text of a heading is what CommonMark shows', () => {
  it.each([
    ['_private', '_private'],
    ['*args and **kwargs', '*args and **kwargs'],
    ['Map<string, number> type', 'Map<string, number> type'],
    ['See <https://x.y/z> now', 'See https://x.y/z now'],
    ['`__init__` and __init__', '__init__ and init'],
    ['snake_case_name, __all__ and foo__bar__baz', 'snake_case_name, all and foo__bar__baz'],
    ['2 * 3 * 4 ** 5', '2 * 3 * 4 ** 5'],
    ['**bold** *it* ***both*** ~~gone~~ ~one~', 'bold it both gone one'],
    ['a < b && c > d', 'a < b && c > d'],
    ['<kbd>Ctrl</kbd>+<b>C</b><br/>!', 'Ctrl+C!'],
    ['&lt;T&gt; &amp;amp; &copy; &eacute; &notit; &#35; &#x41; &copy', '<T> &amp; © é &notit; # A &copy'],
    ['\\*not\\* \\_it\\_ C:\\dir', '*not* _it_ C:\\dir'],
    ['operator*() and operator**', 'operator*() and operator**'],
    ['`` a ` b `` and ` x ` and `', 'a ` b and x and `'],
    ['~~~ three ~~~ and ~a~~', '~~~ three ~~~ and ~a~~'],
  ])('%s', (line, text) => {
    expect(both(line)).toEqual({ theirs: text, ours: text });
  });

  it.each([
    ...[
      '*foo bar*',
      'a * foo bar*',
      'a*"foo"*',
      '*\u00a0a\u00a0*',
      'foo*bar*',
      '5*6*78',
      '_foo bar_',
      '_ foo bar_',
      'a_"foo"_',
    ],
    ...[
      'foo_bar_',
      '5_6_78',
      'пристаням_стремятся_',
      'aa_"bb"_cc',
      'foo-_(bar)_',
      '_foo*',
      '*foo bar *',
      '*(*foo)',
      '*(*foo*)*',
    ],
    ...[
      '*foo*bar',
      '_foo bar _',
      '_(_foo)',
      '_(_foo_)_',
      '_foo_bar',
      '_foo_bar_baz_',
      '_(bar)_.',
      '**foo bar**',
      '** foo bar**',
    ],
    ...[
      'a**"foo"**',
      'foo**bar**',
      '__foo bar__',
      '__ foo bar__',
      'a__"foo"__',
      'foo__bar__',
      'foo-__(bar)__',
      '**foo bar **',
    ],
    ...[
      '**(**foo)',
      '*(**foo**)*',
      '**foo "*bar*" foo**',
      '**foo**bar',
      '__(bar)__.',
      '*foo [bar](/url)*',
      '_foo __bar__ baz_',
    ],
    ...[
      '__foo_ bar_',
      '*foo *bar**',
      '*foo **bar** baz*',
      '*foo**bar**baz*',
      '*foo**bar*',
      '***foo** bar*',
      '*foo **bar***',
    ],
    ...[
      'foo***bar***baz',
      'foo******bar*********baz',
      '** is not an empty emphasis',
      '**** is not either',
      '__ __',
      'foo ***',
    ],
    ...[
      'foo *\\**',
      'foo *_*',
      'foo *****',
      'foo **\\***',
      '**foo*',
      '*foo**',
      '***foo**',
      '****foo*',
      '**foo***',
      '*foo****',
    ],
    ...[
      'foo __\\___',
      '__foo_',
      '_foo__',
      '___foo__',
      '____foo_',
      '__foo___',
      '_foo____',
      '*_foo_*',
      '****foo****',
      '***foo***',
    ],
    ...[
      '*foo _bar* baz_',
      '*foo __bar *baz bim__ bam*',
      '**foo **bar baz**',
      '*foo *bar baz*',
      '*a `*`*',
      '_a `_`_',
      '**a<https://foo.bar/?q=**>',
    ],
    ...[
      '<a><bab><c2c>',
      '<a/><b2/>',
      '<33> <__>',
      '<a h*#ref="hi">',
      '< a>< foo',
      '</a></foo >',
      'foo <!-- c --> bar',
      'foo <?php ?> bar',
    ],
    ...[
      'foo <!ELEMENT br EMPTY> bar',
      'foo <![CDATA[>&<]]> bar',
      '<a href="\\"">',
      '<http://foo.bar.baz>',
      '<MAILTO:FOO@BAR.BAZ>',
    ],
    ...[
      '<a+b+c:d>',
      '<made-up-scheme://foo,bar>',
      '<https://foo.bar/baz bim>',
      '<foo@bar.example.com>',
      '<foo\\+@bar.example.com>',
      '<>',
      '<m:abc>',
    ],
    ...[
      '`foo`bar`',
      '`` foo ` bar ``',
      '` `` `',
      '`  ``  `',
      '` a`',
      '`foo   bar   baz`',
      '*foo`*`',
      '`<a href="`">`',
      '```foo``',
      '`foo``bar``',
    ],
    ...['한국어*강조*입니다', '**「重要」**です', '**重要。**です', '*C++*의 `std`', '🎉*party*🎉', '_naïve_café_'],
  ])('as the specification has it: %s', (line) => {
    const { theirs, ours } = both(line);
    expect(ours).toBe(theirs);
  });

  // Not among them: characters on both sides of a run, where the parser counts what is left of a run and the specification
  // the run as it was; and characters beyond U+FFFF, which the parser takes for letters.
  const words = fc.constantFrom(
    'a',
    'B2',
    ' ',
    ' ',
    '.',
    '(',
    ')',
    '"',
    'é',
    '한',
    '。',
    '\u00a0',
    'word',
    'a_b',
    'c__d_',
  );
  const marks = fc.constantFrom(
    ...['*', '**', '***', '****', '_', '__', '___'].flatMap((run) => [` ${run}`, `${run} `]),
    ...['\\', '\\*', '`', '``', '<', '>', '<b>', '</b>', '<a:b>', '&amp;', '&', '&lt;'],
  );
  const texts = fc.array(fc.oneof(words, marks), { maxLength: 24 }).map((parts) => parts.join(''));

  it('whatever the marks', scaled, () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { theirs, ours } = both(`x${text}y`);
        expect(ours).toBe(theirs);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('strike-through, too', scaled, () => {
    const tildes = fc.array(fc.oneof(words, fc.constantFrom('~', '~~', '~~~')), { maxLength: 16 });
    fc.assert(
      fc.property(tildes, (parts) => {
        const { theirs, ours } = both(`x${parts.join('')}y`);
        expect(ours).toBe(theirs);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each(['**a _b ', 'a* ', '<', '`` ` ', '&amp;'])(
    'takes linear time: %j',
    (part) => void plainInline(endless(part)),
  );
  it.each(['*a ', '_a ', '`', '~a '])('takes linear time: %j', more, (part) => void plainInline(endless(part)));
});

describe('E7, U1: the target of a link is what CommonMark reads', () => {
  const hrefs = (source: string) => read(source).links.map(({ href }) => href);

  it.each([
    ['[x](/s?a=1&amp;b=2)', '/s?a=1&b=2'],
    ['[x](</a b?c&amp;d>)', '/a b?c&d'],
    ['[x](/a\\&amp;b)', '/a&amp;b'],
    ['[x](/a?&copy=1&para=2)', '/a?&copy=1&para=2'],
    ['[x](/caf&eacute;&#47;&#x61;)', '/café/a'],
    ['[x]\n\n[x]: /d?a&amp;b "t"', '/d?a&b'],
    ['[x](/a\\)b\\_c "t &amp; u")', '/a)b_c'],
  ])('%s', (source, href) => {
    expect(hrefs(source)).toEqual([href]);
    expect(targets(parse(source))[0]).toBe(href);
  });

  it.each([
    ['at http://example.com/x(y).', ['http://example.com/x(y)']],
    ['(see https://example.com/z)', ['https://example.com/z']],
    ['(see https://example.com/a_(b)), then', ['https://example.com/a_(b)']],
    ['write http:// or https:// before it', []],
    ['![a [b](/c) d](/e.png)', []],
    ['![a](/b.png) [c](/d)', ['/d']],
  ])('%s', (source, found) => {
    expect(hrefs(source)).toEqual(found);
    expect(targets(parse(source))).toEqual(found);
  });

  it('in raw HTML as well', () => {
    expect(hrefs('See <a href="/s?a=1&amp;b=2">this</a>.')).toEqual(['/s?a=1&b=2']);
    expect(hrefs('<div>\n<a href="/s?a=1&#38;b=2">this</a>\n</div>')).toEqual(['/s?a=1&b=2']);
  });

  it('whatever it holds', scaled, () => {
    const parts = fc.constantFrom(
      'a',
      '/',
      '?',
      '=',
      '&',
      '&amp;',
      '&lt;',
      '&copy;',
      '&nope;',
      '&#65;',
      '\\&',
      '\\_',
      '\\a',
      '(b)',
      '%20',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (path) => {
        const source = `[x](/${path.join('')})`;
        expect(hrefs(source)).toEqual(targets(parse(source)));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('a target that is kept is read again as it was', () => {
    const { blocks } = markdownBlocks('[x](/a?b&amp;copy;=1)', {
      ...options,
      keepLinks: true,
      resolve: (href) => `https://x.y${href}`,
    });
    const [block] = blocks;
    const markdown = block !== undefined && 'markdown' in block ? block.markdown : '';
    expect(targets(parse(markdown))).toEqual(['https://x.y/a?b&copy;=1']);
  });
});
