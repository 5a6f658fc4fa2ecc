// Reads markup as htmlparser2's tokenizer does, but by leaps: what documentation is made of, text and plain tags, is found by
// searching rather than letter by letter, and a tag that was read before is not read again. The rest is left to the tokenizer.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { decodedText, decodedValue } from './entities.ts';
import { plainTag, type TagRule, tagRules } from './nesting.ts';
import { type Attributes, Marks } from './node.ts';
import type { MarkupSource } from './source.ts';

/** Receives the parts of a page. */
export interface MarkupSink {
  /** The attributes may be those of many a tag: they are not to be changed. */
  open(tag: TagRule, attributes: Attributes, marks: Marks, closesItself: boolean): void;
  /** Only for names that were opened, or that have a rule. */
  close(tag: TagRule): void;
  text(data: string): void;
  /** Called before each tag that holds mere text: inside of a drawing it does not. */
  isInForeignContext(): boolean;
  /** No more parts are passed. */
  readonly isFull: boolean;
  /** The innermost open element, which most end tags end. */
  readonly innermost: TagRule | undefined;
}

interface KnownTag {
  readonly tag: TagRule;
  readonly attributes: Attributes;
  readonly marks: Marks;
  readonly closesItself: boolean;
  /** Where it was read: from its name to its end. */
  readonly start: number;
  readonly end: number;
}

/** Longer tags are seldom repeated. */
const LONGEST_KNOWN = 160;
/** Slots for tags that were read; a later tag may replace another. */
const PLACES = 1_024;
/** The attributes of a tag without any. */
export const none: Attributes = Object.freeze({});
export const noMarks = new Marks(none);

const TAB = 0x09;
const LINE = 0x0a;
const FEED = 0x0c;
const RETURN = 0x0d;
const SPACE = 0x20;
const BANG = 0x21;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const MORE = 0x3e;
const QUESTION = 0x3f;
const BRACKET = 0x5b;

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE || code === TAB || code === RETURN || code === FEED;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a && code < 0x80;
}

/** Passes the parts of a page to the sink, in time proportional to its length. Returns whether attributes were cut. */
export function scanMarkup(source: MarkupSource, sink: MarkupSink, mostAttributes: number): boolean {
  const scan = new Scan(source, sink, mostAttributes);
  scan.run();
  return scan.wasCut;
}

class Scan {
  wasCut = false;
  readonly #source: MarkupSource;
  readonly #html: string;
  readonly #sink: MarkupSink;
  readonly #mostAttributes: number;
  /** Every tag name of the page, as written, with its rule. */
  readonly #rules = new Map<string, TagRule>();
  /** By a hash of how they are written; a map of strings would have to cut each tag out first. */
  readonly #known: (KnownTag | undefined)[] = new Array(PLACES).fill(undefined);
  #nextAmpersand = -1;
  /** Where the value that was read last ends. */
  #end = 0;

  constructor(source: MarkupSource, sink: MarkupSink, mostAttributes: number) {
    this.#source = source;
    this.#html = source.html;
    this.#sink = sink;
    this.#mostAttributes = mostAttributes;
  }

  run(): void {
    const html = this.#html;
    const sink = this.#sink;
    let at = 0;
    while (at < html.length && !sink.isFull) {
      let less = html.indexOf('<', at);
      if (less < 0) less = html.length;
      else if (less === at) {
        const next = this.#markup(at);
        if (next > 0) {
          at = next;
          continue;
        }
        if (next < 0) return this.#leaveToTokenizer(at);
        // A mere character: the text goes on behind it.
        less = html.indexOf('<', at + 1);
        if (less < 0) less = html.length;
      }
      sink.text(this.#text(at, less));
      at = less;
    }
  }

  #text(from: number, to: number): string {
    if (this.#nextAmpersand < from) {
      const next = this.#html.indexOf('&', from);
      this.#nextAmpersand = next < 0 ? this.#html.length : next;
    }
    const text = this.#source.slice(from, to);
    return this.#nextAmpersand < to ? decodedText(text) : text;
  }

  /** Reads what begins with `<`. Returns where it ends; 0 when it is text, and -1 when it is left to the tokenizer. */
  #markup(less: number): number {
    const html = this.#html;
    const code = html.charCodeAt(less + 1);
    if (isLetter(code)) return this.#openTag(less + 1);
    if (code === SLASH) return this.#closeTag(less + 2);
    if (code === BANG) return this.#declaration(less + 2);
    if (code === QUESTION) return html.indexOf('>', less + 2) + 1 || -1;
    return less + 1 < html.length ? 0 : -1;
  }

  #declaration(start: number): number {
    const html = this.#html;
    if (html.charCodeAt(start) === BRACKET) return -1;
    if (!html.startsWith('--', start)) return html.indexOf('>', start) + 1 || -1;
    if (html.startsWith('>', start + 2)) return start + 3;
    if (html.startsWith('->', start + 2)) return start + 4;
    const end = /--!?>/g;
    end.lastIndex = start + 2;
    return end.test(html) ? end.lastIndex : -1;
  }

  #closeTag(start: number): number {
    const html = this.#html;
    const innermost = this.#sink.innermost;
    if (innermost !== undefined) {
      const { name } = innermost;
      const end = start + name.length;
      if (html.charCodeAt(end) === MORE && html.startsWith(name, start)) {
        this.#sink.close(innermost);
        return end + 1;
      }
    }
    const more = html.indexOf('>', start);
    if (more < 0 || !isLetter(html.charCodeAt(start))) return -1;
    const written = this.#source.slice(start, more);
    let tag = this.#rules.get(written);
    if (tag === undefined) tag = this.#ruleOf(/^[^\t\n\f\r /]+/.exec(written)?.[0] ?? written);
    // A name without a rule was never opened.
    if (tag !== undefined) this.#sink.close(tag);
    return more + 1;
  }

  #openTag(start: number): number {
    const html = this.#html;
    let more = start;
    let hash = 0;
    for (let code = html.charCodeAt(more); code !== MORE; code = html.charCodeAt(++more)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      if (more - start === LONGEST_KNOWN) break;
    }
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    let found = this.#known[place];
    if (found === undefined || !this.#isWritten(found, start, more)) {
      found = this.#readTag(start);
      if (found === undefined) return -1;
      if (found.end === more) this.#known[place] = found;
      more = found.end;
    }
    const { tag, attributes, marks, closesItself } = found;
    if (tag.isRawText && !this.#sink.isInForeignContext()) return this.#rawText(found, more + 1);
    this.#sink.open(tag, attributes, marks, closesItself);
    return more + 1;
  }

  /** Whether a known tag is written just so here. Its end is part of it: what is read depends on nothing further. */
  #isWritten({ start, end }: KnownTag, from: number, to: number): boolean {
    if (end - start !== to - from) return false;
    const html = this.#html;
    for (let at = 0; at <= end - start; at++)
      if (html.charCodeAt(start + at) !== html.charCodeAt(from + at)) return false;
    return true;
  }

  /** The text of a script, a style or a title, up to its end tag. */
  #rawText({ tag, attributes, marks, closesItself }: KnownTag, start: number): number {
    const html = this.#html;
    if (tag.name === 'plaintext') return -1;
    const decodes = tag.name === 'title' || tag.name === 'textarea';
    const end = new RegExp(`</${tag.name}[\\t\\n\\f\\r />]`, 'gi');
    end.lastIndex = start;
    const found = end.exec(html);
    if (found === null || (decodes && html.indexOf('<', start) !== found.index)) return -1;
    const more = html.indexOf('>', found.index);
    if (more < 0) return -1;
    this.#sink.open(tag, attributes, marks, closesItself);
    if (found.index > start && !this.#sink.isFull)
      this.#sink.text(decodes ? this.#text(start, found.index) : this.#source.slice(start, found.index));
    if (!this.#sink.isFull) this.#sink.close(tag);
    return more + 1;
  }

  /** Reads a tag for the first time; `undefined` when it has no end. */
  #readTag(start: number): KnownTag | undefined {
    const html = this.#html;
    let at = start + 1;
    for (
      let code = html.charCodeAt(at);
      code !== MORE && code !== SLASH && !isSpace(code);
      code = html.charCodeAt(++at)
    )
      if (at >= html.length) return undefined;
    const name = this.#source.slice(start, at);
    const tag = this.#ruleOf(name) ?? this.#newRule(name);
    let attributes: Record<string, string> | undefined;
    let count = 0;
    for (;;) {
      let code = html.charCodeAt(at);
      while (isSpace(code)) code = html.charCodeAt(++at);
      if (at >= html.length) return undefined;
      if (code === MORE) break;
      if (code === SLASH) {
        at++;
        let next = html.charCodeAt(at);
        while (isSpace(next)) next = html.charCodeAt(++at);
        if (next !== MORE) continue;
        return knownTag(tag, attributes, true, start, at);
      }
      const from = at;
      do code = html.charCodeAt(++at);
      while (code !== EQUALS && code !== MORE && code !== SLASH && !isSpace(code) && at < html.length);
      const attribute = this.#source.slice(from, at).toLowerCase();
      const value = this.#value(at);
      if (value === undefined) return undefined;
      at = this.#end;
      attributes ??= {};
      if (attributes[attribute] !== undefined && Object.hasOwn(attributes, attribute)) continue;
      if (count++ < this.#mostAttributes) attributes[attribute] = value;
      else this.wasCut = true;
    }
    return knownTag(tag, attributes, false, start, at);
  }

  /** The value of the attribute whose name ends here; empty when it has none. `undefined` when the value has no end. */
  #value(nameEnd: number): string | undefined {
    const html = this.#html;
    let at = nameEnd;
    while (isSpace(html.charCodeAt(at))) at++;
    this.#end = at;
    if (html.charCodeAt(at) !== EQUALS) return '';
    at++;
    let code = html.charCodeAt(at);
    while (isSpace(code)) code = html.charCodeAt(++at);
    let end: number;
    if (code === DOUBLE || code === SINGLE) {
      end = html.indexOf(code === DOUBLE ? '"' : "'", ++at);
      if (end < 0) return undefined;
      this.#end = end + 1;
    } else {
      end = at;
      while (code !== MORE && !isSpace(code)) {
        if (end >= html.length) return undefined;
        code = html.charCodeAt(++end);
      }
      this.#end = end;
    }
    const value = this.#source.slice(at, end);
    return value.includes('&') ? decodedValue(value) : value;
  }

  #ruleOf(written: string): TagRule | undefined {
    const known = this.#rules.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const rule = tagRules.get(name === 'image' ? 'img' : name) ?? this.#rules.get(name);
    if (rule !== undefined) this.#rules.set(written, rule);
    return rule;
  }

  #newRule(written: string): TagRule {
    const rule = plainTag(written.toLowerCase());
    this.#rules.set(rule.name, rule);
    return rule;
  }

  /** From here to the end of the page: it holds what is cut short, or very rare markup. */
  #leaveToTokenizer(from: number): void {
    const html = this.#source.slice(from, this.#html.length);
    const sink = this.#sink;
    let tag = plainTag('');
    let attributes: Record<string, string> = {};
    let attribute = '';
    let value = '';
    let count = 0;
    const ended = (): void => {
      if (sink.isFull) tokenizer.pause();
    };
    const callbacks: TokenizerCallbacks = {
      isInForeignContext: () => sink.isInForeignContext(),
      onopentagname: (start, end) => {
        const name = html.slice(start, end);
        tag = this.#ruleOf(name) ?? this.#newRule(name);
        attributes = {};
        count = 0;
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (attributes[attribute] === undefined || !Object.hasOwn(attributes, attribute)) {
          if (count++ < this.#mostAttributes) attributes[attribute] = value;
          else this.wasCut = true;
        }
        value = '';
      },
      onopentagend: () => {
        sink.open(tag, attributes, new Marks(attributes), false);
        ended();
      },
      onselfclosingtag: () => {
        sink.open(tag, attributes, new Marks(attributes), true);
        ended();
      },
      onclosetag: (start, end) => {
        const rule = this.#ruleOf(html.slice(start, end));
        if (rule !== undefined) sink.close(rule);
        ended();
      },
      ontext: (start, end) => {
        sink.text(html.slice(start, end));
        ended();
      },
      ontextentity: (codePoint) => {
        sink.text(String.fromCodePoint(codePoint));
        ended();
      },
      oncdata: (start, end, offset) => {
        if (sink.isInForeignContext()) sink.text(html.slice(start, end - offset));
        ended();
      },
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    };
    const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
    tokenizer.write(html);
    tokenizer.end();
  }
}

function knownTag(
  tag: TagRule,
  attributes: Attributes | undefined,
  closesItself: boolean,
  start: number,
  end: number,
): KnownTag {
  return attributes === undefined
    ? { tag, attributes: none, marks: noMarks, closesItself, start, end }
    : { tag, attributes, marks: new Marks(attributes), closesItself, start, end };
}
