// Whether a page has a script that shows the TeX in its text as formulas, and between which signs.
import { type AnyNode, type ChildNode, type Document, type Element, isElement } from '../node.ts';
import { descendants, textOf } from './plain-text.ts';

export interface TexPage {
  /** MathJax or KaTeX. */
  readonly usesTex: boolean;
  /** Single dollar signs are signs of a formula too, which both programs need configured. */
  readonly usesDollars: boolean;
  /** AsciiMath between `\$`, as AsciiDoctor sets it up. */
  readonly usesAsciiMath: boolean;
}

const pages = new WeakMap<AnyNode, TexPage>();

/** The settings in all scripts of a node's page. They are read once, and only on pages that have signs of formulas. */
export function texPage(node: AnyNode): TexPage {
  const root = rootOf(node);
  let page = pages.get(root);
  if (page === undefined) {
    page = readScripts(root);
    pages.set(root, page);
  }
  return page;
}

const parts: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Whether a script of the page's head, or right in its body, is one for formulas: a few elements to look at. */
export function loadsTex(node: AnyNode): boolean {
  const holders: (Document | Element)[] = [];
  const root = rootOf(node);
  if (root.type !== 'text') holders.push(root);
  for (let at = 0; at < holders.length && at < 8; at++)
    for (const child of (holders[at] as Element).children) {
      if (isElement(child) && parts.has(child.name)) holders.push(child);
      else if (isScript(child) && programs.test(addressOf(child))) return true;
    }
  return false;
}

function rootOf(node: AnyNode): AnyNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

const programs = /mathjax|katex/i;
const calls = /\bMathJax\b|renderMathInElement|\bkatex\b/;
const asciiMath = /asciimath|AM_CHTML|AM_HTMLorMML/i;
const dollars = /(?:inlineMath|left)['"]?\s?:[^;]{0,300}?['"]\$['"]/;
const maxScript = 10_000;

function readScripts(root: AnyNode): TexPage {
  let [usesTex, usesDollars, usesAsciiMath] = [false, false, false];
  if (root.type === 'text') return { usesTex, usesDollars, usesAsciiMath };
  for (const node of descendants(root)) {
    if (!isScript(node)) continue;
    const address = addressOf(node);
    const text = textOf(node, undefined, maxScript).slice(0, maxScript);
    usesTex ||= programs.test(address) || calls.test(text);
    usesDollars ||= dollars.test(text);
    usesAsciiMath ||= asciiMath.test(address) || asciiMath.test(text);
  }
  return { usesTex, usesDollars: usesDollars && usesTex, usesAsciiMath: usesAsciiMath && usesTex };
}

/** Scripts and style sheets. Manuals of these programs link to themselves, which proves nothing. */
function isScript(node: ChildNode): node is Element {
  if (!isElement(node)) return false;
  return node.name === 'script' || (node.name === 'link' && /stylesheet|preload/i.test(node.attribs.rel ?? ''));
}

function addressOf({ attribs: { src, href, type } }: Element): string {
  return (src ?? href ?? type ?? '').slice(0, maxScript);
}
