// The declared charset of a page: byte order mark, label, `<meta>`, XML declaration (H5).
import { TextDecoder } from 'node:util';

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

/** The bytes in which the HTML standard looks for a label. */
const prescan = 1024;

const metaCharset = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const xmlEncoding = /^\s{0,16}<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/i;
const languageAttribute = /<html\s[^>]*?lang\s*=\s*["']?\s*([a-z]{2,3}(?:-[a-z]{2,4})?)\b/i;

/** The encoding of a byte order mark, by its standard name. */
export function markedCharset(bytes: Uint8Array): string | undefined {
  return marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
}

/** What the markup at the start of a page declares: the charset it names, and the language of its text. */
export function declaredIn(bytes: Uint8Array): { readonly charset?: string; readonly language?: string } {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, prescan)).toString('latin1');
  const bare = start.includes('<!--') ? start.replace(/<!--.*?(?:-->|$)/gs, '') : start;
  const named = charsetOf(metaCharset.exec(bare)?.[1]) ?? charsetOf(xmlEncoding.exec(bare)?.[1]);
  const language = languageAttribute.exec(bare)?.[1]?.toLowerCase();
  // The tag was read as ASCII, so its page is not UTF-16, whatever the tag names.
  const charset = named?.startsWith('utf-16') ? 'utf-8' : named;
  return { ...(charset !== undefined && { charset }), ...(language !== undefined && { language }) };
}

/** The standard's name for a label, undefined when it has none or nothing can decode it. */
export function charsetOf(label: string | undefined): string | undefined {
  if (label === undefined || label.length > 100) return undefined;
  const bare = label.replace(/["'\s]/g, '').toLowerCase();
  if (bare === '' || bare === 'x-user-defined') return undefined;
  if (bare === 'utf-8') return bare;
  try {
    return new TextDecoder(Object.hasOwn(aliases, bare) ? aliases[bare] : bare).encoding;
  } catch {
    return undefined;
  }
}
