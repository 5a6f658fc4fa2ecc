// Which ids are places of the text, and which of them a heading without an id of its own takes.
import { type Element, isElement } from '../node.ts';

/** Controls: their ids are for scripts, and no place of the text to link to. */
const controls: ReadonlySet<string> = new Set([
  ...['button', 'input', 'select', 'option', 'textarea', 'form', 'fieldset', 'label', 'output', 'clipboard-copy'],
]);

export function isControlElement({ name, attribs, marks }: Element): boolean {
  if (controls.has(name) || marks.role === 'button') return true;
  return name === 'a' && attribs.href !== undefined && /^\s*javascript:/i.test(attribs.href);
}

/** A box around controls alone, such as a search form: its id is for scripts, too. */
export function holdsControlsOnly({ children }: Element): boolean {
  let controlled = false;
  for (const child of children) {
    if (isElement(child)) {
      if (!isControlElement(child)) return false;
      controlled = true;
    } else if (child.type === 'text' && child.data.trim() !== '') return false;
  }
  return controlled;
}

/** An element with an id that may be a section of the page. */
interface Section {
  readonly id: string;
  readonly element: Element;
  /** How much was written before it. */
  readonly written: number;
  /** Whether it has a heading already. */
  isTitled: boolean;
}

const sectionNames: ReadonlySet<string> = new Set(['article', 'details', 'div', 'section']);

/** A line may be between the beginning of a section and its heading: since when a function is there, where its source is. */
const longestBefore = 120;

/** The sections that are open, and some that have ended. */
export class Sections {
  readonly #open: Section[] = [];

  add(element: Element, id: string, written: number): void {
    if (sectionNames.has(element.name)) this.#open.push({ id, element, written, isTitled: false });
  }

  /** The id of the section that has this as its first heading. Called for each heading, in their order. */
  title(heading: Element, written: number): string | undefined {
    const open = this.#open;
    while (open.length > 0 && !isAround((open.at(-1) as Section).element, heading)) open.pop();
    const nearest = open.at(-1);
    const isFirst = nearest?.isTitled === false && written - nearest.written <= longestBefore;
    for (let at = open.length - 1; at >= 0 && open[at]?.isTitled === false; at--) (open[at] as Section).isTitled = true;
    return isFirst ? nearest?.id : undefined;
  }
}

function isAround(outer: Element, inner: Element): boolean {
  for (let at = inner.parent; isElement(at); at = at.parent) if (at === outer) return true;
  return false;
}
