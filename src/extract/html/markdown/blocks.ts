// Turns a page's content into blocks of Markdown: one walk over the tree, without recursion (E3).

import type { Block } from '../../../core/document.ts';
import type { Content } from '../content.ts';
import { type AnyNode, type ChildNode, type Document, type Element, isElement, isText } from '../node.ts';
import { enterElement } from './actions.ts';
import { type Leave, skip } from './element-action.ts';
import { TexText, writeTexText } from './tex-text.ts';
import { type MarkdownOptions, MarkdownWriter } from './writer.ts';

export type { MarkdownOptions } from './writer.ts';

interface Frame {
  readonly element: Element;
  readonly leave: Leave;
}

/** The blocks of the content, in document order. Takes time in proportion to its size. Never throws. */
export function toBlocks(content: Content, options: MarkdownOptions): readonly Block[] {
  const writer = new MarkdownWriter(options, content);
  for (const root of content.roots) {
    new Walk(writer, root).run();
    writer.flush();
  }
  return writer.blocks();
}

class Walk {
  readonly #writer: MarkdownWriter;
  readonly #root: Element | Document;
  readonly #frames: Frame[] = [];
  readonly #tex: TexText;

  constructor(writer: MarkdownWriter, root: Element | Document) {
    this.#writer = writer;
    this.#root = root;
    this.#tex = new TexText(root);
  }

  run(): void {
    const root = this.#root;
    let node: ChildNode | null = isElement(root) ? root : (root.children[0] ?? null);
    while (node !== null) {
      if (isText(node)) {
        if (this.#tex.isIn(node.data)) writeTexText(this.#writer, node);
        else this.#writer.text(node.data);
      } else if (isElement(node) && this.#enter(node) && node.children.length > 0) {
        node = node.children[0] as ChildNode;
        continue;
      }
      node = this.#following(node);
    }
  }

  #enter(element: Element): boolean {
    const writer = this.#writer;
    // The TeX of a formula may be in a script, and scripts are removed.
    if (writer.removed.has(element) && element.name !== 'script') return false;
    const leave = enterElement(writer, element);
    if (leave === skip) return false;
    if (leave !== undefined) this.#frames.push({ element, leave });
    return true;
  }

  /** The next node that is not inside this one; elements that end before it are left. */
  #following(from: ChildNode): ChildNode | null {
    let node: ChildNode = from;
    const frames = this.#frames;
    const { scopes } = this.#writer;
    for (;;) {
      const frame = frames[frames.length - 1];
      if (frame !== undefined && frame.element === node) {
        frames.pop();
        frame.leave(this.#writer, frame.element);
      }
      if (node === scopes.inner) this.#writer.endScope(node);
      if (node === this.#root) return null;
      if (node.next !== null) return node.next;
      const parent: AnyNode | null = node.parent;
      if (!isElement(parent)) return null;
      node = parent;
    }
  }
}
