// Proves how plain text passes through (E7).
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { runs, scaled } from '../../test/support/how-long.ts';
import { renderBlocks } from '../core/document.ts';
import { looksLikeMarkdown } from './markdown-source/recognise.ts';
import { textBlocks } from './plain-text.ts';

const markdownOf = (text: string): string => renderBlocks(textBlocks(text).blocks);

/** What a reader of the Markdown sees, white space folded. */
function seen(markdown: string): string {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return root.children
    .map((node) => textOf(node))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('plain text', () => {
  it('E7: is paragraphs, and its first line is the title', () => {
    const { title, blocks } = textBlocks('\ufeff\n  Release   notes\r\n\r\nOne line\nand another.\r\n\fNext page.\n');
    expect(title).toBe('Release notes');
    expect(blocks.map(({ kind }) => kind)).toEqual(['code', 'text', 'text']);
    expect(markdownOf('One line\nand another.\n\n\nThe end.')).toBe('One line\nand another.\n\nThe end.');
    expect(textBlocks('x'.repeat(1_000)).title).toHaveLength(200);
    expect(textBlocks(' \n\n')).toEqual({ title: '', blocks: [] });
  });

  it('E7: that is laid out with spaces is code, byte for byte', () => {
    const table = 'Name      Size\n----      ----\na.txt        1';
    const manual = 'NAME\n       ls - list\n\n\nSYNOPSIS\n       ls [OPTION]...';
    expect(textBlocks(`Intro\n\n${table}\n\n\n${manual}\n\nEnd`).blocks).toMatchObject([
      { kind: 'text', markdown: 'Intro' },
      { kind: 'code', code: `${table}\n\n\n${manual}` },
      { kind: 'text', markdown: 'End' },
    ]);
    expect(textBlocks('+---+\n| a |\n+---+').blocks).toMatchObject([{ kind: 'code' }]);
    expect(textBlocks('  A first line that is indented\nand one that is not.').blocks).toMatchObject([
      { kind: 'text' },
    ]);
  });

  it.each([
    ['# no heading', '\\# no heading'],
    ['- no item', '\\- no item'],
    ['1. no item', '1\\. no item'],
    ['> no quotation', '\\> no quotation'],
    ['snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
    ['*args and **kwargs', '\\*args and \\*\\*kwargs'],
    ['<div> &amp; a < b', '\\<div> \\&amp; a < b'],
    ['[a](b) [c]', '[a]\\(b) [c]'],
    ['C:\\dir\\*.txt', 'C:\\dir\\\\\\*.txt'],
    ['under\n===', 'under\n\\==='],
    ['a | b\n--- | ---', 'a | b\n\\--- | ---'],
  ])('E7: keeps what would read as Markdown as it is: %j', (text, markdown) => {
    expect(markdownOf(text)).toBe(markdown);
    expect(seen(markdown)).toBe(text.replace(/\s+/g, ' '));
  });

  it('E7: shows every character again, whatever it holds', scaled, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'#-+*>=|`~<&;\\[](){}!_:.1 a\n\t가',
        '\n\n',
        '  ',
        '](',
        '---',
        '```',
        '<b>',
        '&amp;',
        '[a]: b',
        '1. ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const expected = text.replace(/[\0\ufeff]/g, '').replace(/[\s\u0085]+/g, '');
        expect(seen(markdownOf(text)).replace(/[\s\ufffd\ufeff\u0085]+/g, '')).toBe(expected.replaceAll('\ufffd', ''));
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('E7: costs in proportion to its length', () => {
    for (const unit of [' ', '\n', 'a ', '[', '](', '*', '_', '<', '\\', '`', ' x', 'x   ', '1.\n', '-\n', '\t']) {
      textBlocks(endless(unit));
    }
  });

  it('E7: is known as Markdown by its marks', () => {
    expect(
      looksLikeMarkdown('# Project\n\n> Summary\n\n## Docs\n\n- [Start](https://docs.example/start.md): first steps\n'),
    ).toBe(true);
    expect(looksLikeMarkdown('---\ntitle: x\n---\n\ntext')).toBe(true);
    expect(looksLikeMarkdown('Run\n\n```sh\nmake\n```\n\n- then this')).toBe(true);
    expect(looksLikeMarkdown('# a comment\n# goes on\nkey = value\n\n# another\nother = 1\n')).toBe(false);
    expect(looksLikeMarkdown('Release notes\n\n- one\n- two\n')).toBe(false);
    expect(looksLikeMarkdown('')).toBe(false);
  });
});
