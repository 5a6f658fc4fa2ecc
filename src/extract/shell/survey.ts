// A short page looked over once: its scripts, the elements that scripts write into, and the text beside them.
import { type AnyNode, type ChildNode, type Document, type Element, isElement, isText } from '../html/node.ts';
import { isHidden, renderings } from '../html/rendering.ts';
import { documentAttributes, isKnownRoot, wordless } from './roots.ts';

export interface Survey {
  readonly scripts: readonly Element[];
  /** The text in each element that scripts write into. */
  readonly roots: readonly { readonly element: Element; readonly text: string }[];
  /** What a reader sees outside of them. */
  readonly outside: string;
  /** What is shown where scripts do not run. */
  readonly noscript: string;
  /** Whether pictures, forms, frames or tables are outside of them. */
  readonly hasWordless: boolean;
  /** What attributes name as an OpenAPI document. */
  readonly named: readonly string[];
}

/** More of a text is not looked at. */
const LONGEST_TEXT = 5_000;

/** Looks over a page. Takes time in proportion to its size. Never throws. */
export function surveyOf(tree: Document): Survey {
  const surveyor = new Surveyor();
  let node: AnyNode | null = tree.children[0] ?? null;
  while (node !== null) {
    const inner: ChildNode | undefined = surveyor.enter(node) && isElement(node) ? node.children[0] : undefined;
    node = inner ?? surveyor.following(node);
  }
  return surveyor;
}

class Surveyor implements Survey {
  readonly scripts: Element[] = [];
  readonly roots: { readonly element: Element; text: string }[] = [];
  readonly named: string[] = [];
  outside = '';
  noscript = '';
  hasWordless = false;
  #root: Element | undefined;
  #silent: Element | undefined;

  /** False: what is inside is passed over. */
  enter(node: AnyNode): boolean {
    if (isText(node)) this.#text(node.data);
    if (!isElement(node)) return false;
    for (const name of documentAttributes) {
      const value = node.attribs[name];
      if (value !== undefined) this.named.push(value);
    }
    if (node.name === 'script') this.scripts.push(node);
    if (renderings.get(node.name) === 'closed' && node.name !== 'iframe') return false;
    if (this.#root === undefined && isKnownRoot(node)) {
      this.#root = node;
      this.roots.push({ element: node, text: '' });
    }
    if (this.#silent === undefined && (renderings.get(node.name) === 'silent' || isHidden(node))) this.#silent = node;
    if (this.#root === undefined && this.#silent?.name !== 'noscript' && wordless.has(node.name))
      this.hasWordless = true;
    this.#text(' ');
    return node.name !== 'iframe';
  }

  /** The next node that is not inside this one. */
  following(from: AnyNode): AnyNode | null {
    let node: AnyNode | null = from;
    while (node !== null && node.type !== 'root') {
      if (node === this.#root) this.#root = undefined;
      if (node === this.#silent) this.#silent = undefined;
      if (node.next !== null) return node.next;
      node = node.parent;
    }
    return null;
  }

  #text(data: string): void {
    if (this.#silent !== undefined) {
      if (this.#silent.name === 'noscript' && this.noscript.length < LONGEST_TEXT) this.noscript += data;
      return;
    }
    const root = this.#root === undefined ? undefined : this.roots.at(-1);
    if (root === undefined) {
      if (this.outside.length < LONGEST_TEXT) this.outside += data;
    } else if (root.text.length < LONGEST_TEXT) root.text += data;
  }
}
