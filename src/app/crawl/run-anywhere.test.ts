// C4: a run that another process did not bring to its end goes on here, with nothing lost of what was requested.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { silentLog } from '../../core/log.ts';
import { urlKey } from '../../core/url/key.ts';
import type { Ledger } from '../../frontier/port.ts';
import { page } from '../../frontier/port-words.contract.ts';
import { loadSettings } from '../../settings.ts';
import { storeIn } from '../data-store.ts';
import { type CrawlOptions, crawlRequest } from '../docent.ts';
import { type AnywhereRun, runAnywhere } from './run-anywhere.ts';

let folder: string;
let server: LocalServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-anywhere-'));
  server = await startServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    if (request.headers['if-none-match'] !== undefined) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' });
    response.end(`<title>${request.url}</title><p>This is the page ${request.url}.</p>`);
  });
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function start(sites: readonly string[], options: CrawlOptions = {}): AnywhereRun {
  const flags = { request_delay_ms: '0', data: folder };
  const settings = loadSettings({ text: '', config: 'docent.yml', env: {}, flags });
  const urls = sites.map((site) => `${server.origin}/${site}/`);
  return runAnywhere(crawlRequest(settings, urls, options), {
    folder,
    announced: { log: silentLog, isPrinted: false },
  });
}

const providerOf = (site: string): string => `127.0.0.1-${server.port}_${site}`;

/** The folder belongs to another process, which starts no requested run by itself. */
async function owned(): Promise<Ledger> {
  return (await storeIn(folder, 'sqlite').openLedger(Date.now)).ledger;
}

const runRequested = (ledger: Ledger): Promise<void> =>
  vi.waitFor(async () => expect(await ledger.inbox.requestedRuns()).toHaveLength(1), 20_000);

async function drain(run: AnywhereRun): Promise<void> {
  for await (const _ of run);
}

/** Begins the requested run of these sites, and stores the page of the first. */
async function beginThere(ledger: Ledger, sites: readonly string[]): Promise<void> {
  for (const site of sites) {
    const [provider, host] = [providerOf(site), `127.0.0.1:${server.port}`];
    const lane = { provider, perProvider: 1, perHost: 1, gapMs: 0, maxPages: 200, maxPerTemplate: 100 };
    await ledger.begin(lane, { fresh: false, run: { kind: 'crawl' } });
    const url = `${server.origin}/${site}/`;
    await ledger.offer([{ provider, key: urlKey(url), url, host, depth: 0, kind: 'page' }]);
  }
  const [lease] = await ledger.lease(1);
  if (lease === undefined) throw new Error('nothing is due');
  await ledger.settle(lease, { outcome: page(lease.url), steps: [] });
  await ledger.finish(lease.provider);
  await ledger.inbox.takenUp((await ledger.inbox.requestedRuns()).map(({ id }) => id));
}

describe('a run of a busy folder', () => {
  it('C4: that was not begun there begins here, over again where that was requested', async () => {
    await drain(start(['a']));
    const ledger = await owned();
    const run = start(['a'], { fresh: true });
    expect(run.where).toEqual({ kind: 'elsewhere', pid: undefined });
    const drained = drain(run);
    await runRequested(ledger);
    await ledger.close();
    await drained;
    expect(await run.result).toMatchObject({ exitCode: 0 });
    const pages = server.requests.filter(({ url }) => url === '/a/');
    expect(pages.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
    expect(run.where).toEqual({ kind: 'here' });
  });

  it('F6: goes on here with what had not ended there, and reports all of it', async () => {
    const ledger = await owned();
    const run = start(['a', 'b']);
    const drained = drain(run);
    await runRequested(ledger);
    await beginThere(ledger, ['a', 'b']);
    await ledger.close();
    await drained;
    const { exitCode, providers } = await run.result;
    expect(exitCode).toBe(0);
    expect(providers.map(({ provider, complete }) => [provider, complete])).toEqual([
      [providerOf('a'), true],
      [providerOf('b'), true],
    ]);
    expect((await run.concluded).map(({ provider }) => provider)).toEqual([providerOf('a'), providerOf('b')]);
    // What was stored there is not requested again.
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /b/']);
  });

  it('F5: that was stopped at the moment it was left does not begin here', async () => {
    const ledger = await owned();
    const run = start(['a']);
    const stopping = (async () => {
      for await (const { type } of run) if (type === 'handed') run.stop();
    })();
    await runRequested(ledger);
    await ledger.close();
    await stopping;
    expect(await run.result).toEqual({ exitCode: 130, providers: [] });
    expect(server.requestLines).toEqual([]);
  });

  it('F5: is stopped itself on demand, wherever it is', async () => {
    const ledger = await owned();
    const run = start(['a', 'b']);
    const drained = drain(run);
    await runRequested(ledger);
    await beginThere(ledger, ['a', 'b']);
    await vi.waitFor(() => expect(run.where).toEqual({ kind: 'elsewhere', pid: process.pid }), 20_000);
    await run.stopRun();
    expect(await Promise.all([1, 2].map((id) => ledger.wishOf(id)))).toEqual(['go', 'stop']);
    await ledger.close();
    await drained;
    expect(await run.result).toMatchObject({ exitCode: 130, providers: [{ complete: true }, { why: 'stopped' }] });
    expect(server.requestLines).toEqual([]);
  });
});
