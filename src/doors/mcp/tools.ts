// The tools of A5: what each takes, what it returns, and which part of docent it asks.
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { type Assistant, rowPlace, tokenBudget } from '../../app.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { type Arguments, argumentSchema, resultSchema, type Values } from './arguments.ts';
import { errorResult, type Shape, serialised, type Writing } from './results.ts';
import { schemas } from './schemas.ts';
import { answerShape, changeShape, docShape, isoTime, libraryShape, partShape, passageShape } from './shapes.ts';

export interface ToolOptions {
  readonly assistant: Assistant;
  readonly writing: Writing;
  readonly log: Log;
  /** Whether tools that crawl are offered. */
  readonly write: boolean;
}

const maxTokens = {
  kind: 'integer',
  min: tokenBudget.least,
  max: tokenBudget.most,
  doc: `Hard limit of the result; default ${tokenBudget.usual}`,
} as const;
const cursor = { kind: 'text', max: 2_000, doc: 'From the result before' } as const;
const library = { kind: 'text', max: 200, doc: 'Name or name@version, as list_libraries has it' } as const;

/** Registers every tool. */
export function registerTools(server: McpServer, options: ToolOptions): void {
  const { assistant, writing, log } = options;
  const tool = <Table extends Arguments>(
    name: keyof typeof schemas,
    description: string,
    takes: Table,
    run: (values: Values<Table>, context: ServerContext) => Promise<CallToolResult>,
    annotations: Readonly<Record<string, boolean>> = { readOnlyHint: true, idempotentHint: true },
  ): void => {
    server.registerTool(
      name,
      {
        description,
        inputSchema: argumentSchema(takes),
        ...(writing.structured && { outputSchema: resultSchema(schemas[name]) }),
        annotations,
      },
      async (values: Values<Table>, context: ServerContext) => {
        try {
          return await run(values, context);
        } catch (error) {
          return errorResult(error, log, name);
        }
      },
    );
  };
  const budgetOf = (asked: number | undefined): number => asked ?? tokenBudget.usual;
  const row = <Item>(
    items: readonly Item[],
    from: number,
    budget: number,
    shapeOf: (item: Item) => Shape,
    whole: (shapes: readonly Item[], next: number | undefined) => Shape,
  ): CallToolResult =>
    assistant.fit(items, from, budget, {
      item: (item) => writing.item(shapeOf(item)),
      result: (taken, next) => writing.result(whole(taken, next)),
      text: serialised,
    });

  tool(
    'search_docs',
    'Passages of documentation that answer a question, best first, with their sources.',
    {
      question: { kind: 'text', max: 1_000, required: true, doc: 'Words, identifiers, "a phrase" or a sentence' },
      library,
      max_tokens: maxTokens,
      cursor,
    },
    async ({ question, library: held, max_tokens: most, cursor: from }) => {
      const { answer } = await assistant.answer(
        question,
        { library: held, maxTokens: budgetOf(most), cursor: from },
        {
          passage: (passage) => writing.item(passageShape(passage)),
          answer: (whole) => serialised(writing.result(answerShape(whole))),
        },
      );
      return writing.result(answerShape(answer));
    },
  );

  tool(
    'read_doc',
    'One page of a crawled site as Markdown, from its #anchor on if the URL has one. Stored text, or fetched live.',
    {
      url: { kind: 'text', max: 2_000, required: true, doc: 'url of a passage' },
      max_tokens: maxTokens,
      cursor,
    },
    async ({ url, max_tokens: most, cursor: from }, context) => {
      const budget = budgetOf(most);
      const read = await assistant.read(url, context.mcpReq.signal);
      if (read.kind === 'wait')
        return writing.result({ url, retry_after: read.retryAfterS, remark: `not read now: ${read.detail}` });
      const { doc } = read;
      const start = from === undefined ? doc.start : rowPlace(from);
      return row(doc.parts, Math.min(start, doc.parts.length), budget, partShape, (parts, next) =>
        docShape(doc, parts, next),
      );
    },
    { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  );

  tool(
    'find_library',
    'Which crawled documentation a name and version mean: exact, range (^3.1, >=2 <4), or nearest lower.',
    {
      name: { kind: 'text', max: 200, required: true, doc: 'python@3.11, "Next.js 15", docs.stripe.com' },
      max_tokens: maxTokens,
    },
    async ({ name, max_tokens: most }) => {
      const match = await assistant.findLibrary(name);
      const others = match.kind === 'ambiguous' ? match.candidates : match.kind === 'none' ? match.near : [];
      return row(others, 0, budgetOf(most), libraryShape, (candidates) => ({
        match: match.kind === 'found' ? match.how : match.kind,
        ...(match.kind === 'found' && { library: libraryShape(match.entry) }),
        ...(match.kind !== 'found' && { candidates: candidates.map(libraryShape) }),
      }));
    },
  );

  tool(
    'list_libraries',
    'All crawled documentation.',
    { max_tokens: maxTokens, cursor },
    async ({ max_tokens: most, cursor: from }) => {
      const libraries = await assistant.libraries();
      return row(libraries, rowPlace(from), budgetOf(most), libraryShape, (taken, next) => ({
        libraries: taken.map(libraryShape),
        ...(next !== undefined && { cursor: String(next) }),
      }));
    },
  );

  tool(
    'check_freshness',
    'When documentation was fetched, last verified with its site, and how old it is.',
    { library, max_tokens: maxTokens, cursor },
    async ({ library: held, max_tokens: most, cursor: from }) => {
      const now = Date.now();
      const all = await assistant.libraries();
      const wanted =
        held === undefined
          ? all
          : [await theOne(assistant, held)].flatMap((id) => all.filter(({ provider }) => provider === id));
      return row(
        wanted,
        rowPlace(from),
        budgetOf(most),
        (one) => freshness(one, now),
        (taken, next) => ({
          libraries: taken.map((one) => freshness(one, now)),
          ...(next !== undefined && { cursor: String(next) }),
        }),
      );
    },
  );

  tool(
    'whats_changed',
    'Pages that are new, updated or deleted since a date, with the headings that changed.',
    {
      library,
      since: { kind: 'text', max: 40, doc: 'ISO date; default 30 days ago' },
      max_tokens: maxTokens,
      cursor,
    },
    async ({ library: held, since, max_tokens: most, cursor: from }) => {
      const start = sinceTime(since);
      const changes = assistant.changes(start, held === undefined ? undefined : await theOne(assistant, held));
      return row(changes, rowPlace(from), budgetOf(most), changeShape, (taken, next) => ({
        since: isoTime(start),
        total: changes.length,
        changes: taken.map(changeShape),
        ...(next !== undefined && { cursor: String(next) }),
      }));
    },
  );

  if (!options.write) return;
  const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };
  tool(
    'add_source',
    'Starts to crawl a documentation site, politely, into the index; returns while it runs.',
    {
      url: { kind: 'text', max: 2_000, required: true, doc: 'Where to start, or the id of a configured provider' },
      library,
    },
    async ({ url, library: named }) => writing.result({ ...(await assistant.sources.add(url, { library: named })) }),
    writes,
  );
  tool(
    'refresh_source',
    'Asks the site of a library for what has changed; returns while it runs.',
    { library: { ...library, required: true } },
    async ({ library: held }) =>
      writing.result({ ...(await assistant.sources.refresh(await theOne(assistant, held))) }),
    writes,
  );
}

/** The provider a name means. Throws DOC_USAGE with what else there is. */
async function theOne(assistant: Assistant, asked: string): Promise<string> {
  const match = await assistant.findLibrary(asked);
  if (match.kind === 'found') return match.entry.provider;
  const others = (match.kind === 'ambiguous' ? match.candidates : match.near)
    .slice(0, 10)
    .map(({ provider }) => provider);
  const hint = others.length === 0 ? 'list_libraries lists what there is' : `did you mean ${others.join(', ')}?`;
  throw new DocentError(
    'DOC_USAGE',
    `library "${asked}" is ${match.kind === 'ambiguous' ? 'ambiguous' : 'not crawled here'}; ${hint}`,
  );
}

const HOUR_MS = 3_600_000;

function freshness(one: Awaited<ReturnType<Assistant['libraries']>>[number], now: number): Shape {
  const { verifiedAt, lastRunAt } = one;
  return {
    ...libraryShape(one),
    ...(lastRunAt !== undefined && { last_run: isoTime(lastRunAt) }),
    ...(verifiedAt !== undefined && { age_hours: Math.max(0, Math.round((now - verifiedAt) / HOUR_MS)) }),
  };
}

const MONTH_MS = 30 * 24 * HOUR_MS;

function sinceTime(since: string | undefined): number {
  if (since === undefined || since === '') return Date.now() - MONTH_MS;
  const at = /^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(at)) throw new DocentError('DOC_USAGE', `since is "${since}": it must be a date such as 2026-02-23`);
  return at;
}
