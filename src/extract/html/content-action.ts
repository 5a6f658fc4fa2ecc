// Links that act on what is beside them, as `Source` and `collapse` do (E2).

import { actionClass, actionTexts, titleNames } from './chrome.ts';
import { isWholeTitle } from './content-control.ts';
import { holdsWords } from './content-heard.ts';
import { hasWords } from './content-measure.ts';
import { type ChildNode, type Element, isElement, isText, type Marks } from './node.ts';

const longest = 26;
const maxLevels = 3;
const maxSiblings = 8;
const actionText = new RegExp(
  `^\\s*(?:${[...actionTexts].map((text) => text.replace(/[[\]]/g, '\\$&')).join('|')})\\s*$`,
  'i',
);

/** What they begin with: most links are known by their first letter. */
const firstLetters: ReadonlySet<number> = new Set(Array.from(actionTexts, (text) => text.charCodeAt(0) | 0x20));

/** Signs that join a name to the word before it, as in `std::run`. */
const joinsName = /[:./#\\-]$/;

/**
 * Whether a link is there to be pressed. Its words alone do not decide: it also leads nowhere, has a class that names what it does,
 * or follows the words of a heading or code. A link without a class for it that other words follow is a word of theirs
 * (`fn source(&self)`), and so is what a place of the page is called (`<h2><a name="source">`).
 */
export function isAction(link: Element): boolean {
  const text = onlyText(link);
  // Sphinx writes the number of a note as the way back.
  if (link.marks.role === 'doc-backlink') return text !== undefined && !hasWords(text);
  if (text === undefined || text.length > longest || !isActionText(text)) return false;
  const { href } = link.marks;
  if (namesAction(link.marks) || href?.startsWith('javascript:') === true) return true;
  if (href === undefined && isPlace(link)) return false;
  if (isWord(link)) return false;
  if (href === undefined || href === '#') return !isWholeTitle(link);
  return isInAction(link) || isBehindCode(link) || isBehindTitle(link);
}

function isActionText(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  return (first <= 0x20 || firstLetters.has(first)) && actionText.test(text);
}

function isPlace({ marks, attribs }: Element): boolean {
  return marks.id !== undefined || attribs.name !== undefined;
}

/** Whether the link is one of the words of its line: a sign joins it to the word before, or words follow that are no such link. */
function isWord(link: Element): boolean {
  const before = isElement(link.prev) && link.prev.children.length === 0 ? link.prev.prev : link.prev;
  if (isText(before) && joinsName.test(before.data.slice(-1))) return true;
  let at = link;
  for (let level = 0; level < maxLevels; level++) {
    let left = maxSiblings;
    for (let next = at.next; next !== null && left > 0; next = next.next, left--) {
      if (isElement(next) && isLineEnd(next)) return false;
      if (isText(next) ? hasWords(next.data) : holdsOtherWords(next)) return true;
    }
    const { parent } = at;
    if (!isElement(parent) || !lineNames.has(parent.name)) return false;
    at = parent;
  }
  return false;
}

/** What a line goes on behind. */
const lineNames: ReadonlySet<string> = new Set(
  'a abbr b code em font i kbd samp small span strong sub sup tt u var'.split(' '),
);

function isLineEnd({ name }: Element): boolean {
  return !lineNames.has(name) && name !== 'wbr' && name !== 'img';
}

function holdsOtherWords(element: Element): boolean {
  const text = onlyText(element);
  return text === undefined ? holdsWords(element) : hasWords(text) && !isActionText(text);
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

function isInAction({ parent }: Element): boolean {
  return isElement(parent) && namesAction(parent.marks);
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
