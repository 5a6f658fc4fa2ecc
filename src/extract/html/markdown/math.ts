// Formulas: TeX where the page gives it, else the text that is shown (E3).
import { type Element, isElement, isText } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { type Enter, skip } from './element-action.ts';
import { descendants, lineOf, textOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

/** KaTeX, MathJax and MathML elements. */
export const enterMath: Enter = (writer, element) => {
  const isDisplay =
    element.attribs.display === 'block' ||
    element.attribs.display === 'true' ||
    hasClass(element.attribs.class, 'katex-display');
  const tex = texIn(element);
  if (tex !== undefined) pushTex(writer, tex, isDisplay);
  else writer.text(lineOf(mathml(element)));
  return skip;
};

/** `span.math` and `div.math` with TeX between `\(` and `\)`; anything else of that class is left as it is. */
export const enterTexText: Enter = (writer, element) => {
  if (!beginsAsTex(element)) return undefined;
  const text = textOf(element, isNoNumber).trim();
  if (text.startsWith('\\(') && text.endsWith('\\)')) pushTex(writer, text.slice(2, -2), false);
  else if (text.startsWith('\\[') && text.endsWith('\\]')) pushTex(writer, text.slice(2, -2), true);
  else return undefined;
  return skip;
};

function isNoNumber({ attribs }: Element): boolean {
  return !hasClass(attribs.class, 'eqno');
}

function beginsAsTex(element: Element): boolean {
  let looked = 0;
  for (const node of descendants(element, isNoNumber)) {
    if (isText(node) && node.data.trim() !== '') return /^\s*\\[([]/.test(node.data);
    if (++looked === 12) break;
  }
  return false;
}

/** MathJax 2 keeps its TeX in a script; every other script is none of ours. */
export const enterScript: Enter = (writer, element) => {
  const type = element.attribs.type?.toLowerCase() ?? '';
  if (type.startsWith('math/tex')) pushTex(writer, textOf(element), type.includes('mode=display'));
  return skip;
};

/** What MathJax 2 shows in place of such a script, which follows it. */
export function isRenderedTex(element: Element): boolean {
  let next = element.next;
  for (let looked = 0; looked < 4 && next !== null; looked++) {
    if (isElement(next)) return next.name === 'script' && (next.attribs.type ?? '').startsWith('math/');
    next = next.next;
  }
  return false;
}

function pushTex(writer: MarkdownWriter, tex: string, isDisplay: boolean): void {
  const lines = tex
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return;
  if (!isDisplay || writer.inCell || writer.oneLine > 0 || writer.inCode) {
    const sign = isDisplay ? '$$' : '$';
    if (writer.inCode) writer.text(lines.join(' '));
    else writer.inline.raw(`${sign}${lines.join(' ')}${sign}`);
    return;
  }
  writer.flush();
  writer.push({ kind: 'text', markdown: ['$$', ...lines, '$$'].join('\n').toWellFormed() });
}

function texIn(element: Element): string | undefined {
  const own = element.attribs['data-tex'] ?? element.attribs['data-latex'];
  if (own) return own;
  for (const node of descendants(element)) {
    if (!isElement(node)) continue;
    if (node.name === 'annotation' && /tex/i.test(node.attribs.encoding ?? '')) return textOf(node) || undefined;
    const given = node.attribs.alttext ?? node.attribs['data-tex'];
    if (given) return given;
  }
  return element.attribs.alttext || undefined;
}

/** The MathML inside, which is shown once where KaTeX and MathJax draw the formula beside it. */
function mathml(element: Element): Element {
  if (element.name === 'math') return element;
  for (const node of descendants(element)) if (isElement(node) && node.name === 'math') return node;
  return element;
}
