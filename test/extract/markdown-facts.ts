// The facts of our Markdown as an independent Markdown parser reads it.
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { wordsOf } from './source-words.ts';

export interface MarkdownFacts {
  readonly code: readonly { readonly text: string; readonly language: string | undefined }[];
  readonly cells: readonly string[];
  readonly headings: readonly string[];
  /** Strong text: what a heading becomes in a list, a quotation or a cell. */
  readonly strong: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Parses Markdown as GitHub does. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Reads the facts of a Markdown text. */
export function markdownFacts(markdown: string): MarkdownFacts {
  const reader = new MarkdownReader();
  reader.read(parseMarkdown(markdown));
  const { code, cells, headings, strong } = reader;
  return { code, cells, headings, strong, words: wordsOf(reader.texts.join('')) };
}

const inlines: ReadonlySet<string> = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'html']);

class MarkdownReader {
  readonly code: { text: string; language: string | undefined }[] = [];
  readonly cells: string[] = [];
  readonly headings: string[] = [];
  readonly strong = new Set<string>();
  readonly texts: string[] = [];

  read(node: Nodes): void {
    const isBlock = !inlines.has(node.type);
    if (isBlock) this.texts.push('\n');
    const from = this.texts.length;
    if (node.type === 'html') this.#html(node.value);
    else if ('value' in node) this.texts.push(node.value);
    if ('children' in node) for (const child of node.children) this.read(child);
    this.#take(node, from);
    if (isBlock) this.texts.push('\n');
  }

  /** Tags that the style writes itself; anything else would not be seen by a reader. */
  #html(value: string): void {
    if (/^<br\s*\/?>$/.test(value)) this.texts.push('\n');
  }

  #take(node: Nodes, from: number): void {
    if (node.type === 'code') {
      this.code.push({ text: node.value.replace(/\r\n?/g, '\n'), language: node.lang ?? undefined });
      return;
    }
    const into = node.type === 'tableCell' ? this.cells : node.type === 'heading' ? this.headings : undefined;
    if (into === undefined && node.type !== 'strong') return;
    const words = wordsOf(this.texts.slice(from).join('')).join(' ');
    if (words !== '') into?.push(words);
    if (node.type === 'strong') this.strong.add(words);
  }
}
