// How far entries outside definition lists reach: to the end of their parent, or to the next heading.
import { type Element, isElement } from '../node.ts';

interface Scope {
  readonly element: Element;
  /** Whether all that the element holds belongs to the entry, headings included. */
  readonly isOwn: boolean;
  /** How deep in entries the element itself is. */
  readonly outerDepth: number;
  /** The level of the heading above. */
  readonly level: number;
}

const sectionNames: ReadonlySet<string> = new Set(['article', 'section']);

/** The entries that are open, outermost first. */
export class EntryScopes {
  readonly #open: Scope[] = [];
  /** The level of the last heading. */
  level = 0;
  /** The element whose end ends an entry. */
  inner: Element | undefined;

  /** Begins an entry in an element, where it ends the previous entry. The depth of its text. */
  open(element: Element, isOwn: boolean, depth: number): number {
    const last = this.#open.at(-1);
    if (last?.element === element) return last.outerDepth + 1;
    this.#open.push({ element, isOwn, outerDepth: depth, level: this.level });
    this.inner = element;
    return depth + 1;
  }

  /** Ends the entry that the element holds, if one is open. The depth of what follows. */
  end(element: Element): number | undefined {
    return this.#open.at(-1)?.element === element ? this.#close() : undefined;
  }

  /** As `end`, unless the element holds nothing but that entry. */
  endOpen(element: Element): number | undefined {
    return this.#open.at(-1)?.isOwn === false ? this.end(element) : undefined;
  }

  /** Ends the entries that a heading does not belong to. The depth of the heading, if any ended. */
  endBefore({ name, parent }: Element): number | undefined {
    let depth: number | undefined;
    for (let last = this.#open.at(-1); last !== undefined && !last.isOwn; last = this.#open.at(-1)) {
      const isBeside = parent === last.element || (isElement(parent) && sectionNames.has(parent.name));
      if (!isBeside && Number(name.charAt(1)) > last.level) break;
      depth = this.#close();
    }
    return depth;
  }

  #close(): number | undefined {
    const closed = this.#open.pop();
    this.inner = this.#open.at(-1)?.element;
    return closed?.outerDepth;
  }
}
