// The judge's own reading of HTML: parse5, as browsers parse, and css-select. None of it is the extractor's.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { selectAll } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';

export type { AnyNode, Document, Element };

/** What turns HTML into a tree; from the folder where bench/generators/tools is installed. */
export async function loadParser(tools: string): Promise<(html: string) => Document> {
  const require = createRequire(join(tools, 'package.json'));
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);
  const { parse } = (await load('parse5')) as { parse(html: string, options: unknown): Document };
  const { adapter } = (await load('parse5-htmlparser2-tree-adapter')) as { adapter: unknown };
  return (html) => parse(html, { treeAdapter: adapter });
}

export function isElement(node: AnyNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** All matches in document order; none for no selector. */
export function matches(root: Document, selector: string | undefined): ReadonlySet<Element> {
  return new Set(selector === undefined ? [] : (selectAll(selector, root as AnyNode) as Element[]));
}

/** Those that are in no other of them. */
export function outermost(elements: ReadonlySet<Element>): readonly Element[] {
  return [...elements].filter((element) => {
    for (let above = element.parent; above !== null; above = above.parent)
      if (elements.has(above as Element)) return false;
    return true;
  });
}

export function classesOf({ attribs }: Element): readonly string[] {
  return (attribs.class ?? '').split(/\s+/).filter((name) => name !== '');
}

/** All text below a node. */
export function textOf(node: AnyNode): string {
  if (node.type === 'text') return node.data;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
