// The words of a piece of Markdown without its marks, and the anchors that are made of them.
import { decodedText } from '../html/entities.ts';
import { CodeSpans } from './code-spans.ts';
import { type MarkRun, markRun, pairRuns } from './emphasis.ts';
import { endOfHtml, type MissingEnds } from './html-tag.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  // White space is folded anyway.
  ['nbsp', ' '],
  ['mdash', '—'],
  ['ndash', '–'],
  ['hellip', '…'],
  ['copy', '©'],
]);

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Undoes character references: numbers, and every name that HTML knows. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, decodedEntity) : text;
}

function decodedEntity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? decodedName(all);
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number.parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
}

function decodedName(reference: string): string {
  const decoded = decodedText(reference);
  // HTML reads `&notit;` as `¬it;`; in Markdown a reference is a whole name.
  return decoded.length <= 2 ? decoded : reference;
}

const inTargets = new RegExp(`\\\\([!-/:-@[-\`{-~])|${entity.source}`, 'g');

/** The target of a link, decoded: escapes and character references undone. */
export function decodeTarget(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(inTargets, (all, escaped?: string, decimal?: string, hex?: string, name?: string) =>
    escaped === undefined ? decodedEntity(all, decimal, hex, name) : escaped,
  );
}

const special = /\\[!-/:-@[-`{-~]|`+|<|\*+|_+|~+/g;
// An address in angle brackets: a URL, or a mail address.
const autolink =
  /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\0]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)>/y;

/** One line of Markdown that holds no links as plain text: what reads as a mark is removed, and everything else stays. Linear. */
export function plainInline(markdown: string): string {
  if (!/[\\`<*_~&]/.test(markdown)) return markdown;
  const pieces: (string | MarkRun)[] = [];
  const spans = new CodeSpans(markdown);
  const missing: MissingEnds = new Set();
  let at = 0;
  while (at < markdown.length) {
    special.lastIndex = at;
    const found = special.exec(markdown);
    const start = found?.index ?? markdown.length;
    pieces.push(decodeEntities(markdown.slice(at, start)));
    if (found === null) break;
    const [mark] = found;
    at = start + mark.length;
    if (mark.startsWith('\\')) pieces.push(mark.slice(1));
    else if (mark.startsWith('`')) {
      const close = spans.closing(mark.length, at);
      pieces.push(close === undefined ? mark : codeIn(markdown.slice(at, close)));
      if (close !== undefined) at = close + mark.length;
    } else if (mark === '<') {
      autolink.lastIndex = start;
      const target = autolink.exec(markdown)?.[1];
      const end = target === undefined ? endOfHtml(markdown, start, missing) : autolink.lastIndex;
      pieces.push(target ?? (end < 0 ? mark : ''));
      if (end >= 0) at = end;
    } else pieces.push(markRun(mark, characterBefore(markdown, start), characterAt(markdown, at)));
  }
  pairRuns(pieces.filter((piece) => typeof piece !== 'string'));
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.mark.repeat(piece.left))).join('');
}

/** A space at each end keeps backticks apart, and belongs to neither. */
function codeIn(code: string): string {
  const line = code.replaceAll('\n', ' ');
  return line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '' ? line.slice(1, -1) : line;
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 2), at));
  return isPair ? text.slice(at - 2, at) : text.charAt(at - 1);
}

const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** Makes anchors as GitHub does, numbering those that come again. */
export class Slugs {
  readonly #seen = new Map<string, number>();

  /** The anchor of a heading; undefined when nothing is left of its text. */
  of(text: string): string | undefined {
    const slug = text.trim().toLowerCase().replace(notInSlug, '').replaceAll(' ', '-');
    if (slug === '') return undefined;
    let count = this.#seen.get(slug);
    if (count === undefined) {
      this.#seen.set(slug, 0);
      return slug;
    }
    let anchor: string;
    do anchor = `${slug}-${++count}`;
    while (this.#seen.has(anchor));
    this.#seen.set(slug, count);
    this.#seen.set(anchor, 0);
    return anchor;
  }

  /** Marks an anchor as taken. */
  take(anchor: string): void {
    if (!this.#seen.has(anchor)) this.#seen.set(anchor, 0);
  }
}
