// How much of a block is links, and of which kind they are: what distinguishes a menu from a text.

import { closedNames, wayWords, wordlessNames } from './chrome.ts';
import { trait, traitsOf } from './content-traits.ts';
import { type ChildNode, type Document, type Element, isElement, isText } from './node.ts';

/** Numbers of letters and digits, unless noted otherwise. */
export interface TextMeasure {
  /** Outside of links, without the labels of links to other pages (`Next:`). */
  prose: number;
  /** The part of `prose` behind the first link. */
  proseBehind: number;
  linked: number;
  /** How many links there are, and how many of them lead to the page's neighbours, to another language, to a place in the page. */
  links: number;
  wayLinks: number;
  languageLinks: number;
  ownLinks: number;
  /** How many boxes to tick, rows, paragraphs and items there are. */
  choices: number;
  rows: number;
  blocks: number;
  /** How many signs of a bar of links are drawn as text; a comma is none. */
  separators: number;
  /** Whether it holds a heading, code or a tab. */
  isStructured: boolean;
  /** Lengths of the text as the content's walk counts it. */
  text: number;
  linkText: number;
}

const structureNames: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 pre textarea math'.split(' '));
const blockNames: ReadonlySet<string> = new Set('p li dd dt blockquote figure'.split(' '));
/** A menu is smaller than this. */
const maxNodes = 4_000;
const longestProse = 1_500;
const longestLabel = 24;
const longestWord = Math.max(...[...wayWords].map(({ length }) => length));

/**
 * Measures what is left of an element; undefined for one that holds too much to be chrome: a heading, code, more prose than this.
 */
export function measure(
  root: Element,
  removed: ReadonlySet<Element>,
  mostProse: number = longestProse,
): TextMeasure | undefined {
  const reader = new BlockReader(mostProse);
  return readBlock(root, removed, reader, maxNodes) ? reader.found : undefined;
}

/** As `measure`, of an element of any size. */
export function measureAll(root: Element, removed: ReadonlySet<Element>): TextMeasure {
  const reader = new BlockReader(Number.POSITIVE_INFINITY);
  readBlock(root, removed, reader, Number.POSITIVE_INFINITY);
  return reader.found;
}

/** Whether the element was read to its end. */
function readBlock(root: Element, removed: ReadonlySet<Element>, reader: BlockReader, limit: number): boolean {
  let left = limit;
  let node: ChildNode | null = root.children[0] ?? null;
  if (root.name === 'a') reader.openLink(root);
  while (node !== null) {
    if (--left < 0 || (limit === maxNodes && reader.isText)) return false;
    let inside: ChildNode | undefined;
    if (isText(node)) reader.text(node.data);
    else if (isElement(node) && isRead(node, removed)) {
      reader.enter(node);
      inside = node.children[0];
    }
    node = inside ?? following(node, root, reader);
  }
  if (root.name === 'a') reader.leave(root);
  return limit !== maxNodes || !reader.isText;
}

/** Whether what an element holds counts as text of the page. */
export function isRead(element: Element, removed: ReadonlySet<Element>): boolean {
  return !removed.has(element) && !closedNames.has(element.name) && !wordlessNames.has(element.name);
}

function following(from: ChildNode, root: Element | Document, reader: BlockReader): ChildNode | null {
  let node: ChildNode = from;
  for (;;) {
    if (isElement(node)) reader.leave(node);
    if (node.next !== null) return node.next;
    const { parent } = node;
    if (parent === root || !isElement(parent)) return null;
    node = parent;
  }
}

class BlockReader {
  readonly found: TextMeasure = {
    prose: 0,
    proseBehind: 0,
    linked: 0,
    links: 0,
    wayLinks: 0,
    languageLinks: 0,
    ownLinks: 0,
    choices: 0,
    rows: 0,
    blocks: 0,
    separators: 0,
    isStructured: false,
    text: 0,
    linkText: 0,
  };
  readonly #mostProse: number;
  #link: Element | undefined;
  #linkSays = '';
  #isWay = false;

  constructor(mostProse: number) {
    this.#mostProse = mostProse;
  }

  get isText(): boolean {
    return this.found.isStructured || this.found.prose > this.#mostProse;
  }

  text(data: string): void {
    if (data.trim() === '') return;
    const { found } = this;
    found.text += data.length;
    const words = wordLength(data);
    if (this.#link === undefined) {
      if (words === 0) found.separators += barSign.test(data) ? 1 : 0;
      else if (words > longestWord || !isWayLabel(data)) {
        found.prose += words;
        if (found.links > 0) found.proseBehind += words;
      }
      return;
    }
    found.linkText += data.length;
    found.linked += words;
    if (this.#linkSays.length <= longestLabel) this.#linkSays += data;
  }

  enter(element: Element): void {
    const { found } = this;
    const { name } = element;
    const traits = traitsOf(element);
    if (name === 'a' && element.marks.href !== undefined) this.openLink(element);
    else if (name === 'tr') found.rows++;
    else if (blockNames.has(name)) found.blocks++;
    else if (structureNames.has(name)) found.isStructured = true;
    else if ((traits & trait.choice) !== 0) found.choices++;
    else if ((traits & trait.wayImage) !== 0 && this.#link !== undefined) this.#isWay = true;
    if (isTab(element)) found.isStructured = true;
  }

  openLink(element: Element): void {
    if (this.#link !== undefined) return;
    const { found } = this;
    const traits = traitsOf(element);
    this.#link = element;
    this.#linkSays = '';
    this.#isWay = (traits & trait.wayLink) !== 0;
    found.links++;
    if ((traits & trait.languageLink) !== 0) found.languageLinks++;
    if ((traits & trait.ownLink) !== 0) found.ownLinks++;
  }

  leave(element: Element): void {
    if (element !== this.#link) return;
    if (this.#isWay || isWayText(this.#linkSays)) this.found.wayLinks++;
    this.#link = undefined;
  }
}

const barSign = /[|·•◦>»›/→]/;

function isTab({ attribs }: Element): boolean {
  return attribs.role === 'tab' || attribs['data-toggle'] === 'tab' || attribs['data-bs-toggle'] === 'tab';
}

const signs = /^[\s<>«»‹›←→↑⇐⇒?^[\]]+$/;

function isWayText(text: string): boolean {
  return text.length <= longestLabel && text !== '' && (signs.test(text) || isWayLabel(text));
}

// Parentheses make a function of it.
const aroundWord = /^[\s:[\]<>«»‹›←→|,.-]+|[\s:[\]<>«»‹›←→|,.-]+$/g;

/** Whether words are a label such as `Next:` or `[Contents]`. */
function isWayLabel(text: string): boolean {
  return text.length <= longestLabel && wayWords.has(text.replace(aroundWord, '').toLowerCase());
}

/** How many letters and digits a text has, of any script. */
export function wordLength(text: string): number {
  let count = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) if (isWordUnit(text.charCodeAt(at))) count++;
  return count;
}

/** Whether a text has letters or digits. */
export function hasWords(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) if (isWordUnit(text.charCodeAt(at))) return true;
  return false;
}

function isWordUnit(unit: number): boolean {
  if (unit < 0x80)
    return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
  // General punctuation, arrows, box drawings, dingbats; punctuation of Chinese, Japanese and Korean.
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba;
  return !(unit >= 0x2000 && unit < 0x2c00) && !(unit >= 0x3000 && unit < 0x3040) && unit !== 0xfeff;
}
