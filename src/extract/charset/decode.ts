// From bytes to text in a charset that is known; iconv-lite where Node's own decoder is wrong or depends on its version.
import { createRequire } from 'node:module';
import { TextDecoder } from 'node:util';
import type { decode } from 'iconv-lite';

/**
 * Node's `euc-kr` knows neither 똠 nor 펲, its `big5` no Hong Kong characters, and some versions read windows-1252 as
 * Latin-1. The names are iconv-lite's.
 */
const byIconv: ReadonlyMap<string, string> = new Map([
  ['euc-kr', 'cp949'],
  ['shift_jis', 'cp932'],
  ['euc-jp', 'eucjp'],
  ['big5', 'big5hkscs'],
  ...['1250', '1251', '1252', '1253', '1254', '1255', '1256', '1257', '1258'].map(
    (page) => [`windows-${page}`, `windows-${page}`] as const,
  ),
]);

const decoders = new Map<string, TextDecoder>();

let iconvDecode: typeof decode | undefined;

/** The text without a byte order mark; what is not valid becomes U+FFFD. The charset is named as the standard does. */
export function decodeBytes(bytes: Uint8Array, charset: string): string {
  const name = byIconv.get(charset);
  if (name === undefined) return decoderOf(charset).decode(bytes);
  // Only the few pages that need it pay for its tables.
  iconvDecode ??= (createRequire(import.meta.url)('iconv-lite') as { decode: typeof decode }).decode;
  return iconvDecode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
}

function decoderOf(charset: string): TextDecoder {
  let decoder = decoders.get(charset);
  if (decoder === undefined) {
    decoder = new TextDecoder(charset);
    decoders.set(charset, decoder);
  }
  return decoder;
}
