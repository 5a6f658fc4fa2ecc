// Escapes in prose what would read as Markdown or HTML in its place, and nothing else (E3).
import { classOf, codePointBefore, isAsciiPunctuation } from './characters.ts';

/** The context of a piece of text. */
export interface TextPlace {
  /** The code point that is written on either side; -1 where the block begins or ends. */
  readonly before: number;
  readonly after: number;
  readonly inCell: boolean;
  readonly inLink: boolean;
  /** Whether there are deletions beside it, and whether a tilde before it could open one. */
  readonly hasDeletions: boolean;
  readonly tildeBefore: boolean;
}

const suspicious = /[\\`*_<&~\]|]|:\/\/|www\./i;
const inLinkSuspicious = /[\\`*_<&~[\]|]/;
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
// A bare address becomes a link by itself, with no escapes in it.
const addressStart = /(?:https?:\/\/|www\.)[a-z\d]/iy;
const addressHost = /[a-z\d.-]*/iy;
const addressRest = /[^\s<]*/y;

const bang = 0x21;
const lessThan = 0x3c;
const leftParenthesis = 0x28;
const leftBracket = 0x5b;
const rightBracket = 0x5d;

/** One piece of text, white space folded, with what needs it escaped. */
export function escapeText(text: string, place: TextPlace): string {
  const escaped = (place.inLink ? inLinkSuspicious : suspicious).test(text) ? new Escaper(text, place).run() : text;
  const opening = place.before === rightBracket && text.charCodeAt(0) === leftParenthesis ? `\\${escaped}` : escaped;
  const closed = place.after === leftBracket && text.charCodeAt(text.length - 1) === bang;
  return closed ? `${opening.slice(0, -1)}\\!` : opening;
}

class Escaper {
  readonly #text: string;
  readonly #place: TextPlace;
  #out = '';
  /** Up to where the text is copied. */
  #copied = 0;
  #brackets = 0;
  #tildeOpen: boolean;
  /** Up to where addresses were looked for, so that no text is looked at twice. */
  #addressEnd = 0;
  /** Whether those found there must not become links. */
  #breaksAddresses = false;

  constructor(text: string, place: TextPlace) {
    this.#text = text;
    this.#place = place;
    this.#tildeOpen = place.tildeBefore;
  }

  run(): string {
    const text = this.#text;
    const hasAddress = !this.#place.inLink && /:\/\/|www\./i.test(text);
    const { length } = text;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      // Letters, digits and most of what is not ASCII.
      if (code > 0x7e || (code > 0x2b && code < 0x3c) || (code > 0x60 && code < 0x7c)) {
        if (hasAddress && (code === 0x68 || code === 0x77)) at = this.#address(at);
        continue;
      }
      at = this.#character(code, at);
    }
    return this.#out + text.slice(this.#copied);
  }

  #character(code: number, at: number): number {
    const text = this.#text;
    switch (code) {
      case 0x5c: // \
        return this.#backslash(at);
      case 0x60: // `
        return this.#escape(at);
      case 0x2a: // *
      case 0x5f: // _
      case 0x7e: // ~
        return this.#run(code, at);
      case 0x3c: // <
        return /[A-Za-z/!?]/.test(text.charAt(at + 1)) ? this.#escape(at) : at;
      case 0x26: // &
        entity.lastIndex = at;
        return entity.test(text) ? this.#escape(at) : at;
      case 0x7c: // |
        return this.#place.inCell ? this.#escape(at) : at;
      case leftBracket:
        this.#brackets++;
        return this.#place.inLink ? this.#escape(at) : at;
      case rightBracket:
        this.#brackets = Math.max(0, this.#brackets - 1);
        return this.#place.inLink || text.charCodeAt(at + 1) === leftParenthesis ? this.#escape(at) : at;
      case 0x48: // H
      case 0x57: // W
        return this.#place.inLink ? at : this.#address(at);
      default:
        return at;
    }
  }

  #escape(at: number): number {
    this.#out += `${this.#text.slice(this.#copied, at)}\\`;
    this.#copied = at;
    return at;
  }

  #backslash(at: number): number {
    const isLast = at === this.#text.length - 1;
    const next = isLast ? this.#place.after : this.#text.charCodeAt(at + 1);
    return isAsciiPunctuation(next) ? this.#escape(at) : at;
  }

  /** A run of asterisks, underscores or tildes: escaped where it could open or close something. */
  #run(code: number, from: number): number {
    const text = this.#text;
    let end = from + 1;
    while (end < text.length && text.charCodeAt(end) === code) end++;
    const before = classOf(from === 0 ? this.#place.before : codePointBefore(text, from));
    const after = classOf(end === text.length ? this.#place.after : (text.codePointAt(end) as number));
    if (this.#isMark(code, before, after)) for (let at = from; at < end; at++) this.#escape(at);
    return end - 1;
  }

  #isMark(code: number, before: string, after: string): boolean {
    if (before === 'space' && after === 'space') return false;
    if (code === 0x5f) return before !== 'letter' || after !== 'letter';
    if (code === 0x2a) return true;
    // A tilde only strikes out what another one opened before it.
    const closes = this.#tildeOpen && before !== 'space';
    this.#tildeOpen ||= after !== 'space';
    return closes || this.#place.hasDeletions;
  }

  /** Keeps an address from becoming a link; its characters are then escaped like any others. */
  #breakAddress(at: number): void {
    const isWeb = (this.#text.charCodeAt(at) | 0x20) === 0x77;
    this.#escape(this.#text.indexOf(isWeb ? '.' : ':', at));
  }

  /** Without a scheme it is a link only behind some characters. */
  #isOdd(at: number, before: number): boolean {
    return (this.#text.charCodeAt(at) | 0x20) === 0x77 && before !== leftParenthesis && classOf(before) !== 'space';
  }

  #address(at: number): number {
    const text = this.#text;
    const before = at === 0 ? this.#place.before : text.charCodeAt(at - 1);
    if (before < 0x80 && classOf(before) === 'letter') return at;
    if (at < this.#addressEnd) {
      if (this.#breaksAddresses && endOf(addressStart, text, at) > at) this.#breakAddress(at);
      return at;
    }
    const start = endOf(addressStart, text, at);
    if (start === at) return at;
    const host = endOf(addressHost, text, start);
    this.#addressEnd = host;
    if (host < text.length && !/[\s/:?#]/.test(text.charAt(host))) return at;
    const end = endOf(addressRest, text, host);
    this.#addressEnd = end;
    if (this.#brackets > 0) return at;
    const { after, inCell } = this.#place;
    const goesOn = end < text.length ? text.charAt(end) === '<' : after > 0x20 && !(inCell && after === lessThan);
    // The link may end before such characters, or go on beyond its end.
    this.#breaksAddresses = goesOn || this.#isOdd(at, before) || hasMarks(text.slice(at, end));
    if (this.#breaksAddresses) {
      this.#breakAddress(at);
      return at;
    }
    return end - 1;
  }
}

function hasMarks(address: string): boolean {
  if (/[*`~\\[\]|]|&\w+;/.test(address)) return true;
  const last = address.lastIndexOf('_');
  return last >= 0 && !/[\p{L}\p{N}/]/u.test(address.slice(last));
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
