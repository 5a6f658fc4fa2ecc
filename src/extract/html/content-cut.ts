// What is taken out of the content after it was found, and how much text was removed with it.

import { measureAll, type TextMeasure } from './content-measure.ts';
import type { Document, Element } from './node.ts';

type Roots = ReadonlySet<Element | Document>;

export class Cut {
  readonly removed: Set<Element>;
  /** Lengths of what was taken out, as the content's walk counts them. */
  text = 0;
  linkText = 0;
  readonly #roots: Roots;
  readonly #menus = new Map<Element, TextMeasure>();

  constructor(removed: Set<Element>, roots: Roots) {
    this.removed = removed;
    this.#roots = roots;
  }

  isRoot(node: Element | Document): boolean {
    return this.#roots.has(node);
  }

  /** Whether an element is part of the content, and not of what was taken out. */
  holds(element: Element): boolean {
    for (let at: Element | Document | null = element; at !== null; at = at.parent) {
      if (at.type === 'tag' && this.removed.has(at)) return false;
      if (this.#roots.has(at)) return true;
    }
    return false;
  }

  /** Takes out an element of the content. `isMenu`: what it holds may be all that an index has. */
  take(element: Element, isMenu = false): void {
    if (this.#roots.has(element)) return;
    const found = measureAll(element, this.removed);
    this.removed.add(element);
    this.text += found.text;
    this.linkText += found.linkText;
    if (isMenu) this.#menus.set(element, found);
  }

  /** Puts the menus back where the content would hold little else. */
  restoreMenus(contentText: number, isTooLittle: (rest: number, menus: number) => boolean): void {
    const menus = Iterator.from(this.#menus.values()).reduce((sum, { text }) => sum + text, 0);
    if (menus === 0 || !isTooLittle(contentText - this.text, menus)) return;
    for (const [menu, { text, linkText }] of this.#menus) {
      this.removed.delete(menu);
      // It may be in something that was taken out after it.
      if (!this.holds(menu)) continue;
      this.text -= text;
      this.linkText -= linkText;
    }
  }
}
