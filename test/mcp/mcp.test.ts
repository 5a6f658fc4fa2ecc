// A5: the door for assistants, driven by the protocol's own client over both transports and both revisions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/chunk/tokens.ts';
import { runCommand } from '../support/commands.ts';
import { inAll, more, scaled } from '../support/how-long.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';
import {
  type Connected,
  call,
  connectHttp,
  connectQuick,
  connectStdio,
  type HttpServer,
  openOnes,
  startHttp,
  textOf,
} from './client.ts';

let site: SearchSite;
const seed = (): string => `${site.server.origin}/docs/`;
let folder: string;
let full: string;
let preview: string;
let http: HttpServer;
const { kept, close: closeAll } = openOnes();

async function crawl(data: string, ...flags: string[]): Promise<void> {
  const ended = await runCommand(['crawl', seed(), '--data', data, '--delay', '0', '--library', 'demo@2.1', ...flags], {
    cwd: folder,
  });
  expect(ended.code, ended.stderr).toBe(0);
}

beforeAll(async () => {
  site = await startSearchSite();
  folder = mkdtempSync(join(tmpdir(), 'docent-mcp-'));
  full = join(folder, 'full');
  preview = join(folder, 'preview');
  await Promise.all([crawl(full, '--retain', 'full'), crawl(preview)]);
  http = await startHttp(full);
});

afterAll(async () => {
  await closeAll();
  await http?.close();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Their results are text, as those of Context7 are. */
const context7Tools = ['resolve-library-id', 'query-docs'];
/** Over HTTP alone. */
const connectorTools = ['search', 'fetch'];

/** A client over standard input and output that several tests share. */
let overStdio: Promise<Connected> | undefined;
const sharedStdio = (): Promise<Connected> => {
  overStdio ??= kept(connectStdio(full));
  return overStdio;
};
/** One whose results are text. */
let ofText: Promise<Connected> | undefined;
const sharedText = (): Promise<Connected> => {
  ofText ??= kept(connectStdio(full, ['--text']));
  return ofText;
};

/** One of the previews, which may write too. */
let ofPreview: Promise<Connected> | undefined;
const sharedPreview = (): Promise<Connected> => {
  ofPreview ??= kept(connectQuick(preview, '--allow-write'));
  return ofPreview;
};

type Connect = () => Promise<Omit<Connected, 'pid'>>;

// Every transport and revision.
describe('A5: stdio, 2025', () => answersAsPromised(sharedStdio));
describe('A5: stdio, 2026', more, () => answersAsPromised(() => kept(connectStdio(full, [], '2026'))));
describe('A5: HTTP, 2025', more, () => answersAsPromised(() => kept(connectHttp(http.url)), connectorTools));
describe('A5: HTTP, 2026', () => answersAsPromised(() => kept(connectHttp(http.url, '2026')), connectorTools));

function answersAsPromised(connect: Connect, connectors: readonly string[] = []): void {
  let client: Client;
  beforeAll(async () => {
    client = (await connect()).client;
  });

  it('A5, X3: offers the six tools with schemas and the two of Context7 without, none of which writes', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_docs', 'read_doc', 'find_library', 'list_libraries', 'check_freshness', 'whats_changed'],
      ...context7Tools,
      ...connectors,
    ]);
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe([...context7Tools, ...connectorTools].includes(name) ? undefined : 'object');
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    }
  });

  it('A5, S5: search_docs answers with whole passages, their sources and times', async () => {
    const { notice, passages } = await call(client, 'search_docs', { query: 'asyncio.gather' });
    expect(notice).toContain('never instructions');
    expect(passages[0]).toMatchObject({
      library: 'demo@2.1',
      url: `${seed()}tasks#asyncio.gather`,
      title: 'Coroutines and tasks',
      whole: true,
    });
    expect(passages[0].text).toContain('Runs awaitable objects concurrently.');
    expect(passages[0].headings).toContain('Running tasks concurrently');
    expect(passages[0].fetched).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(passages[0].verified).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(passages[0].score).toEqual(expect.any(Number));
    expect(passages[0].tokens).toBeGreaterThan(10);
  });

  it('A5: read_doc reads a stored page from the anchor on, and goes on with its cursor', async () => {
    const whole = await call(client, 'read_doc', { url: `${seed()}settings` });
    expect(whole).toMatchObject({ live: false, title: 'Settings' });
    expect(whole.parts.map((part: { text: string }) => part.text).join('\n')).toContain('advisory lock');
    const part = await call(client, 'read_doc', { url: `${seed()}tasks#asyncio.gather` });
    expect(part.parts[0].text).toContain('asyncio.gather');
  });

  it('A5: find_library, list_libraries and check_freshness know what was crawled', async () => {
    const found = await call(client, 'find_library', { name: 'Demo 2.1' });
    expect(found).toMatchObject({
      match: 'exact',
      library: { name: 'demo', version: '2.1', pages: expect.any(Number) },
    });
    const { libraries } = await call(client, 'list_libraries');
    expect(libraries).toMatchObject([{ id: found.library.id, name: 'demo', version: '2.1', retain: 'full' }]);
    const fresh = await call(client, 'check_freshness', { library: 'demo' });
    expect(fresh.libraries).toMatchObject([{ id: found.library.id, age_hours: 0 }]);
  });

  it('A5: whats_changed marks a first crawl as one', async () => {
    const { changes, total } = await call(client, 'whats_changed', { library: 'demo@2.1' });
    expect(total).toBe(1);
    expect(changes).toMatchObject([{ kind: 'first-crawl', library: 'demo@2.1', pages: expect.any(Number) }]);
    expect((await call(client, 'whats_changed', { since: '2099-01-01' })).changes).toEqual([]);
  });

  it('X3: resolve-library-id and query-docs lead from a name to whole passages between boundaries', async () => {
    const libraries = await textOf(client, 'resolve-library-id', { query: 'tasks', libraryName: 'Demo' });
    expect(libraries).toMatch(/^Library ID: \/docs\/demo$/m);
    expect(libraries).toMatch(/^Versions .*: 2\.1$/m);
    const docs = await textOf(client, 'query-docs', { libraryId: '/docs/demo', query: 'asyncio.gather' });
    expect(docs).toMatch(/^<(untrusted-[0-9a-f]{8})>\n[\s\S]*never instructions[\s\S]*\n<\/\1>$/);
    expect(docs).toContain(`Source: ${seed()}tasks#asyncio.gather`);
    expect(docs).toContain('Runs awaitable objects concurrently.');
  });

  it('A5: libraries and pages are resources by their own names', async () => {
    const { resources } = await client.listResources();
    const uri = resources[0]?.uri as string;
    const library = await client.readResource({ uri });
    expect((library.contents[0] as { text: string }).text).toContain('"version":"2.1"');
    const page = await client.readResource({ uri: `docent://page/${encodeURIComponent(`${seed()}settings`)}` });
    expect((page.contents[0] as { text: string }).text).toContain('advisory lock');
    await expect(
      client.readResource({ uri: `docent://page/${encodeURIComponent('https://elsewhere.example/x')}` }),
    ).rejects.toThrow('does not belong to a site');
  });

  it('A5: prompts ask what people would ask', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['answer_from_docs', 'whats_new']);
    const { messages } = await client.getPrompt({
      name: 'answer_from_docs',
      arguments: { question: 'What is a lock?' },
    });
    expect((messages[0] as { content: { text: string } }).content.text).toContain('What is a lock?');
  });

  it.each([
    ['search_docs', {}, 'query is missing'],
    ['search_docs', { query: 5 }, 'query must be a text'],
    ['search_docs', { query: 'x', max_tokens: 1 }, 'from 200 to 20000'],
    ['search_docs', { query: 'x', cursor: 'junk' }, 'cursor is not from an earlier'],
    ['search_docs', { query: 'x', library: 'nothing-like-it' }, 'nothing-like-it'],
    ['search_docs', { query: 'x', limit: 3 }, '"limit" is not an argument'],
    ['read_doc', { url: 'file:///etc/passwd' }, 'is not an http(s) URL'],
    ['read_doc', { url: 'http://169.254.169.254/latest/meta-data/' }, 'does not belong to a site'],
    ['read_doc', { url: 'https://elsewhere.example/?secret=1' }, 'does not belong to a site'],
    ['read_doc', { url: `https://elsewhere.example/${'x'.repeat(1_500)}` }, 'does not belong to a site'],
    ['whats_changed', { since: 'yesterday' }, 'must be a date'],
    ['whats_changed', { cursor: '-1' }, 'cursor is not from an earlier'],
    ['check_freshness', { library: 'nothing-like-it' }, 'there is no library "nothing-like-it" here'],
    ['resolve-library-id', { query: 'x', libraryName: 'nothing-like-it' }, 'no library here is called'],
    ['query-docs', { libraryId: '/docs/demo' }, 'query is missing'],
    ['query-docs', { libraryId: '/docs/demo/9', query: 'lock' }, 'there is no such version as "/docs/demo/9" here'],
    ['query-docs', { libraryId: '../../etc/passwd', query: 'lock' }, 'there is no library "../../etc/passwd" here'],
  ])('A5: %s with %j is an error of the tool: %s', async (name, args, message) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    expect((result.content as { text: string }[])[0]?.text).toContain(message);
  });

  it('A5: a tool that does not exist is an error, and the server goes on', async () => {
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('drop_tables');
    expect((await call(client, 'list_libraries')).libraries).toHaveLength(1);
  });
}

describe('A5, C2: what a client sees of previews', () => {
  let client: Client;
  beforeAll(async () => {
    client = (await sharedPreview()).client;
  });

  it('C2: a hit quotes at most 200 characters, and states that it is not the whole', async () => {
    const { passages } = await call(client, 'search_docs', { query: 'awaitable objects concurrently' });
    for (const { text, whole } of passages) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(whole).toBe(false);
    }
  });

  it('R28: pages that forbid it are found, and not quoted', async () => {
    const [quiet] = (await call(client, 'search_docs', { query: 'quokka' })).passages;
    expect(quiet).toMatchObject({ withheld: 'nosnippet' });
    expect(quiet.text).toBeUndefined();
  });

  it('C2: read_doc fetches the page from its site, keeps nothing, and states it', async () => {
    const before = site.server.requestLines.length;
    const doc = await call(client, 'read_doc', { url: `${seed()}long` });
    expect(doc).toMatchObject({ live: true, remark: expect.stringContaining('nothing of it is kept') });
    expect(doc.parts.map((part: { text: string }) => part.text).join('\n')).toContain('zanzibar');
    expect(site.server.requestLines.slice(before)).toContain('GET /docs/long');
    const { passages } = await call(client, 'search_docs', { query: 'zanzibar' });
    expect(JSON.stringify(passages)).not.toContain('Only here stands the word zanzibar');
  });
});

describe('A5: the budget', () => {
  it('A5: whatever the budget, following the cursor of read_doc returns the whole page once', async () => {
    const { client } = await sharedStdio();
    const url = `${seed()}tasks`;
    const read = async (max_tokens: number): Promise<string> => {
      let text = '';
      let cursor: string | undefined;
      for (let calls = 0; calls < 200; calls++) {
        const doc = await call(client, 'read_doc', { url, max_tokens, ...(cursor !== undefined && { cursor }) });
        expect(doc.parts.length).toBeGreaterThan(0);
        for (const part of doc.parts) text += part.text;
        cursor = doc.cursor;
        if (cursor === undefined) return text.replace(/\s/g, '');
      }
      throw new Error('it does not end');
    };
    const whole = await read(20_000);
    expect(whole).toContain('asyncio.wait_for');
    expect(await read(400)).toBe(whole);
    expect(await read(250)).toBe(whole);
  });

  it('A5: whatever the budget, following the cursor of search_docs ends', async () => {
    const { client } = await sharedStdio();
    for (const max_tokens of [200, 300, 600]) {
      let cursor: string | undefined;
      let calls = 0;
      do {
        const answer = await call(client, 'search_docs', {
          query: 'sentence',
          max_tokens,
          ...(cursor !== undefined && { cursor }),
        });
        cursor = answer.cursor;
        expect(++calls).toBeLessThan(100);
      } while (cursor !== undefined);
    }
  });

  it('A5: another version than the requested one is stated', async () => {
    const { client } = await sharedStdio();
    const { searched } = await call(client, 'search_docs', { query: 'lock', library: 'demo@3' });
    expect(searched).toEqual([{ library: 'demo@2.1', match: 'nearest-lower' }]);
  });

  it('A5: words that are found nowhere are named', async () => {
    const { client } = await sharedStdio();
    const { words_found_nowhere } = await call(client, 'search_docs', { query: 'kubernetes advisory lock' });
    expect(words_found_nowhere).toEqual(['kubernetes']);
    // Words that no page is about are not among them, even where no page holds them.
    const second = await call(client, 'search_docs', { query: 'how to would should kubernetes advisory lock' });
    expect(second.words_found_nowhere).toEqual(['kubernetes']);
  });

  it('A5: all tool definitions together are at most 2,000 tokens, those that write and connect included', async () => {
    const { client } = await sharedPreview();
    const { client: overHttp } = await kept(connectHttp(http.url));
    const connectors = (await overHttp.listTools()).tools.filter(({ name }) => connectorTools.includes(name));
    const tools = [...(await client.listTools()).tools, ...connectors];
    expect(tools).toHaveLength(12);
    expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2_000);
  });

  const keepsBudgets = async (client: Client): Promise<void> => {
    const questions = [
      'asyncio',
      'lock',
      'the',
      '"no such phrase"',
      'リース',
      '임대',
      'settings connection pool',
      'x'.repeat(900),
    ];
    for (const max_tokens of [200, 500, 2_000].slice(0, inAll(1, 3)))
      for (const [name, args] of [
        ...questions.map((query) => ['search_docs', { query }] as const),
        ['read_doc', { url: `${seed()}tasks` }] as const,
        ['list_libraries', {}] as const,
        ['find_library', { name: 'nothing-like-it' }] as const,
        ['check_freshness', {}] as const,
        ['whats_changed', {}] as const,
      ]) {
        const result = await client.callTool({ name, arguments: { ...args, max_tokens } });
        expect(result.isError ?? false, JSON.stringify(result)).toBe(false);
        expect(countTokens(JSON.stringify(result)), name).toBeLessThanOrEqual(max_tokens);
      }
  };

  it('A5: no result of any tool exceeds its budget, with []', scaled, async () =>
    keepsBudgets((await sharedStdio()).client),
  );

  it(
    'A5: no result of any tool exceeds its budget, with ["--text"]',
    { tags: [...more.tags, ...scaled.tags] },
    async () => keepsBudgets((await sharedText()).client),
  );

  it('A5: no text is in a result twice, whichever way it is written', more, async () => {
    const { client } = await sharedStdio();
    const both = await client.callTool({ name: 'search_docs', arguments: { query: 'advisory lock' } });
    expect(JSON.stringify(both).split('advisory lock is taken')).toHaveLength(2);
    const text = await sharedText();
    const one = await text.client.callTool({ name: 'search_docs', arguments: { query: 'advisory lock' } });
    expect(one.structuredContent).toBeUndefined();
    expect(JSON.stringify(one).split('advisory lock is taken')).toHaveLength(2);
  });
});

describe('A5: over HTTP', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = (body: string, headers: Record<string, string> = {}, path = '/mcp'): Promise<Response> =>
    fetch(new URL(path, http.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
      redirect: 'manual',
    });

  it('A5: /mcp and /mcp/ answer with JSON and without a redirect; GET is 405; elsewhere is 404', async () => {
    for (const path of ['/mcp', '/mcp/']) {
      const answer = await post(ping, {}, path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(((await answer.json()) as { result: { tools: unknown[] } }).result.tools).toHaveLength(10);
    }
    const got = await fetch(http.url);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post(ping, {}, '/other')).status).toBe(404);
  });

  it('A5: a page in a browser cannot reach it: foreign hosts and origins are refused', async () => {
    expect((await post(ping, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(ping, { origin: 'http://localhost:3000' })).status).toBe(200);
    const foreign = await import('node:http').then(
      ({ request }) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request(
            http.url,
            { method: 'POST', headers: { host: 'evil.example', 'content-type': 'application/json' } },
            (answer) => resolve(answer.resume().statusCode),
          );
          sent.on('error', reject).end(ping);
        }),
    );
    expect(foreign).toBe(403);
  });

  it('A5: batches, what is not JSON, and what is too large are refused, and the server goes on', async () => {
    expect((await post(`[${ping}]`)).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('5')).status).toBe(400);
    expect(
      (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { a: 'x'.repeat(2_000_000) } }))).status,
    ).toBe(413);
    expect((await post(ping)).status).toBe(200);
  });
});
