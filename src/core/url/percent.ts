// Percent-encoding in the key's form: what can be read is decoded, what carries meaning or is invisible stays escaped.

// Escapes of these never become characters in a path: `% / ? #` carry structure (U2), and the URL parser strips or
// rewrites control characters, space and backslash, so a key holding them raw would not be a fixed point.
const keptInPath: ReadonlySet<number> = new Set([
  ...Array.from({ length: 0x21 }, (_, code) => code),
  0x7f,
  ...['%', '/', '?', '#', '\\'].map((char) => char.charCodeAt(0)),
]);

const unreserved = /^[A-Za-z0-9\-._~]$/;
const keptInQuery: ReadonlySet<number> = new Set(
  Array.from({ length: 0x80 }, (_, code) => code).filter((code) => !unreserved.test(String.fromCharCode(code))),
);

// Non-ASCII spaces, bidi marks and other invisible characters: two keys that look alike must be alike. Spelt out as
// ranges, because Unicode property classes change with the runtime and keys are stored.
const invisible =
  /[\u0080-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\u{e0000}-\u{e007f}]/u;
const rawButKept =
  /[\u0000-\u0020\\\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\u{e0000}-\u{e007f}]/gu;

const strayEscape = /%[0-9A-Fa-f]?$/;

/** Decodes the escapes of a path; `%25 %2F %3F %23`, invisible characters and malformed escapes stay. Idempotent. */
export function decodePathEscapes(path: string): string {
  return decodeEscapes(path, keptInPath);
}

/** Decodes unreserved characters and non-ASCII in a query; every other escape stays, in upper case. Idempotent. */
export function decodeQueryEscapes(query: string): string {
  return decodeEscapes(query, keptInQuery);
}

/** Writes a path (or a path pattern) the way a key writes it: escapes decoded, repeated slashes folded. Never throws. */
export function keyFormOfPath(path: string): string {
  const escaped = path.toWellFormed().replace(rawButKept, encodeURIComponent);
  return decodePathEscapes(foldSlashes(escaped));
}

/** Turns every run of slashes into one. */
export function foldSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

function decodeEscapes(text: string, keptAscii: ReadonlySet<number>): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  let out = text.slice(0, at);
  let tail = ''; // the last two characters of `out`; reading them from the growing text would be quadratic
  while (at < text.length) {
    const lead = byteAt(text, at);
    let piece: string;
    if (lead === undefined) {
      // A raw character, or a `%` that is no escape: it stays, with everything up to the next `%`.
      const next = text.indexOf('%', at + 1);
      piece = text.slice(at, next < 0 ? text.length : next);
      at += piece.length;
    } else {
      const length = sequenceLength(text, at, lead);
      const escapes = text.slice(at, at + 3 * length).toUpperCase();
      piece = lead < 0x80 ? decodeAscii(lead, escapes, tail, keptAscii) : decodeSequence(escapes, length);
      at += 3 * length;
    }
    out += piece;
    tail = (tail + piece).slice(-2);
  }
  return out;
}

function decodeAscii(byte: number, written: string, tail: string, kept: ReadonlySet<number>): string {
  // `%%34%31` must not become `%41`: a hex digit right behind a stray `%` or `%4` would create a new escape.
  if (kept.has(byte) || (hexValue(byte) >= 0 && strayEscape.test(tail))) return written;
  return String.fromCharCode(byte);
}

function decodeSequence(escapes: string, length: number): string {
  if (length === 1) return escapes; // invalid UTF-8
  const char = decodeURIComponent(escapes);
  return invisible.test(char) ? escapes : char;
}

/** The number of escapes from `at` that form one UTF-8 character, 1 when they do not form any. */
function sequenceLength(text: string, at: number, lead: number): number {
  const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  for (let n = 1; n < length; n++) {
    const byte = byteAt(text, at + 3 * n);
    if (byte === undefined || byte < 0x80 || byte > 0xbf) return 1;
    // The second byte rules out overlong forms, surrogates and values over U+10FFFF.
    if (n === 1 && lead === 0xe0 && byte < 0xa0) return 1;
    if (n === 1 && lead === 0xed && byte > 0x9f) return 1;
    if (n === 1 && lead === 0xf0 && byte < 0x90) return 1;
    if (n === 1 && lead === 0xf4 && byte > 0x8f) return 1;
  }
  return length;
}

function byteAt(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== 0x25) return undefined;
  const high = hexValue(text.charCodeAt(at + 1));
  const low = hexValue(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? undefined : high * 16 + low;
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** A text with its escapes decoded, to be read by people; as it is where they are none. */
export function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
