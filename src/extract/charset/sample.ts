// The part of a page by which its charset is judged, and the charsets that show in its bytes without judging (H5).
import { decodeBytes } from './decode.ts';

/** Bytes that are scanned, and the size of the sample. */
const scanned = 1_000_000;
const sampleSize = 4_096;
/** ASCII kept on either side of other bytes: the neighbours of a letter, and the second byte of an eastern one. */
const margin = 4;

/** The bytes that are not ASCII with their neighbours; what lies between is a line feed. Empty when all is ASCII. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(sampleSize);
  const length = Math.min(bytes.byteLength, scanned);
  let size = 0;
  let kept = 0;
  for (let at = 0; at < length; at++) {
    if ((bytes[at] as number) < 0x80) continue;
    const from = Math.max(kept, at - margin);
    if (from > kept && size > 0) sample[size++] = 0x0a;
    let to = at + 1;
    for (let ascii = 0; to < length && ascii < margin; to++) ascii = (bytes[to] as number) < 0x80 ? ascii + 1 : 0;
    const part = bytes.subarray(from, Math.min(to, from + sampleSize - size));
    sample.set(part, size);
    size += part.byteLength;
    if (size >= sampleSize - 1) break;
    kept = to;
    at = to - 1;
  }
  return sample.subarray(0, size);
}

/**
 * UTF-16 without a mark: in a tag every second byte is zero, and no other text has zeros. Two plain characters in one
 * unit are an ideograph now and then, but in most units they are a plain text with stray zeros.
 */
export function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.byteLength, 1_024) & ~1;
  let even = 0;
  let odd = 0;
  let plain = 0;
  for (let at = 0; at < length; at += 2) {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    if (first === 0) even++;
    if (second === 0) odd++;
    if (first >= 0x20 && first < 0x7f && second >= 0x20 && second < 0x7f) plain++;
  }
  const many = Math.max(1, length / 64);
  if (plain * 4 > length) return undefined;
  if (odd >= many && even * 4 < odd) return 'utf-16le';
  return even >= many && odd * 4 < even ? 'utf-16be' : undefined;
}

const escapes = ['\x1b$B', '\x1b$@', '\x1b(J', '\x1b(I', '\x1b$(D'];

/** ISO-2022-JP is ASCII with escape sequences, and so it is valid UTF-8 too. */
export function isIso2022Jp(bytes: Uint8Array): boolean {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = whole.indexOf(0x1b);
  if (first < 0) return false;
  const start = whole.toString('latin1', first, first + sampleSize);
  return escapes.some((sequence) => start.includes(sequence)) && !decodeBytes(whole, 'iso-2022-jp').includes('\ufffd');
}
