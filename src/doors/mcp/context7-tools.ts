// X3: Context7's two tools, for assistants that `ctx7 setup` has pointed at docent.
import type { McpServer } from '@modelcontextprotocol/server';
import type { Context7Answers, DocSnippet, OfferedLibrary } from '../../app/context7/answers.ts';
import type { Log } from '../../core/log.ts';
import { librarySummary, snippetsText } from '../context7/shapes.ts';
import { registerOn } from './register.ts';
import { serialised, textResult } from './results.ts';
import type { UntrustedMark } from './text-form.ts';

export interface Context7ToolOptions {
  readonly context7: Context7Answers;
  readonly mark: UntrustedMark;
  readonly log: Log;
}

const query = { kind: 'text', max: 1_000, doc: 'What to look up' } as const;

/** Registers the two tools. Their results are text only, as those of Context7 are. */
export function registerContext7Tools(server: McpServer, { context7, mark, log }: Context7ToolOptions): void {
  const documentation = (snippets: readonly DocSnippet[]) => textResult(mark(snippetsText(snippets)));
  const tool = registerOn(server, log);

  tool('resolve-library-id', {
    description: 'find_library for clients set up for Context7.',
    takes: { libraryName: { kind: 'text', max: 500, doc: 'Name of the library' }, query },
    async run({ libraryName = '', query: question = '' }) {
      const found = await context7.libraries(libraryName, question);
      if (found.kind === 'problem') return { isError: true, ...textResult(found.message) };
      return textResult(found.libraries.map(offeredText).join('\n\n'));
    },
  });

  tool('query-docs', {
    description: 'search_docs for clients set up for Context7.',
    takes: {
      libraryId: { kind: 'text', max: 500, required: true, doc: 'From resolve-library-id' },
      query: { ...query, required: true },
    },
    async run({ libraryId, query: question }) {
      const found = await context7.snippets(libraryId, question, (snippets) => serialised(documentation(snippets)));
      if (found.kind === 'problem') return { isError: true, ...textResult(found.message) };
      return documentation(found.snippets);
    },
  });
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
