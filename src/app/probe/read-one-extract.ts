// From the bytes of one page to its content and chunks; runs in this thread, or in one of its own (read-one-worker.ts).
import { type Chunk, chunkPage } from '../../chunk/chunks.ts';
import { type ExtractedPage, type ExtractOptions, extractPage } from '../../extract/extract-page.ts';

/** A page to be read. */
export interface PageInput {
  readonly url: string;
  readonly body: Uint8Array;
  readonly options: Omit<ExtractOptions, 'keepDraft'>;
}

/** What was read. */
export interface PageOutput {
  readonly page: ExtractedPage;
  readonly chunks: readonly Chunk[];
}

/** Reads a page. Throws a ConfigError for a selector that cannot be used. */
export async function readHere({ body, options }: PageInput): Promise<PageOutput> {
  const page = await extractPage(body, options);
  return { page, chunks: chunkPage(page.blocks, { title: page.title, language: page.language }) };
}
