// The text of code, byte for byte what the page shows (E3).
import { type ChildNode, type Element, isElement, isText, type Text } from '../node.ts';
import { type DiffSign, withSigns } from './code-diff.ts';
import { changedLine, codePart, isBlockLine, isDecoration, partOf } from './code-part.ts';
import { after } from './plain-text.ts';

/** The text of a code element. */
export function codeText(root: Element, removed: ReadonlySet<Element>): string {
  const text = new CodeText();
  let node: ChildNode | null = root.children[0] ?? null;
  let isFirst = true;
  const isPre = root.name !== 'div';
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isBehindBlock(node)) text.endLine();
    if (isText(node)) {
      // HTML drops the line end that follows the tag.
      if (isFirst && root.name !== 'code') text.add(node.data.replace(/^\r?\n/, ''));
      else if (isPre || !isBetweenLines(node)) text.add(isBehindNumber(node) ? node.data.slice(1) : node.data);
    } else if (isElement(node)) {
      const part = partOf(node);
      if ((part & codePart.decoration) === 0 && !removed.has(node)) {
        if (node.name === 'br') text.add('\n');
        else if (part !== 0) text.enter(node, part);
        inside = node.children[0];
      }
    }
    isFirst = false;
    node = inside ?? after(node, root);
  }
  return text.finish();
}

/** White space between lines that are blocks, where there is no `pre` that would show it. */
function isBetweenLines({ data, prev, next }: Text): boolean {
  return (isBlock(prev) || isBlock(next)) && !/\S/.test(data);
}

function isBlock(node: ChildNode | null): boolean {
  return isElement(node) && isBlockLine(node);
}

/** Whether it is on the line below a line that is a block, and has no line end of its own. */
function isBehindBlock(node: ChildNode): boolean {
  const { prev } = node;
  if (!isBlock(prev) || isDecoration(prev as Element)) return false;
  return isText(node) ? /^[^\n]*\S/.test(node.data) : !isBlockLine(node) && node.name !== 'br' && !isDecoration(node);
}

/** Older Doxygens part a line's number from its code. */
function isBehindNumber({ data, prev }: Text): boolean {
  return data.charCodeAt(0) === 0xa0 && isElement(prev) && prev.marks.className === 'lineno';
}

class CodeText {
  #text = '';
  #endsLine = false;
  #line: Element | undefined;
  #lineStart = 0;
  /** Whether lines that are no blocks have line ends of their own, which the first of them shows. */
  #hasLineEnds: boolean | undefined;
  /** Where changed lines begin. */
  readonly #changes: { readonly at: number; readonly sign: DiffSign }[] = [];

  add(data: string): void {
    if (data === '') return;
    this.#text += data;
    this.#endsLine = data.charCodeAt(data.length - 1) === 0x0a;
  }

  endLine(): void {
    if (this.#text !== '' && !this.#endsLine) this.add('\n');
  }

  enter(element: Element, part: number): void {
    if ((part & codePart.line) !== 0) this.#beginLine(element);
    if ((part & changedLine) !== 0)
      this.#changes.push({ at: this.#text.length, sign: (part & codePart.added) !== 0 ? '+' : '-' });
  }

  /** Lines that are elements need no line ends between them to be on lines of their own. */
  #beginLine(element: Element): void {
    if (!isBlockLine(element)) {
      this.#hasLineEnds ??= endsItsLine(element);
      if (this.#hasLineEnds) return;
    }
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
    const code = text.slice(0, end).toWellFormed();
    return this.#changes.length === 0 ? code : withSigns(code, this.#signs());
  }

  /** The signs by the number of their line. */
  #signs(): ReadonlyMap<number, DiffSign> {
    const signs = new Map<number, DiffSign>();
    let line = 0;
    let from = 0;
    for (const { at, sign } of this.#changes) {
      line += lineEnds(this.#text.slice(from, at));
      from = at;
      signs.set(line, sign);
    }
    return signs;
  }
}

function lineEnds(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}

function isInside(element: Element, outer: Element): boolean {
  return element.parent === outer || element.parent?.parent === outer;
}

/** Whether a line end is the last thing in the element, or follows it. */
function endsItsLine(element: Element): boolean {
  let last: ChildNode = element;
  while (isElement(last) && !isDecoration(last) && last.children.length > 0) last = last.children.at(-1) as ChildNode;
  if (isLineEnd(last, /\n[ \t]*$/)) return true;
  return element.next !== null && isLineEnd(element.next, /^[ \t]*\r?\n/);
}

function isLineEnd(node: ChildNode, end: RegExp): boolean {
  return isText(node) ? end.test(node.data) : node.name === 'br';
}
