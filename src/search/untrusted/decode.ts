// Decodes text: Base64, hexadecimal, binary, escapes and character codes, where they are text.

/** A run longer than this is data; a shorter one than the first means nothing. */
const shortest = 16;
const longest = 8_192;
/** Numbers in a row that may be letters. */
const shortestRow = 20;
/** Characters around an escape that may belong to its sentence. */
const escapeReach = 120;
/** At most this many characters of a text are decoded. */
const mostDecoded = 65_536;

const hexadecimal = /(?:0x)?[0-9a-fA-F]{2}(?:(?:0x|\\x|[ :,-]|, ?0x)?[0-9a-fA-F]{2}){9,4096}/g;
const binary = /[01]{8}(?:[ ,]?[01]{8}){5,2048}/g;
const codes = /\b\d{2,3}(?:[ ,;]{1,2}\d{2,3}){9,2048}\b/g;
const escapes =
  /(?:\\x[0-9a-fA-F]{2}|\\u\{?[0-9a-fA-F]{2,6}\}?|%[0-9a-fA-F]{2}|&#\d{2,6};|&#[xX][0-9a-fA-F]{2,6};|\\[0-3][0-7]{2}|&(?:nbsp|Tab|NewLine);)/g;

/** By character, 1: of Base64 alone, 2: of numbers alone, 3: of both. */
const members = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  return (/[a-zA-Z0-9+/_-]/.test(char) ? 1 : 0) | (/[0-9a-fA-Fx\\ :,;-]/.test(char) ? 2 : 0);
});

/** The encoded parts of a text that decode to text, up to a limit. Linear. */
export function decodedParts(text: string): string {
  let found = '';
  let last = 0;
  const take = (decoded: string | undefined, from: number, to: number): void => {
    if (decoded === undefined || found.length > mostDecoded) return;
    // Lines of one encoding make one text.
    found += from - last > 2 ? `\n\n${decoded}` : decoded;
    last = to;
  };
  let word = 0;
  let row = 0;
  let room = mostDecoded;
  for (let at = 0; at <= text.length; at++) {
    const unit = text.charCodeAt(at);
    const member = unit < 0x80 ? (members[unit] as number) : 0;
    if ((member & 1) === 0) {
      if (at - word >= shortest) for (const run of base64Runs(text, word, at)) take(run, word, at);
      word = at + 1;
    }
    if ((member & 2) === 0) {
      if (at - row >= shortestRow && room > 0) {
        const numbers = text.slice(row, Math.min(at, row + room));
        room -= numbers.length;
        for (const run of numberRuns(numbers)) take(run, row, at);
      }
      row = at + 1;
    }
  }
  return found;
}

function* base64Runs(text: string, from: number, to: number): Generator<string | undefined> {
  // A path or an identifier may come before it.
  for (let at = from; at < to; at += longest) {
    const run = text.slice(at, Math.min(to, at + longest));
    if (mayBeBase64(run)) yield asText(Buffer.from(run, 'base64'));
  }
}

function* numberRuns(run: string): Generator<string | undefined> {
  for (const [hex] of run.matchAll(hexadecimal)) yield asText(Buffer.from(hex.replace(/0x|\\x|[ :,-]/g, ''), 'hex'));
  for (const [groups] of run.matchAll(binary)) {
    const bytes = groups.replace(/[ ,]/g, '').match(/[01]{8}/g) ?? [];
    yield asText(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  }
  for (const [list] of run.matchAll(codes)) yield asText(Uint8Array.from(list.split(/[ ,;]+/), Number));
}

/** Letters of both cases and no row of words or a path: what an encoder writes. */
function mayBeBase64(run: string): boolean {
  return run.length >= shortest && /[A-Z]/.test(run) && /[a-z]/.test(run);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes as text, if they are text. */
function asText(bytes: Uint8Array): string | undefined {
  if (bytes.length < 8) return undefined;
  let plain = 0;
  for (const byte of bytes) {
    if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return undefined;
    if (byte === 32 || byte >= 65) plain++;
  }
  if (plain < bytes.length * 0.7) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text with its escapes resolved, if there are several: a sentence may be written in them. Linear. */
export function unescaped(whole: string): string | undefined {
  if (!/[\\%&]/.test(whole)) return undefined;
  const text = aroundEscapes(whole);
  let count = 0;
  const resolved = text.replace(escapes, (written) => {
    count++;
    return characterOf(written);
  });
  return count < 4 ? undefined : resolved;
}

/** The parts of a text with escapes near each other. */
function aroundEscapes(text: string): string {
  let parts = '';
  let done = 0;
  for (const { index } of text.matchAll(escapes)) {
    if (index < done) continue;
    const from = Math.max(done, index - escapeReach);
    if (from > done) parts += '\n\n';
    done = index + escapeReach;
    parts += text.slice(from, done);
    if (parts.length > mostDecoded) break;
  }
  return parts;
}

function characterOf(written: string): string {
  if (/^&[a-zA-Z]/.test(written)) return ' ';
  const digits = /[0-9a-fA-F]{2,6}/.exec(written)?.[0] ?? '';
  const isDecimal = /^&#\d/.test(written);
  const isOctal = /^\\\d/.test(written);
  const point = Number.parseInt(digits, isDecimal ? 10 : isOctal ? 8 : 16);
  return point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? ' ' : String.fromCodePoint(point);
}
