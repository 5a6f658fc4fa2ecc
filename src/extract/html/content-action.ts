// Links that act on what is beside them, as `Source` and `collapse` do (E2).

import { actionClass, actionTexts, titleNames } from './chrome.ts';
import { hasWords } from './content-measure.ts';
import { type ChildNode, type Element, isElement, isText, type Marks } from './node.ts';

const longest = 26;
const maxLevels = 3;
const actionText = new RegExp(
  `^\\s*(?:${[...actionTexts].map((text) => text.replace(/[[\]]/g, '\\$&')).join('|')})\\s*$`,
  'i',
);

/** What they begin with: most links are known by their first letter. */
const firstLetters: ReadonlySet<number> = new Set(Array.from(actionTexts, (text) => text.charCodeAt(0) | 0x20));

/**
 * Whether a link is there to be pressed. Its words alone do not decide: it also leads nowhere, has a class that names what it does,
 * or follows the words of a heading or code.
 */
export function isAction(link: Element): boolean {
  const text = onlyText(link);
  // Sphinx writes the number of a note as the way back.
  if (link.marks.role === 'doc-backlink') return text !== undefined && !hasWords(text);
  if (text === undefined || text.length > longest) return false;
  const first = text.charCodeAt(0) | 0x20;
  if ((first > 0x20 && !firstLetters.has(first)) || !actionText.test(text)) return false;
  const { href } = link.marks;
  if (href === undefined || href === '#' || href.startsWith('javascript:')) return true;
  return isNamedAction(link) || isBehindCode(link) || isBehindTitle(link);
}

/** The text of an element that holds one text and nothing else. */
function onlyText(element: Element): string | undefined {
  let at: ChildNode = element;
  for (let level = 0; level < maxLevels && isElement(at); level++) {
    const only: ChildNode | undefined = at.children.length === 1 ? at.children[0] : undefined;
    if (only === undefined) return undefined;
    at = only;
  }
  return isText(at) ? at.data : undefined;
}

function isNamedAction({ marks, parent }: Element): boolean {
  return namesAction(marks) || (isElement(parent) && namesAction(parent.marks));
}

function namesAction({ className }: Marks): boolean {
  return className !== undefined && actionClass.test(className.slice(0, 200));
}

function isBehindCode({ prev }: Element): boolean {
  const before = isText(prev) && prev.data.trim() === '' ? prev.prev : prev;
  return isElement(before) && before.name === 'pre';
}

function isBehindTitle(link: Element): boolean {
  let at = link;
  let isBehind = false;
  for (let level = 0; level < maxLevels; level++) {
    isBehind ||= at.prev !== null && !(isText(at.prev) && at.prev.data.trim() === '' && at.prev.prev === null);
    const { parent } = at;
    if (!isElement(parent)) return false;
    if (titleNames.has(parent.name)) return isBehind;
    at = parent;
  }
  return false;
}
