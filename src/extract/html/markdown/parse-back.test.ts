// Proves that the Markdown holds what the page holds: parsed back it has the same text, code and headings (E3).
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOfMdast } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../../test/support/how-long.ts';
import { markdownOf } from './fragment.contract.ts';

interface Made {
  readonly html: string;
  /** All its characters but white space. */
  readonly text: string;
  readonly codes: readonly string[];
  readonly headings: readonly string[];
}

const pieces = fc.constantFrom(
  ...(
    'a b c word snake_case __init__ * ** *a* _ ` `` # ## - + > 1. 2) --- === ~~ ~ | \\ \\* <b> </b> <!-- & &amp; &copy; ' +
    '[x](y) [x] [x]: ![ ] ( ) ! : http://a.test/_b_*c* https://a.test/x?a=1&b=2. www.a.test/_ a_b@c.test $x$ 한국어 입니다 。 「 」 “ ” é 😀 → x_ _x'
  ).split(' '),
);
const gaps = fc.constantFrom('', '', ' ', '\n  ', '\u00a0');
const texts = fc
  .array(fc.tuple(pieces, gaps), { minLength: 1, maxLength: 5 })
  .map((all) => all.map(([piece, gap]) => piece + gap).join(''));

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const bare = (text: string): string => text.replace(/\s+/g, '');

const leaf = texts.map((text): Made => ({ html: html(text), text: bare(text), codes: [], headings: [] }));
const code = texts.map(
  (text): Made => ({ html: `<code>${html(text)}</code>`, text: bare(text), codes: [], headings: [] }),
);
const hardBreak = fc.constant<Made>({ html: '<br>', text: '', codes: [], headings: [] });

const join = (all: readonly Made[], before: string, after: string): Made => ({
  html: before + all.map((each) => each.html).join('') + after,
  text: all.map((each) => each.text).join(''),
  codes: all.flatMap((each) => each.codes),
  headings: all.flatMap((each) => each.headings),
});

const { inline, phrase } = fc.letrec<{ inline: Made; phrase: Made }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    code,
    fc
      .tuple(
        fc.constantFrom('b', 'i', 'em', 'strong', 'del', 'span', 'a', 'sub', 'sup', 'u', 'mark', 'x-y'),
        tie('phrase'),
      )
      .map(([name, inside]) => join([inside], `<${name}>`, `</${name}>`)),
    hardBreak,
  ),
  phrase: fc.array(tie('inline'), { maxLength: 4 }).map((all) => join(all, '', '')),
}));

const heading = fc
  .tuple(fc.integer({ min: 1, max: 5 }), inline)
  .map(([level, inside]): Made => ({ ...join([inside], `<h${level}>`, `</h${level}>`), headings: [inside.text] }));
const pre = fc
  .array(fc.oneof(texts, fc.constantFrom('', '  x', '\tx', '```', '~~~', '> x')), { minLength: 1, maxLength: 4 })
  .map((all): Made => {
    const text = all.join('\n').replaceAll('\n  ', ' ');
    const shown = text.replace(/^\n/, '').replace(/\n+$/, '');
    return {
      html: `<pre>${html(text)}</pre>`,
      text: bare(shown),
      codes: bare(shown) === '' ? [] : [shown],
      headings: [],
    };
  });
const paragraph = phrase.map((inside) => join([inside], '<p>', '</p>'));
const cell = fc
  .tuple(fc.constantFrom('td', 'th'), phrase)
  .map(([name, inside]) => join([inside], `<${name}>`, `</${name}>`));
const table = fc
  .array(
    fc.array(cell, { minLength: 2, maxLength: 3 }).map((cells) => join(cells, '<tr>', '</tr>')),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((rows) => join(rows, '<table>', '</table>'));

/** Within lists and quotations a heading is a line in bold, but for one that no list can hold: of a level as high as the section's. */
const noHeadings = (made: Made): Made => ({
  ...made,
  html: made.html.replace(/(<\/?)h[1-5]>/g, '$1h6>'),
  headings: [],
});

/** An explanation that begins with a heading has sections: here none does. */
const emptyFirst = (made: Made): string => (/<h[1-6]>/.test(made.html) ? '<p></p>' : '');

const { blocks } = fc.letrec<{ block: Made; blocks: Made }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    paragraph,
    phrase,
    heading,
    pre,
    table,
    tie('blocks').map((inside) => join([inside], '<div>', '</div>')),
    tie('blocks').map((inside) => noHeadings(join([inside], '<blockquote>', '</blockquote>'))),
    tie('blocks')
      .map((inside) => noHeadings(join([inside], '<div class="warning"><p class="title">W</p>', '</div>')))
      .map((made) => ({ ...made, text: `W${made.text}` })),
    fc
      .tuple(fc.constantFrom('<ul>', '<ol>', '<ol start="7">'), fc.array(tie('blocks'), { maxLength: 3 }))
      .map(([tag, items]) =>
        noHeadings(
          join(
            items.map((item) => join([item], '<li>', '</li>')),
            tag,
            `</${tag.slice(1, 3)}>`,
          ),
        ),
      ),
    fc.array(fc.tuple(phrase, tie('blocks')), { maxLength: 2 }).map((all) =>
      noHeadings(
        join(
          all.map(([term, inside]) =>
            join([term, join([inside], `</dt><dd>${emptyFirst(inside)}`, '</dd>')], '<dt>', ''),
          ),
          '<dl>',
          '</dl>',
        ),
      ),
    ),
  ),
  blocks: fc.array(tie('block'), { maxLength: 4 }).map((all) => join(all, '', '')),
}));

function nodesOf(tree: Nodes, type: string): readonly Nodes[] {
  const children = 'children' in tree ? (tree.children as Nodes[]) : [];
  return [...(tree.type === type ? [tree] : []), ...children.flatMap((child) => nodesOf(child, type))];
}

const parse = (markdown: string): Nodes =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
const textOf = (node: Nodes): string => bare(textOfMdast(node, { includeHtml: false }));

describe('parsed back', () => {
  it('E3: a page has the same characters, the same code and the same headings', scaled, () => {
    fc.assert(
      fc.property(blocks, (page) => {
        const markdown = markdownOf(page.html);
        const tree = parse(markdown);
        expect(textOf(tree)).toBe(page.text);
        expect(nodesOf(tree, 'code').map((node) => 'value' in node && node.value)).toEqual(page.codes);
        expect(nodesOf(tree, 'heading').map(textOf)).toEqual(page.headings.filter((text) => text !== ''));
        if (page.codes.length === 0) expect(markdown).not.toMatch(/\n[> ]*\n[> ]*\n/);
      }),
      { numRuns: Number(process.env.PARSE_BACK_RUNS ?? inAll(150, 1_500)) },
    );
  });
});
