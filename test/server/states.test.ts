// F5, M5: what terminal, API, pages, MCP and metrics say of the same sources, runs and hosts: the words agree.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRuns, type Runs } from '../../src/app/crawl/runs.ts';
import { crawlRequest } from '../../src/app/crawl/word-request.ts';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { addProvidersCommand } from '../../src/doors/cli/commands/providers.ts';
import { addRunsCommand } from '../../src/doors/cli/commands/runs.ts';
import { openServer } from '../../src/doors/http/open-server.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runStates } from '../../src/watch/states/run-state.ts';
import { sourceStates } from '../../src/watch/states/source-state.ts';
import { startServer } from '../support/local-server.ts';
import { heldAfter } from '../support/runs-world.ts';
import { idOf, makeStates, type StateCase } from '../support/state-cases.ts';
import { textOf } from './text-of.ts';

let place: Awaited<ReturnType<typeof makeStates>>;
let server: Awaited<ReturnType<typeof openServer>>;
let token: string;
let cases: readonly StateCase[];
const over: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-states-'));
  over.push(() => rmSync(folder, { recursive: true, force: true }));
  place = await makeStates(folder);
  over.push(...[place.site, ...Object.values(place.servers)].map((one) => () => one[Symbol.asyncDispose]()));
  token = (await openTokens(join(folder, '.docent')).create({ scopes: tokenScopes })).token;
  const flags = {
    data: '.docent',
    listen: '0',
    request_delay_ms: '0',
    allow_private: '127.0.0.1',
    mcp_results: 'structured',
  };
  server = await openServer({ input: { cwd: folder, env: {}, flags }, log: silentLog });
  over.push(() => server.close());
  cases = [...place.cases, ...(await unended())];
});

afterAll(async () => {
  for (const one of over.toReversed()) await one();
});

/** Sources whose run has not ended, or was ended by the operator; a server that starts would go on with one that was killed. */
async function unended(): Promise<readonly StateCase[]> {
  const open = (): Runs =>
    openRuns({
      settings: place.settings,
      store: openStore({ kind: 'sqlite', folder: join(place.folder, '.docent') }),
      log: silentLog,
    });
  /** Each at a host of its own: one request at a time is made to a host. */
  const begin = async (runs: Runs) => {
    const gate = heldAfter(1);
    const held = await startServer(gate.listener);
    over.push(() => held[Symbol.asyncDispose]());
    runs.start(crawlRequest(place.settings, [`${held.origin}/a/`], 'operator'));
    await gate.isHeld();
    return { gate, id: idOf(held, 'a') };
  };
  const first = open();
  const [killed, left, stopped] = [await begin(first), await begin(first), await begin(first)];
  await first.pause(left.id);
  await first.stop(stopped.id);
  const closing = first.close();
  for (const { gate } of [killed, left, stopped]) gate.letGo();
  await closing;
  const second = open();
  const [paused, running] = [await begin(second), await begin(second)];
  await second.pause(paused.id);
  over.push(async () => {
    const closed = second.close();
    for (const { gate } of [paused, running]) gate.letGo();
    await closed;
  });
  return [
    { name: 'cut off', provider: killed.id, run: 'killed', source: 'fresh' },
    { name: 'paused, and its process has left', provider: left.id, run: 'paused', source: 'paused' },
    { name: 'stopped', provider: stopped.id, run: 'stopped', source: 'fresh' },
    { name: 'paused', provider: paused.id, run: 'paused', source: 'paused' },
    { name: 'under way', provider: running.id, run: 'running', source: 'fresh' },
  ];
}

/** By source; `listed`: only of those that are listed. */
const expected = (word: 'run' | 'source', listed = false) => {
  const found = cases.flatMap((one) => {
    const state = listed && one.source === undefined ? undefined : one[word];
    return state === undefined ? [] : [[one.provider, state] as const];
  });
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
const sorted = (found: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));

interface StateJson {
  readonly state: string;
  readonly because?: string;
}
const text = ({ state, because }: StateJson): string => (because === undefined ? state : `${state} (${because})`);

async function api<T>(path: string): Promise<T> {
  const response = await fetch(`${server.address}/admin/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function page(path: string): Promise<string> {
  return (await fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
}

/** The badges in the row of a table that leads to a path, by the name behind that. */
function badgesIn(html: string, path: string): readonly (readonly [string, readonly string[]])[] {
  return html.split('<tr').flatMap((row) => {
    const name = new RegExp(`href="[^"]*${path}/([^"?#/]+)"`).exec(row)?.[1];
    const states = [...row.matchAll(/<span class="state[^"]*">([^<]*)<\/span>/g)].map(([, word = '']) => word);
    return name === undefined ? [] : [[decodeURIComponent(name), states] as const];
  });
}

async function printed(
  add: (program: Command, out: { write(text: string): unknown }) => void,
  ...words: readonly string[]
) {
  let all = '';
  const program = new Command('docent').exitOverride();
  add(program, { write: (part: string) => (all += part) });
  await program.parseAsync(['node', 'docent', ...words, '--data', join(place.folder, '.docent')]);
  return all;
}

it('there are 24 sources, in every state that a test can bring about', () => {
  expect(cases).toHaveLength(24);
  expect(new Set(cases.flatMap(({ source }) => source ?? [])).size).toBe(sourceStates.length);
  const states = new Set(cases.flatMap(({ run }) => run?.split(' ')[0] ?? []));
  expect(runStates.filter((state) => !states.has(state))).toEqual(['queued']);
});

describe('F5: the state of a run', () => {
  it('is the same on the terminal, in the API, on the pages and in the metrics', async () => {
    const latest = new Map<string, StateJson & { readonly id: number }>();
    const { runs } = await api<{ runs: readonly (StateJson & { id: number; provider: string })[] }>('/runs?limit=200');
    for (const run of runs.toReversed()) latest.set(run.provider, run);
    expect(sorted([...latest].map(([provider, run]) => [provider, text(run)]))).toEqual(expected('run'));
    const shown = new Map(badgesIn(await page('/runs'), '/runs'));
    expect(sorted([...latest].map(([provider, { id }]) => [provider, shown.get(String(id))?.[0] ?? '']))).toEqual(
      expected('run'),
    );
    const lines = (await printed(addRunsCommand, 'runs', 'list', '--limit', '200')).split('\n');
    for (const [provider, { id, ...run }] of latest)
      expect(
        lines.find((line) => new RegExp(`^ *${id} +${provider} `).test(line)),
        provider,
      ).toContain(` ${text(run)} `);
    const metrics = await page('/metrics');
    const found = [...metrics.matchAll(/^docent_run_state\{provider="([^"]*)",state="([^"]*)"\} 1$/gm)];
    expect(sorted(found.map(([, provider = '', state = '']) => [provider, state]))).toEqual(expected('run', true));
  });

  it('is the same in its reports, with why', async () => {
    const { reports } = await api<{
      reports: readonly { provider: string; runs: readonly (StateJson & { why?: string })[] }[];
    }>('/reports?limit=200');
    expect(sorted(reports.map(({ provider, runs: [run] }) => [provider, text(run as StateJson)]))).toEqual(
      expected('run', true),
    );
    const why = (provider: string) => reports.find((one) => one.provider === provider)?.runs[0]?.why;
    expect(why(idOf(place.site, 'many'))).toBe('limit reached: 2 of about 5');
    expect(why('half')).toBe('1 of 2 seeds could not be read');
    expect(why('error')).toBe('its seed could not be read');
  });
});

describe('M5: the state of a source', () => {
  it('is the same on the terminal, in the API, on the pages, in MCP and in the metrics', async () => {
    const { providers } = await api<{ providers: readonly (StateJson & { id: string; pages: number })[] }>(
      '/providers?from=file&from=crawl&limit=200',
    );
    expect(sorted(providers.map(({ id, state }) => [id, state]))).toEqual(expected('source'));
    const shown = badgesIn(await page('/sources'), '/sources');
    expect(sorted(shown.flatMap(([id, [state]]) => (state === undefined ? [] : [[id, state] as const])))).toEqual(
      expected('source'),
    );
    const lines = (await printed(addProvidersCommand, 'providers', 'list')).split('\n');
    for (const { provider, source } of cases.filter(
      (one) => one.provider.startsWith('127.') && one.source !== undefined,
    ))
      expect(
        lines.find((line) => line.trimStart().startsWith(`${provider} `)),
        provider,
      ).toContain(` ${source}`);
    const metrics = await page('/metrics');
    const found = [...metrics.matchAll(/^docent_source_state\{provider="([^"]*)",state="([^"]*)"\} 1$/gm)];
    expect(sorted(found.map(([, provider = '', state = '']) => [provider, state]))).toEqual(expected('source'));
    // Assistants hear of what is stored.
    const stored = new Set(providers.filter(({ pages }) => pages > 0).map(({ id }) => id));
    const told = await freshness();
    expect(told.map(([id]) => id).sort()).toEqual([...stored].sort());
    for (const [id, ...words] of told)
      expect([id, ...words]).toEqual([id, expected('source')[id], expected('run')[id]]);
  });

  it('is counted in pages on the overview, and is fresh only where a page is stored', async () => {
    const { providers } = await api<{ providers: readonly { state: string; pages: number }[] }>(
      '/providers?from=file&from=crawl&limit=200',
    );
    const sum = (some: typeof providers): number => some.reduce((all, { pages }) => all + pages, 0);
    const fresh = providers.filter(({ state }) => state === 'fresh');
    expect(fresh.every(({ pages }) => pages > 0)).toBe(true);
    expect(textOf(await page('/'))).toContain(`${sum(fresh)} of ${sum(providers)} pages`);
  });
});

async function freshness(): Promise<readonly (readonly [id: string, state: string, run: string])[]> {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_freshness', arguments: { max_tokens: 20_000 } },
  };
  const response = await fetch(`${server.address}/mcp`, {
    ...{ method: 'POST', body: JSON.stringify(call) },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
    },
  });
  const { result } = (await response.json()) as {
    result: { structuredContent: { libraries: readonly { id: string; state: string; run: string }[] } };
  };
  return result.structuredContent.libraries.map(({ id, state, run }) => [id, state, run] as const);
}

describe('F8: the state of a host', () => {
  it('is the same in the API and on the page', async () => {
    const { hosts } = await api<{ hosts: readonly { host: string; state: string }[] }>('/hosts?limit=200');
    const known = new Map(hosts.map(({ host, state }) => [host, state]));
    const shown = new Map(badgesIn(await page('/hosts'), '/hosts'));
    for (const [host, state] of cases.flatMap((one) => (one.host === undefined ? [] : [one.host]))) {
      expect([host, known.get(host)]).toEqual([host, state]);
      expect([host, shown.get(host)?.[0]]).toEqual([host, state]);
    }
  });
});
