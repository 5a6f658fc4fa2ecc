// Formulas: TeX where the page has it or MathML that holds as much, else the text that is shown (E3).
import { type Element, isElement, isText } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { type Enter, skip } from './element-action.ts';
import { texOfMathml } from './mathml.ts';
import { descendants, lineOf, textOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

/** KaTeX, MathJax and MathML elements. */
export const enterMath: Enter = (writer, element) => {
  const isDisplay =
    element.attribs.display === 'block' ||
    element.attribs.display === 'true' ||
    hasClass(element.attribs.class, 'katex-display');
  const shown = mathml(element);
  const tex = texIn(element) ?? (shown.name === 'math' ? texOfMathml(shown) : undefined);
  if (tex !== undefined) pushTex(writer, tex, isDisplay || shown.attribs.display === 'block');
  else writer.text(lineOf(shown));
  return skip;
};

/** `span.math` and `div.math` with TeX in them; anything else of that class is left as it is. */
export const enterTexText: Enter = (writer, element) => {
  const isBare = isBareTex(element);
  if (!isBare && !beginsAsTex(element)) return undefined;
  const text = textOf(element, isNoNumber).trim();
  const formula = delimited(text) ?? (isBare ? { tex: text, isDisplay: isDisplayed(element) } : undefined);
  if (formula === undefined) return undefined;
  pushTex(writer, formula.tex, formula.isDisplay);
  return skip;
};

/** TeX as pandoc leaves it to KaTeX: `span.math.inline` and `span.math.display` without any signs around it. */
function isBareTex({ attribs, children }: Element): boolean {
  const { class: className } = attribs;
  if (!hasClass(className, 'math') || !(hasClass(className, 'inline') || hasClass(className, 'display'))) return false;
  return children.length === 1 && isText(children[0]);
}

function isDisplayed({ attribs }: Element): boolean {
  return hasClass(attribs.class, 'display');
}

export interface Formula {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** The formula that a whole text is, by the signs around it. */
export function delimited(text: string): Formula | undefined {
  for (const [start, end, isDisplay] of delimiters) {
    if (text.length <= start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) continue;
    const tex = text.slice(start.length, -end.length).trim();
    return tex === '' || tex.includes(end) ? undefined : { tex, isDisplay };
  }
  return /^\\begin\{[a-z]+\*?\}/.test(text) && /\\end\{[a-z]+\*?\}$/.test(text)
    ? { tex: text, isDisplay: true }
    : undefined;
}

const delimiters = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
  ['$', '$', false],
] as const;

function isNoNumber({ attribs }: Element): boolean {
  return !hasClass(attribs.class, 'eqno');
}

function beginsAsTex(element: Element): boolean {
  let looked = 0;
  for (const node of descendants(element, isNoNumber)) {
    if (isText(node) && node.data.trim() !== '') return /^\s*(?:\\[([]|\$|\\begin\{)/.test(node.data);
    if (++looked === 12) break;
  }
  return false;
}

/** MathJax 2 keeps its TeX in a script; every other script is ignored. */
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

/** Writes a formula: within the line, or on lines of its own. */
export function pushTex(writer: MarkdownWriter, tex: string, isDisplay: boolean, isWithinLine = false): void {
  const lines = tex
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return;
  if (!isDisplay || isWithinLine || writer.inCell || writer.oneLine > 0 || writer.inCode) {
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
    const tex = node.attribs.alttext ?? node.attribs['data-tex'] ?? latexOf(node);
    if (tex) return tex;
  }
  return element.attribs.alttext || undefined;
}

/** MathJax 4 keeps the TeX of every part on it; that of the whole comes first. */
function latexOf({ name, attribs }: Element): string | undefined {
  const isWhole = name === 'math' || name === 'mjx-math' || attribs['data-mml-node'] === 'math';
  return isWhole ? attribs['data-latex'] : undefined;
}

/** The MathML inside, which is shown once where KaTeX and MathJax draw the formula beside it. */
function mathml(element: Element): Element {
  if (element.name === 'math') return element;
  for (const node of descendants(element)) if (isElement(node) && node.name === 'math') return node;
  return element;
}
