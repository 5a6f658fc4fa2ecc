// The text of Markdown as another parser reads it: no marks, no numbers of lists, no languages of fences.
import type { Nodes } from 'mdast';
import { parseMarkdown } from '../../../test/extract/markdown-facts.ts';

export function spokenText(markdown: string): string {
  return spoken(parseMarkdown(markdown));
}

function spoken(node: Nodes): string {
  if (node.type === 'html') return /^<br\s*\/?>$/.test(node.value) ? '\n' : '';
  if ('value' in node) return node.type === 'code' ? `\n${node.value}\n` : node.value;
  if (!('children' in node)) return node.type === 'break' ? '\n' : '';
  const text = node.children.map(spoken).join('');
  return inlines.has(node.type) ? text : `${text}\n`;
}

const inlines: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'link']);
