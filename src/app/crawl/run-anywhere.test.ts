// C4: a run that another process did not bring to its end goes on here, with nothing lost of what was requested.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { more } from '../../../test/support/how-long.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { heldOpening } from '../../../test/support/runs-world.ts';
import { until, untilPasses } from '../../../test/support/until.ts';
import { Visits } from '../../../test/support/visits.ts';
import { silentLog } from '../../core/log.ts';
import { processSpace, processStart } from '../../core/process-start.ts';
import { urlKey } from '../../core/url/key.ts';
import type { CrawlOptions } from '../../doors/library/docent.ts';
import type { Ledger } from '../../frontier/port.ts';
import { page } from '../../frontier/port-words.contract.ts';
import { loadSettings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { type AnywhereRun, runAnywhere } from './run-anywhere.ts';
import type { RunRequest } from './run-request.ts';
import { startHere } from './start-run.ts';
import { crawlRequest } from './word-request.ts';

let folder: string;
let server: LocalServer;

const site: RequestListener = (request, response) => {
  if (request.url === '/robots.txt') return void response.writeHead(404).end();
  if (request.headers['if-none-match'] !== undefined) return void response.writeHead(304).end();
  response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' });
  response.end(`<title>${request.url}</title><p>This is the page ${request.url}.</p>`);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-anywhere-'));
  server = await startServer(site);
});

afterEach(async () => {
  vi.useRealTimers();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const announced = { log: silentLog, isPrinted: false };

function requestOf(sites: readonly string[], options: CrawlOptions = {}): RunRequest {
  const flags = { request_delay_ms: '0', data: folder };
  const settings = loadSettings({ text: '', config: 'docent.yml', env: {}, flags });
  const urls = sites.map((site) => `${server.origin}/${site}/`);
  return crawlRequest(settings, urls, 'operator', options);
}

function start(sites: readonly string[], options: CrawlOptions = {}, store = here()): AnywhereRun {
  return runAnywhere(requestOf(sites, options), { store, announced });
}

const here = () => openStore({ kind: 'sqlite', folder });

const providerOf = (site: string): string => `127.0.0.1-${server.port}_${site}`;

/** The folder belongs to another process, which starts no requested run by itself. */
async function owned(): Promise<Ledger> {
  return (await openStore({ kind: 'sqlite', folder }).openLedger(Date.now)).ledger;
}

const runRequested = (ledger: Ledger): Promise<void> =>
  untilPasses(async () => expect(await ledger.inbox.requestedRuns()).toHaveLength(1));

async function drain(run: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of run);
}

/** Begins the requested run of these sites, and stores the page of the first; other pages of each wait. */
async function beginThere(ledger: Ledger, sites: readonly string[], others: readonly string[] = []): Promise<void> {
  for (const site of sites) {
    const [provider, host] = [providerOf(site), `127.0.0.1:${server.port}`];
    const lane = { provider, perProvider: 1, perHost: 1, gapMs: 0, maxPages: 200, maxPerTemplate: 100 };
    await ledger.begin(lane, { fresh: false, run: { kind: 'crawl' } });
    const urls = ['', ...others].map((name) => `${server.origin}/${site}/${name}`);
    const found = urls.map((url, nth) => ({ provider, key: urlKey(url), url, host, depth: Math.min(nth, 1) }));
    await ledger.offer(found.map((one) => ({ ...one, kind: 'page' })));
  }
  const [lease] = await ledger.lease(1);
  if (lease === undefined) throw new Error('nothing is due');
  await ledger.settle(lease, { outcome: page(lease.url), steps: [] });
  if (others.length === 0) await ledger.finish(lease.provider);
  await ledger.inbox.takenUp((await ledger.inbox.requestedRuns()).map(({ id }) => id));
}

describe('a run of a busy folder', () => {
  it('C4: that was not begun there begins here, over again where that was requested', async () => {
    await drain(start(['a']));
    const ledger = await owned();
    const run = start(['a'], { fresh: true });
    await run.begun;
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

  it('F6: that was begun over there goes on here, and does not begin over once more', async () => {
    const ledger = await owned();
    const run = start(['a'], { fresh: true });
    const drained = drain(run);
    await runRequested(ledger);
    await beginThere(ledger, ['a'], ['page']);
    await ledger.close();
    await drained;
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ complete: true, counts: { indexed: 2 } }] });
    // What was stored there is not requested again.
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /a/page']);
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
    await untilPasses(() => expect(run.where).toEqual({ kind: 'elsewhere', pid: process.pid }));
    await run.stopRun();
    expect(await Promise.all([1, 2].map((id) => ledger.wishOf(id)))).toEqual(['go', 'stop']);
    await ledger.close();
    await drained;
    expect(await run.result).toMatchObject({ exitCode: 130, providers: [{ complete: true }, { state: 'stopped' }] });
    expect(server.requestLines).toEqual([]);
  });
});

describe('a run whose store is being opened', () => {
  it.each(['stop', 'leave'] as const)('F5, F6: and that is to %s then requests nothing', async (how) => {
    const opening = heldOpening(here());
    const run = start(['a'], {}, opening.store);
    await opening.isHeld();
    run[how]();
    opening.letGo();
    await drain(run);
    expect(await run.result).toMatchObject({ exitCode: 130 });
    expect(server.requestLines).toEqual([]);
  });

  it('C4: and that another process requested is left to it where the runs of this one end meanwhile', async () => {
    const own = await startHere(requestOf(['a']), { store: here(), announced });
    const opening = heldOpening(here(), 'knownProviders');
    const starting = startHere(requestOf(['b']), { store: opening.store, announced, isGuest: true });
    await opening.isHeld();
    await drain(own);
    opening.letGo();
    const guest = await starting;
    await drain(guest);
    expect(await guest.result).toEqual({ exitCode: 130, providers: [] });
    expect(server.requestLines.filter((line) => line.includes('/b/'))).toEqual([]);
  });
});

describe('a run of a folder that has a server', () => {
  const path = (name: string): string => join(folder, 'doorbell', name);

  /** Announces the process that started this one as the server. */
  function announce(leftTo?: string): void {
    mkdirSync(join(folder, 'doorbell'), { recursive: true });
    const incarnation = `${randomUUID()} ${processSpace()} ${processStart(process.ppid)}`;
    const claim = { pid: process.ppid, machine: hostname(), incarnation, claimedAt: Date.now(), leftTo };
    writeFileSync(path('server'), JSON.stringify(claim));
  }

  const isRung = (): Promise<true> => until(() => existsSync(path('ring')));
  /** Once it has heard a ring, a server has longer to take the run up. */
  const hearRing = async (): Promise<void> => {
    await isRung();
    rmSync(path('ring'));
  };

  it('C4: is passed to it although nothing crawls there, and followed', async () => {
    announce();
    const run = start(['a']);
    await run.begun;
    expect(run.where).toEqual({ kind: 'elsewhere', pid: undefined });
    const drained = drain(run);
    await hearRing();
    const ledger = await owned();
    await runRequested(ledger);
    await beginThere(ledger, ['a']);
    await drained;
    await ledger.close();
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ provider: providerOf('a'), complete: true }] });
    expect(server.requestLines).toEqual([]);
  });

  it('C4: begins here after 3 s where the server does not take it up, and where the server ends', async () => {
    announce();
    const visits = new Visits();
    server.answer((request, response) => {
      visits.note(request.url);
      site(request, response);
    });
    visits.note('announced');
    const first = start(['a']);
    await drain(first);
    visits.expectWait(3_000, 'announced', '/robots.txt');
    expect(first.where).toEqual({ kind: 'here' });
    expect(await first.result).toMatchObject({ exitCode: 0 });
    const second = start(['b']);
    const drained = drain(second);
    await isRung();
    rmSync(path('server'));
    await drained;
    expect(await second.result).toMatchObject({ exitCode: 0 });
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /a/', 'GET /b/']);
    // Nothing is left for a later server to start once more.
    const ledger = await owned();
    expect(await ledger.inbox.requestedRuns()).toEqual([]);
    await ledger.close();
  });

  it('C4: waits while the server has left the folder to a task, and comes back to the server', more, async () => {
    announce();
    const run = start(['a', 'b']);
    const events: string[] = [];
    const drained = (async () => {
      for await (const { type } of run) events.push(type);
    })();
    await hearRing();
    const first = await owned();
    await runRequested(first);
    await beginThere(first, ['a', 'b']);
    const handed = (times: number): Promise<void> =>
      untilPasses(() => expect(events.filter((type) => type === 'handed')).toHaveLength(times));
    await handed(1);
    announce('room-1');
    await first.close();
    // It looks at the folder meanwhile, for much longer than a server may take that is there.
    vi.useFakeTimers({ toFake: ['performance'] });
    const looks = events.length;
    await until(() => {
      vi.advanceTimersByTime(60_000);
      return events.length > looks + 3;
    });
    expect(server.requestLines).toEqual([]);
    const second = await owned();
    expect(await second.inbox.requestedRuns()).toEqual([]);
    announce();
    await runRequested(second);
    vi.useRealTimers();
    await second.begin(
      { provider: providerOf('b'), perProvider: 1, perHost: 1, gapMs: 0, maxPages: 9, maxPerTemplate: 9 },
      { fresh: false, run: { kind: 'crawl' } },
    );
    await second.inbox.takenUp((await second.inbox.requestedRuns()).map(({ id }) => id));
    await handed(2);
    await second.finish(providerOf('b'));
    await drained;
    await second.close();
    expect((await run.result).providers.map(({ provider }) => provider)).toEqual([providerOf('a'), providerOf('b')]);
    expect(server.requestLines).toEqual([]);
  });

  it('C8: that this process refuses is refused at once, in its result as in its events', async () => {
    announce();
    const settings = loadSettings({
      text: 'providers: [{ provider_id: no, name: No, seed_urls: ["http://127.0.0.9:9/"], allowed_path_patterns: ["/**"], tos: { verdict: forbidden } }]',
      ...{ config: 'docent.yml', env: {}, flags: { data: folder } },
    });
    const announced = { log: silentLog, isPrinted: false };
    const run = runAnywhere(crawlRequest(settings, ['http://127.0.0.9:9/x'], 'operator'), {
      store: openStore({ kind: 'sqlite', folder }),
      announced,
    });
    const refused = expect.objectContaining({ code: 'DOC_TERMS' });
    for (const promise of [run.begun, run.result, run.concluded, drain(run)])
      await expect(promise).rejects.toThrow(refused);
  });
});
