// For tests: a fragment of HTML as Markdown, as blocks, and as its content.
import { type Block, renderBlocks } from '../../../core/document.ts';
import type { Content } from '../content.ts';
import { parseHtml, type TreeCaps } from '../tree.ts';
import { type MarkdownOptions, toBlocks } from './blocks.ts';

export const plainOptions: MarkdownOptions = {
  keepLinks: false,
  imageLabel: 'image',
  resolve: (href) => new URL(href, 'https://docs.test/a/').href,
};

export function contentOfHtml(html: string, caps: Partial<TreeCaps> = {}): Content {
  return { roots: [parseHtml(html, caps).root], removed: new Set(), rule: 'body' };
}

/** Of a page that may have any number of elements: its cost shows only where the cap does not end it before. */
export function uncutContentOf(html: string): Content {
  return contentOfHtml(html, { nodes: Number.POSITIVE_INFINITY });
}

export function blocksOf(html: string, options: Partial<MarkdownOptions> = {}): readonly Block[] {
  return toBlocks(contentOfHtml(html), { ...plainOptions, ...options });
}

export function markdownOf(html: string, options: Partial<MarkdownOptions> = {}): string {
  return renderBlocks(blocksOf(html, options));
}
