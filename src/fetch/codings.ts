// Content codings as data: which ones are read, how each is opened, and what a Content-Encoding header names.

import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { DocentError } from '../core/errors.ts';

type Engine = Transform & { readonly bytesWritten: number };

/** One content coding: how its decoder is opened. */
export interface Coding {
  readonly open: (firstByte: number) => Engine;
  /** Whether zero bytes after the end are padding rather than damage. */
  readonly padded: boolean;
}

const maxCodings = 2;

const output = Object.freeze({ chunkSize: 64 * 1024 });

// Only gzip has a tradition of zero padding (blocks, tapes). Anything else behind the end is refused rather than ignored,
// because it may be the other half of the page.
const gzip: Coding = { open: () => zlib.createGunzip(output), padded: true };

/** The codings docent reads. */
export const codings = Object.freeze({
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
} satisfies Record<string, Coding>);

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
