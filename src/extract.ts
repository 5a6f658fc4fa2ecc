// The library door `docent/extract`: a page's bytes in, Markdown, facts and chunks out. No network, no store.
import { type ExtractedPage, extractPage as extract, type ExtractOptions as Options } from './extract/extract-page.ts';

export { type Chunk, type ChunkOptions, chunkPage } from './chunk/chunks.ts';
export { countTokens } from './chunk/tokens.ts';
export { type Block, renderBlocks } from './core/document.ts';
export { ConfigError, DocentError } from './core/errors.ts';
export type { PageForm } from './core/forms.ts';
export type { ExtractedPage } from './extract/extract-page.ts';
export type { Fidelity } from './extract/html/markdown/fidelity.ts';
export type { OutlineEntry } from './extract/outline.ts';
export type { Shell } from './extract/shell/shell.ts';

/** The part of a provider policy that configures how pages are read; a whole policy will do. */
export interface ReadingPolicy {
  readonly custom_selectors?: { readonly content?: string; readonly remove?: readonly string[] } | undefined;
  readonly readability?: boolean | undefined;
  readonly keep_links?: boolean | undefined;
  readonly image_label?: string | undefined;
}

export interface ExtractOptions extends Options {
  readonly provider?: ReadingPolicy | undefined;
}

/**
 * Reads a page: HTML unless `form` is set. Options win over the provider's. Throws a ConfigError for a selector that
 * cannot be used, and never because of the page.
 *
 * @example
 * ```js
 * import { chunkPage, extractPage } from 'docent/extract';
 *
 * const html = '<title>Pools</title><nav>Home</nav><main><h1 id="pools">Pools</h1><p>They stay <b>open</b>.</p></main>';
 * const page = await extractPage(html, { url: 'https://docs.example.com/guide/pool' });
 * console.log(JSON.stringify(page.markdown)); // → "# Pools\n\nThey stay **open**."
 * for (const { anchor, tokens } of chunkPage(page.blocks, page)) console.log(anchor, tokens); // → pools 9
 * ```
 */
export function extractPage(input: string | Uint8Array, options: ExtractOptions): Promise<ExtractedPage> {
  const { provider = {}, ...own } = options;
  const { custom_selectors: selectors, readability, keep_links: keepLinks, image_label: imageLabel } = provider;
  const ownSet = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return extract(input, {
    ...{ selector: selectors?.content, remove: selectors?.remove, readability, keepLinks, imageLabel },
    ...(ownSet as unknown as Options),
  });
}
