// The forward index: what was packed is what is seen, whatever the bytes are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { forwardFields, spelledHash, spelledTerm, tailHash, tailTerm, termHash } from './forward.ts';
import { ForwardPacker } from './forward-pack.ts';
import { ForwardView } from './forward-view.ts';

interface Token {
  readonly term: string;
  readonly position: number;
}

interface Field {
  readonly tokens: readonly Token[];
  readonly starts?: readonly number[];
}

const packer = new ForwardPacker();

function packForward(fields: Readonly<Partial<Record<(typeof forwardFields)[number], Field>>>): Uint8Array {
  for (const name of forwardFields) {
    for (const { term, position } of fields[name]?.tokens ?? []) packer.term(termHash(term), position);
    for (const start of fields[name]?.starts ?? []) packer.start(start);
    packer.endField();
  }
  return packer.take();
}

const view = new ForwardView();

/** Each field with the places of these terms. */
function viewForward(bytes: Uint8Array, hashes: readonly number[]) {
  view.read(bytes, hashes);
  return forwardFields.map((_, field) => ({
    length: view.lengths[field],
    terms: view.terms[field],
    isHit: view.isHit[field] === 1,
    starts: [...view.starts.subarray(view.startsFrom[field], view.startsFrom[field + 1])],
    places: hashes.map((__, nth) => {
      const at = field * hashes.length + nth;
      return [...view.places.subarray(view.from[at], view.to[at])];
    }),
  }));
}

/** The layout of a field, written down plainly. */
function plainly(hashed: readonly (readonly [hash: number, place: number])[], starts: readonly number[]): number[] {
  const uint16 = (value: number): number[] => [value & 255, value >>> 8];
  const deltas = (places: readonly number[]): number[] => {
    let before = 0;
    return places.flatMap((place) => {
      const delta = Math.min(place - before, 0x7fff);
      before += delta;
      return delta < 128 ? [delta] : [128 | (delta >>> 8), delta & 255];
    });
  };
  if (hashed.length === 0) return new Array(8).fill(0);
  const rising = hashed
    .map(([hash, place]) => [hash, Math.min(place, 65_535)] as const)
    .toSorted(([, one], [, other]) => one - other);
  const byHash = Map.groupBy(rising, ([hash]) => hash);
  const lists = [...byHash]
    .toSorted(([one], [other]) => one - other)
    .map(([hash, all]) => ({ hash, bytes: deltas([...new Set(all.map(([, place]) => place))].slice(0, 64)) }));
  const startBytes = deltas(starts);
  return [
    ...uint16(Math.min(65_535, (rising.at(-1)?.[1] as number) + 1)),
    ...[starts.length, lists.length, startBytes.length].flatMap(uint16),
    ...lists.flatMap(({ hash }) => [...uint16(hash & 0xffff), ...uint16(hash >>> 16)]),
    ...lists.map(({ bytes }) => bytes.length),
    ...startBytes,
    ...lists.flatMap(({ bytes }) => bytes),
  ];
}

const body = forwardFields.indexOf('body');
const names = forwardFields.indexOf('names');

describe('the forward index', () => {
  it('S3: returns where each term of each field is', () => {
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
    expect(fields[body]?.places).toEqual([[0, 300], [], []]);
    expect(fields[body]).toMatchObject({ length: 301, terms: 2, isHit: true });
    expect(fields[names]?.places).toEqual([[], [0], []]);
    expect(fields[names]?.starts).toEqual([0]);
  });

  it('S3: shows nothing of the chunk before, whose index was longer', () => {
    const tokens = Array.from({ length: 3_000 }, (_, position) => ({ term: `t${position % 60}`, position }));
    const starts = Array.from({ length: 400 }, (_, nth) => nth * 7);
    const hashes = Array.from({ length: 34 }, (_, nth) => termHash(`t${nth}`));
    const long = packForward({ title: { tokens, starts }, names: { tokens, starts }, body: { tokens } });
    const all = viewForward(long, hashes);
    expect(all[body]?.places.map((places) => places.length)).toEqual(hashes.map(() => 50));
    expect(all[names]?.starts).toEqual(starts);
    const empty = { length: 0, terms: 0, isHit: false, starts: [], places: hashes.map(() => []) };
    expect(viewForward(new Uint8Array(3), hashes)).toEqual(forwardFields.map(() => empty));
    expect(viewForward(long, hashes)).toEqual(all);
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
        const field = viewForward(packForward({ body: { tokens: rising } }), terms.map(termHash))[body];
        for (const [nth, term] of terms.entries()) {
          const expected = [...new Set(rising.filter((token) => token.term === term).map(({ position }) => position))];
          expect(field?.places[nth]).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('S3: packs any hashes at any places in the layout, crowded ones too', () => {
    const hash = fc.oneof(fc.integer({ min: 1, max: 0xffffffff }), fc.integer({ min: 1, max: 200 }), fc.constant(7));
    const place = fc.oneof(fc.nat(300), fc.nat(70_000));
    const starts = fc.uniqueArray(fc.nat(60_000), { maxLength: 20 }).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(fc.tuple(hash, place), { maxLength: 400, size: 'max' }), starts, (terms, parts) => {
        for (const [one, at] of terms) packer.term(one, at);
        for (const start of parts) packer.start(start);
        packer.endField();
        expect([...packer.take()]).toEqual(plainly(terms, parts));
      }),
      { numRuns: 200 },
    );
  });

  it('S3: what was begun and not taken is forgotten', () => {
    packer.term(1, 1);
    packer.endField();
    packer.term(2, 2);
    packer.begin();
    packer.endField();
    expect([...packer.take()]).toEqual(plainly([], []));
  });

  it('S3: takes bytes that are no forward index for an empty one, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const fields = viewForward(bytes, [1, termHash('a')]);
        for (const { places, isHit } of fields) expect(isHit).toBe(places.some(({ length }) => length > 0));
      }),
    );
  });

  it('S1: spells a name alike with and without what joins its parts', () => {
    expect(spelledTerm('os.path.join')).toBe(spelledTerm('os path join'));
    expect(spelledTerm('--force-with-lease')).toBe(spelledTerm('force with lease'));
    expect(tailTerm('join')).not.toBe(spelledTerm('join'));
  });

  it('S1: hashes the spelling of any name as it hashes the term', scaled, () => {
    const tail = (name: string): string => /[^.:/#>]*$/.exec(name.replace(/[^\p{L}\p{N}_]+$/u, ''))?.[0] ?? name;
    const name = fc.string({ unit: fc.constantFrom(...'aBz09_.:/#>-()+ \u00e9\uff21\ud842가'), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(name, fc.string({ maxLength: 260, size: 'max' })), (text) => {
        expect(spelledHash(text)).toBe(termHash(spelledTerm(text)));
        expect(tailHash(text)).toBe(termHash(tailTerm(tail(text))));
      }),
      { numRuns: runs(1_000) },
    );
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
