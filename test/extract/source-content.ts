// The content element of a page without what E2 removes, written from the SPEC and without the product's own code.
import { type ChildNode, type Document, Element } from '../../src/extract/html/node.ts';
import { classesOf } from './source-code.ts';
import type { SourceContent } from './source-facts.ts';

const removedElements: ReadonlySet<string> = new Set(
  'script style noscript iframe object embed nav header footer aside'.split(' '),
);

const removedClasses: ReadonlySet<string> = new Set(
  (
    'ad ads advertisement sidebar toc table-of-contents breadcrumb breadcrumbs pagination pager cta banner announcement ' +
    'alert-banner promo feedback feedback-widget thumbs-up-down was-helpful cookie-banner cookie-consent gdpr-banner'
  ).split(' '),
);

const keptKinds = /^(?:doc-)?(?:footnotes?|topic|admonition|note|tip|warning|caution)(?:-|$)/;

/** The outermost elements that the test accepts, without what E2 removes; the whole page when it accepts none. */
export function contentOf(page: Document, isContent: (element: Element) => boolean): SourceContent {
  const roots: Element[] = [];
  const removed = new Set<Element>();
  findRoots(page.children, isContent, roots);
  const from = roots.length === 0 ? page.children : roots.flatMap(({ children }) => children);
  findRemoved(from, removed);
  return { roots: roots.length === 0 ? [page] : roots, removed };
}

function findRoots(nodes: readonly ChildNode[], isContent: (element: Element) => boolean, roots: Element[]): void {
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    if (isContent(node)) roots.push(node);
    else findRoots(node.children, isContent, roots);
  }
}

function findRemoved(nodes: readonly ChildNode[], removed: Set<Element>): void {
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    if (isRemoved(node)) removed.add(node);
    else findRemoved(node.children, removed);
  }
}

function isRemoved(element: Element): boolean {
  const { name, attribs } = element;
  const classes = classesOf(element);
  if (attribs.hidden !== undefined || /display:\s*none|visibility:\s*hidden/.test(attribs.style ?? '')) return true;
  if ([...classes, attribs.role ?? ''].some((kind) => keptKinds.test(kind))) return false;
  return removedElements.has(name) || classes.some((one) => removedClasses.has(one));
}
