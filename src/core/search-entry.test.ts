// A page's part of the index: what is packed comes out again, and the hash shows whether it is the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsIn, type IndexParts, packIndex, wordsIn } from './search-entry.contract.ts';
import { anchorsOf, chunksOf, detached, withoutAnchors, wordIn } from './search-entry.ts';

const term = fc.stringMatching(/^[\p{L}\p{N}_.:>/#@$%+-]{1,12}$/u);
const line = fc.array(term, { maxLength: 5 }).map((terms) => terms.join(' '));
const parts: fc.Arbitrary<IndexParts> = fc.record({
  analyser: fc.integer({ min: 1, max: 9 }),
  chunks: fc.array(
    fc.record({
      columns: fc.record({ title: line, headings: line, symbols: line, meta: line, body: line }),
      forward: fc.uint8Array({ maxLength: 9 }),
    }),
    { maxLength: 4 },
  ),
  words: fc.array(fc.record({ word: term, term }), { maxLength: 4 }),
  anchors: fc.array(fc.record({ target: term, terms: line }), { maxLength: 4 }),
  outbound: fc.nat(9),
});

describe('a page’s part of the index', () => {
  it('S1: what is packed comes out again', () => {
    fc.assert(
      fc.property(parts, (page) => {
        const packed = packIndex(page);
        const chunks = [...chunksOf(packed)].map(({ columns, forward }) => ({ columns: columnsIn(columns), forward }));
        expect(chunks).toEqual(page.chunks);
        expect(wordsIn(packed.words)).toEqual(page.words);
        expect(anchorsOf(packed)).toEqual(page.anchors);
        expect(packed).toMatchObject({ analyser: page.analyser, outbound: page.outbound });
        expect(packIndex(page).hash).toBe(packed.hash);
      }),
    );
  });

  it('S1: the hash is another when anything is', () => {
    const columns = { title: 'a', headings: 'b', symbols: '', meta: '', body: 'c' };
    const parts: IndexParts = {
      analyser: 1,
      chunks: [{ columns, forward: new Uint8Array([1, 2]) }],
      words: [{ word: 'c', term: 'c' }],
      anchors: [{ target: 'example.com/', terms: 'd' }],
      outbound: 1,
    };
    const [chunk] = parts.chunks;
    if (chunk === undefined) throw new Error('there is one');
    const others: readonly IndexParts[] = [
      parts,
      { ...parts, analyser: 2 },
      { ...parts, outbound: 2 },
      { ...parts, words: [] },
      { ...parts, anchors: [] },
      { ...parts, chunks: [chunk, chunk] },
      { ...parts, chunks: [{ ...chunk, forward: new Uint8Array([1]) }] },
      { ...parts, chunks: [{ ...chunk, columns: { ...columns, headings: '', symbols: 'b' } }] },
    ];
    const hashes = [...others.map((one) => packIndex(one).hash), withoutAnchors(packIndex(parts)).hash];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(anchorsOf(withoutAnchors(packIndex(parts)))).toEqual([]);
  });

  it('S1: a line of words holds the word and its term', () => {
    fc.assert(
      fc.property(term, term, (word, of) => {
        expect(wordIn(new TextEncoder().encode(`${word}\t${of}`))).toEqual({ word, term: of });
      }),
    );
  });

  it('a detached text is the same text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => detached(text) === text));
  });
});
