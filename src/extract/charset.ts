// From bytes to text (H5): byte order mark, header, `<meta charset>`, then what the bytes look like; never throws.
import { isAscii, isUtf8 } from 'node:buffer';
import { decodeBytes } from './charset-decode.ts';
import { guessCharset, guessUtf16, isIso2022Jp, judgeCharset } from './charset-detect.ts';
import { charsetOf, declaredIn, markedCharset } from './charset-labels.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** The WHATWG name of the encoding used, such as `utf-8` or `euc-kr`. */
  readonly charset: string;
}

/** Of the sequences that are not ASCII, how many must be valid for a damaged text to be UTF-8 still. */
const mostlyUtf8 = 0.8;
/** How well a guess must fit to be used at all, and to be believed against what the page says. */
const bounds = Object.freeze({ score: 0.3, lead: 0.3, bytes: 24 });

/**
 * The text of a page. A byte order mark wins over the header, as in every browser: it is the bytes' own word. So does
 * valid UTF-8 that is more than ASCII, which no other encoding gives by accident. A label nobody knows counts as none,
 * and one that the bytes contradict is replaced by what they read like. A character cut at the end is left out.
 */
export function decodeText(bytes: Uint8Array, headerCharset?: string): DecodedText {
  const header = charsetOf(headerCharset);
  const marked = markedCharset(bytes);
  if (marked !== undefined) return decoded(bytes, marked);
  // ASCII with zeros or escapes is valid UTF-8 as well.
  const utf16 = bytes.subarray(0, 1_024).includes(0) ? (guessUtf16(bytes) ?? utf16In(header)) : undefined;
  if (utf16 !== undefined) return decoded(bytes, utf16);
  const whole = withoutCutEnd(bytes);
  if (isUtf8(whole)) return decoded(whole, validCharset(whole, header));
  const meta = declaredIn(bytes);
  return decoded(bytes, legacyCharset(bytes, header ?? meta.charset, meta));
}

type Declared = ReturnType<typeof declaredIn>;

/** Of bytes that are valid UTF-8. */
function validCharset(bytes: Uint8Array, header: string | undefined): string {
  if (header === 'utf-8') return header;
  const charset = header ?? declaredIn(bytes).charset;
  if (charset === 'iso-2022-jp' || (charset === undefined && isIso2022Jp(bytes))) {
    return hasWideUtf8(bytes) ? 'utf-8' : 'iso-2022-jp';
  }
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

/** Of bytes that are not valid UTF-8. */
function legacyCharset(bytes: Uint8Array, said: string | undefined, { charset: meta, language }: Declared): string {
  const isUnsaid = said === undefined || said === 'utf-8' || said.startsWith('utf-16');
  if (isUnsaid && utf8Share(bytes) >= mostlyUtf8) return 'utf-8';
  const guess = guessCharset(bytes, language);
  if (isUnsaid) {
    if (meta !== undefined && !meta.startsWith('utf')) return better(bytes, meta, guess, language);
    return guess !== undefined && guess.score >= bounds.score ? guess.charset : 'utf-8';
  }
  return better(bytes, said, guess, language);
}

/** What is said, unless another charset fits clearly better. */
function better(bytes: Uint8Array, said: string, guess: ReturnType<typeof guessCharset>, language?: string): string {
  const own = judgeCharset(bytes, said, language);
  if (own === undefined || guess === undefined || guess.charset === own.charset) return said;
  const isSure = guess.bytes >= bounds.bytes && guess.score >= bounds.score;
  return isSure && guess.score > own.score + bounds.lead ? guess.charset : said;
}

function decoded(bytes: Uint8Array, charset: string): DecodedText {
  const text = decodeBytes(bytes, charset);
  const isCut = text.endsWith('\ufffd') && wideCharsets.has(charset);
  return { text: isCut ? text.slice(0, -1) : text, charset };
}

/** Without the first bytes of a UTF-8 character whose others are missing. */
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
