// Words as the judge counts them, and what pages write that readers do not see.
import { classesOf, type Element } from './tree.ts';

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;
const word = /[\p{L}\p{N}\p{M}]+/gu;

/** A word and where it begins in the text. */
export interface Placed {
  readonly word: string;
  readonly at: number;
}

/** Letters and digits in lower case; invisible characters become nothing. */
export function placedWords(text: string): readonly Placed[] {
  const clean = text.includes('\u00ad') || invisible.test(text) ? text.replace(invisible, '\u2060') : text;
  invisible.lastIndex = 0;
  const found: Placed[] = [];
  for (const match of clean.matchAll(/[\p{L}\p{N}\p{M}\u2060]+/gu)) {
    const letters = match[0].replaceAll('\u2060', '');
    if (letters !== '') found.push({ word: letters.toLowerCase(), at: match.index });
  }
  return found;
}

export function wordsOf(text: string): readonly string[] {
  return text.replace(invisible, '').toLowerCase().match(word) ?? [];
}

/** Formulas are neither kept nor chrome: on pages with any, both sides lose what is between TeX's signs. */
const formulas = /\$\$[\s\S]{1,4000}?\$\$|\\\([\s\S]{1,2000}?\\\)|\\\[[\s\S]{1,4000}?\\\]|\$[^$\n]+\$/g;

/** The text with blanks in place of formulas, as long as before. */
export function withoutFormulas(text: string): string {
  return text.replace(formulas, (formula) => ' '.repeat(formula.length));
}

export function hasFormulaSigns(text: string): boolean {
  return /\\\(.{1,200}\\\)|\\\[[\s\S]{1,400}?\\\]/.test(text);
}

const unseen: ReadonlySet<string> = new Set(
  'script style noscript template iframe object embed head title button select textarea input option datalist rp noframes video audio canvas clipboard-copy'.split(
    ' ',
  ),
);

const onlyForScreenReaders = /^(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|sr_only)$/;

const maths: ReadonlySet<string> = new Set(
  'katex katex-display math MathJax MathJax_Display MathJax_Preview mjx-chtml formulaInl formulaDsp stemblock mathjax-block'.split(
    ' ',
  ),
);

/** Whether nobody sees the element: scripts, controls, hidden parts. A tab's label and a panel that is not open are seen. */
export function isUnseen(element: Element): boolean {
  const { name, attribs } = element;
  if (attribs.role === 'tab') return false;
  if (unseen.has(name)) return true;
  if (attribs.hidden !== undefined && attribs.hidden !== 'until-found' && attribs.role !== 'tabpanel') return true;
  if (/display:\s*none|visibility:\s*hidden/.test(attribs.style ?? '') && attribs.role !== 'tabpanel') return true;
  return classesOf(element).some((one) => onlyForScreenReaders.test(one));
}

export function isFormula(element: Element): boolean {
  return (
    element.name === 'math' || element.name === 'mjx-container' || classesOf(element).some((name) => maths.has(name))
  );
}

const inline: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q s samp small span strike strong sub sup time tt u var wbr ruby rb rt'.split(
    ' ',
  ),
);

/** Whether the element is inline. */
export function isInline({ name }: Element): boolean {
  return inline.has(name) || name.includes('-');
}
