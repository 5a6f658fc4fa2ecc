// Goes through a tree in document order without recursion, so that no depth can overflow the stack.
import { type AnyNode, type ChildNode, type Document, type Element, isElement, isText } from './node.ts';

export interface Visitor {
  text(data: string): void;
  /** False: what is inside the element is passed over. */
  enter(element: Element): boolean;
  /** Called once for every element entered, whatever `enter` returned. */
  leave(element: Element): void;
}

/** Shows every text and element to the visitor. Throws only what the visitor throws. */
export function walk(root: Document, visitor: Visitor): void {
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    if (isText(node)) visitor.text(node.data);
    else if (isElement(node) && visitor.enter(node)) {
      const first: ChildNode | undefined = node.children[0];
      if (first !== undefined) {
        node = first;
        continue;
      }
    }
    node = following(node, visitor);
  }
}

/** The next node that is not inside this one; every element that ends before it is left. */
function following(from: ChildNode, visitor: Visitor): ChildNode | null {
  let node: ChildNode = from;
  for (;;) {
    if (isElement(node)) visitor.leave(node);
    if (node.next !== null) return node.next;
    const { parent }: { parent: AnyNode | null } = node;
    if (!isElement(parent)) return null;
    node = parent;
  }
}
