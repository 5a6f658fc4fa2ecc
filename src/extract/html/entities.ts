// Character references: the few that pages are full of are read here, any other text is left to htmlparser2's tokenizer.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00a0'],
  ['apos', "'"],
]);

/** A text of a page without markup, its references decoded. */
export function decodedText(text: string): string {
  return decodedSimply(text) ?? decodedByTokenizer(text);
}

/** The value of an attribute, its references decoded: a name that goes on without a semicolon is none there. */
export function decodedValue(value: string): string {
  const simply = decodedSimply(value);
  if (simply !== undefined) return simply;
  const quote = value.includes('"') ? "'" : '"';
  // A value that holds both kinds of quotation mark was written without any, and then holds no space.
  return decodedByTokenizer(value.includes(quote) ? `<a b=${value}>` : `<a b=${quote}${value}${quote}>`);
}

/** `undefined` for a text that holds anything but the common forms. */
function decodedSimply(text: string): string | undefined {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const next = text.charCodeAt(at + 1);
    const isName = (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a && next < 0x80;
    if (!isName && next !== 0x23 && !(next >= 0x30 && next <= 0x39)) {
      decoded += text.slice(from, at + 1);
      from = at + 1;
      continue;
    }
    const end = text.indexOf(';', at);
    if (end < 0 || end - at > 8) return undefined;
    const name = text.slice(at + 1, end);
    const character = next === 0x23 ? numbered(name) : named.get(name);
    if (character === undefined) return undefined;
    decoded += text.slice(from, at) + character;
    from = end + 1;
  }
  return decoded + text.slice(from);
}

/** The character of `#8217` or `#x2019`; undefined for those with rules of their own. */
function numbered(name: string): string | undefined {
  const isHex = name.charCodeAt(1) === 0x78 || name.charCodeAt(1) === 0x58;
  const digits = name.slice(isHex ? 2 : 1);
  if (!(isHex ? /^[\da-f]+$/i : /^\d+$/).test(digits)) return undefined;
  const code = Number.parseInt(digits, isHex ? 16 : 10);
  const isPlain = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xd7ff);
  return isPlain ? String.fromCharCode(code) : undefined;
}

function decodedByTokenizer(text: string): string {
  let decoded = '';
  const add = (start: number, end: number): void => {
    decoded += text.slice(start, end);
  };
  const addCode = (codePoint: number): void => {
    decoded += String.fromCodePoint(codePoint);
  };
  const nothing = (): void => {};
  const callbacks: TokenizerCallbacks = {
    ontext: add,
    ontextentity: addCode,
    onattribdata: add,
    onattribentity: addCode,
    onattribname: nothing,
    onattribend: nothing,
    onopentagname: nothing,
    onopentagend: nothing,
    onselfclosingtag: nothing,
    onclosetag: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(text);
  tokenizer.end();
  return decoded;
}
