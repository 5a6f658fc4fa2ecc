// Where two inline elements meet without white space, although the page shows two words.
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import type { ClassRole } from './class-roles.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const inlineNames = words('a code span');
const codeNames = words('code kbd pre samp tt');
const titleNames = words('a dt h1 h2 h3 h4 h5 h6 summary');
const maxLevels = 4;

/** Letters of scripts that set spaces between words: Korean, Japanese, Chinese and Thai add endings without one. */
const endsInWord = /[A-Za-z\u00c0-\u024f\u0370-\u052f]{2}$/;
const beginsWord = /^[A-Za-z\u00c0-\u024f\u0370-\u052f]{2}/;

/**
 * Whether a space belongs before an inline element that follows another directly: parts of a title, a card or a term with
 * classes or names of their own, and links to different places. Not inside of code, nor between parts of one letter.
 */
export function isApart(element: Element): boolean {
  const { prev } = element;
  if (!isElement(prev) || !inlineNames.has(element.name) || !inlineNames.has(prev.name)) return false;
  return beginsWord.test(edgeText(element, 0)) && areParts(prev, element) && endsInWord.test(edgeText(prev, -1));
}

/** Whether a class means that style sheets set the element apart from what precedes it. */
export function setsApart(role: ClassRole): boolean {
  return role === 'classifier' || role === 'signature-label' || role === 'separator';
}

function areParts(before: Element, element: Element): boolean {
  const around = titleAround(element);
  if (around === 'code') return false;
  const [one, other] = [before.marks.href, element.marks.href];
  if (one !== undefined && other !== undefined) return one !== other;
  if (around === undefined) return false;
  if (before.name !== element.name) return true;
  const [first, second] = [before.marks.className, element.marks.className];
  return first !== undefined && second !== undefined && (element.name === 'code' || first !== second);
}

function titleAround({ parent }: Element): 'title' | 'code' | undefined {
  let at = parent;
  for (let level = 0; level < maxLevels && isElement(at); level++) {
    if (codeNames.has(at.name)) return 'code';
    if (titleNames.has(at.name)) return 'title';
    at = at.parent;
  }
  return undefined;
}

/** The first or the last text of an element. */
function edgeText(element: Element, side: 0 | -1): string {
  let node: ChildNode | undefined = element;
  for (let level = 0; level < maxLevels && isElement(node); level++) node = node.children.at(side);
  return isText(node) ? node.data : '';
}
