// Compares our Markdown reader with mdast, an independent parser: blocks, their nesting, their words.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Block, renderBlocks, type TextBlock } from '../../src/core/document.ts';
import { markdownBlocks } from '../../src/extract/markdown-source/blocks.ts';
import { plainInline } from '../../src/extract/markdown-source/plain.ts';
import { cellsOf } from '../../src/extract/markdown-source/table-row.ts';

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly value?: string;
  readonly alt?: string | null;
  readonly url?: string;
  readonly label?: string | null;
  readonly identifier?: string;
  readonly checked?: boolean | null;
  readonly children?: readonly Node[];
}

/** A block: its kind, and its text without marks. */
interface Leaf {
  readonly kind: string;
  readonly text: string;
}

export const measures = ['blocks', 'nesting', 'text', 'links'] as const;

export type Measure = (typeof measures)[number];

/** What is compared, as both have it; a measure is right where the two are equal. */
export type Comparison = Readonly<Record<Measure, { readonly ours: string; readonly theirs: string }>>;

/** The comparison; undefined for a text with raw HTML, which both treat differently. */
export function compare(markdown: string): Comparison | undefined {
  const tree = parsed(markdown);
  if (has(tree, 'html')) return undefined;
  const { blocks, links } = markdownBlocks(markdown, { keepLinks: false, imageLabel, resolve: (href) => href });
  const ours = blocks.map(leafOf).filter(({ kind, text }) => kind === 'break' || text !== '');
  const theirs = leavesIn(tree).filter(({ kind, text }) => kind === 'break' || text !== '');
  return {
    blocks: { ours: kindsOf(ours), theirs: kindsOf(theirs) },
    nesting: { ours: nestingOf(parsed(renderBlocks(blocks))), theirs: nestingOf(tree) },
    text: { ours: wordsOf(ours), theirs: wordsOf(theirs) },
    links: { ours: links.map(({ href }) => href).join(' '), theirs: linksIn(tree, definitionsIn(tree)).join(' ') },
  };
}

function parsed(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
}

function has(node: Node, type: string): boolean {
  return node.type === type || node.children?.some((child) => has(child, type)) === true;
}

/** A label that no example contains. */
const imageLabel = 'IMAGE';
const image = /\[IMAGE: ((?:\\.|[^\]\\])*)\]/g;

function leafOf(block: Block): Leaf {
  switch (block.kind) {
    case 'heading':
      return { kind: `heading ${block.level}`, text: block.text.replace(image, '$1') };
    case 'code':
      return { kind: 'code', text: block.code };
    case 'table': {
      const rows = [block.header, ...block.rows].map(cellsOf);
      const cells = rows.flat().map((cell) => spoken(cell.replaceAll('\\|', '|')));
      return { kind: `table ${rows.length}`, text: folded(cells.join(' ')) };
    }
    default:
      if (/^(?:---|___)$/.test(block.markdown)) return { kind: 'break', text: '' };
      return { kind: 'text', text: folded(spoken(bareText(block))) };
  }
}

/** Without the marks of a heading in a container, which are part of its text there; a check box in its usual spelling. */
function bareText({ markdown, rest }: Pick<TextBlock, 'markdown' | 'rest'>): string {
  return rest === '' ? markdown : markdown.replace(/^#{1,6} /, '').replace(/^\[X\](?= )/, '[x]');
}

/** A line break outside of code, or code. */
const breakOrCode = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\\\n/g;

function spoken(markdown: string): string {
  const lines = markdown.replace(image, '$1').replace(breakOrCode, (found) => (found === '\\\n' ? '\n' : found));
  return plainInline(lines);
}

/** The text of a node: a check box, a reference to a footnote and a line break included, which are more to us than to mdast. */
function textOf(node: Node): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'footnoteReference') return `[^${node.label}]`;
  return node.value ?? node.alt ?? (node.children ?? []).map(textOf).join('');
}

function leavesIn(node: Node): readonly Leaf[] {
  switch (node.type) {
    case 'heading':
      return [{ kind: `heading ${node.depth}`, text: folded(textOf(node)) }];
    case 'paragraph':
      return [{ kind: 'text', text: folded(textOf(node)) }];
    case 'code':
      return [{ kind: 'code', text: (node.value ?? '').trim() === '' ? '' : (node.value ?? '').replace(/\n+$/, '') }];
    case 'thematicBreak':
      return [{ kind: 'break', text: '' }];
    case 'table': {
      const rows = (node.children ?? []).map(({ children = [] }) => children.map((cell) => textOf(cell)));
      return [{ kind: `table ${rows.length}`, text: folded(rows.flat().join(' ')) }];
    }
    case 'listItem': {
      const box = typeof node.checked === 'boolean' ? `[${node.checked ? 'x' : ' '}] ` : '';
      const leaves = (node.children ?? []).flatMap(leavesIn);
      return leaves.map((leaf, at) => (at === 0 ? { ...leaf, text: box + leaf.text } : leaf));
    }
    default:
      return (node.children ?? []).flatMap(leavesIn);
  }
}

function definitionsIn(node: Node, found = new Map<string, string>()): ReadonlyMap<string, string> {
  const name = node.identifier?.toLowerCase() ?? '';
  if (node.type === 'definition' && !found.has(name)) found.set(name, node.url ?? '');
  for (const child of node.children ?? []) definitionsIn(child, found);
  return found;
}

function linksIn(node: Node, definitions: ReadonlyMap<string, string>): readonly string[] {
  const inside = (node.children ?? []).flatMap((child) => linksIn(child, definitions));
  if (node.type === 'link') return [...inside, node.url ?? ''];
  return node.type === 'linkReference'
    ? [...inside, definitions.get(node.identifier?.toLowerCase() ?? '') ?? '']
    : inside;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function kindsOf(leaves: readonly Leaf[]): string {
  return leaves.map(({ kind, text }) => (kind === 'code' ? `code ${JSON.stringify(text)}` : kind)).join(', ');
}

function wordsOf(leaves: readonly Leaf[]): string {
  return leaves
    .map(({ text }) => folded(text))
    .join('\n')
    .trim();
}

const containers: ReadonlySet<string> = new Set(['blockquote', 'list', 'listItem', 'footnoteDefinition']);

/** The tree of blocks, without empty ones. */
function nestingOf(node: Node): string {
  const inside = (node.children ?? []).map(nestingOf).filter((text) => text !== '');
  if (node.type === 'list') return `${node.ordered === true ? 'ol' : 'ul'}(${inside.join(' ')})`;
  if (containers.has(node.type)) return `${node.type}(${inside.join(' ')})`;
  if (node.type === 'root') return inside.join(' ');
  return leavesIn(node)
    .filter(({ kind, text }) => kind === 'break' || text !== '')
    .map(({ kind }) => kind)
    .join(' ');
}
