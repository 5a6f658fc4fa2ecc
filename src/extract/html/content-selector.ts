// A provider's own CSS selectors: compiled once, and with a bound on what they may cost on a hostile page.

import { compile } from 'css-select';
import { counted } from '../../core/counted.ts';
import { ConfigError } from '../../core/errors.ts';
import { type AnyNode, type ChildNode, type Element, isElement, isText } from './node.ts';

/** Whether an element matches. */
export type ElementMatcher = (element: Element) => boolean;

const maxLength = 2_000;
/** Steps from node to node on one page; real pages and selectors take a few per element. */
const maxSteps = 2_000_000;
const maxCompiled = 256;

const compiled = new Map<string, ElementMatcher>();

/** The steps left for the page at hand: pages are read one at a time and without pause. */
let stepsLeft = 0;

class TooManySteps extends Error {}

/**
 * The matcher of a selector. Throws a ConfigError that names the field when the selector cannot be used.
 */
export function compileSelector(selector: string, field: string): ElementMatcher {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const matcher = build(selector, field);
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(selector, matcher);
  return matcher;
}

/** To be called before a page's first match: sets the share of steps of its selectors. */
export function startMatching(): void {
  stepsLeft = maxSteps;
}

/** Whether the selectors took more steps than a page may cost; what they would have matched after that is left out. */
export function isMatchingCut(): boolean {
  return stepsLeft < 0;
}

function build(selector: string, field: string): ElementMatcher {
  if (selector.length > maxLength)
    throw unusable(field, selector, `it is longer than ${counted(maxLength, 'character')}`);
  if (selector.trim() === '') throw unusable(field, selector, 'it is empty');
  try {
    // No cache of results: one that a cut left half done would be wrong.
    const query = compile<AnyNode, Element>(selector, { adapter, relativeSelector: false, cacheResults: false });
    return (element) => {
      if (stepsLeft < 0) return false;
      try {
        return query(element);
      } catch (error) {
        if (error instanceof TooManySteps) return false;
        throw error;
      }
    };
  } catch (error) {
    throw unusable(field, selector, error instanceof Error ? error.message : String(error));
  }
}

function unusable(field: string, selector: string, why: string): ConfigError {
  const shown = selector.length > 80 ? `${selector.slice(0, 80)}…` : selector;
  return new ConfigError([`${field}: ${JSON.stringify(shown)} is not a CSS selector that can be used (${why})`]);
}

function spend(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) throw new TooManySteps();
}

// css-select goes from node to node only through these.
const adapter = {
  isTag(node: AnyNode): node is Element {
    spend(1);
    return isElement(node);
  },
  getAttributeValue: ({ attribs }: Element, name: string): string | undefined =>
    Object.hasOwn(attribs, name) ? attribs[name] : undefined,
  hasAttrib: ({ attribs }: Element, name: string): boolean => Object.hasOwn(attribs, name),
  getName: ({ name }: Element): string => name,
  getChildren: (node: AnyNode): AnyNode[] => ('children' in node ? node.children : []),
  getParent: ({ parent }: Element): AnyNode | null => parent,
  getSiblings(node: AnyNode): AnyNode[] {
    const siblings: AnyNode[] = node.parent?.children ?? [node];
    // Those that are looked at one by one are counted there.
    spend(siblings.length >> 3);
    return siblings;
  },
  getText: textOf,
  /** Called only by `selectAll`, which is not used here. */
  removeSubsets: (nodes: AnyNode[]): AnyNode[] => nodes,
};

function textOf(root: AnyNode): string {
  let text = '';
  const waiting: AnyNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    spend(1);
    if (isText(node)) {
      spend(node.data.length >> 4);
      text += node.data;
    } else if (isElement(node)) {
      for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as ChildNode);
    }
  }
  return text;
}
