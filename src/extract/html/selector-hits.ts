// What a CSS selector matches on a page, for people who try one.
import { isMarkup, type PageForm } from '../../core/forms.ts';
import { decodeMarkup } from '../charset/charset.ts';
import { cleanText } from '../clean-blocks.ts';
import { compileSelector, isMatchingCut, startMatching } from './content-selector.ts';
import { type AnyNode, type Element, isElement, isText } from './node.ts';
import { parseHtml } from './tree.ts';
import { walk } from './walk.ts';

/** An element that a selector matched. */
export interface HitElement {
  readonly tag: string;
  readonly id?: string | undefined;
  readonly classes: readonly string[];
  /** The beginning of its text. */
  readonly text: string;
}

export interface SelectorHits {
  readonly selector: string;
  readonly count: number;
  /** The first of them. */
  readonly elements: readonly HitElement[];
  /** It took more steps than a page may cost, and may match more. */
  readonly isCut: boolean;
}

const MOST_ELEMENTS = 30;
const MOST_CLASSES = 12;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 80;
/** Nodes that are looked at for the beginning of an element's text. */
const MOST_NODES = 200;

/**
 * What each selector matches on a page, elements inside of others included; nothing on a page that is no HTML. Throws a ConfigError for a
 * selector that cannot be used, and never because of the page.
 */
export function selectorHits(
  body: Uint8Array,
  { form, charset }: { readonly form: PageForm; readonly charset?: string | undefined },
  selectors: readonly string[],
): readonly SelectorHits[] {
  const matchers = selectors.map((selector) => ({ selector, matches: compileSelector(selector, 'selector') }));
  if (!isMarkup(form)) return selectors.map((selector) => ({ selector, count: 0, elements: [], isCut: false }));
  const { root } = parseHtml(decodeMarkup(body, charset).markup);
  return matchers.map(({ selector, matches }) => {
    let count = 0;
    const elements: HitElement[] = [];
    startMatching();
    walk(root, {
      text() {},
      enter(element) {
        if (matches(element) && ++count <= MOST_ELEMENTS) elements.push(outlined(element));
        return true;
      },
      leave() {},
    });
    return { selector, count, elements, isCut: isMatchingCut() };
  });
}

function outlined(element: Element): HitElement {
  const { id, className } = element.marks;
  const classes = (className ?? '').split(/\s+/, MOST_CLASSES + 1).filter((name) => name !== '');
  return {
    tag: element.name.slice(0, LONGEST_NAME),
    ...(id !== undefined && id !== '' && { id: id.slice(0, LONGEST_NAME) }),
    classes: classes.slice(0, MOST_CLASSES).map((name) => name.slice(0, LONGEST_NAME)),
    text: beginningOf(element),
  };
}

function beginningOf(element: Element): string {
  let text = '';
  const waiting: AnyNode[] = [element];
  for (let node = waiting.pop(), nodes = 0; node !== undefined && nodes < MOST_NODES; node = waiting.pop(), nodes++) {
    if (isText(node)) text += ` ${node.data.slice(0, 4 * LONGEST_TEXT)}`;
    else if (isElement(node) && node.name !== 'script' && node.name !== 'style')
      for (const child of node.children.slice(0, MOST_NODES).toReversed()) waiting.push(child);
    if (text.trim().length > 2 * LONGEST_TEXT) break;
  }
  return cleanText(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
}
