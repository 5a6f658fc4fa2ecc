// What a page's own content holds: words in order, headings with their ids, code, cells, and where every id is.
import { redactEmails } from '../../../src/extract/emails.ts';
import type { EmbeddedHeading, Truth } from '../truth.ts';
import { type CodeRules, codeText, markedLanguage } from './code.ts';
import {
  asideTexts,
  elementAfter,
  hasBelow,
  hasLongCode,
  idsBelow,
  idsOf,
  isInCode,
  isInTerm,
  isLabel,
  isMark,
  isNoticeTitle,
  notices,
  rowsOf,
  textFrom,
} from './elements.ts';
import { classesOf, type Document, type Element, isElement, matches, outermost, textOf } from './tree.ts';
import {
  hasFormulaSigns,
  isFormula,
  isInline,
  isUnseen,
  type Placed,
  placedWords,
  withoutFormulas,
  wordsOf,
} from './words.ts';

export interface SourceHeading {
  /** Its words, in one. */
  readonly letters: string;
  readonly text: string;
  readonly level: number;
  /** Where it begins and ends in the text. */
  readonly at: number;
  readonly end: number;
  /** Every id that leads to it: its own, one inside, one right before it, that of what it begins. */
  readonly ids: ReadonlySet<string>;
  /** The quotation or the item that it is in. */
  readonly inside?: Scope | undefined;
  /** Whether one of them is its section's own, rather than that of a wrapper which happens to begin here. */
  readonly hasOwnId: boolean;
}

/** A part of the text that an id refers to. */
export interface Scope {
  readonly at: number;
  readonly end: number;
}

/** A term with ids and what explains it. */
export interface SourceEntry extends Scope {
  readonly ids: ReadonlySet<string>;
  /** What explains it goes on behind its list, up to the next entry or heading. */
  readonly goesOn: boolean;
}

/** A part that counts neither way, such as a table of contents. */
export interface NeutralPart {
  readonly at: number;
  readonly words: readonly string[];
}

export interface SourceFacts {
  readonly text: string;
  readonly words: readonly Placed[];
  /** Words that may come out or not. */
  readonly neutral: readonly string[];
  /** The parts of the content that they are of, and where in the text each would be. */
  readonly neutralParts: readonly NeutralPart[];
  readonly headings: readonly SourceHeading[];
  readonly code: readonly { readonly text: string; readonly language: string | undefined }[];
  readonly cells: readonly string[];
  /** Elements with an id, and terms with their explanation. */
  readonly ids: ReadonlyMap<string, Scope>;
  /** Every id of the page, also outside of the content. */
  readonly pageIds: ReadonlySet<string>;
  readonly entries: readonly SourceEntry[];
  readonly hasFormulas: boolean;
}

/** The facts; undefined for a page that has no content by its generator's own marks. */
export function sourceFacts(page: Document, truth: Truth): SourceFacts | undefined {
  const roots = outermost(matches(page, truth.content));
  if (roots.length === 0) return undefined;
  const whole = new SourceReader(page, truth, true);
  const facts = whole.read(roots);
  // A page that only lists others has nothing but its table of contents: there it is the content.
  const isText = facts.words.length >= leastText || facts.words.length * 4 >= facts.neutral.length;
  if (isText || truth.neutral === undefined) return facts;
  return new SourceReader(page, truth, false).read(roots);
}

/** Words of a page that does more than list others. */
const leastText = 200;

interface OpenHeading {
  readonly at: number;
  readonly level: number;
  readonly ids: Set<string>;
  hasOwnId: boolean;
}

const holders: ReadonlySet<string> = new Set(['blockquote', 'dd', 'li']);

class SourceReader {
  readonly #removed: ReadonlySet<Element>;
  readonly #neutral: ReadonlySet<Element>;
  readonly #titles: ReadonlySet<Element>;
  readonly #codes: ReadonlySet<Element>;
  readonly #layout: ReadonlySet<Element>;
  readonly #divCells: ReadonlySet<Element>;
  readonly #explained: ReadonlySet<Element>;
  readonly #rules: CodeRules;
  readonly #embedded: readonly (string | EmbeddedHeading)[];
  /** Whether a script of the page looks for formulas between TeX's signs. */
  readonly #typesets: boolean;
  readonly #parts: string[] = [];
  #length = 0;
  readonly #aside: string[] = [];
  readonly #neutralParts: NeutralPart[] = [];
  readonly #headings: SourceHeading[] = [];
  readonly #code: { text: string; language: string | undefined }[] = [];
  readonly #cells: string[] = [];
  readonly #ids = new Map<string, Scope>();
  readonly #pageIds: ReadonlySet<string>;
  readonly #entries: SourceEntry[] = [];
  /** Ids since the last text, with whether each is a section's own. */
  #pending: { readonly id: string; readonly own: boolean; readonly isMark: boolean }[] = [];
  #heading: OpenHeading | undefined;
  #hasFormulas = false;

  constructor(page: Document, truth: Truth, leavesNeutral: boolean) {
    this.#removed = matches(page, truth.remove);
    this.#neutral = leavesNeutral ? matches(page, truth.neutral) : new Set();
    this.#titles = matches(page, truth.title);
    this.#codes = matches(page, truth.code);
    this.#layout = matches(page, truth.layout);
    this.#divCells = matches(page, truth.cell);
    this.#explained = matches(page, truth.entry);
    this.#embedded = truth.embedded ?? [];
    this.#pageIds = new Set([...matches(page, '[id], a[name]')].flatMap(idsOf));
    this.#typesets = [...matches(page, 'script')].some((script) =>
      /mathjax|katex/i.test(script.attribs.src ?? textOf(script)),
    );
    this.#rules = {
      drop: new Set([...matches(page, truth.codeDrop), ...this.#removed]),
      lines: matches(page, truth.codeLine),
    };
  }

  read(roots: readonly Element[]): SourceFacts {
    for (const root of roots) {
      // A wrapper's id is nobody's own.
      this.#pending = idsOf(root).map((id) => ({ id, own: false, isMark: false }));
      this.#children(root, false);
      this.#separate();
    }
    for (const one of this.#embedded) {
      if (typeof one === 'string') this.#add(one);
      else this.#embeddedTitle(one);
      this.#separate();
    }
    const plain = this.#parts.join('');
    const hasFormulas = this.#hasFormulas || (this.#typesets && hasFormulaSigns(plain));
    const text = hasFormulas ? withoutFormulas(plain) : plain;
    return {
      text,
      hasFormulas,
      words: placedWords(text),
      neutral: wordsOf(this.#aside.join('\n')),
      neutralParts: this.#neutralParts,
      headings: this.#headings,
      code: this.#code,
      cells: this.#cells,
      ids: this.#ids,
      pageIds: this.#pageIds,
      entries: this.#entries,
    };
  }

  #embeddedTitle({ heading: text, level, id }: EmbeddedHeading): void {
    const at = this.#length;
    this.#add(text);
    const ids = new Set(id === undefined ? [] : [id]);
    const letters = wordsOf(text).join('');
    this.#headings.push({ letters, text, level, at, end: this.#length, ids, hasOwnId: ids.size > 0 });
  }

  #add(text: string): void {
    if (/[\p{L}\p{N}]/u.test(text)) {
      if (this.#heading === undefined) this.#pending = [];
    }
    this.#parts.push(text);
    this.#length += text.length;
  }

  #separate(): void {
    this.#parts.push('\n');
    this.#length++;
  }

  #children(element: Element, inCell: boolean): void {
    for (const child of element.children) {
      if (child.type === 'text') this.#add(redactEmails(child.data, isInCode(element) ? 'code' : 'prose'));
      else if (isElement(child)) this.#element(child, inCell);
    }
  }

  #element(element: Element, inTableCell: boolean): void {
    if (this.#removed.has(element) || isUnseen(element)) return;
    const inCell = inTableCell || this.#divCells.has(element);
    if (this.#neutral.has(element)) {
      const texts = asideTexts(element);
      this.#aside.push(...texts);
      this.#neutralParts.push({ at: this.#length, words: wordsOf(texts.join('\n')) });
      return;
    }
    if (isFormula(element) || element.name === 'svg') {
      this.#hasFormulas ||= element.name !== 'svg';
      this.#aside.push(...asideTexts(element));
      return;
    }
    const at = this.#length;
    this.#begin(element);
    // A notice's kind may come out as its title.
    for (const name of classesOf(element)) if (notices.test(name)) this.#aside.push(name);
    if (element.name === 'a' && element.attribs.href?.startsWith('mailto:'))
      this.#add(redactEmails(textOf(element), 'prose'));
    else if (element.name === 'img') this.#image(element);
    else if (element.name === 'pre' || this.#codes.has(element)) this.#block(element, inCell);
    else this.#inside(element, inCell);
    for (const id of idsOf(element)) if (!this.#ids.has(id)) this.#ids.set(id, { at, end: this.#length });
    if (!this.#explained.has(element)) return;
    const ids = new Set([...idsOf(element), ...element.children.filter(isElement).slice(0, 1).flatMap(idsOf)]);
    if (ids.size > 0) this.#entries.push({ at, end: this.#length, ids, goesOn: false });
  }

  /** An image's alternative text may come out, with the word image. */
  #image({ attribs }: Element): void {
    this.#aside.push(`image ${attribs.alt ?? ''}`);
  }

  #begin(element: Element): void {
    const ids = idsOf(element);
    for (const id of ids) {
      if (this.#heading !== undefined) {
        this.#heading.ids.add(id);
        this.#heading.hasOwnId = true;
      } else this.#pending.push({ id, own: element.name === 'section' || isMark(element), isMark: isMark(element) });
    }
  }

  #inside(element: Element, inCell: boolean): void {
    const { name } = element;
    const isBlock = !isInline(element);
    const at = this.#length;
    if (isBlock || name === 'br' || name === 'rt') this.#separate();
    const level =
      /^h[1-6]$/.test(name) && !isNoticeTitle(element) ? Number(name[1]) : this.#titles.has(element) ? 1 : undefined;
    // In a cell of a data table Markdown can have none.
    if (level !== undefined && this.#heading === undefined && !inCell) this.#title(element, level);
    else if (name === 'table') this.#table(element, inCell);
    else if (name === 'dl') this.#list(element, inCell);
    else this.#children(element, inCell);
    if (isBlock) this.#separate();
    if (holders.has(name)) this.#enclose({ at, end: this.#length });
  }

  /** Called for the inner ones first. */
  #enclose(inside: Scope): void {
    for (let nth = this.#headings.length - 1; nth >= 0; nth--) {
      const heading = this.#headings[nth];
      if (heading === undefined || heading.at < inside.at) return;
      if (heading.inside === undefined) this.#headings[nth] = { ...heading, inside };
    }
  }

  #title(element: Element, level: number): void {
    const own = idsOf(element);
    const ids = new Set([...this.#pending.map(({ id }) => id), ...own]);
    const hasOwnId = own.length > 0 || this.#pending.some((pending) => pending.own);
    const open: OpenHeading = { at: this.#length, level, ids, hasOwnId };
    this.#heading = open;
    const formulas = this.#hasFormulas;
    this.#hasFormulas = false;
    this.#children(element, false);
    const text = textFrom(this.#parts, this.#length - open.at);
    const letters = wordsOf(text).join('');
    // A formula in it may be written in another way.
    if (letters !== '' && !this.#hasFormulas) {
      this.#headings.push({ ...open, letters, text: text.replace(/\s+/g, ' ').trim(), end: this.#length });
      this.#pending = [];
    }
    this.#hasFormulas ||= formulas;
    this.#heading = undefined;
  }

  /** Terms with ids are entries, up to the end of what explains them; kernel-doc explains them behind the list, which is empty, or below bold labels. */
  #list(list: Element, inCell: boolean): void {
    let open: { at: number; ids: Set<string>; explained: boolean } | undefined;
    const close = (goesOn = false): void => {
      if (open !== undefined && open.ids.size > 0)
        this.#entries.push({ at: open.at, end: this.#length, ids: open.ids, goesOn });
      open = undefined;
    };
    const items = list.children.flatMap((child) =>
      isElement(child) && child.name === 'div' ? child.children : [child],
    );
    let isEmpty = false;
    for (const item of items) {
      if (!isElement(item)) continue;
      if (item.name === 'dt') {
        if (open?.explained !== false) close();
        open ??= {
          at: this.#length,
          ids: new Set(this.#pending.filter((one) => one.isMark).map(({ id }) => id)),
          explained: false,
        };
        for (const id of idsBelow(item)) open.ids.add(id);
      } else if (item.name === 'dd' && open !== undefined) open.explained = true;
      const from = this.#length;
      this.#element(item, inCell);
      isEmpty = item.name === 'dd' && textFrom(this.#parts, this.#length - from).trim() === '';
    }
    close(isEmpty || isLabel(elementAfter(list)));
  }

  #block(element: Element, inCell: boolean): void {
    this.#separate();
    const text = redactEmails(codeText(element, this.#rules), 'code');
    this.#add(text);
    this.#separate();
    for (const id of idsBelow(element))
      if (!this.#ids.has(id)) this.#ids.set(id, { at: this.#length - text.length, end: this.#length });
    // A term that is code is an entry, which Markdown writes in its line.
    if (text !== '' && !inCell && !isInTerm(element)) this.#code.push({ text, language: markedLanguage(element) });
  }

  #table(table: Element, inCell: boolean): void {
    const rows = rowsOf(table);
    if (inCell || this.#isLayout(table, rows)) return this.#children(table, inCell);
    const parts = table.children.flatMap((child) =>
      isElement(child) && /^t(?:head|body|foot)$/.test(child.name) && !this.#removed.has(child)
        ? child.children
        : [child],
    );
    for (const part of parts) {
      if (!isElement(part)) continue;
      if (part.name === 'tr') this.#row(part);
      else this.#element(part, false);
    }
  }

  #row(row: Element): void {
    if (this.#removed.has(row) || this.#neutral.has(row) || isUnseen(row)) return;
    this.#begin(row);
    const cells = row.children.filter(isElement);
    // A heading alone in its row is one, not a cell.
    const isHeading =
      cells.length === 1 && cells[0]?.children.filter(isElement).some(({ name }) => /^h[1-6]$/.test(name));
    for (const cell of cells) {
      const from = this.#length;
      this.#element(cell, !isHeading);
      this.#separate();
      const words = wordsOf(textFrom(this.#parts, this.#length - from));
      if (words.length > 0 && !isHeading) this.#cells.push(words.join(' '));
    }
  }

  #isLayout(table: Element, rows: readonly Element[]): boolean {
    const { role } = table.attribs;
    if (role === 'presentation' || role === 'none' || this.#layout.has(table)) return true;
    const cells = rows.map((row) => row.children.filter(isElement));
    const columns = Math.max(0, ...cells.map((row) => row.length));
    if (columns <= 1 && rows.length <= 1) return true;
    const hasHead = cells.flat().some(({ name }) => name === 'th');
    return columns <= 2 && !hasHead && cells.flat().some((cell) => hasBelow(cell, 'table') || hasLongCode(cell));
  }
}
