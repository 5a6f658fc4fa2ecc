// Which charset bytes are in when nobody says so, or when what is said cannot be true (H5).
import { decodeBytes } from './charset-decode.ts';
import { never, type Signature, signatures, symbols } from './charset-languages.ts';

export interface Guess {
  /** The charset's name in the standard. */
  readonly charset: string;
  /** 0–1 and a little more: how much of what is not ASCII is what that charset's languages are made of. */
  readonly score: number;
  /** Bytes of the sample that are not ASCII: how much there was to judge by. */
  readonly bytes: number;
}

/** Looked at from the first byte that is not ASCII. */
const sampleSize = 16_384;
const languageBonus = 0.3;

/**
 * The charset whose languages the bytes read like best, undefined when they hold nothing but ASCII. Judges by what the
 * text looks like when decoded, so it takes milliseconds: meant for the few pages that are not valid UTF-8.
 */
export function guessCharset(bytes: Uint8Array, language?: string): Guess | undefined {
  let best: Guess | undefined;
  const sample = sampleOf(bytes);
  if (sample.byteLength === 0) return undefined;
  for (const signature of signatures) {
    const guess = judge(sample, signature, language);
    if (best === undefined || guess.score > best.score) best = guess;
  }
  return best;
}

/** How well one charset fits; undefined when nothing is known about its languages. */
export function judgeCharset(bytes: Uint8Array, charset: string, language?: string): Guess | undefined {
  const name = charset === 'gbk' ? 'gb18030' : charset;
  const signature = signatures.find((known) => known.charset === name);
  return signature === undefined ? undefined : judge(sampleOf(bytes), signature, language);
}

/** UTF-16 without a mark: in markup every second byte of a tag is zero. */
export function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.byteLength, 1_024) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  const many = length / 8;
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

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  // One byte earlier: what stands before the first letter with a mark.
  return first < 0 ? bytes.subarray(0, 0) : bytes.subarray(Math.max(0, first - 1), first + sampleSize);
}

function judge(sample: Uint8Array, { charset, kind, common, languages }: Signature, language?: string): Guess {
  const text = decodeBytes(sample, charset);
  // The sample may end inside a character.
  const end = text.endsWith('\ufffd') ? text.length - 1 : text.length;
  let seen = 0;
  let points = 0;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    seen++;
    if (unit === 0xfffd || unit < 0xa0 || (unit >= 0xe000 && unit < 0xf900)) points -= 3;
    else points += worth(text, at, kind, common);
  }
  const bonus = language !== undefined && points > 0 && languages.includes(language) ? languageBonus : 0;
  return { charset, score: seen === 0 ? 0 : points / seen + bonus, bytes: highBytes(sample) };
}

function highBytes(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte >= 0x80) count++;
  return count;
}

function worth(text: string, at: number, kind: Signature['kind'], common: ReadonlySet<string>): number {
  const char = text.charAt(at);
  if (kind === 'wide') return common.has(char) ? 1 : 0;
  const before = at > 0 ? text.charCodeAt(at - 1) : 0x20;
  const after = at + 1 < text.length ? text.charCodeAt(at + 1) : 0x20;
  if (common.has(char)) {
    const fits =
      kind === 'script'
        ? (before >= 0xc0 && !isAsciiLetter(after)) || (after >= 0xc0 && !isAsciiLetter(before))
        : isAsciiLetter(before) || isAsciiLetter(after);
    return fits ? 1 : 0;
  }
  if (kind === 'latin' && never.has(char) && isAsciiLetter(before) && isAsciiLetter(after)) return -1;
  return kind === 'latin' && symbols.has(char) ? 0.5 : 0;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
