// The inside of a paragraph, a heading or a cell: links become text, images their label, comments and component tags are removed; the rest stays byte for byte.
import { decodedValue } from '../html/entities.ts';
import { CodeSpans } from './code-spans.ts';
import { componentTag } from './component.ts';
import type { LinkDefinitions } from './definitions.ts';
import { attributesOf, endOfHtml, type MissingEnds } from './html-tag.ts';
import { guardStart } from './line-starts.ts';
import { labelAt, resourceAt } from './link-parts.ts';
import { plainInline } from './plain.ts';

/** What is to become of links and images. */
export interface InlineOptions {
  readonly keepLinks: boolean;
  /** The word before an image's text: `image` writes `[image: alt]`. */
  readonly imageLabel: string;
  /** The absolute form of a link's target; undefined leaves only its text. */
  readonly resolve: (href: string) => string | undefined;
}

export interface SourceLink {
  readonly href: string;
  readonly text: string;
}

/** What the inline texts of a file share. */
export interface InlineContext extends InlineOptions {
  readonly definitions: LinkDefinitions;
  readonly closed: ReadonlySet<string>;
  readonly links: SourceLink[];
}

export interface Inline {
  readonly markdown: string;
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

// Marks where something was taken out, until the text is put together; a source holds none.
const removed = '\0';
const special = /[\\`<[\]{]|!\[/g;
const tags = /</g;
const maxNesting = 32;
const maxLinkText = 200;
const maxName = 100;
const none: readonly string[] = Object.freeze([]);

/** Writes one inline text. Never throws; linear in its length. */
export function writeInline(source: string, context: InlineContext): Inline {
  if (!source.includes('://') && source.search(special) < 0) return { markdown: source, ids: none, names: none };
  return new InlineWriter(source, context).write(special);
}

/** Writes raw HTML, in which Markdown's marks mean nothing. */
export function writeHtml(source: string, context: InlineContext): Inline {
  return new InlineWriter(source, context).write(tags);
}

interface Opener {
  /** Where its bracket is in the source, and among the pieces. */
  readonly at: number;
  readonly piece: number;
  readonly image: boolean;
  /** How many links precede it. */
  readonly links: number;
  active: boolean;
}

class InlineWriter {
  readonly #source: string;
  readonly #context: InlineContext;
  readonly #spans: CodeSpans;
  readonly #missing: MissingEnds = new Set();
  readonly #pieces: string[] = [];
  readonly #openers: Opener[] = [];
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  /** The texts of images, by the pieces they are. */
  readonly #alts = new Map<number, string>();
  #anchor: { readonly href: string; readonly piece: number } | undefined;

  constructor(source: string, context: InlineContext) {
    this.#source = source;
    this.#context = context;
    this.#spans = new CodeSpans(source);
  }

  write(marks: RegExp): Inline {
    const source = this.#source;
    let at = 0;
    while (at < source.length) {
      marks.lastIndex = at;
      const found = marks.exec(source);
      const next = found?.index ?? source.length;
      if (next > at) this.#literal(source.slice(at, next));
      if (found === null) break;
      at = this.#special(next);
    }
    this.#endAnchor();
    return { markdown: joined(this.#pieces.join('')), ids: this.#ids, names: this.#names };
  }

  #literal(text: string): void {
    this.#pieces.push(text);
    if (text.includes('://')) {
      for (const [url] of text.matchAll(bareAddress)) {
        const href = withoutSentence(url);
        this.#context.links.push({ href, text: href.slice(0, maxLinkText) });
      }
    }
  }

  /** Writes what starts with a special character and returns the offset behind it. */
  #special(at: number): number {
    switch (this.#source.charAt(at)) {
      case '\\':
        this.#pieces.push(this.#source.slice(at, at + 2));
        return at + 2;
      case '`':
        return this.#code(at);
      case '<':
        return this.#html(at);
      case '{':
        return this.#expression(at);
      case '[':
        return this.#open(at, false);
      case '!':
        return this.#open(at, true);
      default:
        return this.#close(at);
    }
  }

  #copy(from: number, to: number): number {
    this.#pieces.push(this.#source.slice(from, to));
    return to;
  }

  #code(at: number): number {
    const source = this.#source;
    let from = at + 1;
    while (source.charCodeAt(from) === 0x60) from++;
    const close = this.#spans.closing(from - at, from);
    if (close === undefined) return this.#copy(at, from);
    const code = source.slice(from, close).trim();
    if (code.length <= maxName && !/\s/.test(code) && /\p{L}/u.test(code)) this.#names.push(code);
    return this.#copy(at, close + from - at);
  }

  /** A comment of MDX is removed; any other brace is text. */
  #expression(at: number): number {
    if (!this.#source.startsWith('{/*', at) || this.#missing.has('*/}')) return this.#copy(at, at + 1);
    const end = this.#source.indexOf('*/}', at + 3);
    if (end < 0) {
      this.#missing.add('*/}');
      return this.#copy(at, at + 1);
    }
    this.#pieces.push(removed);
    return end + 3;
  }

  #html(at: number): number {
    const source = this.#source;
    autolink.lastIndex = at;
    const target = autolink.exec(source)?.[1];
    if (target !== undefined) {
      this.#context.links.push({ href: target, text: target.slice(0, maxLinkText) });
      return this.#copy(at, autolink.lastIndex);
    }
    const component = componentTag(source, at);
    if (component !== undefined && component !== 'open') {
      const { kind, name, end } = component;
      const known = kind === 'alone' || this.#context.closed.has(name) || source.slice(at, end).includes('=');
      if (!known) return this.#copy(at, end);
      this.#pieces.push(removed);
      return end;
    }
    const end = endOfHtml(source, at, this.#missing);
    if (end < 0) return this.#copy(at, at + 1);
    const tag = source.slice(at, end);
    this.#pieces.push(this.#tag(tag));
    return end;
  }

  /** What is written for a tag: most stay as they are. */
  #tag(tag: string): string {
    if (tag.startsWith('<!--')) return removed;
    const name = /^<(\/?[A-Za-z][A-Za-z0-9-]*)/.exec(tag)?.[1]?.toLowerCase();
    if (name === undefined) return tag;
    if (name === '/a') return this.#endAnchor() ? removed : tag;
    const attributes = attributesOf(tag);
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
    if (id !== undefined && id !== '') this.#ids.push(id);
    if (name === 'img') return this.#image(decodedValue(attributes.get('alt') ?? ''));
    const written = attributes.get('href');
    const href = written === undefined ? undefined : decodedValue(written);
    if (name !== 'a') return tag;
    this.#endAnchor();
    this.#anchor = { href: href ?? '', piece: this.#pieces.length };
    if (!this.#context.keepLinks || href === undefined) return removed;
    const target = this.#context.resolve(href);
    return target === undefined
      ? removed
      : `<a href="${target.replaceAll('"', '%22').replace(/&(?=#?[A-Za-z0-9]{1,31};)/g, '&amp;')}">`;
  }

  /** Whether the end tag of a link is removed with its start tag. */
  #endAnchor(): boolean {
    const anchor = this.#anchor;
    if (anchor === undefined) return !this.#context.keepLinks;
    this.#anchor = undefined;
    if (anchor.href !== '') this.#link(anchor.href, anchor.piece + 1);
    return this.#pieces[anchor.piece] === removed;
  }

  #open(at: number, image: boolean): number {
    const end = at + (image ? 2 : 1);
    if (this.#openers.length < maxNesting) {
      const links = this.#context.links.length;
      this.#openers.push({ at: end - 1, piece: this.#pieces.length, image, links, active: true });
    }
    return this.#copy(at, end);
  }

  #close(at: number): number {
    const opener = this.#openers.pop();
    const found = opener?.active ? this.#target(opener, at) : undefined;
    if (opener === undefined || found === undefined) {
      this.#pieces.push(']');
      // A link inside kept this from being one; without it nothing else would.
      if (opener?.active === false) this.#pieces.push(removed);
      return at + 1;
    }
    if (opener.image) {
      const from = opener.piece + 1;
      // An image or a link in an image's text is only its own text.
      this.#context.links.length = opener.links;
      const alt = this.#pieces.slice(from).map((piece, at) => this.#alts.get(from + at) ?? piece);
      this.#pieces.length = opener.piece;
      const text = plainInline(alt.join('').replaceAll(removed, ''));
      this.#alts.set(opener.piece, text);
      this.#pieces.push(this.#image(text), removed);
      return found.end;
    }
    // A link holds no links.
    for (const outer of this.#openers) if (!outer.image) outer.active = false;
    this.#link(found.text, opener.piece + 1);
    const target = this.#context.keepLinks ? this.#context.resolve(found.text) : undefined;
    this.#pieces[opener.piece] = target === undefined ? removed : '[';
    this.#pieces.push(target === undefined ? removed : `](${encoded(target)})`);
    return found.end;
  }

  /** What the brackets point to: `(target)`, `[label]`, or their own text as a label. */
  #target({ at }: Opener, close: number): { readonly text: string; readonly end: number } | undefined {
    const source = this.#source;
    const resource = resourceAt(source, close + 1);
    if (resource !== undefined) return resource;
    const label = labelAt(source, close + 1);
    if (label !== undefined) {
      const target = this.#context.definitions.target(label.text);
      return target === undefined ? undefined : { text: target, end: label.end };
    }
    const own = labelAt(source, at);
    if (own === undefined || own.end !== close + 1) return undefined;
    const target = this.#context.definitions.target(own.text);
    if (target === undefined) return undefined;
    return { text: target, end: close + (source.startsWith('[]', close + 1) ? 3 : 1) };
  }

  #link(href: string, piece: number): void {
    const text = this.#pieces.slice(piece).join('').replaceAll(removed, '').replace(/\s+/g, ' ').trim();
    this.#context.links.push({ href, text: plainInline(text.slice(0, 2 * maxLinkText)).slice(0, maxLinkText) });
  }

  #image(alt: string): string {
    const text = alt.replaceAll('\0', '').replace(/\s+/g, ' ').trim();
    if (text === '') return removed;
    return `[${this.#context.imageLabel}: ${text.replace(/[\\`*[\]<]/g, '\\$&').replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')}]`;
  }
}

const bareAddress = /\bhttps?:\/\/[\p{L}\p{N}_][^\s"'*]*/gu;

/** A bare address without the marks of the sentence around it. A parenthesis that it opens itself is its own, as in GFM. */
function withoutSentence(address: string): string {
  let unopened = 0;
  for (const char of address) unopened += char === ')' ? 1 : char === '(' ? -1 : 0;
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!'.,:;?!'.includes(last)) break;
  }
  return address.slice(0, end);
}

const autolink = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\0]*)>/y;

/** Puts a text together: empty lines are removed, and no mark gets a meaning it did not have. */
function joined(text: string): string {
  if (!text.includes(removed)) return text;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (!line.includes(removed)) {
      lines.push(line);
      continue;
    }
    const whole = line.replace(/\]\0+(?=[(:])/g, ']\\').replaceAll(removed, '');
    if (whole.trim() === '') continue;
    if (line.trimStart().startsWith(removed) || /^\s*\[[^\]]*\]:/.test(whole)) lines.push(guardStart(whole));
    else lines.push(onlyMarks.test(whole) ? `\\${whole.trimStart()}` : whole);
  }
  return lines.join('\n');
}

// A rule, an underline, a table's second line.
const onlyMarks = /^[-=*_:|\s]+$/;

function encoded(target: string): string {
  return target
    .replace(/[\s()<>\\]/g, (unit) => (unit === '(' ? '%28' : unit === ')' ? '%29' : encodeURIComponent(unit)))
    .replace(/&(?=#?[A-Za-z0-9]{1,31};)/g, '&amp;');
}
