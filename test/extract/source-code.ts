// The text of a page's code blocks, read from its tree by the rules of the Markdown style and without any of the walker's code.
import { type ChildNode, Element, Text } from '../../src/extract/html/node.ts';

const codeElements: ReadonlySet<string> = new Set(['pre', 'xmp', 'listing', 'plaintext']);

/** Line numbers, buttons and the like: what a reader does not copy. */
const decorations: ReadonlySet<string> = new Set([
  'lineno',
  'linenos',
  'linenodiv',
  'ln',
  'line-number',
  'line-numbers-rows',
  'line-numbers-wrapper',
  'linenumber',
  'gutter',
  'rouge-gutter',
  'listing_lines',
  'hljs-ln-numbers',
  'unselectable',
  // Doxygen's tool tips.
  'ttc',
  // The label of what rustdoc folds, and its box of notable traits.
  'hideme',
  'notable-traits',
]);

const notInCode: ReadonlySet<string> = new Set(['button', 'svg', 'script', 'style', 'template', 'select', 'textarea']);

const lineClasses: ReadonlySet<string> = new Set(['line', 'token-line', 'ec-line', 'highlight-line', 'code-line']);

const unmarked: ReadonlySet<string> = new Set(['default', 'none', 'text', 'plaintext', 'plain', 'nohighlight', 'txt']);

/** The classes of an element, as a list. */
export function classesOf(element: Element): readonly string[] {
  return (element.attribs.class ?? '').split(/\s+/).filter((name) => name !== '');
}

/** Whether the element is a code block of its own; Doxygen writes its own without `pre`. */
export function isCodeBlock(element: Element): boolean {
  if (codeElements.has(element.name)) return true;
  return element.name === 'div' && classesOf(element).includes('fragment');
}

/** The text of the block, without line ends at its end; empty when it has none. */
export function codeTextOf(block: Element): string {
  const parts: string[] = [];
  collect(block.children, parts);
  const text = parts.join('').replace(/\r\n?/g, '\n');
  const first = block.children[0];
  const shown = first instanceof Text && /^\r?\n/.test(first.data) ? text.slice(1) : text;
  return shown.trim() === '' ? '' : signed(shown.replace(/\n+$/, ''));
}

// Private characters that mark where a changed line begins, until all lines are known.
const added = '\ue000';
const removed = '\ue001';

/** A block with changed lines shows a sign before these and a space before the others, unless the signs are text. */
function signed(text: string): string {
  const lines = text.split('\n');
  const changed = lines.filter((line) => line.startsWith(added) || line.startsWith(removed));
  if (changed.length === 0) return text;
  const areText = changed.every((line) => line.startsWith(`${added}+`) || line.startsWith(`${removed}-`));
  return lines
    .map((line) => {
      if (!changed.includes(line)) return areText ? line : ` ${line}`;
      return `${areText ? '' : line.startsWith(added) ? '+' : '-'}${line.slice(1)}`;
    })
    .join('\n');
}

/** The mark for a line that its class calls added or removed. */
function changeOf(element: Element): string {
  const classes = classesOf(element).join(' ');
  if (!/\bline\b/.test(classes) || /(?:^| )token(?: |$)/.test(classes)) return '';
  if (/(?:[ -]|^)(?:ins|inserted|added|add)(?:[ -]|$)/.test(classes)) return added;
  return /(?:[ -]|^)(?:del|deleted|removed|remove)(?:[ -]|$)/.test(classes) ? removed : '';
}

/** The language of the block as the page spells it, if any. */
export function markedLanguage(block: Element): string | undefined {
  const code = block.children.find((child) => child instanceof Element && child.name === 'code') as Element | undefined;
  for (let element = code ?? block, up = 0; up < 5; up++) {
    const found = languageOf(element);
    if (found !== undefined) return unmarked.has(found.toLowerCase()) ? undefined : found;
    const { parent } = element;
    // A wrapper with other text in it is no wrapper of this block.
    if (!(parent instanceof Element) || (element !== code && !isWrapper(parent))) return undefined;
    element = parent;
  }
  return undefined;
}

function languageOf(element: Element): string | undefined {
  const attribute = element.attribs['data-lang'] ?? element.attribs['data-language'];
  if (attribute !== undefined && attribute !== '') return attribute;
  const classes = classesOf(element);
  for (const name of classes) {
    const found = /^(?:language|lang|highlight-source|highlight-text|highlight)-(.+)$/.exec(name)?.[1];
    if (found !== undefined) return found;
  }
  const brush = classes.indexOf('brush:');
  return brush < 0 ? undefined : classes[brush + 1];
}

function isWrapper(element: Element): boolean {
  return ['div', 'figure', 'td', 'tr', 'tbody', 'table', 'pre', 'code'].includes(element.name);
}

function collect(nodes: readonly ChildNode[], parts: string[]): void {
  let openLine = false;
  for (const node of nodes) {
    if (node instanceof Text) {
      // A block ends its line, even where nothing but its own end does.
      const isBelow = openLine && node.prev instanceof Element && node.prev.name === 'div';
      if (isBelow && /\S/.test(node.data.split('\n')[0] ?? '')) parts.push('\n');
      if (node.data.includes('\n')) openLine = false;
      if (!openLine || node.data.trim() !== '') parts.push(node.data);
    } else if (node instanceof Element && !isCodeDecoration(node)) {
      if (node.name === 'br') {
        parts.push('\n');
        openLine = false;
        continue;
      }
      const isLine = isLineElement(node);
      if (isLine && openLine) parts.push('\n');
      const change = changeOf(node);
      if (change !== '') parts.push(change);
      const before = parts.length;
      collect(node.children, parts);
      if (isLine) openLine = !parts.slice(before).join('').endsWith('\n');
    }
  }
}

function isLineElement(element: Element): boolean {
  // Prism's tokens: the text of a line, behind its sign.
  if (classesOf(element).includes('token')) return false;
  return element.name === 'div' || element.name === 'tr' || classesOf(element).some((name) => lineClasses.has(name));
}

/** Whether the element is a line number, a button or the like: nothing a reader copies. */
export function isCodeDecoration(element: Element): boolean {
  if (notInCode.has(element.name) || element.attribs['aria-hidden'] === 'true') return true;
  if (/user-select:\s*none/.test(element.attribs.style ?? '')) return true;
  if (element.name === 'pre' && element.attribs.class === 'lines') return true;
  return classesOf(element).some((name) => decorations.has(name) || name.startsWith('codeLineNumber'));
}
