// Turns the bytes on the wire into the body: strict streaming decompression with hard caps.

import type { Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { DocentError } from '../core/errors.ts';
import { classifyFailure } from './fail.ts';

type Engine = Transform & { readonly bytesWritten: number };

interface Coding {
  readonly open: (firstByte: number) => Engine;
  /** Whether zero bytes after the end are padding rather than damage. */
  readonly padded: boolean;
}

export interface BodyLimits {
  /** Most bytes of the decoded body. */
  readonly maxBytes: number;
  /** What a larger body means: a DOC_TOO_LARGE error, or its first `maxBytes` bytes. */
  readonly onTooLarge: 'error' | 'cut';
}

export interface DecodedBody {
  readonly body: Uint8Array;
  /** True when the body was longer and only its first bytes are here. */
  readonly cut: boolean;
}

const maxCodings = 2;

/** A coded body may be a little longer than what it holds; this keeps an endless run of empty blocks from hiding in it. */
const wireSlack = 64 * 1024;

const output = Object.freeze({ chunkSize: 64 * 1024 });

// Only gzip has a tradition of zero padding (blocks, tapes). Anything else behind the end is refused rather than ignored,
// because it may be the other half of the page.
const gzip: Coding = { open: () => zlib.createGunzip(output), padded: true };

const codings: Readonly<Record<string, Coding>> = Object.freeze({
  gzip,
  'x-gzip': gzip,
  deflate: {
    // "deflate" means the zlib format, yet some servers send raw deflate. A raw stream starts with …1000 only if it is a
    // stored block with set padding bits, which no compressor writes.
    open: (first: number) => ((first & 0x0f) === 8 ? zlib.createInflate(output) : zlib.createInflateRaw(output)),
    padded: false,
  },
  br: { open: () => zlib.createBrotliDecompress(output), padded: false },
  zstd: {
    // RFC 9659 bounds the window to 8 MiB; Node's own bound is 128 MiB of memory for a few bytes of input.
    open: () => zlib.createZstdDecompress({ ...output, params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
    padded: false,
  },
});

/**
 * The codings named by Content-Encoding in the order they were applied, `identity` left out.
 * Throws DOC_ENCODING for an unknown one and for more than two.
 */
export function readContentEncoding(value: string | readonly string[] | undefined): readonly string[] {
  const names = [value ?? []]
    .flat()
    .flatMap((line) => line.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxCodings) {
    throw new DocentError('DOC_ENCODING', `${names.length} content encodings on top of each other`);
  }
  const unknown = names.find((name) => !Object.hasOwn(codings, name));
  if (unknown !== undefined)
    throw new DocentError('DOC_ENCODING', `unknown content encoding "${unknown.slice(0, 40)}"`);
  return names;
}

/**
 * Reads and decodes a whole body, holding at most `maxBytes` of it, and destroys the source when done.
 * Throws DOC_TOO_LARGE (unless cutting), DOC_TRUNCATED for a body that ends early, DOC_ENCODING for damaged data or data
 * behind the end; an error of the source passes through as it is. An empty body is empty under any encoding.
 */
export async function decodeBody(
  source: Readable,
  encodings: readonly string[],
  limits: BodyLimits,
): Promise<DecodedBody> {
  const parts: Uint8Array[] = [];
  let room = limits.maxBytes;
  let cut = false;
  try {
    let stream: AsyncIterable<Uint8Array> = source;
    if (encodings.length > 0) stream = capWire(stream, limits.maxBytes + wireSlack);
    for (const name of encodings.toReversed()) {
      const coding = codings[name];
      if (coding === undefined) throw new DocentError('DOC_ENCODING', `unknown content encoding "${name}"`);
      stream = decode(stream, coding, name);
    }
    for await (const chunk of stream) {
      cut = chunk.length > room;
      parts.push(cut ? chunk.subarray(0, room) : chunk);
      room -= chunk.length;
      if (cut) break;
    }
  } catch (error) {
    if (!(error instanceof DocentError && error.code === 'DOC_TOO_LARGE')) throw error;
    cut = true;
  } finally {
    source.destroy();
  }
  if (cut && limits.onTooLarge === 'error') throw tooLarge(limits.maxBytes);
  return { body: Buffer.concat(parts), cut };
}

/** The one wording for a body over the limit. */
export function tooLarge(maxBytes: number): DocentError {
  return new DocentError('DOC_TOO_LARGE', `the body is larger than ${maxBytes} bytes`);
}

async function* capWire(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.length;
    if (seen > most) throw tooLarge(most);
    yield chunk;
  }
}

async function* decode(source: AsyncIterable<Uint8Array>, coding: Coding, name: string): AsyncGenerator<Uint8Array> {
  const input = source[Symbol.asyncIterator]();
  let first = await input.next();
  while (!first.done && first.value.length === 0) first = await input.next();
  if (first.done) return;
  const engine = coding.open(first.value[0] ?? 0);
  // The loops below see every error; without a listener one that comes between them would end the process.
  engine.on('error', ignore);
  let stopped = false;
  let fed = 0;
  let lastMeant = 0;
  let broken: Error | undefined;

  // Fed by hand: stream.pipeline() stops reading at the end of the coded data, and what follows must be looked at too.
  const feed = async (): Promise<void> => {
    try {
      for (let next: IteratorResult<Uint8Array> = first; !next.done && !stopped; next = await input.next()) {
        const chunk = next.value;
        lastMeant = coding.padded ? lastNonZero(chunk, fed, lastMeant) : fed + chunk.length;
        fed += chunk.length;
        if (engine.writable) await new Promise<void>((resolve) => engine.write(chunk, () => resolve()));
      }
      if (engine.writable) engine.end();
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      engine.destroy(broken);
    }
  };

  const feeding = feed();
  try {
    for await (const chunk of engine) yield chunk;
    await feeding;
    if (engine.bytesWritten < lastMeant)
      throw new DocentError('DOC_ENCODING', `bytes behind the end of the ${name} data`);
  } catch (error) {
    if (error === broken || error instanceof DocentError) throw error;
    const code = classifyFailure(error, 'body');
    const what = code === 'DOC_TRUNCATED' ? 'ends too early' : 'is corrupt';
    throw new DocentError(code, `the ${name} data ${what}`, { cause: error });
  } finally {
    stopped = true;
    engine.destroy();
    // Frees an inner decoder; not awaited, because it answers only when its own pending read does.
    input.return?.().then(ignore, ignore);
  }
  if (broken) throw broken;
}

/** Position just behind the last byte that is not zero, counted over all chunks so far. */
function lastNonZero(chunk: Uint8Array, before: number, known: number): number {
  const at = chunk.findLastIndex((byte) => byte !== 0);
  return at === -1 ? known : before + at + 1;
}

function ignore(): void {}
