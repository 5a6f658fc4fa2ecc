// Code blocks: byte for byte what the page shows, without line numbers, copy buttons and other decoration (E3).
import { type ChildNode, type Element, isElement } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { codeLanguage } from './code-language.ts';
import { linesAlone } from './code-lines.ts';
import { isBlockLine, isDecoration } from './code-part.ts';
import { codeText } from './code-text.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import type { MarkdownWriter } from './writer.ts';

/** A block of code, or inline code where only one line fits. */
export const enterPre: Enter = (writer, element) => {
  if (isDecoration(element) || element.attribs.class === 'lines') return skip;
  const code = codeText(element, writer.removed);
  if (code.trim() === '') return skip;
  const label = tabLabel(element);
  if (label !== undefined) writer.announce(label);
  pushCode(writer, element, code);
  if (label !== undefined) writer.unannounce();
  return skip;
};

function pushCode(writer: MarkdownWriter, element: Element, code: string): void {
  if (writer.oneLine > 0 && !(code.includes('\n') && writer.endHeading())) writer.code(code);
  else writer.push({ kind: 'code', code, language: codeLanguage(element) });
}

/** ReadMe's tabs name each block of code on the code itself. */
function tabLabel(pre: Element): string | undefined {
  if (!isElement(pre.parent) || !hasClass(pre.parent.attribs.class, 'CodeTabs-inner')) return undefined;
  const code = pre.children.find((child) => isElement(child) && child.name === 'code');
  return isElement(code) ? code.attribs.name : undefined;
}

/** Code whose lines are elements, as Doxygen writes it; anything else of that class is left as it is. */
export const enterCodeLines: Enter = (writer, element) => {
  if (!holdsLines(element)) return undefined;
  const code = codeText(element, writer.removed);
  if (code.trim() === '') return skip;
  writer.flush();
  pushCode(writer, element, code);
  return skip;
};

function holdsLines({ children }: Element): boolean {
  const only = children.length === 1 ? children[0] : undefined;
  if (!isElement(only)) return children.some(isLineNode);
  return only.name === 'table' || hasClass(only.attribs.class, 'line') || only.children.some(isLineNode);
}

function isLineNode(node: ChildNode): boolean {
  return isElement(node) && isBlockLine(node);
}

/** Inline code; one that keeps its lines, by its style or as all that its block holds, is a block. */
export const enterCode: Enter = (writer, element) => {
  const lines = writer.oneLine > 0 || writer.inCode ? undefined : linesOf(element, writer.removed);
  if (lines !== undefined) {
    writer.flush();
    writer.push({ kind: 'code', code: lines, language: codeLanguage(element) });
    return skip;
  }
  writer.openCode();
  return leaveCode;
};

const leaveCode: Leave = (writer) => writer.closeCode();

const keepsLines = /white-space\s?:\s?(?:pre|break-spaces)/i;

function linesOf(element: Element, removed: ReadonlySet<Element>): string | undefined {
  const { style } = element.attribs;
  if (style === undefined || !keepsLines.test(style)) return linesAlone(element, removed);
  const code = codeText(element, removed);
  return code.includes('\n') ? code : undefined;
}
