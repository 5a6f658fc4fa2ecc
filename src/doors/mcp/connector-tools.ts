// A5: `search` and `fetch`, for connectors that know no other tools; the convention is OpenAI's.
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { Assistant } from '../../app/assistant/assistant.ts';
import type { RowPlace } from '../../app/assistant/fit-row.ts';
import type { Doc } from '../../app/assistant/read-doc.ts';
import { rowPlace } from '../../app/assistant/row-place.ts';
import { tokenBudget } from '../../app/search/budget.ts';
import type { Answer } from '../../app/search/search.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { fitDoc } from './fit-doc.ts';
import { READS_LIVE, registerOn } from './register.ts';
import { serialised, textResult } from './results.ts';
import { docShape, type NameOf, partShape, passageShape, type ShownPart } from './shapes.ts';
import { quotation, type Shape, type UntrustedMark } from './text-form.ts';
import { query } from './tools.ts';

export interface ConnectorToolOptions {
  readonly assistant: Assistant;
  readonly mark: UntrustedMark;
  readonly log: Log;
}

const BUDGET = tokenBudget.usual;

/**
 * Registers the two tools. The convention has one argument for each and JSON in one text item, so the budget is the usual one, and a page
 * that is longer leads on by an id in `metadata.next`.
 */
export function registerConnectorTools(server: McpServer, { assistant, mark, log }: ConnectorToolOptions): void {
  const tool = registerOn(server, log);

  tool('search', {
    description: 'search_docs for connectors: pages by their ids.',
    takes: { query: { ...query, doc: 'What to look up' } },
    async run({ query: question }) {
      const nameOf = await assistant.names();
      // What is only in Context7 could not be fetched.
      const { answer } = await assistant.answer(
        question,
        { indexOnly: true },
        {
          passage: (passage) => JSON.stringify(jsonResult({ results: [hitShape(passageShape(passage, nameOf))] })),
          answer: (whole) => serialised(foundResult(whole, nameOf)),
        },
      );
      return foundResult(answer, nameOf);
    },
  });

  tool('fetch', {
    description: 'read_doc for connectors: a page by its id.',
    takes: { id: { kind: 'text', max: 2_000, required: true, doc: 'From search, or metadata.next' } },
    annotations: READS_LIVE,
    async run({ id }, context) {
      const { url, from } = placeOf(id);
      const read = await assistant.read(url, context.mcpReq.signal);
      if (read.kind === 'wait')
        throw new DocentError('DOC_USAGE', `not read now: ${read.detail}; try again in ${read.retryAfterS} seconds`);
      const { doc } = read;
      const nameOf = await assistant.names();
      return fitDoc(
        assistant,
        doc,
        { from, most: BUDGET },
        {
          item: (part) => JSON.stringify(JSON.stringify(quotation(partShape(part)))),
          result: (parts, next) => textResult(JSON.stringify(pageShape({ id, url, doc, nameOf, mark }, parts, next))),
          least: () => ({ isError: true, ...textResult('the id is too long for a result') }),
        },
      );
    },
  });
}

/** What connectors read: the same JSON twice, since some read `content` and some `structuredContent`. It holds no text of pages. */
function jsonResult(shape: Shape): CallToolResult {
  return { ...textResult(JSON.stringify(shape)), structuredContent: { ...shape } };
}

function foundResult({ passages }: Answer, nameOf: NameOf): CallToolResult {
  const best = new Map<string, Shape>();
  for (const passage of passages) {
    const [page = ''] = passage.url.split('#');
    if (!best.has(page)) best.set(page, hitShape(passageShape(passage, nameOf)));
  }
  return jsonResult({ results: [...best.values()] });
}

/** A page by its best passage. */
function hitShape({ url, title, headings }: Shape): Shape {
  const heading = (headings as readonly string[]).at(-1) ?? '';
  return { id: url, title: String(title).includes(heading) ? title : `${heading} – ${title}`, url };
}

interface FetchedPage {
  readonly id: string;
  readonly url: string;
  readonly doc: Doc;
  readonly nameOf: NameOf;
  readonly mark: UntrustedMark;
}

function pageShape(
  { id, url, doc, nameOf, mark }: FetchedPage,
  parts: readonly ShownPart[],
  next: RowPlace | undefined,
): Shape {
  const { url: page, title, parts: shapes, cursor, remark, ...metadata } = docShape(doc, parts, next, nameOf);
  const flags = [...new Set([...doc.flags, ...parts.flatMap((part) => part.flags)])];
  const remarks = [remark, doc.start > 0 ? 'from the anchor on; the id without it is the whole page' : undefined];
  const said = remarks.filter((one) => one !== undefined).join('; ');
  return {
    ...{ id, title, text: mark((shapes as readonly Shape[]).map(quotation).join('\n\n')) },
    url: `${page}${/#.*/.exec(url)?.[0] ?? ''}`,
    metadata: {
      ...metadata,
      ...(flags.length > 0 && { flags }),
      ...(said !== '' && { remark: said }),
      ...(cursor !== undefined && { next: `${page} ${cursor}` }),
    },
  };
}

/** An id of `search` is a URL; one of a place inside a long page has the place behind it. */
function placeOf(id: string): { readonly url: string; readonly from?: RowPlace } {
  const [, url, place] = /^(.*) ([\d.]+)$/s.exec(id) ?? [];
  return url === undefined ? { url: id } : { url, from: rowPlace(place) };
}
