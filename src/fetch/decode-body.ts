// Turns the bytes on the wire into the body: strict streaming decompression with hard caps.

import type { Readable } from 'node:stream';
import { counted } from '../core/counted.ts';
import { DocentError } from '../core/errors.ts';
import { type Coding, codings } from './codings.ts';
import { classifyFailure } from './fail.ts';

export interface BodyLimits {
  /** Most bytes of the decoded body. */
  readonly maxBytes: number;
  /** What a larger body means: a DOC_TOO_LARGE error, or its first `maxBytes` bytes. */
  readonly onTooLarge: 'error' | 'cut';
  /** Takes the decoded pieces as they come; none are collected then. */
  readonly onData?: ((chunk: Uint8Array) => void) | undefined;
  /** Whether a body that is itself a gzip file is opened. */
  readonly openGzip?: boolean | undefined;
}

export interface DecodedBody {
  readonly body: Uint8Array;
  /** True when the body was longer and only its first bytes are here. */
  readonly cut: boolean;
}

/** A coded body may be a little longer than what it holds; this keeps an endless run of empty blocks from hiding in it. */
const wireSlack = 64 * 1024;

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
  const take = limits.onData ?? ((chunk: Uint8Array) => void parts.push(chunk));
  try {
    let stream: AsyncIterable<Uint8Array> = source;
    if (encodings.length > 0) stream = capWire(stream, limits.maxBytes + wireSlack);
    for (const name of encodings.toReversed()) {
      const coding = Object.hasOwn(codings, name) ? codings[name as keyof typeof codings] : undefined;
      if (coding === undefined) throw new DocentError('DOC_ENCODING', `unknown content encoding "${name}"`);
      stream = decode(stream, coding, name);
    }
    if (limits.openGzip) stream = openGzip(capWire(stream, limits.maxBytes + wireSlack));
    for await (const chunk of stream) {
      cut = chunk.length > room;
      take(cut ? chunk.subarray(0, room) : chunk);
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

/** The error for a body over the limit. */
export function tooLarge(maxBytes: number): DocentError {
  return new DocentError('DOC_TOO_LARGE', `the body is larger than ${counted(maxBytes, 'byte')}`);
}

async function* capWire(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.length;
    if (seen > most) throw tooLarge(most);
    yield chunk;
  }
}

/** Looks at the first two bytes, wherever they are split, and decodes if they are a gzip file's. */
async function* openGzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = source[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < 2) {
    const next = await input.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(seen);
  async function* all(): AsyncGenerator<Uint8Array> {
    if (length > 0) yield start;
    try {
      for (let next = await input.next(); !next.done; next = await input.next()) yield next.value;
    } finally {
      input.return?.().then(ignore, ignore);
    }
  }
  yield* start[0] === 0x1f && start[1] === 0x8b ? decode(all(), codings.gzip, 'gzip') : all();
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
  let lastSignificant = 0;
  let broken: Error | undefined;

  // Fed by hand: stream.pipeline() stops reading at the end of the coded data, and what follows must be looked at too.
  const feed = async (): Promise<void> => {
    try {
      for (let next: IteratorResult<Uint8Array> = first; !next.done && !stopped; next = await input.next()) {
        const chunk = next.value;
        lastSignificant = coding.padded ? lastNonZero(chunk, fed, lastSignificant) : fed + chunk.length;
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
    if (engine.bytesWritten < lastSignificant)
      throw new DocentError('DOC_ENCODING', `bytes behind the end of the ${name} data`);
  } catch (error) {
    if (error === broken || error instanceof DocentError) throw error;
    const code = classifyFailure(error, 'body');
    const what = code === 'DOC_TRUNCATED' ? 'ends too early' : 'is corrupt';
    throw new DocentError(code, `the ${name} data ${what}`, { cause: error });
  } finally {
    stopped = true;
    engine.destroy();
    // Frees an inner decoder; not awaited, because it settles only when its own pending read does.
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
