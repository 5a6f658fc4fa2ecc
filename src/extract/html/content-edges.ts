// The ends of the content: links before its first text and behind its last one lead away from the page (E2).

import type { Cut } from './content-cut.ts';
import { hasWords, isRead, measure, type TextMeasure } from './content-measure.ts';
import { blockAround, isMenu } from './content-rows.ts';
import { trait, traitsOf } from './content-traits.ts';
import { isDivTable } from './markdown/div-part.ts';
import { type ChildNode, type Document, type Element, isElement, isText, type Text } from './node.ts';
import { renderings } from './rendering.ts';

/** Letters in the head or the foot of a page. */
const longestEdge = 1_500;
const maxLevels = 8;
/** Links to the page before and the page after. */
const mostNeighbours = 2;
const leastBar = 2;
const mostBar = 40;

const solidNames: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 pre'.split(' '));
const placeNames: ReadonlySet<string> = new Set(['main', 'article', 'section', 'body', 'html']);
const listNames: ReadonlySet<string> = new Set('ul ol dl'.split(' '));
const wholes: ReadonlySet<string> = new Set(['table', ...listNames]);
const parts: ReadonlySet<string> = new Set('tr td th tbody thead tfoot li dd dt p div'.split(' '));
/** What holds a link of the text, and not one of a menu. */
const textNames: ReadonlySet<string> = new Set('p li dd dt td th blockquote figure table ul ol dl'.split(' '));

/** Takes out the links before the first text of the content. `rest`: how much text is left of it. */
export function cutStart(root: Element | Document, cut: Cut, rest: number): void {
  const end = new EdgeScan(root, cut, 'forward').run();
  if (end === undefined) return;
  const { links, block, chrome } = end;
  const isTitle = block.name === 'h1';
  const linked = links.reduce((sum, { length }) => sum + length, 0);
  if (!isTitle && linked * 2 > rest) return;
  for (const one of chrome) cut.take(one);
  for (const { element } of links) if (isTitle || linksIn(element, cut) >= leastBar) cut.take(element);
}

function linksIn(element: Element, { removed }: Cut): number {
  return measure(element, removed)?.links ?? 0;
}

/** Takes out the links to other pages behind the last text. */
export function cutEnd(root: Element | Document, cut: Cut): void {
  const end = new EdgeScan(root, cut, 'backward').run();
  if (end === undefined) return;
  for (const one of end.chrome) cut.take(one);
  if (solidNames.has(end.block.name) || end.text.data.trimEnd().endsWith(':')) return;
  const listed = listedIn(end.links);
  for (const { element } of end.links) if (!listed.has(element) && isWayOut(element, cut)) cut.take(element);
}

/** Blocks that are written alike and are more than the neighbours of a page: cards, the items of a list that is none. */
function listedIn(links: readonly Linked[]): ReadonlySet<Element> {
  const blocks = links.map(({ element }) => element).filter(({ name }) => name !== 'a');
  const alike = Map.groupBy(blocks, ({ parent }) => parent)
    .values()
    .flatMap((siblings) => Map.groupBy(siblings, ({ name, marks }) => `${name} ${marks.className ?? ''}`).values());
  return new Set([...alike].filter(({ length }) => length > mostNeighbours).flat());
}

/** Whether a block at the end leads to the neighbours of the page, or is a bar of links. */
function isWayOut(top: Element, cut: Cut): boolean {
  const found = (traitsOf(top) & trait.kept) !== 0 ? undefined : measure(top, cut.removed, 0);
  if (found === undefined || !isMenu(found)) return false;
  const { links, ownLinks, blocks, rows, separators } = found;
  if (rows === 1 && blocks === 0) return true;
  if (links >= leastBar && separators >= links - 1 && !textNames.has(top.name)) return true;
  if (top.name === 'p' && links > leastBar && separators >= links - 1) return true;
  if (rows > 0 || textNames.has(top.name)) return false;
  // Behind the last text, links into the page itself are its contents.
  if (ownLinks > 0) return ownLinks === links && !holdsTextBlock(top);
  // A link by itself is part of the text: a download, the whole example.
  return links <= mostNeighbours && top.name !== 'a' && !holdsTextBlock(top);
}

/** Whether a link of a block is in a paragraph or an item of its own. */
function holdsTextBlock(top: Element): boolean {
  const waiting: Element[] = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === 'a') {
      if (isButton(next)) return true;
      continue;
    }
    if (textNames.has(next.name)) return true;
    for (const child of next.children) if (isElement(child)) waiting.push(child);
  }
  return false;
}

const buttonClass = /(?:^|[\s_-])(?:button|btn)(?:$|[\s_-])/i;

/** Whether a link invites to do something: to download, to begin. */
function isButton({ attribs }: Element): boolean {
  return attribs.role === 'button' || (attribs.class !== undefined && buttonClass.test(attribs.class.slice(0, 200)));
}

/** An element that holds links alone, and how many characters they have. */
interface Linked {
  readonly element: Element;
  length: number;
}

interface End {
  /** The text at which the content begins or ends, and the block it is part of. */
  readonly text: Text;
  readonly block: Element;
  /** The largest elements before it that hold only links. */
  readonly links: readonly Linked[];
  /** Heads, feet, bars of links and rules that were passed on the way. */
  readonly chrome: readonly Element[];
}

type Direction = 'forward' | 'backward';

class EdgeScan {
  readonly #root: Element | Document;
  readonly #cut: Cut;
  readonly #direction: Direction;
  readonly #links: Linked[] = [];
  readonly #chrome: Element[] = [];
  #link: Element | undefined;
  #solid: Element | undefined;

  constructor(root: Element | Document, cut: Cut, direction: Direction) {
    this.#root = root;
    this.#cut = cut;
    this.#direction = direction;
  }

  run(): End | undefined {
    let node: ChildNode | undefined = this.#first(this.#root);
    while (node !== undefined) {
      let inside: ChildNode | undefined;
      if (isText(node)) {
        if (this.#isContent(node)) {
          const chrome = this.#chromeAround(node);
          if (chrome === undefined) return this.#endAt(node);
          this.#chrome.push(chrome);
          node = this.#after(chrome);
          continue;
        }
      } else if (isRead(node, this.#cut.removed)) {
        if (node.name === 'img' && this.#isPicture(node)) return undefined;
        if (node.name === 'hr') this.#chrome.push(node);
        this.#enter(node);
        inside = this.#first(node);
      }
      node = inside ?? this.#after(node);
    }
    return undefined;
  }

  #first({ children }: Element | Document): ChildNode | undefined {
    return this.#direction === 'forward' ? children[0] : children.at(-1);
  }

  #after(from: ChildNode): ChildNode | undefined {
    let node: ChildNode = from;
    for (;;) {
      if (node === this.#link) this.#link = undefined;
      if (node === this.#solid) this.#solid = undefined;
      const sibling: ChildNode | null = this.#direction === 'forward' ? node.next : node.prev;
      if (sibling !== null) return sibling;
      const { parent } = node;
      if (parent === this.#root || !isElement(parent)) return undefined;
      node = parent;
    }
  }

  #enter(element: Element): void {
    if (element.name === 'a' && element.marks.href !== undefined) this.#link ??= element;
    else if (solidNames.has(element.name)) this.#solid ??= element;
  }

  /** Counts the text of a link; whether the text is anything else. */
  #isContent({ data }: Text): boolean {
    if (!hasWords(data)) return false;
    if (this.#link === undefined || this.#solid !== undefined) return true;
    addLength(this.#links, this.#link, data.length);
    return false;
  }

  /** A picture is content, unless it is the sign of a menu. */
  #isPicture(image: Element): boolean {
    if (this.#link !== undefined || !hasWords(image.attribs.alt ?? '')) return false;
    const bar = barAround(image, this.#root);
    const found = bar === undefined ? undefined : measure(bar, this.#cut.removed);
    return found === undefined || !isMenu(found) || found.links < leastBar;
  }

  /** The part of the page's head or foot, or the bar of links, that a text belongs to. */
  #chromeAround(text: Text): Element | undefined {
    if (this.#solid !== undefined) return undefined;
    let edge: Element | undefined;
    let at = text.parent;
    for (let level = 0; level < maxLevels && isElement(at) && at !== this.#root; level++) {
      if ((traitsOf(at) & trait.edge) !== 0 && !placeNames.has(at.name)) edge = at;
      at = at.parent;
    }
    if (edge !== undefined && !this.#cut.isRoot(edge)) {
      const found = measure(edge, this.#cut.removed);
      if (found !== undefined && found.prose + found.linked <= longestEdge) return edge;
    }
    const bar = barAround(text, this.#root);
    if (bar === undefined || listNames.has(bar.name)) return undefined;
    const found = measure(bar, this.#cut.removed);
    return found !== undefined && isBar(bar.name, found) ? bar : undefined;
  }

  #endAt(text: Text): End | undefined {
    const block = this.#solid ?? wholeAround(text, this.#root);
    if (block === undefined) return undefined;
    const path = new Set<Element | Document>();
    for (let at: Element | Document | null = block; at !== null; at = at.parent) path.add(at);
    const links: Linked[] = [];
    for (const { element, length } of this.#links) {
      let top = element;
      while (isElement(top.parent) && !path.has(top.parent)) top = top.parent;
      if (top.parent === block || top === block || this.#chrome.includes(top)) continue;
      addLength(links, top, length);
    }
    return { text, block, links, chrome: this.#chrome };
  }
}

/** Adds to the last of them, or to a new one: the links of an element come one after the other. */
function addLength(links: Linked[], element: Element, length: number): void {
  const last = links.at(-1);
  if (last?.element === element) last.length += length;
  else links.push({ element, length });
}

/** Whether a block that is no list is one line of links. A table of several rows is content where it holds any text. */
function isBar(name: string, found: TextMeasure): boolean {
  const { links, rows, blocks, separators } = found;
  if (!isMenu(found) || links < leastBar || links > mostBar) return false;
  return name === 'table' ? rows === 1 && blocks === 0 : separators >= links - 1;
}

/** The block of a text or an image; of one in a cell or an item, the table or the list. */
function barAround(node: Text | Element, root: Element | Document): Element | undefined {
  const nearest = isText(node) ? nearestBlock(node) : blockAround(node);
  let at: Element | Document | null = nearest ?? null;
  for (let level = 0; level < maxLevels && isElement(at) && at !== root; level++) {
    if (wholes.has(at.name)) return at;
    if (!parts.has(at.name) && at !== nearest) return nearest;
    at = at.parent;
  }
  return nearest;
}

/** The largest table or list around a text, else its block. */
function wholeAround(text: Text, root: Element | Document): Element | undefined {
  let whole: Element | undefined;
  for (let at: Element | Document | null = text.parent; isElement(at) && at !== root; at = at.parent)
    if (wholes.has(at.name) || isDivTable(at)) whole = at;
  return whole ?? nearestBlock(text);
}

function nearestBlock({ parent }: Text): Element | undefined {
  if (!isElement(parent)) return undefined;
  return renderings.has(parent.name) ? parent : blockAround(parent);
}
