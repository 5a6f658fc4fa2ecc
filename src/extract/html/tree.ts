// One tree per page, with its bounds applied while it grows: whatever walks it later meets nothing deep or endless.
import { Document, Element, Text } from 'domhandler';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { plainTag, type TagRule, tagRules } from './nesting.ts';
import type { Visitor } from './walk.ts';

export interface TreeCaps {
  /** Deepest level of an element; what would stand deeper becomes a child of the element above that level. */
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

export const treeCaps: TreeCaps = Object.freeze({ depth: 256, nodes: 200_000, attributes: 256, text: 1_048_576 });

/**
 * Parses a page forgivingly. Names are in lower case, entities are decoded; comments, declarations and NUL are left out.
 * Takes time in proportion to the length, whatever the page is like. Never throws.
 */
export function parseHtml(html: string, caps: Partial<TreeCaps> = {}): HtmlTree {
  const builder = new TreeBuilder(html.includes('\0') ? html.replaceAll('\0', '') : html, { ...treeCaps, ...caps });
  builder.build();
  return { root: builder.root, flags: [...builder.flags] };
}

/**
 * Shows a page to a visitor as a walk over its tree would, save that text may come in several pieces, and builds none:
 * for readers who look at each element once. Elements have their parent, and no children. Answers what a cap cut.
 */
export function streamHtml(html: string, visitor: Visitor, caps: Partial<TreeCaps> = {}): readonly TreeFlag[] {
  const builder = new TreeBuilder(
    html.includes('\0') ? html.replaceAll('\0', '') : html,
    { ...treeCaps, ...caps },
    visitor,
  );
  builder.build();
  return [...builder.flags];
}

/**
 * Builds the tree that htmlparser2's Parser and DomHandler would, straight from its tokenizer. The Parser's own stack of
 * open elements has no bound and is searched and moved at every tag: a deep page takes it quadratic time (10 s for
 * 700 KB). Here each name has one rule, so that the stack is searched by identity.
 */
class TreeBuilder implements TokenizerCallbacks {
  readonly root = new Document([]);
  readonly flags = new Set<TreeFlag>();
  readonly #html: string;
  readonly #caps: TreeCaps;
  readonly #tokenizer: Tokenizer;
  /** Every tag name of the page, as written, with its rule. */
  readonly #rules = new Map<string, TagRule>();
  /** The rules of the open elements, outermost first; `#parent` is the innermost of these elements. */
  readonly #open: TagRule[] = [];
  #parent: Document | Element = this.root;
  /** The text that further text is added to. */
  #text: Text | null = null;
  #nodes = 0;
  #forms = 0;
  readonly #foreign: boolean[] = [];
  #tag: TagRule = plainTag('');
  /** Of the tag being read; null when the tag is to be ignored. */
  #attributes: Record<string, string> | null = null;
  #attributeCount = 0;
  #attribute = '';
  #value = '';
  /** Elements at the depth cap whose end tag is still to come, so that it closes nothing else. */
  readonly #flattened = new Map<TagRule, number>();
  readonly #visitor: Visitor | undefined;
  /** The element whose content the visitor passes over. */
  #passed: Element | undefined;

  constructor(html: string, caps: TreeCaps, visitor?: Visitor) {
    this.#html = html;
    this.#caps = caps;
    this.#visitor = visitor;
    this.#tokenizer = new Tokenizer({ decodeEntities: true }, this);
  }

  build(): void {
    this.#tokenizer.write(this.#html);
    this.#tokenizer.end();
    if (this.#visitor !== undefined)
      for (let tag = this.#open.at(-1); tag !== undefined; tag = this.#open.at(-1)) this.#leave(tag);
  }

  isInForeignContext(): boolean {
    return this.#foreign.at(-1) ?? false;
  }

  onopentagname(start: number, end: number): void {
    const tag = this.#ruleAt(start, end) ?? this.#newRule(start, end);
    this.#tag = tag;
    this.#attributeCount = 0;
    // HTML knows no form within a form: the inner tag is ignored.
    this.#attributes = tag.name === 'form' && this.#forms > 0 ? null : {};
    if (tag.ends === undefined || this.#attributes === null) return;
    for (let last = this.#open.at(-1); last !== undefined && tag.ends.has(last.name); last = this.#open.at(-1)) {
      this.#leave(last);
    }
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const attributes = this.#attributes;
    const name = this.#attribute;
    if (attributes !== null && (attributes[name] === undefined || !Object.hasOwn(attributes, name))) {
      if (this.#attributeCount++ < this.#caps.attributes) attributes[name] = this.#value;
      else this.flags.add('attributes-cut');
    }
    this.#value = '';
  }

  onopentagend(): void {
    const attributes = this.#attributes;
    if (attributes === null) return;
    this.#attributes = null;
    const element = new Element(this.#tag.name, attributes);
    this.#append(element);
    this.#text = null;
    if (this.#tag.isVoid || !this.#enter(element, this.#tag)) this.#tellLeave(element);
  }

  onselfclosingtag(): void {
    const ignored = this.#attributes === null;
    this.onopentagend();
    if (!ignored && this.isInForeignContext()) this.#end(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    // A name without a rule was never opened.
    const tag = this.#ruleAt(start, end);
    if (tag !== undefined) this.#end(tag);
  }

  ontext(start: number, end: number): void {
    this.#say(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#say(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.#say(this.#html.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #ruleAt(start: number, end: number): TagRule | undefined {
    const written = this.#html.slice(start, end);
    const known = this.#rules.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const rule = tagRules.get(name === 'image' ? 'img' : name) ?? this.#rules.get(name);
    if (rule !== undefined) this.#rules.set(written, rule);
    return rule;
  }

  #newRule(start: number, end: number): TagRule {
    const rule = plainTag(this.#html.slice(start, end).toLowerCase());
    this.#rules.set(rule.name, rule);
    return rule;
  }

  /** Goes into the element; false where its content becomes that of the element around it. */
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

  /** Leaves the innermost element, whose rule is given. */
  #leave(tag: TagRule): void {
    if (this.#parent instanceof Element) this.#tellLeave(this.#parent);
    this.#parent = this.#parent.parent instanceof Element ? this.#parent.parent : this.root;
    this.#open.pop();
    this.#text = null;
    if (tag.name === 'form') this.#forms--;
    if (tag.foreign !== undefined) this.#foreign.pop();
    if (this.#flattened.size > 0 && this.#open.length < this.#caps.depth - 1) this.#flattened.clear();
  }

  #end(tag: TagRule): void {
    if (tag.isVoid) {
      if (tag.name === 'br') this.#appendEmpty('br');
      return;
    }
    if (this.#flattened.size > 0 && this.#endFlattened(tag)) return;
    const at = this.#open.lastIndexOf(tag);
    if (at < 0 && tag.name === 'p') this.#appendEmpty('p');
    if (at < 0) return;
    while (this.#open.length > at) this.#leave(this.#open.at(-1) as TagRule);
  }

  #endFlattened(tag: TagRule): boolean {
    const open = this.#flattened.get(tag);
    if (open === undefined) return false;
    if (open === 1) this.#flattened.delete(tag);
    else this.#flattened.set(tag, open - 1);
    return true;
  }

  /** What `</br>` and a lone `</p>` stand for. */
  #appendEmpty(name: string): void {
    const element = new Element(name, {});
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

  #say(data: string): void {
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

  #append(node: Element | Text): void {
    if (++this.#nodes >= this.#caps.nodes) {
      this.flags.add('nodes-cut');
      this.#tokenizer.pause();
    }
    const parent = this.#parent;
    if (this.#visitor !== undefined) {
      node.parent = parent;
      this.#tell(node, this.#visitor);
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

  #tell(node: Element | Text, visitor: Visitor): void {
    if (this.#passed !== undefined) return;
    if (node instanceof Text) visitor.text(node.data);
    else if (!visitor.enter(node)) this.#passed = node;
  }
}
