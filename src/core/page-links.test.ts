// Proves that links come out of their packing as they went in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageLink, packLinks, unpackLinks } from './page-links.ts';

const link = fc.record({
  url: fc.webUrl({ withFragments: false, withQueryParameters: true }),
  text: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replace(/[\t\n]/g, ' ')),
  nofollow: fc.boolean(),
  inContent: fc.boolean(),
});

describe('packLinks', () => {
  it('F6: whatever links a page has, they are the same after unpacking', () => {
    const isKept = (links: readonly PageLink[]): void => expect(unpackLinks(packLinks(links))).toEqual(links);
    fc.assert(fc.property(fc.array(link), (links) => void isKept(links)));
  });

  it('F7: three hundred menu links take a few kilobytes', () => {
    const links = Array.from({ length: 300 }, (_, at) => ({
      url: `https://docs.example.com/3/library/module-${at}.html`,
      text: `module ${at}`,
      nofollow: false,
      inContent: at % 2 === 0,
    }));
    expect(packLinks(links).byteLength).toBeLessThan(3_000);
  });

  it('F6: a damaged row throws instead of answering nonsense', () => {
    expect(() => unpackLinks(Buffer.from('garbage'))).toThrow();
  });
});
