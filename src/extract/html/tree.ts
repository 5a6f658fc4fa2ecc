// One tree per page, with its bounds applied while it grows: whatever walks it later meets nothing deep or endless.

import { pageCaps } from '../page-caps.ts';
import type { TagRule } from './nesting.ts';
import { type Attributes, Document, Element, isElement, isText, type Marks, Text } from './node.ts';
import { type MarkupSink, noMarks, none, scanMarkup } from './scan.ts';
import { type Markup, sourceOf } from './source.ts';
import type { Visitor } from './walk.ts';

export interface TreeCaps {
  /** Deepest level of an element; what would be deeper becomes a child of the element above that level. */
  readonly depth: number;
  /** Most elements and texts; the rest of the page is not read. */
  readonly nodes: number;
  /** Most attributes of one tag; the others are dropped. */
  readonly attributes: number;
  /** Most UTF-16 code units of one text; the rest of it is dropped. */
  readonly text: number;
}

export type TreeFlag = 'depth-cut' | 'nodes-cut' | 'attributes-cut' | 'text-cut';

export interface HtmlTree {
  readonly root: Document;
  /** What a cap removed or moved; empty for nearly every page. */
  readonly flags: readonly TreeFlag[];
}

export const treeCaps: TreeCaps = Object.freeze({
  depth: 256,
  nodes: pageCaps.nodes,
  attributes: 256,
  text: pageCaps.text,
});

/**
 * Parses a page forgivingly. Names are in lower case, entities are decoded; comments, declarations and NUL are left out.
 * Takes time in proportion to the length, whatever the page is like. Never throws.
 */
export function parseHtml(html: Markup, caps: Partial<TreeCaps> = {}): HtmlTree {
  const { root, flags } = new TreeBuilder({ ...treeCaps, ...caps }).build(html);
  return { root, flags: [...flags] };
}

/**
 * Shows a page to a visitor as a walk over its tree would, save that text may come in several pieces, and builds none:
 * for readers who look at each element once. Elements have their parent, and no children. Returns what a cap cut.
 */
export function streamHtml(html: Markup, visitor: Visitor, caps: Partial<TreeCaps> = {}): readonly TreeFlag[] {
  return [...new TreeBuilder({ ...treeCaps, ...caps }, visitor).build(html).flags];
}

/** What an end tag of a heading does not reach beyond. */
const scopes: ReadonlySet<string> = new Set(['caption', 'html', 'marquee', 'object', 'table', 'td', 'template', 'th']);

/**
 * Builds the tree that htmlparser2's Parser and DomHandler would, except as in nesting.ts, straight from the markup
 * (scan.ts). The Parser's own stack of open elements has no bound and is searched and moved at every tag: a deep page
 * takes it quadratic time (10 s for 700 KB). Here each name has one rule, so that the stack is searched by identity.
 */
class TreeBuilder implements MarkupSink {
  readonly root = new Document();
  readonly flags = new Set<TreeFlag>();
  isFull = false;
  readonly #caps: TreeCaps;
  /** The rules of the open elements, outermost first; `#parent` is the innermost of these elements. */
  readonly #open: TagRule[] = [];
  #parent: Document | Element = this.root;
  /** The text that further text is added to. */
  #text: Text | null = null;
  #nodes = 0;
  #forms = 0;
  readonly #foreign: boolean[] = [];
  /** Elements at the depth cap whose end tag is still to come, so that it closes nothing else. */
  readonly #flattened = new Map<TagRule, number>();
  readonly #visitor: Visitor | undefined;
  /** The element whose content the visitor passes over. */
  #passed: Element | undefined;

  constructor(caps: TreeCaps, visitor?: Visitor) {
    this.#caps = caps;
    this.#visitor = visitor;
  }

  build(html: Markup): this {
    if (scanMarkup(sourceOf(html), this, this.#caps.attributes)) this.flags.add('attributes-cut');
    if (this.#visitor !== undefined)
      for (let tag = this.#open.at(-1); tag !== undefined; tag = this.#open.at(-1)) this.#leave(tag);
    return this;
  }

  get innermost(): TagRule | undefined {
    return this.#open[this.#open.length - 1];
  }

  isInForeignContext(): boolean {
    return this.#foreign.length > 0 && this.#foreign.at(-1) === true;
  }

  open(tag: TagRule, attributes: Attributes, marks: Marks, closesItself: boolean): void {
    // HTML knows no form within a form: the inner tag is ignored.
    if (this.#forms > 0 && tag.name === 'form') return;
    if (tag.ends !== undefined)
      for (let last = this.#open.at(-1); last !== undefined && tag.ends.has(last.name); last = this.#open.at(-1))
        this.#leave(last);
    const element = new Element(tag.name, attributes, marks);
    this.#append(element);
    this.#text = null;
    if (tag.isVoid || !this.#enter(element, tag)) this.#tellLeave(element);
    if (closesItself && this.isInForeignContext()) this.close(tag);
  }

  close(tag: TagRule): void {
    if (tag.isVoid) {
      if (tag.name === 'br') this.#appendEmpty('br');
      return;
    }
    if (this.#flattened.size > 0 && this.#endFlattened(tag)) return;
    let at = this.#open.lastIndexOf(tag);
    if (at < 0 && tag.name === 'p') this.#appendEmpty('p');
    // As in a browser, `</h1>` ends an `h2`: else the rest of the page would be its heading.
    if (at < 0 && tag.isHeading) at = this.#openHeading();
    if (at < 0) return;
    while (this.#open.length > at) this.#leave(this.#open.at(-1) as TagRule);
  }

  /** Where the innermost open heading is; -1 where there is none up to the cell or table around. */
  #openHeading(): number {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const { name, isHeading } = this.#open[at] as TagRule;
      if (isHeading) return at;
      if (scopes.has(name)) return -1;
    }
    return -1;
  }

  text(data: string): void {
    const open = this.#text;
    const room = this.#caps.text - (open === null ? 0 : open.data.length);
    if (data.length > room) this.flags.add('text-cut');
    const piece = data.length > room ? data.slice(0, room) : data;
    if (open !== null && this.#visitor === undefined) {
      open.data += piece;
      return;
    }
    const text = new Text(piece);
    // A visitor gets the pieces; what counts is how long they are together.
    if (open === null) this.#append(text);
    else if (this.#passed === undefined) this.#visitor?.text(piece);
    this.#text = open === null ? text : new Text(open.data + piece);
  }

  /** Enters the element; false where its content becomes that of the element around it. */
  #enter(element: Element, tag: TagRule): boolean {
    const room = this.#caps.depth - 1 - this.#open.length;
    // The last level is for raw text alone: the content of a script must not become the page's. In a drawing it is not raw.
    if (room < 0 || (room === 0 && (!tag.isRawText || this.isInForeignContext()))) {
      this.flags.add('depth-cut');
      this.#flattened.set(tag, (this.#flattened.get(tag) ?? 0) + 1);
      return false;
    }
    this.#parent = element;
    this.#open.push(tag);
    if (tag.name === 'form') this.#forms++;
    if (tag.foreign !== undefined) this.#foreign.push(tag.foreign);
    return true;
  }

  /** Leaves the innermost element, which has this rule. */
  #leave(tag: TagRule): void {
    if (isElement(this.#parent)) this.#tellLeave(this.#parent);
    this.#parent = isElement(this.#parent.parent) ? this.#parent.parent : this.root;
    this.#open.pop();
    this.#text = null;
    if (tag.name === 'form') this.#forms--;
    if (tag.foreign !== undefined) this.#foreign.pop();
    if (this.#flattened.size > 0 && this.#open.length < this.#caps.depth - 1) this.#flattened.clear();
  }

  #endFlattened(tag: TagRule): boolean {
    const open = this.#flattened.get(tag);
    if (open === undefined) return false;
    if (open === 1) this.#flattened.delete(tag);
    else this.#flattened.set(tag, open - 1);
    return true;
  }

  /** What `</br>` and a lone `</p>` become. */
  #appendEmpty(name: string): void {
    const element = new Element(name, none, noMarks);
    this.#append(element);
    this.#text = null;
    this.#tellLeave(element);
  }

  #tellLeave(element: Element): void {
    const visitor = this.#visitor;
    if (visitor === undefined) return;
    if (this.#passed === undefined) visitor.leave(element);
    else if (this.#passed === element) {
      this.#passed = undefined;
      visitor.leave(element);
    }
  }

  #append(node: Element | Text): void {
    if (++this.#nodes >= this.#caps.nodes) {
      this.flags.add('nodes-cut');
      this.isFull = true;
    }
    const parent = this.#parent;
    if (this.#visitor !== undefined) {
      node.parent = parent;
      this.#visit(node, this.#visitor);
      return;
    }
    const siblings = parent.children;
    const previous = siblings[siblings.length - 1];
    node.parent = parent;
    if (previous === undefined) {
      // Most elements have one child, and an array that is pushed to makes room for seventeen.
      parent.children = [node];
      return;
    }
    node.prev = previous;
    previous.next = node;
    siblings.push(node);
  }

  #visit(node: Element | Text, visitor: Visitor): void {
    if (this.#passed !== undefined) return;
    if (isText(node)) visitor.text(node.data);
    else if (!visitor.enter(node)) this.#passed = node;
  }
}
