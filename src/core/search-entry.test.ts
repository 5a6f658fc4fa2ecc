// A page's part of the index: what is packed comes out again, and the hash tells whether it is the same.
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
      fc.property(parts, (given) => {
        const packed = packIndex(given);
        const chunks = [...chunksOf(packed)].map(({ columns, forward }) => ({ columns: columnsIn(columns), forward }));
        expect(chunks).toEqual(given.chunks);
        expect(wordsIn(packed.words)).toEqual(given.words);
        expect(anchorsOf(packed)).toEqual(given.anchors);
        expect(packed).toMatchObject({ analyser: given.analyser, outbound: given.outbound });
        expect(packIndex(given).hash).toBe(packed.hash);
      }),
    );
  });

  it('S1: the hash is another when anything is', () => {
    const columns = { title: 'a', headings: 'b', symbols: '', meta: '', body: 'c' };
    const given: IndexParts = {
      analyser: 1,
      chunks: [{ columns, forward: new Uint8Array([1, 2]) }],
      words: [{ word: 'c', term: 'c' }],
      anchors: [{ target: 'example.com/', terms: 'd' }],
      outbound: 1,
    };
    const [chunk] = given.chunks;
    if (chunk === undefined) throw new Error('there is one');
    const others: readonly IndexParts[] = [
      given,
      { ...given, analyser: 2 },
      { ...given, outbound: 2 },
      { ...given, words: [] },
      { ...given, anchors: [] },
      { ...given, chunks: [chunk, chunk] },
      { ...given, chunks: [{ ...chunk, forward: new Uint8Array([1]) }] },
      { ...given, chunks: [{ ...chunk, columns: { ...columns, headings: '', symbols: 'b' } }] },
    ];
    const hashes = [...others.map((one) => packIndex(one).hash), withoutAnchors(packIndex(given)).hash];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(anchorsOf(withoutAnchors(packIndex(given)))).toEqual([]);
  });

  it('S1: a line of words tells the word and its term', () => {
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
