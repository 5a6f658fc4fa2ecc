// A row of bytes holds what was put there, in its order, however often it grew.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteRow } from './byte-row.ts';

describe('ByteRow', () => {
  it('S1: any text is the same in UTF-8 as the built-in way writes it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const row = new ByteRow(1);
        for (const one of texts) row.putText(one);
        expect(row.take()).toEqual(new Uint8Array(Buffer.concat(texts.map((one) => Buffer.from(one)))));
        expect(row.size).toBe(0);
      }),
    );
  });

  it('S1: what is cut off is overwritten, and what is taken stays as it was', () => {
    const row = new ByteRow(2);
    row.putAll(new Uint8Array([1, 2, 3]));
    row.put(new Uint8Array([7, 8, 9]), 1, 3);
    row.cut(4);
    row.putByte(5);
    const taken = row.take();
    row.putByte(6);
    expect([...taken]).toEqual([1, 2, 3, 8, 5]);
    expect(taken.buffer.byteLength).toBe(5);
  });
});
