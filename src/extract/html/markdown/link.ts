// Links: their text, and their target when it is to be kept (E3).
import { type Element, isElement } from '../node.ts';
import { classRole } from './class-roles.ts';
import { type Enter, endMark, skip } from './element-action.ts';
import { isPermalink } from './heading.ts';
import { lineOf, textOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterLink: Enter = (writer, element) => {
  const { href } = element.marks;
  if (isPermalink(element, writer.oneLine > 0)) return skip;
  if (writer.oneLine > 0 && classRole(element.marks) === 'aside-link') return skip;
  if (isFootnoteLink(element)) {
    pushFootnote(writer, element);
    return skip;
  }
  if (!writer.options.keepLinks || href === undefined || writer.inCode) return undefined;
  const target = writer.options.resolve(href);
  if (target === undefined || !/^https?:/i.test(target)) return undefined;
  writer.inline.open('link', encodeTarget(target));
  return endMark;
};

/** Raised text; one that links to a footnote is `[1]`. */
export const enterSup: Enter = (writer, element) => {
  if (writer.inCode) return undefined;
  const only = onlyElement(element);
  const isNote =
    isFootnoteLink(element) ||
    /^\[.{1,8}\]$/.test(lineOf(element, undefined, 100)) ||
    (only?.name === 'a' && (isFootnoteLink(only) || only.attribs.href?.startsWith('#')));
  if (isNote) {
    pushFootnote(writer, element);
    return skip;
  }
  writer.inline.open('sup');
  return endMark;
};

function isFootnoteLink({ attribs, marks }: Element): boolean {
  if (marks.role === 'doc-noteref' || attribs['data-footnote-ref'] !== undefined) return true;
  return classRole(marks) === 'footnote-link';
}

function pushFootnote(writer: MarkdownWriter, element: Element): void {
  const text = textOf(element, undefined, 100);
  const label = text
    .replace(/\s+/g, ' ')
    .replace(/^[[(\s]+/, '')
    .replace(/[\])\s]{1,10}$/, '');
  if (label !== '') writer.text(`[${label}]`);
  if (/\s$/.test(text.slice(-1))) writer.inline.space();
}

function onlyElement({ children }: Element): Element | undefined {
  const shown = children.filter((child) => isElement(child) || ('data' in child && child.data.trim() !== ''));
  return shown.length === 1 && isElement(shown[0]) ? shown[0] : undefined;
}

const codes: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '|': '%7C',
  '&': '\\&',
};

function encodeTarget(target: string): string {
  return target.replace(/[()<>\\|\s]|&(?=[#\w]+;)/g, (character) => codes[character] ?? '%20');
}
