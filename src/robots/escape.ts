// R6: makes a rule's pattern and a URL's path comparable, one way per dialect.
import type { Dialect } from './dialect.ts';
import { isPlain } from './subject.ts';

type Escapes = Dialect['escapes'];

/** The pattern as it is compared. `*` stays where it is a wildcard, a final `$` where it anchors. */
export function comparablePattern(pattern: string, dialect: Dialect): string {
  if (isPlain(pattern, dialect.wildcards)) return pattern;
  switch (dialect.escapes) {
    case 'rfc3986': {
      if (!dialect.wildcards) return normalise(pattern);
      const anchored = pattern.endsWith('$');
      const body = anchored ? pattern.slice(0, -1) : pattern;
      return (
        body
          .split('*')
          .map((piece) => normalise(piece))
          .join('*') + (anchored ? '$' : '')
      );
    }
    case 'upper-hex':
    case 'google':
      return encodeNonAscii(upperHex(pattern));
    case 'decode-all-but-slash':
      return decodeOctets(pattern);
  }
}

/** The path as it is compared with the patterns above. */
export function comparablePath(path: string, escapes: Escapes): string {
  if (isPlain(path)) return path;
  switch (escapes) {
    case 'rfc3986':
      return normalise(path);
    case 'upper-hex':
      return encodeNonAscii(upperHex(path));
    case 'google':
      return path;
    case 'decode-all-but-slash':
      return decodeOctets(path);
  }
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;
/** What RFC 3986 allows in a path or query, less `*` and `$`: special in patterns, so as plain characters they are compared encoded. */
const PLAIN = /^[A-Za-z0-9\-._~!&'()+,;=:@/?[\]]*$/;
const PIECE = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!&'()+,;=:@/?[\]]/gu;

function normalise(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(PIECE, (piece) => {
    if (piece === '%') return piece; // a malformed escape is kept
    if (piece === '*') return '%2A';
    if (piece.length !== 3 || !piece.startsWith('%')) return encodeURIComponent(piece);
    const char = String.fromCharCode(Number.parseInt(piece.slice(1), 16));
    return UNRESERVED.test(char) ? char : piece.toUpperCase();
  });
}

function upperHex(text: string): string {
  return text.includes('%') ? text.replace(/%[0-9a-fA-F]{2}/g, (octet) => octet.toUpperCase()) : text;
}

function encodeNonAscii(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.toWellFormed().replace(/[^\0-\x7f]+/gu, encodeURIComponent) : text;
}

/** Represents an encoded slash, which no decoded octet can equal. */
const ENCODED_SLASH = '\u0100';

/** One character per octet, every escape decoded but %2F. */
function decodeOctets(text: string): string {
  const encoded = encodeNonAscii(text);
  if (!encoded.includes('%')) return encoded;
  return encoded.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    hex.toUpperCase() === '2F' ? ENCODED_SLASH : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
