// For tests: a fragment of HTML as Markdown, as blocks, and as its content.
import { type Block, renderBlocks } from '../../../core/document.ts';
import type { Content } from '../content.ts';
import { parseHtml } from '../tree.ts';
import { type MarkdownOptions, toBlocks } from './blocks.ts';

export const plainOptions: MarkdownOptions = {
  keepLinks: false,
  imageLabel: 'image',
  resolve: (href) => new URL(href, 'https://docs.test/a/').href,
};

export function contentOfHtml(html: string): Content {
  return { roots: [parseHtml(html).root], removed: new Set(), rule: 'body' };
}

export function blocksOf(html: string, options: Partial<MarkdownOptions> = {}): readonly Block[] {
  return toBlocks(contentOfHtml(html), { ...plainOptions, ...options });
}

export function markdownOf(html: string, options: Partial<MarkdownOptions> = {}): string {
  return renderBlocks(blocksOf(html, options));
}
