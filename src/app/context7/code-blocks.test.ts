// X3: code and prose of a chunk, as docent writes Markdown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, renderBlocks } from '../../core/document.ts';
import { codeBlocks } from './code-blocks.ts';

const place = { first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] } as const;

describe('X3: the code of a chunk', () => {
  it.each([
    ['nothing', '', '', []],
    ['prose alone', 'Some `code` here.', 'Some `code` here.', []],
    [
      'a block',
      'Before.\n\n```js\nf();\n\ng();\n```\n\nAfter.',
      'Before.\n\nAfter.',
      [{ language: 'js', code: 'f();\n\ng();' }],
    ],
    ['a block without a language', '```\nx\n```', '', [{ language: '', code: 'x' }]],
    ['a longer fence', '````md\n```js\nx\n```\n````', '', [{ language: 'md', code: '```js\nx\n```' }]],
    ['in a list', '1. Do:\n\n   ```sh\n   a\n     b\n   ```', '1. Do:', [{ language: 'sh', code: 'a\n  b' }]],
    ['as a point of a list', '- ```sh\n  a\n  ```', '', [{ language: 'sh', code: 'a' }]],
    ['in a quotation', '> ```sh\n> a\n>\n> b\n> ```', '', [{ language: 'sh', code: 'a\n\nb' }]],
    ['code within a line', 'Write ```x``` here.', 'Write ```x``` here.', []],
    ['code at the beginning of a line', '```x``` is code.', '```x``` is code.', []],
    ['an open fence', 'A\n\n```js\nf(', 'A', [{ language: 'js', code: 'f(' }]],
  ])('X3: %s', (_, markdown, prose, codes) => {
    expect(codeBlocks(markdown)).toEqual({ prose, codes });
  });

  it('X3: any code comes back as it was, whatever marks come before it', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '`', '>', '-', '~', '1', '.') });
    const marks = fc.constantFrom(['', ''], ['- ', '  '], ['> ', '> '], ['> 1. ', '>    ']);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), marks, (lines, [first, rest]) => {
        const code = lines.join('\n');
        const block: Block = {
          ...place,
          first: first as string,
          rest: rest as string,
          kind: 'code',
          code,
          language: 'x',
        };
        expect(codeBlocks(renderBlocks([block])).codes).toEqual([{ language: 'x', code }]);
      }),
    );
  });
});
