// The forward index: what was packed is what is seen, whatever the bytes are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forwardFields, packForward, spelledTerm, tailTerm, termHash, viewForward } from './forward.ts';

const body = forwardFields.indexOf('body');
const names = forwardFields.indexOf('names');

describe('the forward index', () => {
  it('S3: gives back where each term of each field stands', () => {
    const packed = packForward({
      names: { tokens: [{ term: 'gather', position: 0 }], starts: [0] },
      body: {
        tokens: [
          { term: 'wait', position: 0 },
          { term: 'task', position: 1 },
          { term: 'wait', position: 300 },
        ],
      },
    });
    const fields = viewForward(packed, [termHash('wait'), termHash('gather'), termHash('absent')]);
    expect(fields[body]?.places).toEqual([[0, 300], undefined, undefined]);
    expect(fields[body]).toMatchObject({ length: 301, terms: 2, isHit: true });
    expect(fields[names]?.places).toEqual([undefined, [0], undefined]);
    expect(fields[names]?.starts).toEqual([0]);
  });

  it('S3: keeps every place of every term, for any terms', () => {
    const tokens = fc.array(
      fc.record({ term: fc.constantFrom('a', 'b', 'c', '가나', 'x.y'), position: fc.nat(2_000) }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(tokens, (placed) => {
        const rising = placed.toSorted((one, other) => one.position - other.position);
        const terms = ['a', 'b', 'c', '가나', 'x.y'];
        const view = viewForward(packForward({ body: { tokens: rising } }), terms.map(termHash))[body];
        for (const [nth, term] of terms.entries()) {
          const wanted = [...new Set(rising.filter((token) => token.term === term).map(({ position }) => position))];
          expect(view?.places[nth] ?? []).toEqual(wanted);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('S3: takes bytes that are no forward index for an empty one, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Array.isArray(viewForward(bytes, [1, termHash('a')]))).toBe(true);
      }),
    );
  });

  it('S1: spells a name alike with and without what joins its parts', () => {
    expect(spelledTerm('os.path.join')).toBe(spelledTerm('os path join'));
    expect(spelledTerm('--force-with-lease')).toBe(spelledTerm('force with lease'));
    expect(tailTerm('join')).not.toBe(spelledTerm('join'));
  });

  it('S1: keeps the hash of a term forever, since stored indexes hold it', () => {
    expect([termHash('a'), termHash('asyncio.gather'), termHash('가나')]).toMatchInlineSnapshot(`
      [
        444641715,
        543084551,
        3490720225,
      ]
    `);
  });
});
