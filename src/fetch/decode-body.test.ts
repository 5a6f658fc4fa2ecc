// Proves the decoders: every coding, every way a body can be broken, and the caps.

import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readContentEncoding } from './codings.ts';
import { decodeBody } from './decode-body.ts';

const text = `${'All work and no play. '.repeat(4000)}the end`;
const plain = Buffer.from(text);
const roomy = { maxBytes: 1_000_000, onTooLarge: 'error' } as const;

const encoders: Readonly<Record<string, (data: Buffer) => Buffer>> = {
  gzip: (data) => zlib.gzipSync(data),
  'x-gzip': (data) => zlib.gzipSync(data),
  deflate: (data) => zlib.deflateSync(data),
  'deflate (raw)': (data) => zlib.deflateRawSync(data),
  br: (data) => zlib.brotliCompressSync(data),
  zstd: (data) => zlib.zstdCompressSync(data),
};
const all = Object.entries(encoders).map(([label, encode]) => [label, label.replace(' (raw)', ''), encode] as const);

/** A source that delivers its chunks one by one. */
function from(...chunks: readonly Uint8Array[]): Readable {
  return Readable.from(chunks, { objectMode: false });
}

describe('H6: decoding', () => {
  it.each(all)('H6: %s is decoded, whole or byte by byte', async (_label, name, encode) => {
    const coded = encode(plain);
    const whole = await decodeBody(from(coded), [name], roomy);
    expect(Buffer.from(whole.body).equals(plain)).toBe(true);
    expect(whole.cut).toBe(false);
    const bytes = await decodeBody(from(...Array.from(coded, (byte) => Uint8Array.of(byte))), [name], roomy);
    expect(Buffer.from(bytes.body).equals(plain)).toBe(true);
  });

  it('H6: two encodings are undone in reverse order', async () => {
    const coded = zlib.brotliCompressSync(zlib.gzipSync(plain));
    const { body } = await decodeBody(from(coded), ['gzip', 'br'], roomy);
    expect(Buffer.from(body).equals(plain)).toBe(true);
  });

  it('H6: a body of several gzip members is one body', async () => {
    const { body } = await decodeBody(from(zlib.gzipSync('one '), zlib.gzipSync('two')), ['gzip'], roomy);
    expect(Buffer.from(body).toString()).toBe('one two');
  });

  it.each(all)('H6: an empty body is empty under %s', async (_label, name) => {
    expect((await decodeBody(from(), [name], roomy)).body.length).toBe(0);
  });

  it('FAULTS 27: more than two encodings and unknown ones are refused', () => {
    expect(readContentEncoding(undefined)).toEqual([]);
    expect(readContentEncoding('identity')).toEqual([]);
    expect(readContentEncoding(' GZIP , identity, br')).toEqual(['gzip', 'br']);
    expect(readContentEncoding(['gzip', 'br'])).toEqual(['gzip', 'br']);
    const nested = Array.from({ length: 1000 }, () => 'gzip').join(', ');
    for (const value of [nested, 'gzip, gzip, gzip', 'rot13', 'constructor', 'gzip;q=1']) {
      expect(() => readContentEncoding(value)).toThrow(expect.objectContaining({ code: 'DOC_ENCODING' }));
    }
  });
});

describe('FAULTS 26: a truncated body is an error, never a page', () => {
  it.each(all)('FAULTS 26: %s cut anywhere is DOC_TRUNCATED', async (_label, name, encode) => {
    const coded = encode(plain);
    for (const keep of [1, 2, Math.floor(coded.length / 2), coded.length - 9, coded.length - 1]) {
      const cut = decodeBody(from(coded.subarray(0, keep)), [name], roomy);
      await expect(cut, `first ${keep} bytes`).rejects.toMatchObject({ code: 'DOC_TRUNCATED' });
    }
  });

  it('FAULTS 26: gzip without its trailer is DOC_TRUNCATED', async () => {
    const coded = zlib.gzipSync(plain);
    await expect(decodeBody(from(coded.subarray(0, -8)), ['gzip'], roomy)).rejects.toMatchObject({
      code: 'DOC_TRUNCATED',
    });
  });

  it('FAULTS 26: an inner coding that is cut is DOC_TRUNCATED', async () => {
    const coded = zlib.gzipSync(zlib.brotliCompressSync(plain).subarray(0, -3));
    await expect(decodeBody(from(coded), ['br', 'gzip'], roomy)).rejects.toMatchObject({ code: 'DOC_TRUNCATED' });
  });

  it('FAULTS 26: a wrong checksum and plain text are DOC_ENCODING', async () => {
    const coded = zlib.gzipSync(plain);
    coded.writeUInt8(coded.readUInt8(coded.length - 6) ^ 0xff, coded.length - 6);
    await expect(decodeBody(from(coded), ['gzip'], roomy)).rejects.toMatchObject({ code: 'DOC_ENCODING' });
    for (const name of ['gzip', 'br', 'zstd']) {
      const lie = decodeBody(from(Buffer.from('<!doctype html><p>not compressed at all')), [name], roomy);
      await expect(lie, name).rejects.toMatchObject({ code: 'DOC_ENCODING' });
    }
  });

  it.each(all)(
    'FAULTS 26: bytes behind the end of %s are DOC_ENCODING, in the same chunk or the next',
    async (_l, name, encode) => {
      const coded = encode(plain);
      const junk = Buffer.from('\0<p>the other half');
      for (const chunks of [[Buffer.concat([coded, junk])], [coded, junk], [coded, junk, junk]]) {
        await expect(decodeBody(from(...chunks), [name], roomy)).rejects.toMatchObject({ code: 'DOC_ENCODING' });
      }
    },
  );

  it('FAULTS 26: zero padding behind gzip is harmless', async () => {
    const coded = zlib.gzipSync(plain);
    for (const chunks of [[Buffer.concat([coded, Buffer.alloc(512)])], [coded, Buffer.alloc(512), Buffer.alloc(512)]]) {
      expect((await decodeBody(from(...chunks), ['gzip'], roomy)).body.length).toBe(plain.length);
    }
  });

  it('FAULTS 10: an error of the source passes through as it is', async () => {
    const broken = new Error('reset');
    for (const encodings of [[], ['gzip'], ['br', 'gzip']]) {
      const coded = zlib.gzipSync(zlib.brotliCompressSync(plain));
      const source = new Readable({ read() {} });
      source.push(coded.subarray(0, 20));
      setImmediate(() => source.destroy(broken));
      await expect(decodeBody(source, encodings, roomy)).rejects.toBe(broken);
    }
  });
});

describe('FAULTS 25: the caps', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);

  it.each(all)('FAULTS 25: a bomb in %s stops at the cap', async (_label, name, encode) => {
    const bomb = encode(zeros);
    const limits = { maxBytes: 1_000_000, onTooLarge: 'error' } as const;
    await expect(decodeBody(from(bomb), [name], limits)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
    const { body, cut } = await decodeBody(from(bomb), [name], { ...limits, onTooLarge: 'cut' });
    expect([body.length, cut]).toEqual([1_000_000, true]);
  });

  it('FAULTS 25: a bomb inside a bomb stops at the cap', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(zeros));
    await expect(decodeBody(from(bomb), ['gzip', 'gzip'], roomy)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
  });

  it('FAULTS 14: an endless body stops at the cap and its source is destroyed', async () => {
    let produced = 0;
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const endless = new Readable({
      read() {
        produced += chunk.length;
        this.push(chunk);
      },
    });
    const { body, cut } = await decodeBody(endless, [], { maxBytes: 500 * 1024, onTooLarge: 'cut' });
    expect([body.length, cut, endless.destroyed]).toEqual([500 * 1024, true, true]);
    expect(produced).toBeLessThan(1024 * 1024);
  });

  it('FAULTS 25: endless empty gzip members stop at the wire cap', async () => {
    const empty = zlib.gzipSync('');
    const endless = new Readable({
      read() {
        this.push(Buffer.concat(Array.from({ length: 500 }, () => empty)));
      },
    });
    await expect(decodeBody(endless, ['gzip'], { maxBytes: 1000, onTooLarge: 'error' })).rejects.toMatchObject({
      code: 'DOC_TOO_LARGE',
    });
  });

  it('R16: a body of exactly the cap is not cut', async () => {
    const limits = { maxBytes: plain.length, onTooLarge: 'cut' } as const;
    expect((await decodeBody(from(plain), [], limits)).cut).toBe(false);
    expect((await decodeBody(from(zlib.gzipSync(plain)), ['gzip'], limits)).cut).toBe(false);
    const short = await decodeBody(from(plain), [], { ...limits, maxBytes: 10 });
    expect([Buffer.from(short.body).toString(), short.cut]).toEqual([text.slice(0, 10), true]);
  });

  it('FAULTS 25: a zstd window over 8 MiB is refused before its memory is taken', async () => {
    const params = { [zlib.constants.ZSTD_c_windowLog]: 27, [zlib.constants.ZSTD_c_contentSizeFlag]: 0 };
    const encoder = zlib.createZstdCompress({ params });
    encoder.end(zeros.subarray(0, 20 * 1024 * 1024));
    const coded = Buffer.concat(await encoder.toArray());
    await expect(decodeBody(from(coded), ['zstd'], roomy)).rejects.toMatchObject({ code: 'DOC_ENCODING' });
  });
});
