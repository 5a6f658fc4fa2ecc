// The words of a piece of Markdown without its marks, and the anchors that are made of them.

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['mdash', '—'],
  ['ndash', '–'],
  ['hellip', '…'],
  ['copy', '©'],
]);

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,6}));/g;

/** Undoes numeric character references and the names that documentation uses. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (all, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}

// In order: an escape, a code span (its marks counted), a tag, a run of emphasis marks.
const marks = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([^`]+)(?<!`)\2(?!`)|<\/?[A-Za-z][^<>]*>|\*+|_+|~{1,2}/g;
const word = /[\p{L}\p{N}]/u;

/** One line of Markdown that holds no links as plain text. */
export function plainText(markdown: string): string {
  if (!/[\\`<*_~&]/.test(markdown)) return markdown;
  let text = '';
  let start = 0;
  for (const found of markdown.matchAll(marks)) {
    const { index } = found;
    text += decodeEntities(markdown.slice(start, index));
    start = index + found[0].length;
    const [all, escaped, , code] = found;
    if (escaped !== undefined) text += escaped;
    else if (code !== undefined) text += code.trim();
    else if (!all.startsWith('<') && !isMark(markdown, index, start)) text += all;
  }
  return text + decodeEntities(markdown.slice(start));
}

// Marks of emphasis have a word on one side; underscores inside a word are none, and neither is a mark between spaces.
function isMark(markdown: string, start: number, end: number): boolean {
  const before = markdown.charAt(start - 1);
  const after = markdown.charAt(end);
  if (markdown.charAt(start) === '_') return !(word.test(before) && word.test(after));
  return !(/^\s?$/.test(before) && /^\s?$/.test(after));
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

  /** Says that an anchor is taken. */
  take(anchor: string): void {
    if (!this.#seen.has(anchor)) this.#seen.set(anchor, 0);
  }
}
