// Images and drawings: their alternative text (E3).
import { type Element, isElement } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { type Enter, skip } from './element-action.ts';
import { delimited, type Formula, pushTex } from './math.ts';
import { lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterImage: Enter = (writer, element) => {
  const formula = formulaIn(element);
  if (formula === undefined) pushLabel(writer, element.attribs.alt);
  else pushTex(writer, formula.tex, formula.isDisplay);
  return skip;
};

/** Formulas that were drawn: Doxygen, Sphinx's imgmath, MediaWiki and WordPress keep the TeX as the alternative text. */
const formulaClasses = [
  ...['formulaInl', 'formulaDsp', 'math', 'latex', 'mwe-math-fallback-image-inline', 'mwe-math-fallback-image-display'],
];

function formulaIn({ attribs, parent }: Element): Formula | undefined {
  const { alt, class: className } = attribs;
  const text = alt?.trim();
  if (!text) return undefined;
  const isFormula = className !== undefined && formulaClasses.some((word) => hasClass(className, word));
  // Prices are between dollar signs too.
  const formula = isFormula || !/^\$[\d\s]/.test(text) ? delimited(text) : undefined;
  if (!isFormula) return formula;
  const isDisplay = /Dsp|display/.test(className) || (isElement(parent) && isDisplayBlock(parent));
  return { tex: formula?.tex ?? text, isDisplay: formula?.isDisplay === true || isDisplay };
}

function isDisplayBlock({ name, attribs }: Element): boolean {
  return name === 'div' && hasClass(attribs.class, 'math');
}

/** A drawing that is an image by its label or its title. */
export const enterDrawing: Enter = (writer, element) => {
  const { role, 'aria-label': label } = element.attribs;
  const title = element.children.find((child) => isElement(child) && child.name === 'title');
  if (label !== undefined) pushLabel(writer, label);
  else if (role === 'img' && isElement(title)) pushLabel(writer, lineOf(title));
  return skip;
};

function pushLabel(writer: MarkdownWriter, text: string | undefined): void {
  const label = text?.trim();
  if (label) writer.text(`[${writer.options.imageLabel}: ${label}]`);
}
