// The text of one element alone, for labels, formulas and signatures.
import { foldSpaces } from '../../text.ts';
import { type AnyNode, type ChildNode, type Document, type Element, isElement, isText } from '../node.ts';
import type { Visitor } from '../walk.ts';

/** A test for each element of a subtree: `false` passes over it. */
export type Admits = (element: Element) => boolean;

const all: Admits = () => true;

/** Every node below an element in document order, without recursion. */
export function* descendants(root: Element | Document, admits: Admits = all): Generator<ChildNode> {
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    const inside: ChildNode | undefined =
      isElement(node) && admits(node) ? (node.children[0] as ChildNode | undefined) : undefined;
    yield node;
    node = inside ?? after(node, root);
  }
}

/** The next node within the root that is not inside this one. */
export function after(from: ChildNode, root: Element | Document): ChildNode | null {
  let node: ChildNode = from;
  for (;;) {
    if (node.next !== null) return node.next;
    const parent: AnyNode | null = node.parent;
    if (parent === root || !isElement(parent)) return null;
    node = parent;
  }
}

/** Shows every text and element below an element to the visitor, without recursion. */
export function walkInside(root: Element | Document, visitor: Visitor): void {
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    if (isText(node)) visitor.text(node.data);
    else if (isElement(node) && visitor.enter(node) && node.children.length > 0) {
      node = node.children[0] as ChildNode;
      continue;
    }
    for (;;) {
      if (isElement(node)) visitor.leave(node);
      if (node.next !== null) {
        node = node.next;
        break;
      }
      const parent: AnyNode | null = node.parent;
      if (parent === root || !isElement(parent)) return;
      node = parent;
    }
  }
}

/** The text, as the page holds it; of one with a limit no more than that, and from no more nodes. */
export function textOf(root: Element, admits: Admits = all, limit = Number.POSITIVE_INFINITY): string {
  let text = '';
  let nodes = 0;
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isText(node)) text += node.data;
    else if (isElement(node) && admits(node)) inside = node.children[0];
    // Nested elements are read again and again: reading all of them would be too slow.
    if (text.length > limit || ++nodes > limit + 20) break;
    node = inside ?? after(node, root);
  }
  return text;
}

/** The text as one line. */
export function lineOf(root: Element, admits?: Admits, limit?: number): string {
  return foldSpaces(textOf(root, admits, limit));
}
