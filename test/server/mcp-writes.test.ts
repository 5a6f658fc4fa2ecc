// A5: assistants at a server: text in every result unless docent.yml says otherwise, and tools that crawl for the scope write alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';

const WRITING = ['add_source', 'refresh_source'];

describe('A5: MCP at a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const call = async (headers: Readonly<Record<string, string>>, method: string, params: object = {}) => {
    const response = await fetch(`${server.address}/mcp`, {
      ...{ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) },
      headers: { ...headers, 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as {
      readonly result?: {
        readonly tools?: readonly { readonly name: string; readonly outputSchema?: object }[];
        readonly isError?: boolean;
        readonly structuredContent?: object;
        readonly content?: readonly { readonly text: string }[];
      };
      readonly error?: { readonly message: string };
    };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const writing = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const names = (await call(headers, 'tools/list')).result?.tools?.map(({ name }) => name) ?? [];
    expect(names).toContain('search_docs');
    return names.filter((name) => WRITING.includes(name));
  };
  /** The cookie of a browser that has signed in with everything. */
  const session = async (): Promise<string> => {
    const signed = await fetch(`${server.address}/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ token: server.token }) },
      headers: { origin: server.address },
    });
    return (signed.headers.get('set-cookie') ?? '').split(';')[0] as string;
  };

  it('offers tools that crawl to a token that may write', async () => {
    expect(await writing(bearer(server.token))).toEqual(WRITING);
    expect(await writing(bearer(server.readerToken))).toEqual([]);
    expect(await writing({})).toEqual([]);
    expect(await writing({ cookie: await session(), origin: server.address })).toEqual([]);
  });

  it('refuses a call of one without that scope, and does one with it', async () => {
    const refresh = { name: 'refresh_source', arguments: { library: server.provider } };
    for (const headers of [{}, bearer(server.readerToken)]) {
      const { error, result } = await call(headers, 'tools/call', refresh);
      expect(error?.message ?? result?.content?.[0]?.text).toMatch(/refresh_source/);
      expect(result?.isError ?? true).toBe(true);
    }
    const runs = async () =>
      ((await (await fetch(`${server.address}/admin/v1/runs`)).json()) as { runs: readonly unknown[] }).runs.length;
    expect(await runs()).toBe(1);
    const { result } = await call(bearer(server.token), 'tools/call', refresh);
    expect(result?.isError ?? false).toBe(false);
    expect(result?.content?.[0]?.text).toMatch(/^state: (?:queued|running|complete)$/m);
    expect(await runs()).toBe(2);
  });

  it('A5: answers in text, to connectors too, until docent.yml asks for data', async () => {
    const search = { name: 'search_docs', arguments: { question: 'advisory lock' } };
    const { result } = await call({}, 'tools/call', search);
    expect(result?.structuredContent).toBeUndefined();
    expect(result?.content?.[0]?.text).toContain('advisory lock is taken');
    const listed = async () => (await call({}, 'tools/list')).result?.tools ?? [];
    const before = await listed();
    expect(before.map(({ name }) => name)).toEqual(expect.arrayContaining(['search', 'fetch']));
    expect(before.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    writeFileSync(join(server.folder, 'docent.yml'), 'providers: []\nmcp_results: structured\n');
    await until(async () => (await listed()).some(({ outputSchema }) => outputSchema !== undefined));
    expect((await call({}, 'tools/call', search)).result?.structuredContent).toMatchObject({
      passages: expect.arrayContaining([expect.objectContaining({ library: server.provider })]),
    });
  });
});
