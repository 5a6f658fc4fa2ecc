// Whether a page has a script that shows the TeX in its text as formulas, and between which signs.
import { type AnyNode, type Document, type Element, isElement } from '../node.ts';
import { descendants, textOf } from './plain-text.ts';

export interface TexPage {
  /** MathJax or KaTeX. */
  readonly usesTex: boolean;
  /** Single dollar signs are signs of a formula too, which both programs have to be told. */
  readonly usesDollars: boolean;
  /** AsciiMath between `\$`, as AsciiDoctor sets it up. */
  readonly usesAsciiMath: boolean;
}

const pages = new WeakMap<AnyNode, TexPage>();

/** What the scripts of a node's page say; they are looked for once, and only on pages that have such signs. */
export function texPage(node: AnyNode): TexPage {
  let root = node;
  while (root.parent !== null) root = root.parent;
  let page = pages.get(root);
  if (page === undefined) {
    page = readScripts(root);
    pages.set(root, page);
  }
  return page;
}

const programs = /mathjax|katex/i;
const calls = /\bMathJax\b|renderMathInElement|\bkatex\b/;
const asciiMath = /asciimath|AM_CHTML|AM_HTMLorMML/i;
const dollars = /(?:inlineMath|left)['"]?\s?:[^;]{0,300}?['"]\$['"]/;
const maxScript = 10_000;

function readScripts(root: AnyNode): TexPage {
  let [usesTex, usesDollars, usesAsciiMath] = [false, false, false];
  if (root.type === 'text') return { usesTex, usesDollars, usesAsciiMath };
  for (const text of scriptsOf(root)) {
    usesTex ||= text.isAddress ? programs.test(text.value) : calls.test(text.value);
    usesDollars ||= dollars.test(text.value);
    usesAsciiMath ||= asciiMath.test(text.value);
  }
  return { usesTex, usesDollars: usesDollars && usesTex, usesAsciiMath: usesAsciiMath && usesTex };
}

function* scriptsOf(root: Document | Element): Generator<{ readonly value: string; readonly isAddress: boolean }> {
  for (const node of descendants(root)) {
    if (!isElement(node) || (node.name !== 'script' && node.name !== 'link')) continue;
    const { src, href, type, rel = '' } = node.attribs;
    // Manuals of these programs link to themselves.
    if (node.name === 'link' && !/stylesheet|preload/i.test(rel)) continue;
    const address = src ?? href ?? type;
    if (address !== undefined) yield { value: address.slice(0, maxScript), isAddress: true };
    if (node.name === 'script' && src === undefined)
      yield { value: textOf(node, undefined, maxScript).slice(0, maxScript), isAddress: false };
  }
}
