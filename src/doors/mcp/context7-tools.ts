// X3: Context7's two tools, for assistants that `ctx7 setup` has pointed at docent.
import { randomBytes } from 'node:crypto';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { Context7Answers, DocSnippet, OfferedLibrary } from '../../app/context7/answers.ts';
import type { Log } from '../../core/log.ts';
import { librarySummary, snippetsText } from '../context7/shapes.ts';
import { type Arguments, argumentSchema, type Values } from './arguments.ts';
import { errorResult, serialised } from './results.ts';

export interface Context7ToolOptions {
  readonly context7: Context7Answers;
  readonly log: Log;
}

const query = { kind: 'text', max: 1_000, doc: 'What to look up' } as const;

/** Registers the two tools. Their results are text only, as those of Context7 are; page text is between two lines that no page can write. */
export function registerContext7Tools(server: McpServer, { context7, log }: Context7ToolOptions): void {
  const boundary = `untrusted-${randomBytes(6).toString('hex')}`;
  const documentation = (snippets: readonly DocSnippet[]): CallToolResult =>
    textResult(`<${boundary}>\n${snippetsText(snippets)}\n</${boundary}>`);
  const tool = <Table extends Arguments>(
    name: string,
    description: string,
    takes: Table,
    run: (values: Values<Table>) => Promise<CallToolResult>,
  ): void => {
    server.registerTool(
      name,
      { description, inputSchema: argumentSchema(takes), annotations: { readOnlyHint: true, idempotentHint: true } },
      async (values: Values<Table>) => {
        try {
          return await run(values);
        } catch (error) {
          return errorResult(error, log, name);
        }
      },
    );
  };

  tool(
    'resolve-library-id',
    'find_library for clients set up for Context7.',
    { libraryName: { kind: 'text', max: 500, doc: 'Name of the library' }, query },
    async ({ libraryName = '', query: question = '' }) => {
      const found = await context7.libraries(libraryName, question);
      if (found.kind === 'problem') return { isError: true, ...textResult(found.message) };
      return textResult(found.libraries.map(offeredText).join('\n\n'));
    },
  );

  tool(
    'query-docs',
    'search_docs for clients set up for Context7.',
    {
      libraryId: { kind: 'text', max: 500, required: true, doc: 'From resolve-library-id' },
      query: { ...query, required: true },
    },
    async ({ libraryId, query: question }) => {
      const found = await context7.snippets(libraryId, question, (snippets) => serialised(documentation(snippets)));
      if (found.kind === 'problem') return { isError: true, ...textResult(found.message) };
      return documentation(found.snippets);
    },
  );
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function offeredText(library: OfferedLibrary): string {
  const { id, title, versions, chunks } = library;
  return [
    `Library ID: ${id}`,
    `Title: ${title}`,
    `Description: ${librarySummary(library)}`,
    `Snippets: ${chunks}`,
    ...(versions.length > 0 ? [`Versions (behind the ID, as in ${id}/${versions[0]}): ${versions.join(', ')}`] : []),
  ].join('\n');
}
