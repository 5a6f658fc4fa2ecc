// Is this JSON or YAML an OpenAPI or Swagger document? One pass over the bytes, without parsing them (H4).

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** YAML keys at the left edge; a version follows, so that a page about OpenAPI is not one. */
const yamlKey = /^(?:openapi|swagger|"openapi"|"swagger"|'openapi'|'swagger')[ \t]*:[ \t]*["']?\d/m;

/** Whether a top-level key `openapi` or `swagger` holds a version. Never throws, and costs one look at each byte. */
export function isOpenApi(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isSpace(bytes[at])) at += 1;
  if (bytes[at] === 0x7b) return hasJsonKey(bytes, at);
  return yamlKey.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

/** Keys of the outermost object only: braces and brackets outside strings are counted, everything else is skipped. */
function hasJsonKey(bytes: Uint8Array, start: number): boolean {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === quote) {
      const end = endOfString(bytes, at);
      if (depth === 1 && isVersionKey(bytes, at, end)) return true;
      at = end;
    }
  }
  return false;
}

function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function isVersionKey(bytes: Uint8Array, open: number, close: number): boolean {
  if (close - open !== '"openapi'.length) return false;
  const key = String.fromCharCode(...bytes.subarray(open + 1, close));
  if (key !== 'openapi' && key !== 'swagger') return false;
  let at = close + 1;
  while (isSpace(bytes[at])) at += 1;
  if (bytes[at] !== colon) return false;
  at += 1;
  while (isSpace(bytes[at])) at += 1;
  if (bytes[at] === quote) at += 1;
  const digit = bytes[at] ?? 0;
  return digit >= 0x30 && digit <= 0x39;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
