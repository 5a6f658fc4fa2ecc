// From bytes to text (H5): byte order mark, header, `<meta charset>`, then what the bytes look like; never throws.
import { isAscii, isUtf8 } from 'node:buffer';
import { decodeBytes } from './decode.ts';
import { guessCharset, judgeCharset } from './detect.ts';
import { charsetOf, declaredIn, markedCharset } from './labels.ts';
import { guessUtf16, isIso2022Jp } from './sample.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** The WHATWG name of the encoding used, such as `utf-8` or `euc-kr`. */
  readonly charset: string;
}

/** The share of sequences beyond ASCII that must be valid for a damaged text to count as UTF-8. */
const mostlyUtf8 = 0.8;
/**
 * Noise above which a guess is none, below which a label is right, and below which a few bytes are no damaged UTF-8;
 * then what a guess needs to overrule the page's label: bytes to judge by, and this many bits fewer, in all and for each.
 */
const bounds = Object.freeze({ noise: 12, right: 5, clear: 6, few: 64, bytes: 4, lead: 20, leadPerByte: 0.5 });

/**
 * The text of a page. A byte order mark wins over the header, as in every browser: it is part of the bytes. So does
 * valid UTF-8 that is more than ASCII, which no other encoding makes by accident. An unknown label counts as none,
 * and one that the bytes contradict is replaced by what they read like. A character cut at the end is left out.
 */
export function decodeText(bytes: Uint8Array, headerCharset?: string): DecodedText {
  const { charset, whole } = recognised(bytes, headerCharset);
  return { text: decoded(whole, charset), charset };
}

/** Markup, and the encoding it was in. */
export interface DecodedMarkup {
  /** Bytes are valid UTF-8 without a byte order mark: nearly all of it is ASCII, which need not be decoded to be read. */
  readonly markup: string | Uint8Array;
  readonly charset: string;
}

/** As `decodeText`, for readers of markup. */
export function decodeMarkup(bytes: Uint8Array, headerCharset?: string): DecodedMarkup {
  const { charset, whole, isValid } = recognised(bytes, headerCharset);
  return { markup: isValid && charset === 'utf-8' ? whole : decoded(whole, charset), charset };
}

interface Recognised {
  readonly charset: string;
  /** Without a character that was cut at the end. */
  readonly whole: Uint8Array;
  /** Whether they are known to be UTF-8, and to hold no byte order mark. */
  readonly isValid: boolean;
}

function recognised(bytes: Uint8Array, headerCharset: string | undefined): Recognised {
  const header = charsetOf(headerCharset);
  const marked = markedCharset(bytes);
  // ASCII with zeros or escapes is valid UTF-8 as well.
  const wide = marked ?? (bytes.subarray(0, 1_024).includes(0) ? (guessUtf16(bytes) ?? utf16In(header)) : undefined);
  if (wide !== undefined) return { charset: wide, whole: bytes, isValid: false };
  const whole = withoutCutEnd(bytes);
  if (isUtf8(whole)) return { charset: validCharset(whole, header), whole, isValid: true };
  const meta = declaredIn(bytes);
  return { charset: legacyCharset(bytes, header ?? meta.charset, meta), whole: bytes, isValid: false };
}

type Declared = ReturnType<typeof declaredIn>;

/** The charset of bytes that are valid UTF-8. */
function validCharset(bytes: Uint8Array, header: string | undefined): string {
  const charset = header ?? declaredIn(bytes).charset;
  if (charset === 'iso-2022-jp' || isIso2022Jp(bytes)) return hasWideUtf8(bytes) ? 'utf-8' : 'iso-2022-jp';
  if (charset === undefined || charset === 'utf-8' || charset.startsWith('utf-16')) return 'utf-8';
  if (isAscii(bytes)) return charset;
  // Two bytes alone may be one character of an eastern charset; three in a row are not.
  const mayBeWide = wideCharsets.has(charset) && !hasWideUtf8(bytes) && !decodeBytes(bytes, charset).includes('\ufffd');
  return mayBeWide ? charset : 'utf-8';
}

function utf16In(charset: string | undefined): string | undefined {
  return charset?.startsWith('utf-16') === true ? charset : undefined;
}

const wideCharsets: ReadonlySet<string> = new Set(['euc-kr', 'shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5']);

/** The charset of bytes that are not valid UTF-8. */
function legacyCharset(bytes: Uint8Array, label: string | undefined, { charset: meta, language }: Declared): string {
  const isUnlabelled = label === undefined || label === 'utf-8' || label.startsWith('utf-16');
  if (!isUnlabelled) return better(bytes, label, language);
  const guess = guessCharset(bytes, language);
  // A few characters of an eastern charset may look like damaged UTF-8, but damaged UTF-8 reads like nothing else.
  const isClear = guess !== undefined && guess.errors === 0 && guess.noise <= bounds.clear && guess.bytes < bounds.few;
  if (!isClear && utf8Share(bytes) >= mostlyUtf8) return 'utf-8';
  if (meta !== undefined && !meta.startsWith('utf')) return better(bytes, meta, language);
  return guess !== undefined && guess.noise <= bounds.noise ? guess.charset : 'utf-8';
}

/** The label, unless another charset fits clearly better. */
function better(bytes: Uint8Array, label: string, language?: string): string {
  const own = judgeCharset(bytes, label, language);
  // Most labels are right, and the text shows it: their pages need not pay for all the other readings.
  if (own === undefined || (own.errors === 0 && own.noise <= bounds.right)) return label;
  const guess = guessCharset(bytes, language);
  if (guess === undefined || guess.charset === own.charset) return label;
  const isSure = guess.bytes >= bounds.bytes && guess.noise <= bounds.noise;
  return isSure && own.bits - guess.bits > bounds.lead + bounds.leadPerByte * guess.bytes ? guess.charset : label;
}

function decoded(bytes: Uint8Array, charset: string): string {
  const text = decodeBytes(bytes, charset);
  return text.endsWith('\ufffd') && wideCharsets.has(charset) ? text.slice(0, -1) : text;
}

/** The bytes without an incomplete UTF-8 character at their end. */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back] as number;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needs > back && bytes.byteLength > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Whether valid UTF-8 holds a character of three bytes or more. */
function hasWideUtf8(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0xe0);
}

/** The part of all sequences beyond ASCII that is valid UTF-8. */
function utf8Share(bytes: Uint8Array): number {
  let valid = 0;
  let broken = 0;
  for (let at = 0; at < bytes.byteLength; ) {
    const byte = bytes[at] as number;
    const more = byte < 0x80 ? 0 : byte < 0xc2 ? -1 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : -1;
    let follow = 0;
    while (follow < more && ((bytes[at + follow + 1] ?? 0) & 0xc0) === 0x80) follow++;
    if (more > 0 && follow === more) valid++;
    else if (more !== 0) broken++;
    at += 1 + follow;
  }
  return valid / Math.max(1, valid + broken);
}
