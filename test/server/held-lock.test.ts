// A2, C4: what a caller asks for waits in a thread for somebody else's transaction, and a server answers others meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/doors/http/operations/all.ts';
import { until } from '../support/until.ts';
import { type ApiDocument, type ExampleCall, readDocument } from './call.ts';
import { type HeldLock, openHeldLock } from './held-lock.ts';
import { openTestServer, type TestServer } from './open.ts';

type Call = Omit<ExampleCall, 'shows' | 'operation'>;

const CONFIG = 'it changes docent.yml';
const LOOKS = 'it looks at sites in a thread of its own';

/** Operations with the scope `write` that keep nothing of a caller in the store. */
const reasons: Readonly<Record<string, string>> = {
  ...{ addProvider: CONFIG, replaceProvider: CONFIG, changeProvider: CONFIG, removeProvider: CONFIG },
  ...{ planCrawl: LOOKS, checkProvider: LOOKS, testRobots: LOOKS, previewSelectors: LOOKS, checkChannels: LOOKS },
  testAlerts: 'it sends messages',
};
let seeds = 0;

/** The others, in an order in which they succeed. */
const calls: Readonly<Record<string, (server: TestServer) => Call>> = {
  addToBlocklist: () => ({ body: { what: 'a.example' }, status: 200 }),
  removeFromBlocklist: () => ({ query: { pattern: 'a.example' }, status: 204 }),
  stopHost: () => ({ path: { host: 'b.example' }, body: {}, status: 200 }),
  resumeHost: () => ({ path: { host: 'b.example' }, status: 200 }),
  blockUrl: ({ site }) => ({ body: { url: `${site}docs/long` }, status: 200 }),
  unblockUrl: ({ site }) => ({ body: { url: `${site}docs/long` }, status: 200 }),
  addJudged: ({ site }) => ({ body: { query: 'advisory lock', url: `${site}docs/settings` }, status: 201 }),
  measureJudged: () => ({ status: 200 }),
  removeJudged: () => ({ path: { id: 1 }, status: 204 }),
  clearQuestions: () => ({ status: 200 }),
  addRequest: () => ({ body: { kind: 'inquiry', message: 'Why?', contact: 'me' }, status: 201 }),
  answerInquiry: () => ({ path: { id: 1 }, body: { note: 'wrote back' }, status: 200 }),
  blockSite: () => ({ path: { id: 2 }, body: {}, status: 200 }),
  refuseRequest: () => ({ path: { id: 3 }, body: { note: 'not ours' }, status: 200 }),
  doDeletion: () => ({ path: { id: 4 }, body: {}, status: 200 }),
  forget: ({ site }) => ({ body: { what: `${site}docs/unkept` }, status: 200 }),
  makeBackup: () => ({ status: 201 }),
  pauseRun: () => ({ path: { id: 1 }, status: 200 }),
  stopRun: () => ({ path: { id: 1 }, status: 200 }),
  resumeRun: () => ({ path: { id: 1 }, status: 200 }),
  recrawlUrl: ({ site }) => ({ body: { url: `${site}docs/tasks` }, status: 202 }),
  startRun: ({ site }) => ({ body: { targets: [`${site}docs/`] }, status: 201 }),
  acceptProposal: () => ({ path: { id: 5 }, body: {}, status: 200 }),
  // Of one that is in the file already nothing is kept in the store.
  addSeeds: () => ({
    ...{ path: { id: 'docs.example' }, status: 200 },
    body: { urls: [`https://docs.example/guide/${++seeds}`] },
  }),
};

/** Their runs have to end before the next call. */
const RUNS: ReadonlySet<string> = new Set(['resumeRun', 'recrawlUrl', 'startRun']);

describe('A2: while another process keeps a transaction open', () => {
  let server: TestServer;
  let api: ApiDocument;
  let lock: HeldLock;
  const perform = async (operation: string, call: Call) => {
    const { response, value, problems } = await api.perform({ shows: operation, operation, ...call });
    return { status: response.status, text: JSON.stringify(value ?? ''), problems };
  };
  beforeAll(async () => {
    server = await openTestServer(() => 'keep_questions: true\nproviders: []\n');
    api = await readDocument(server);
    lock = openHeldLock(server);
    lock.leavePaused(1);
    for (const body of [
      { kind: 'inquiry', message: 'Why?', contact: 'me' },
      { kind: 'inquiry', what: 'c.example', message: 'Why?', contact: 'me' },
      { kind: 'inquiry', message: 'Why?', contact: 'me' },
      { kind: 'deletion', what: `${server.site}docs/rude` },
      { kind: 'proposal', what: 'https://docs.example/guide/', contact: 'me' },
    ])
      expect((await perform('addRequest', { body, status: 201 })).problems).toEqual([]);
  });
  afterAll(async () => {
    lock[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  it('A2: every operation that may write is called here, or has a reason why it keeps nobody waiting', () => {
    const writing = operations.filter(({ scope }) => scope === 'write').map(({ id }) => id);
    expect([...Object.keys(calls), ...Object.keys(reasons)].toSorted()).toEqual(writing.toSorted());
  });

  it.each(Object.entries(calls))('A2: %s waits, and keeps nobody waiting', async (operation, callOf) => {
    let problems: readonly string[] = [];
    const { text } = await lock.during(async () => {
      const performed = await perform(operation, callOf(server));
      problems = performed.problems;
      return performed;
    });
    expect(problems, text).toEqual([]);
    if (RUNS.has(operation)) await lock.noRun();
  });

  it('A5: a run that an assistant starts waits, and keeps nobody waiting', async () => {
    const body = { name: 'refresh_source', arguments: { library: server.provider } };
    const { status, text } = await lock.during(async () => {
      const response = await fetch(`${server.address}/mcp`, {
        ...{ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: body }) },
        headers: {
          ...{ authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
          'mcp-protocol-version': '2025-06-18',
        },
      });
      return { status: response.status, text: await response.text() };
    });
    expect([status, text]).toEqual([200, expect.stringMatching(/state: (?:queued|running|complete)/)]);
    await lock.noRun();
  });

  it('A5: a question that found nothing is answered before it is counted', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${server.address}/admin/v1${path}`);
      return { status: response.status, text: await response.text() };
    };
    await until(async () => {
      // What counts it waits for half a second: a machine on which the answer takes longer is asked again.
      expect((await lock.hold(() => ask('/search?q=zyxwvut'))).status).toBe(200);
      return (await ask('/questions')).text.includes('zyxwvut');
    });
  });
});
