// Chrome recognised by its links: rows of links to the neighbours of a page, to other languages, to its head and to its own sections (E2).

import { contentsTitles, topWords } from './chrome.ts';
import type { Cut } from './content-cut.ts';
import { hasWords, measure, measureAll, type TextMeasure } from './content-measure.ts';
import { trait, traitsOf } from './content-traits.ts';
import { lineOf } from './markdown/plain-text.ts';
import { type ChildNode, type Element, isElement, isText } from './node.ts';
import { renderings } from './rendering.ts';

/** At least this many times as many letters are in the links of a menu as outside of them. */
const mostlyLinks = 4;
/** Letters that a row of links may hold besides: the name of the book, or of what the links lead to. */
const longestCaption = 60;
const longestLanguages = 40;
const longestChoice = 60;
const longestTitle = 40;
const maxLevels = 8;
const maxLinks = 16;

const menuElements: ReadonlySet<string> = new Set('div p table td span center'.split(' '));
const settingElements: ReadonlySet<string> = new Set(['details', 'aside', 'fieldset', 'form']);

/** Takes out what the elements that were noticed on the way belong to. */
export function cutRows(hints: readonly Element[], cut: Cut): void {
  const judge = new RowJudge(cut);
  for (const hint of hints) if (cut.holds(hint)) judge.judge(hint);
}

/** Whether nearly all text of a block is links. */
export function isMenu({ prose, linked, links }: TextMeasure): boolean {
  return links > 0 && linked >= prose * mostlyLinks;
}

/** Whether a block named as a menu is nearly all links: a table of several rows is a list of the sections below, as texinfo writes it. */
function isMenuBlock(found: TextMeasure): boolean {
  return found.rows <= 1 && isMenu(found);
}

class RowJudge {
  readonly #cut: Cut;
  /** Blocks that were looked at, and are none. */
  readonly #plain = new Set<Element>();

  constructor(cut: Cut) {
    this.#cut = cut;
  }

  judge(hint: Element): void {
    const { name } = hint;
    const traits = traitsOf(hint);
    if (name === 'ul' || name === 'ol') this.#judgeContents(hint);
    if (name === 'img') this.#judgeImage(hint);
    else if (name === 'input') this.#judgeSettings(hint);
    else if (name !== 'a') {
      if ((traits & trait.menu) !== 0 && menuElements.has(name) && this.#passes(hint, isMenuBlock))
        this.#cut.take(hint, true);
    } else if ((traits & trait.topLink) !== 0 && leadsToTop(hint)) this.#cut.take(hint);
    else if ((traits & trait.wayLink) !== 0) this.#takeRow(hint, isWayRow);
    else if ((traits & trait.languageLink) !== 0) this.#takeRow(hint, isLanguageRow);
  }

  #passes(element: Element, test: (found: TextMeasure) => boolean): boolean {
    if (this.#plain.has(element) || this.#cut.isRoot(element)) return false;
    const found = measure(element, this.#cut.removed);
    if (found !== undefined && test(found)) return true;
    this.#plain.add(element);
    return false;
  }

  /** Takes out the largest block around a link that is such a row. */
  #takeRow(link: Element, test: (found: TextMeasure) => boolean): void {
    let row: Element | undefined;
    let at: Element | undefined = blockAround(link);
    for (let level = 0; level < maxLevels && at !== undefined && this.#passes(at, test); level++) {
      row = at;
      at = isElement(at.parent) ? at.parent : undefined;
    }
    if (row !== undefined) this.#cut.take(row);
  }

  /** An image that leads on is no picture of the page, whatever is around it. */
  #judgeImage(image: Element): void {
    const link = around(image, (name) => name === 'a');
    if (link === undefined || hasWords(lineOf(link, undefined, longestTitle))) return;
    this.#takeRow(link, isWayRow);
    if (this.#cut.holds(link)) this.#cut.take(link);
  }

  /** Boxes to tick that hold nothing but what each of them means. */
  #judgeSettings(input: Element): void {
    const settings = around(input, (name) => settingElements.has(name));
    if (settings === undefined || this.#plain.has(settings) || this.#cut.isRoot(settings)) return;
    const { choices, links, prose, rows } = measureAll(settings, this.#cut.removed);
    const isText = links > 0 || rows > 0 || prose > (choices + 1) * longestChoice || holdsText(settings);
    if (isText) this.#plain.add(settings);
    else this.#cut.take(settings);
  }

  /** A list of the page's own sections below a title that names it. */
  #judgeContents(list: Element): void {
    const title = titleBefore(list);
    if (title === undefined) return;
    const isContents = (found: TextMeasure): boolean => isMenu(found) && found.ownLinks === found.links;
    if (!this.#passes(list, isContents)) return;
    this.#cut.take(list, true);
    // A button is removed already.
    if (this.#cut.holds(title)) this.#cut.take(title, true);
  }
}

function isWayRow(found: TextMeasure): boolean {
  const { links, wayLinks, prose } = found;
  if (wayLinks === 0) return false;
  if (wayLinks === links && prose <= (links > 1 ? longestCaption : 0)) return true;
  return isMenu(found) && links <= maxLinks && (wayLinks >= 2 || wayLinks * 2 >= links);
}

/** The language of the page itself may have a link without a language, or none. */
function isLanguageRow({ links, languageLinks, prose, proseBehind }: TextMeasure): boolean {
  return links >= 2 && languageLinks >= links - 1 && prose <= longestLanguages && proseBehind === 0;
}

function leadsToTop(link: Element): boolean {
  const text = lineOf(link, undefined, longestTitle);
  return text.length <= longestTitle && topWords.has(hasWords(text) ? text.toLowerCase() : '');
}

function holdsText({ children }: Element): boolean {
  return children.some(
    (child) => isElement(child) && (child.name === 'p' || child.name === 'pre' || child.name === 'table'),
  );
}

/** The nearest block around an element. */
export function blockAround(element: Element): Element | undefined {
  let at = element.parent;
  while (isElement(at) && !renderings.has(at.name)) at = at.parent;
  return isElement(at) ? at : undefined;
}

function around(element: Element, test: (name: string) => boolean): Element | undefined {
  let at = element.parent;
  for (let level = 0; level < maxLevels && isElement(at); level++) {
    if (test(at.name)) return at;
    at = at.parent;
  }
  return undefined;
}

/** The title directly before a list that names it a table of contents. */
function titleBefore(list: Element): Element | undefined {
  let at: Element = list;
  for (let level = 0; level < 3; level++) {
    const before = previousElement(at);
    if (before !== undefined) {
      const title = lineOf(before, undefined, longestTitle);
      return contentsTitles.has(title.replace(/:$/, '').toLowerCase()) ? before : undefined;
    }
    if (!isElement(at.parent) || at.parent.name === 'li') return undefined;
    at = at.parent;
  }
  return undefined;
}

function previousElement({ prev }: Element): Element | undefined {
  let at: ChildNode | null = prev;
  while (isText(at) && at.data.trim() === '') at = at.prev;
  return isElement(at) ? at : undefined;
}
