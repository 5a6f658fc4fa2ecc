// Resources: every crawled library, and every page of it by its own address, which stays the same for ever.

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { StoredLibrary } from '../../app/read/libraries.ts';
import { tokenBudget } from '../../app/search/budget.ts';
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { errorResult } from './results.ts';
import { docShape, partShape, storedLibraryShape } from './shapes.ts';
import type { Shape } from './text-form.ts';
import type { ToolOptions } from './tools.ts';

const LIBRARY = 'docent://library/';
/** Tokens for what surrounds a resource's text. */
const ENVELOPE = 1_500;

/** Throws DOC_USAGE for what is not percent-encoded. */
function decoded(part: unknown): string {
  try {
    return decodeURIComponent(String(part));
  } catch {
    throw new DocentError('DOC_USAGE', 'the URI is not percent-encoded as it should be');
  }
}

/** Registers `docent://library/<id>` and `docent://page/<url>`. */
export function registerResources(server: McpServer, { assistant, log }: Pick<ToolOptions, 'assistant' | 'log'>): void {
  const guarded = async (uri: string, read: () => Promise<Shape>): Promise<ReadResourceResult> => {
    try {
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(await read()) }] };
    } catch (error) {
      const [content] = errorResult(error, log, uri.slice(0, 200)).content;
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        content?.type === 'text' ? content.text : 'it cannot be read',
      );
    }
  };
  server.registerResource(
    'library',
    new ResourceTemplate(`${LIBRARY}{id}`, {
      list: async () => ({
        resources: (await assistant.libraries().catch(() => [])).map(({ provider, title, pages }) => ({
          ...{ uri: LIBRARY + encodeURIComponent(provider), name: provider, title },
          ...{ description: `${counted(pages, 'page')} of documentation`, mimeType: 'application/json' },
        })),
      }),
    }),
    { title: 'A crawled library', mimeType: 'application/json' },
    (uri, { id }) =>
      guarded(uri.href, async () => {
        const providers = await assistant.providersOf(decoded(id));
        const known = (await assistant.libraries()).filter(({ provider }) => providers.includes(provider));
        return known.length === 1
          ? storedLibraryShape(known[0] as StoredLibrary)
          : { libraries: known.map(storedLibraryShape) };
      }),
  );
  server.registerResource(
    'page',
    new ResourceTemplate('docent://page/{url}', { list: undefined }),
    {
      title: 'A page of a crawled library',
      description: 'The URL of the page, percent-encoded',
      mimeType: 'application/json',
    },
    (uri, { url }) =>
      guarded(uri.href, async () => {
        const read = await assistant.read(decoded(url));
        if (read.kind === 'wait') return { retry_after: read.retryAfterS, remark: read.detail };
        const { doc } = read;
        const nameOf = await assistant.names();
        return assistant.fit(doc.parts, { at: doc.start, within: 0 }, tokenBudget.most - ENVELOPE, {
          item: (part) => JSON.stringify(JSON.stringify(partShape(part))),
          result: (parts, next) => docShape(doc, parts, next, nameOf),
          text: (shape) => JSON.stringify(JSON.stringify(shape)),
          least: () => ({ remark: 'the page has too long a name' }),
        });
      }),
  );
}
