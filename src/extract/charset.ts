// From bytes to text (H5): byte order mark, header, `<meta charset>`, else UTF-8; never throws.

import { TextDecoder } from 'node:util';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** The WHATWG name of the encoding used, such as `utf-8` or `euc-kr`. */
  readonly charset: string;
}

/** Labels seen in the wild that the standard does not list. */
const aliases: Readonly<Record<string, string>> = Object.freeze({
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  'unicode-utf-8': 'utf-8',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  'x-windows-949': 'euc-kr',
  ks_c_5601: 'euc-kr',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  eucjp: 'euc-jp',
  cp936: 'gbk',
  cp950: 'big5',
});

/** The bytes at the start that name their encoding. */
const marks: readonly (readonly [readonly number[], string])[] = Object.freeze([
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]);

/** As far as the HTML standard looks. */
const prescan = 1024;

const metaCharset = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;

/**
 * The text of a page. A byte order mark wins over the header, as in every browser: it is the bytes' own word. A label
 * nobody knows counts as none.
 */
export function decodeText(bytes: Uint8Array, headerCharset?: string): DecodedText {
  const charset = markOf(bytes) ?? known(headerCharset) ?? metaOf(bytes) ?? 'utf-8';
  return { text: new TextDecoder(charset).decode(bytes), charset };
}

function markOf(bytes: Uint8Array): string | undefined {
  return marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
}

function metaOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, prescan)).toString('latin1');
  const charset = known(metaCharset.exec(start.replace(/<!--.*?(?:-->|$)/gs, ''))?.[1]);
  // The tag was read as ASCII, so its page is not UTF-16, whatever it says.
  return charset?.startsWith('utf-16') ? 'utf-8' : charset;
}

/** The standard's name for a label, undefined when it has none or Node cannot decode it. */
function known(label: string | undefined): string | undefined {
  const bare = label?.replace(/["'\s]/g, '').toLowerCase() ?? '';
  if (bare === '') return undefined;
  try {
    return new TextDecoder(Object.hasOwn(aliases, bare) ? aliases[bare] : bare).encoding;
  } catch {
    return undefined;
  }
}
