// Proves that the fast reader of YAML returns what a full parser returns, or nothing (E7).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { readSimpleYaml } from './simple-yaml.ts';

/** What the full parser returns; undefined when it finds a fault. */
function full(text: string): { readonly value: unknown } | undefined {
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : { value: document.toJS() as unknown };
}

const api = `---
# A comment
openapi: 3.0.3
info:
  title: "Pets: a store"   # why not
  version: '1.0'
  description: |
    First *line*.

      indented # no comment
    last
paths:
  /pets/{id}:
    get:
      tags: [pets, "all"]
      summary: Find a pet
        by its id
      description: >-
        Folded
        text.

        More.
      parameters:
      - name: id
        in: path
        required: true
        example: 7
      - name: it's
        in: query
      responses:
        200:
          description: "over
            two lines"
        default: {}
security: []
empty:
last: ~
`;

describe('simple YAML', () => {
  it('E7: is read as a full parser reads it', () => {
    expect(readSimpleYaml(api)).toEqual(full(api)?.value);
    expect(readSimpleYaml(api)).toMatchObject({ info: { version: '1.0' }, last: null });
  });

  it.each([
    'a: &x 1\nb: *x',
    'a: !!str 1',
    '? a\n: b',
    'a: {b: c}',
    'a: [b,\n  c]',
    'a: |+\n  b\n\n',
    'a: |2\n   b',
    'a: >\n  b\n   c\n',
    '\ta: b',
    'a: b\n---\nc: d',
    'a: 0x10',
    '1.0: a',
    '__proto__: a',
    'a: "\\x41"',
    'just text',
    '',
  ])('E7: is left to the full parser where it is more than simple: %j', (text) => {
    expect(readSimpleYaml(text)).toBeUndefined();
  });

  it('E7: returns the same, or nothing, for whatever lines come together', scaled, () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b c',
        'd',
        ': ',
        ':',
        ': ',
        '\n',
        '\n',
        '\n',
        '\n  ',
        '\n  ',
        '\n    ',
        '\n\n',
        '- ',
        '- ',
        '-',
        ' ',
        '  ',
      ],
      ...[
        '|',
        '>',
        '>-',
        '|-',
        '"',
        "'",
        "''",
        '\\n',
        '#',
        ' # x',
        '[',
        ']',
        ', ',
        '{}',
        '[]',
        '[a, b]',
        '1',
        '1.5',
        '-1',
        '.5',
        '1e3',
        'null',
        'true',
        '~',
        '?',
        '!',
        '&',
        '*',
        'x: y',
        '\n- z',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const text = `k: ${parts.join('')}`;
        const simple = readSimpleYaml(text);
        if (simple === undefined) return;
        const expected = full(text);
        if (expected !== undefined) expect(simple).toEqual(expected.value);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it('E7: returns what was written, or nothing', scaled, () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'x\ny',
        'a: b',
        '- c',
        '1',
        'true',
        'a long text with several words '.repeat(5),
        'two\n\nparts\n',
        "it's",
        '"q"',
      ),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b-c', '/d/{e}', '200', 'x y', '$ref'), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    let read = 0;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('k', 'l', 'm'), tree, { minKeys: 1 }), (value) => {
        const written = stringify(value);
        const simple = readSimpleYaml(written);
        if (simple === undefined) return;
        read++;
        expect(simple).toEqual(full(written)?.value);
      }),
      { numRuns: runs(2_000) },
    );
    expect(read).toBeGreaterThan(runs(500));
  });
});
