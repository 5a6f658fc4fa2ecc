// From the bytes of a robots.txt to its text: size limit, byte order mark, charset.
import { TextDecoder } from 'node:util';
import type { Dialect } from './dialect.ts';

export interface DecodedRobots {
  readonly text: string;
  /** Size of the input in octets. */
  readonly bytes: number;
  /** Whether the input was larger than the dialect reads. */
  readonly over: boolean;
}

/** Text of a robots.txt, at most the dialect's limit and then cut at a line end. Never throws: an unknown charset is read as UTF-8. */
export function decodeRobots(input: string | Uint8Array, dialect: Dialect, charset?: string): DecodedRobots {
  const { maxBytes } = dialect.limits;
  if (typeof input === 'string') {
    const bytes = Buffer.byteLength(input);
    if (bytes <= maxBytes) return { text: dropBom(input), bytes, over: false };
    return { ...decodeRobots(Buffer.from(input), dialect), bytes };
  }
  const over = input.byteLength > maxBytes;
  let kept = over ? cutAtLineEnd(input, maxBytes) : input;
  if (dialect.partialBomDropped) kept = kept.subarray(bomBytes(kept));
  return { text: dropBom(decoderFor(charset).decode(kept)), bytes: input.byteLength, over };
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8', { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }); // R20: an unknown label is ignored
  }
}

function cutAtLineEnd(bytes: Uint8Array, limit: number): Uint8Array {
  const LF = 0x0a;
  const CR = 0x0d;
  let end = limit;
  while (end > 0 && bytes[end - 1] !== LF && bytes[end - 1] !== CR) end--;
  return bytes.subarray(0, end);
}

function dropBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function bomBytes(bytes: Uint8Array): number {
  const bom = [0xef, 0xbb, 0xbf];
  let count = 0;
  while (count < 3 && bytes[count] === bom[count]) count++;
  return count;
}
