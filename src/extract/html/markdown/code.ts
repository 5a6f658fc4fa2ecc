// Code blocks: byte for byte what the page shows, without line numbers, copy buttons and other decoration (E3).
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { codeLanguage } from './code-language.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import { after } from './plain-text.ts';

/** A block of code, or inline code where only one line may stand. */
export const enterPre: Enter = (writer, element) => {
  if (isDecoration(element) || element.attribs.class === 'lines') return skip;
  const code = codeText(element, writer.removed);
  if (code.trim() === '') return skip;
  const label = tabLabel(element);
  if (label !== undefined) writer.announce(label);
  if (writer.oneLine > 0 && !(code.includes('\n') && writer.endHeading())) writer.code(code);
  else writer.push({ kind: 'code', code, language: codeLanguage(element) });
  if (label !== undefined) writer.unannounce();
  return skip;
};

/** ReadMe's tabs name each block of code on the code itself. */
function tabLabel(pre: Element): string | undefined {
  if (!isElement(pre.parent) || !hasClass(pre.parent.attribs.class, 'CodeTabs-inner')) return undefined;
  const code = pre.children.find((child) => isElement(child) && child.name === 'code');
  return isElement(code) ? code.attribs.name : undefined;
}

/** Code whose lines are elements, as Doxygen writes it; anything else of that class is left as it is. */
export const enterCodeLines: Enter = (writer, element) => {
  if (writer.oneLine > 0 || writer.inCell) return undefined;
  const holder = element.children.length === 1 && isElement(element.children[0]) ? element.children[0] : element;
  if (holder.name !== 'table' && !holder.children.some(isLineNode)) return undefined;
  writer.push({ kind: 'code', code: codeText(element, writer.removed), language: codeLanguage(element) });
  return skip;
};

function isLineNode(node: ChildNode): boolean {
  return isElement(node) && node.name === 'div' && isLine(node);
}

/** Inline code; one whose style keeps its lines is a block. */
export const enterCode: Enter = (writer, element) => {
  const { style } = element.attribs;
  if (style !== undefined && keepsLines.test(style) && writer.oneLine === 0 && !writer.inCode) {
    const code = codeText(element, writer.removed);
    if (code.includes('\n')) {
      writer.flush();
      writer.push({ kind: 'code', code, language: codeLanguage(element) });
      return skip;
    }
  }
  writer.openCode();
  return leaveCode;
};

const leaveCode: Leave = (writer) => writer.closeCode();

const keepsLines = /white-space\s?:\s?(?:pre|break-spaces)/i;

const decorations: ReadonlySet<string> = new Set(
  (
    'lineno linenos linenodiv ln lnt lnlinks line-number line-numbers-rows linenumber gutter rouge-gutter ' +
    'hljs-ln-numbers react-syntax-highlighter-line-number copy copybtn copy-button copy-btn btn-copy clipboard ' +
    'code-copy unselectable select-none no-select user-select-none gp-decoration blob-num'
  ).split(' '),
);
const decorationNames: ReadonlySet<string> = new Set(
  'button clipboard-copy script style svg template textarea select noscript'.split(' '),
);

/** Whether an element inside of code is there for show: line numbers, buttons, prompts that cannot be selected. */
export function isDecoration(element: Element): boolean {
  const { marks } = element;
  // Elements that share their marks share their name, unless there is nothing to be found out about them.
  if (marks.decorates < 0) marks.decorates = saysDecoration(element) ? 1 : 0;
  return marks.decorates === 1 || decorationNames.has(element.name);
}

function saysDecoration({ name, attribs }: Element): boolean {
  const { class: className, style } = attribs;
  if (className !== undefined && name !== 'code' && isDecorationClass(className)) return true;
  if (attribs['aria-hidden'] === 'true') return true;
  return style !== undefined && /user-select\s?:\s?none/i.test(style);
}

const plainClasses = new Set<string>();

function isDecorationClass(className: string): boolean {
  if (plainClasses.has(className)) return false;
  const found = className.split(/\s+/).some((word) => decorations.has(word));
  if (!found && className.length < 200) {
    if (plainClasses.size >= 4_096) plainClasses.clear();
    plainClasses.add(className);
  }
  return found;
}

const lineNames: ReadonlySet<string> = new Set('div li p tr'.split(' '));
const lineClass = /(?:^|\s)(?:line|token-line|code-line|view-line)(?:\s|$)/;

/** The text of a code element. */
export function codeText(root: Element, removed: ReadonlySet<Element>): string {
  const text = new CodeText();
  let node: ChildNode | null = root.children[0] ?? null;
  let isFirst = true;
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isText(node)) {
      // HTML drops the line end that follows the tag.
      text.add(isFirst && root.name !== 'code' ? node.data.replace(/^\r?\n/, '') : node.data);
    } else if (isElement(node) && !isDecoration(node) && !removed.has(node)) {
      if (node.name === 'br') text.add('\n');
      else if (isLine(node)) text.beginLine(node);
      inside = node.children[0];
    }
    isFirst = false;
    node = inside ?? after(node, root);
  }
  return text.finish();
}

function isLine({ name, marks }: Element): boolean {
  const { className } = marks;
  // Highlighters call most of their spans `n` or `kw`.
  if (className === undefined || className.length < 4) return lineNames.has(name);
  return lineNames.has(name) || lineClass.test(className);
}

class CodeText {
  #text = '';
  #endsLine = false;
  #line: Element | undefined;
  #lineStart = 0;

  add(data: string): void {
    if (data === '') return;
    this.#text += data;
    this.#endsLine = data.charCodeAt(data.length - 1) === 0x0a;
  }

  /** Lines that are elements need no line ends between them to stand on lines of their own. */
  beginLine(element: Element): void {
    const isEmpty = this.#text.length === this.#lineStart;
    if (this.#line !== undefined && isEmpty && isInside(element, this.#line)) {
      this.#line = element;
      return;
    }
    const isFirst = this.#line === undefined && (this.#text === '' || this.#endsLine);
    if (!isFirst && (isEmpty || !this.#endsLine)) this.add('\n');
    this.#line = element;
    this.#lineStart = this.#text.length;
  }

  finish(): string {
    const text = this.#text.includes('\r') ? this.#text.replace(/\r\n?/g, '\n') : this.#text;
    let end = text.length;
    while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end--;
    return text.slice(0, end).toWellFormed();
  }
}

function isInside(element: Element, outer: Element): boolean {
  return element.parent === outer || element.parent?.parent === outer;
}
