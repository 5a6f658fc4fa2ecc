// The tools of A5: what each takes, what it returns, and which part of docent it calls.
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { Assistant } from '../../app/assistant/assistant.ts';
import { placeText, rowPlace } from '../../app/assistant/row-place.ts';
import type { Standing } from '../../app/assistant/store-reads.ts';
import type { StoredLibrary } from '../../app/read/libraries.ts';
import { tokenBudget } from '../../app/search/budget.ts';
import type { Log } from '../../core/log.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { runStateText } from '../../watch/states/run-state.ts';
import { sinceTime } from '../since-time.ts';
import { NOTICE } from '../to-assistants.ts';
import type { Arguments } from './arguments.ts';
import { fitDoc } from './fit-doc.ts';
import { READS_LIVE, registerOn, type Tool } from './register.ts';
import { serialised, type Writing } from './results.ts';
import { schemas } from './schemas.ts';
import { answerShape, changeShape, docShape, isoTime, partShape, passageShape, storedLibraryShape } from './shapes.ts';
import type { Shape } from './text-form.ts';

export interface ToolOptions {
  readonly assistant: Assistant;
  readonly writing: Writing;
  readonly log: Log;
  /** Whether tools that crawl are offered. */
  readonly write: boolean;
}

/** What is asked; assistants that knew an earlier docent call it `question`. */
export const query = {
  kind: 'text',
  max: 1_000,
  required: true,
  also: 'question',
  doc: 'Words, identifiers, "a phrase" or a sentence',
} as const;
const maxTokens = {
  kind: 'integer',
  min: tokenBudget.least,
  max: tokenBudget.most,
  doc: `Hard limit; default ${tokenBudget.usual}`,
} as const;
const cursor = { kind: 'text', max: 2_000, doc: 'From the result before' } as const;
const library = { kind: 'text', max: 200, doc: 'Name or name@version, as list_libraries has it' } as const;

const TOO_SMALL = 'nothing fits into max_tokens; raise it';

/** Registers every tool. */
export function registerTools(server: McpServer, options: ToolOptions): void {
  const { assistant, writing, log } = options;
  const register = registerOn(server, log);
  const tool = <Table extends Arguments>(name: keyof typeof schemas, one: Tool<Table>): void =>
    register(name, { ...one, returns: writing.form === 'structured' ? schemas[name] : undefined });
  /** A list within its token budget; an item that does not fit even alone is reduced to its id. */
  const row = <Item>(
    items: readonly Item[],
    { from, most = tokenBudget.usual }: { readonly from?: string | undefined; readonly most?: number | undefined },
    shapeOf: (item: Item) => Shape,
    brief: (item: Item) => Shape,
    whole: (shapes: readonly Shape[], more: Shape) => Shape,
  ): CallToolResult =>
    assistant.fit(
      items.map((item) => ({ item, shape: shapeOf(item) })),
      rowPlace(from),
      most,
      {
        item: ({ shape }) => writing.item(shape),
        result: (taken, next) =>
          writing.result(
            whole(
              taken.map(({ shape }) => shape),
              next === undefined ? {} : { cursor: placeText(next) },
            ),
          ),
        text: serialised,
        least: () => writing.result({ remark: TOO_SMALL }),
        shorten({ item }, _, fits) {
          const less = { item, shape: brief(item) };
          return fits(less) ? { item: less, end: -1 } : undefined;
        },
      },
    );

  tool('search_docs', {
    description: 'Passages of documentation that answer a question, best first, with their sources.',
    takes: { query, library, max_tokens: maxTokens, cursor },
    async run({ query: question, library: held, max_tokens: most, cursor: from }) {
      const nameOf = await assistant.names();
      const { answer } = await assistant.answer(
        question,
        { library: held, maxTokens: most, cursor: from },
        {
          passage: (passage) => writing.item(passageShape(passage, nameOf)),
          answer: (whole) => serialised(writing.result(answerShape(whole, nameOf))),
        },
      );
      return writing.result(answerShape(answer, nameOf));
    },
  });

  tool('read_doc', {
    description:
      'One page of a crawled site as Markdown, from its #anchor on if the URL has one. Stored text, or fetched live.',
    takes: {
      url: { kind: 'text', max: 2_000, required: true, doc: 'url of a passage' },
      max_tokens: maxTokens,
      cursor,
    },
    annotations: READS_LIVE,
    async run({ url, max_tokens: most = tokenBudget.usual, cursor: place }, context) {
      const from = place === undefined ? undefined : rowPlace(place);
      const read = await assistant.read(url, context.mcpReq.signal);
      if (read.kind === 'wait')
        return writing.result({
          url: shownUrl(url),
          retry_after: read.retryAfterS,
          remark: `not read now: ${read.detail}`,
        });
      const { doc } = read;
      const nameOf = await assistant.names();
      return fitDoc(
        assistant,
        doc,
        { from, most },
        {
          item: (part) => writing.item(partShape(part)),
          result: (parts, next) => writing.result(docShape(doc, parts, next, nameOf)),
          least: () => writing.result({ remark: TOO_SMALL }),
        },
      );
    },
  });

  tool('find_library', {
    description: 'Which crawled documentation a name and version mean: exact, range (^3.1, >=2 <4), or nearest lower.',
    takes: {
      name: { kind: 'text', max: 200, required: true, doc: 'python@3.11, "Next.js 15", docs.stripe.com' },
      max_tokens: maxTokens,
    },
    async run({ name, max_tokens: most }) {
      const match = await assistant.findLibrary(name);
      if (match.kind === 'found') return writing.result({ match: match.how, library: storedLibraryShape(match.entry) });
      const others = match.kind === 'ambiguous' ? match.candidates : match.near;
      // Candidates that are all versions of one library are not ambiguous: none of them matches.
      const names = new Set(others.map((one) => one.library.name));
      const kind = match.kind === 'ambiguous' && names.size === 1 ? 'no-such-version' : match.kind;
      return row(others, { most }, storedLibraryShape, idShape, (candidates) => ({ match: kind, candidates }));
    },
  });

  tool('list_libraries', {
    description: 'All crawled documentation.',
    takes: { max_tokens: maxTokens, cursor },
    run: async ({ max_tokens: most, cursor: from }) =>
      row(await assistant.libraries(), { from, most }, storedLibraryShape, idShape, (libraries, more) => ({
        libraries,
        ...more,
      })),
  });

  tool('check_freshness', {
    description: 'When documentation was fetched and last verified, how old it is, and what is not crawled yet.',
    takes: { library, max_tokens: maxTokens, cursor },
    async run({ library: held, max_tokens: most, cursor: from }) {
      const now = Date.now();
      const providers = held === undefined ? undefined : await assistant.providersOf(held);
      const all = (await assistant.libraries()).filter(({ provider }) => providers?.includes(provider) ?? true);
      const standings = await assistant.standings(all.map(({ provider }) => provider));
      const fresh = (one: StoredLibrary): Shape => freshness(one, standings[all.indexOf(one)], now);
      return row(all, { from, most }, fresh, idShape, (libraries, more) => ({ libraries, ...more }));
    },
  });

  tool('whats_changed', {
    description: 'Pages that are new, updated or deleted since a date, with the headings that changed.',
    takes: {
      library,
      since: { kind: 'text', max: 40, doc: 'ISO date; default 30 days ago' },
      max_tokens: maxTokens,
      cursor,
    },
    async run({ library: held, since, max_tokens: most, cursor: from }) {
      const start = since === undefined || since === '' ? Date.now() - MONTH_MS : sinceTime(since);
      const providers = held === undefined ? undefined : await assistant.providersOf(held);
      const { pages, first } = await assistant.changes(start, providers);
      const nameOf = await assistant.names();
      const crawled = first.map(({ provider, at, pages: count }) => ({
        kind: 'first-crawl',
        library: nameOf(provider),
        at: isoTime(at),
        pages: count,
      }));
      const changes: readonly Shape[] = [...crawled, ...pages.map((page) => changeShape(page, nameOf))];
      return row(
        changes,
        { from, most },
        (change) => change,
        ({ kind, url }) => ({ kind, url }),
        (taken, more) => ({
          ...{ notice: NOTICE, since: isoTime(start), total: changes.length, changes: taken },
          ...more,
        }),
      );
    },
  });

  if (!options.write) return;
  const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };
  tool('add_source', {
    description: 'Starts to crawl a documentation site, politely, into the index; returns while it runs.',
    takes: {
      url: { kind: 'text', max: 2_000, required: true, doc: 'Where to start, or the id of a configured provider' },
      library,
    },
    annotations,
    run: async ({ url, library: named }) =>
      writing.result({ ...(await assistant.sources.add(url, { library: named })) }),
  });
  tool('refresh_source', {
    description: 'Requests the pages of a library that are due to be checked again; returns while it runs.',
    takes: { library: { ...library, required: true } },
    annotations,
    run: async ({ library: held }) =>
      writing.result({ ...(await assistant.sources.refresh(await assistant.providersOf(held))) }),
  });
}

function idShape({ provider }: StoredLibrary): Shape {
  return { id: provider };
}

const HOUR_MS = 3_600_000;

function freshness(one: StoredLibrary, standing: Standing | undefined, now: number): Shape {
  const { verifiedAt, lastRunAt } = one;
  const { state, run, waiting = 0 } = standing ?? {};
  return {
    ...storedLibraryShape(one),
    ...(state !== undefined && { state }),
    ...(run !== undefined && { run: runStateText(run), ...(run.why !== undefined && { run_why: run.why }) }),
    ...(lastRunAt !== undefined && { last_run: isoTime(lastRunAt) }),
    ...(verifiedAt !== undefined && { age_hours: Math.max(0, Math.round((now - verifiedAt) / HOUR_MS)) }),
    ...(waiting > 0 && { urls_not_crawled_yet: waiting }),
  };
}

const MONTH_MS = 30 * 24 * HOUR_MS;
