// Links of a package's Markdown: what is read is linked as it is, the rest leads to the repository, code stays.
import { describe, expect, it } from 'vitest';
import { more } from '../../../test/support/how-long.ts';
import { homeOfPackage, withRepositoryLinks } from './repository-links.ts';

const places = {
  page: 'folder://kettle/docs/a.md',
  isRead: (url: string) => url === 'folder://kettle/README.md',
  home: 'https://github.com/acme/kettle/blob/HEAD/',
};

describe('links of an installed package', () => {
  it.each([
    ['[a](../README.md#use)', '[a](../README.md#use)'],
    ['[a](b.md#c "t")', '[a](https://github.com/acme/kettle/blob/HEAD/docs/b.md#c "t")'],
    [
      '[a](/LICENSE) and [b](./c)',
      '[a](https://github.com/acme/kettle/blob/HEAD/LICENSE) and [b](https://github.com/acme/kettle/blob/HEAD/docs/c)',
    ],
    ['[a]: ../src/x.js', '[a]: https://github.com/acme/kettle/blob/HEAD/src/x.js'],
    ['<a href="x.md">x</a>', '<a href="https://github.com/acme/kettle/blob/HEAD/docs/x.md">x</a>'],
    [
      '[a](https://x.test/) [b](#c) [d](mailto:e@f) [g](//h.test)',
      '[a](https://x.test/) [b](#c) [d](mailto:e@f) [g](//h.test)',
    ],
    ['`[a](b.md)` and ``[c](d.md)``', '`[a](b.md)` and ``[c](d.md)``'],
    ['```md\n[a](b.md)\n```\n[a](b)', '```md\n[a](b.md)\n```\n[a](https://github.com/acme/kettle/blob/HEAD/docs/b)'],
    ['[a](../../../etc/x)', '[a](https://github.com/acme/kettle/blob/HEAD/etc/x)'],
  ])('E3: %j', (text, expected) => {
    expect(withRepositoryLinks(text, places)).toBe(expected);
  });

  it.each([
    [{ repository: 'https://github.com/a/b' }, 'https://github.com/a/b/blob/HEAD/'],
    [{ repository: 'https://github.com/a/b', directory: 'packages/c' }, 'https://github.com/a/b/blob/HEAD/packages/c/'],
    [{ repository: 'https://gitlab.com/a/b' }, 'https://gitlab.com/a/b/-/blob/HEAD/'],
    [{ repository: 'https://git.example/a', homepage: 'https://a.example/' }, 'https://a.example/'],
    [{ name: 'x' }, 'https://www.npmjs.com/package/x'],
  ])('E3: %j is at %s', (facts, home) => {
    expect(homeOfPackage({ types: [], ...facts })).toBe(home);
  });

  /** A million steps for each of a million characters would hang. */
  const endsIn = (piece: string): void => {
    for (const text of [piece.repeat(1_000_000), `${piece}\n`.repeat(500_000)])
      expect(withRepositoryLinks(text, places).split('\n')).toHaveLength(text.split('\n').length);
  };
  it.each(['](', 'href="'])('E3: hostile text takes time in proportion to its length: %j', endsIn);
  it.each(['[', '`', ']: ', '[a]:', '](<'])(
    'E3: hostile text takes time in proportion to its length: %j',
    more,
    endsIn,
  );
});
