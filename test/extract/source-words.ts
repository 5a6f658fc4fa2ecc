// Words as both sides of the comparison count them, and which parts of a page have words of their own.
import { Element, Text } from '../../src/extract/html/node.ts';
import { classesOf, isCodeDecoration } from './source-code.ts';

/** Lower case, letters and digits only, invisible characters out: Markdown cannot change these. */
export function wordsOf(text: string): readonly string[] {
  const visible = text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '');
  return visible.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

const silent: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'head', 'title'],
  ...['video', 'audio', 'canvas', 'button', 'select', 'textarea', 'input', 'option', 'datalist', 'rp', 'noframes'],
  'clipboard-copy',
]);

const silentClasses: ReadonlySet<string> = new Set([
  ...['viewcode-link', 'katex', 'MathJax', 'mjx-chtml', 'math', 'eqno', 'mw-editsection', 'headerlink'],
  ...['mw-cite-backlink', 'heading-anchor-icon', 'line-numbers-wrapper', 'lang', 'language-name', 'hideme'],
]);

const inlines: ReadonlySet<string> = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'blink', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font'],
  ...['i', 'ins', 'kbd', 'mark', 'nobr', 'output', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup'],
  ...['time', 'tt', 'u', 'var', 'wbr', 'ruby', 'rb', 'emu-nt'],
]);

/** Whether the words of the element do not count: scripts, form controls, permalinks, formulas (which become TeX). */
export function hasNoWords(element: Element): boolean {
  if (silent.has(element.name) || isCodeDecoration(element)) return true;
  const classes = classesOf(element);
  if (classes.some((name) => silentClasses.has(name))) return true;
  return element.name === 'a' && (isPermalink(element) || classes.includes('src'));
}

/** Whether words on both sides of the element's edges are two words. */
export function separatesWords(element: Element): boolean {
  if (element.name === 'sup' || element.name === 'a') return isFootnoteReference(element);
  // The labels beside a signature of Doxygen, and the types of terms.
  if (classesOf(element).some((name) => name === 'mlabel' || name === 'classifier')) return true;
  return !inlines.has(element.name) && !element.name.includes('-');
}

/** Whether a part of a title, a card or a row of links begins another word than the part directly before it ends in. */
export function isOtherWord(element: Element): boolean {
  const { prev, name } = element;
  if (classesOf(element).includes('sep') && element.children.length === 0) return true;
  const kinds = ['a', 'span', 'code'];
  if (!(prev instanceof Element) || !kinds.includes(name) || !kinds.includes(prev.name)) return false;
  const latin = '[a-z\\u00c0-\\u024f\\u0370-\\u052f]{2}';
  if (!new RegExp(`${latin}$`, 'i').test(textOf(prev)) || !new RegExp(`^${latin}`, 'i').test(textOf(element)))
    return false;
  const around: string[] = [];
  for (let at = element.parent; at instanceof Element && around.length < 4; at = at.parent) around.push(at.name);
  const place = around.find((one) => /^(?:a|dt|summary|h[1-6]|code|pre|samp|kbd|tt)$/.test(one)) ?? '';
  if (/^(?:code|pre|samp|kbd|tt)$/.test(place)) return false;
  if (prev.attribs.href !== undefined && element.attribs.href !== undefined)
    return prev.attribs.href !== element.attribs.href;
  const [before, own] = [prev.attribs.class ?? '', element.attribs.class ?? ''];
  return place !== '' && (prev.name !== name || (before !== '' && own !== '' && (before !== own || name === 'code')));
}

/** All text below an element, with nothing left out. */
export function textOf(element: Element): string {
  return element.children
    .map((child) => (child instanceof Text ? child.data : child instanceof Element ? textOf(child) : ''))
    .join('');
}

function isPermalink(anchor: Element): boolean {
  const href = anchor.attribs.href ?? '';
  return href.includes('#') && !/[\p{L}\p{N}]/u.test(textOf(anchor)) && textOf(anchor).trim().length <= 2;
}

function isFootnoteReference(element: Element): boolean {
  const classes = classesOf(element);
  if (classes.some((name) => name.startsWith('footnote'))) return true;
  if (element.name !== 'sup') return false;
  return (
    classes.includes('reference') || element.children.some((child) => child instanceof Element && child.name === 'a')
  );
}
