// F4: the bounds on requests. Loopback has none of its own, so the run is put together here with a policy that has.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyFor } from '../../src/app/crawl/policies.ts';
import { robotsGet } from '../../src/app/crawl/robots-requests.ts';
import { resolveTargets } from '../../src/app/crawl/targets.ts';
import { steadyClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { readPage } from '../../src/crawl/read/read-page.ts';
import { RequestBounds } from '../../src/crawl/run/bounds.ts';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import { startRun } from '../../src/crawl/run/run.ts';
import { LinkWatch } from '../../src/crawl/visit/link-watch.ts';
import { createAddressGuard } from '../../src/fetch/address.ts';
import { createHttp } from '../../src/fetch/http.ts';
import type { HostState } from '../../src/frontier/port.ts';
import type { Budget } from '../../src/frontier/port-requests.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

let servers: readonly [LocalServer, LocalServer];

beforeEach(async () => {
  servers = [await startServer(site), await startServer(site, '127.0.0.2')];
});
afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

const site: Parameters<typeof startServer>[0] = (request, response) => {
  if (request.url === '/robots.txt') return void response.writeHead(404).end();
  const links = request.url === '/' ? Array.from({ length: 5 }, (_, i) => `<a href="/p${i}">p</a>`).join('') : '';
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${request.headers.host}${request.url}</p>${links}`);
};

interface Bounded {
  readonly result: RunResult;
  readonly events: readonly CrawlEvent[];
  /** The hosts of the first provider. */
  readonly hosts: readonly HostState[];
}

let stores = 0;
const folder = mkdtempSync(join(tmpdir(), 'docent-bounds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A store that is kept between the runs of a test. */
function newStore(): Store {
  return openStore({ kind: 'sqlite', folder: join(folder, String(++stores)) });
}

/** Crawls both servers within these bounds; a wait of more than a minute ends the run. */
async function crawl(budget: Partial<Budget>, store = newStore(), trialPages?: number): Promise<Bounded> {
  const settings = loadSettings({
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_CONCURRENCY: '1', DOCENT_RETRY_BASE_MS: '0' },
  });
  const now = steadyClock();
  const { ledger } = await store.openLedger(now);
  const open = servers.map(({ origin, port }) => ({ host: new URL(origin).hostname, port }));
  const http = createHttp({ guard: createAddressGuard({ open }) });
  const abort = new AbortController();
  const bounds = new RequestBounds(ledger, { perHour: 1_000, perDay: 10_000, ...budget }, now);
  const requests = { http, ledger, bounds, now, stop: abort.signal };
  const targets = resolveTargets(
    servers.map(({ origin }) => `${origin}/`),
    settings,
  );
  const policies = targets.map((target) => ({
    ...policyFor(target, settings, {
      log: silentLog,
      now,
      http,
      robotsGet: (own, _, pace) => robotsGet({ ...requests, http: own }, true, pace),
    }),
    bounded: true,
    trialPages,
  }));
  const run = startRun(
    ledger,
    {
      now,
      random: Math.random,
      read: readPage,
      blocked: () => undefined,
      block: async () => {},
      tick: async () => {},
      watch: new LinkWatch(silentLog),
    },
    {
      policies,
      concurrency: 1,
      bounds,
      maxRunPages: 5_000,
      wait: false,
      fresh: false,
      remarks: [],
      prepare: async () => {},
      abort,
      incidents: { log: silentLog },
    },
  );
  const events: CrawlEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  const hosts = await ledger.hosts(result.providers[0]?.provider ?? '');
  await http.close();
  await ledger.close();
  return { result, events, hosts };
}

const requests = (): readonly number[] => servers.map(({ requestLines }) => requestLines.length);

describe('F4: bounds on requests', () => {
  it('F4, F5: at the bound over everything the run waits, robots.txt counted, and reports until when', async () => {
    const { result, events } = await crawl({ perHour: 5 });
    expect(requests().reduce((sum, n) => sum + n, 0)).toBe(5);
    expect(result.exitCode).toBe(3);
    expect(events).toContainEqual(expect.objectContaining({ type: 'waiting', by: 'budget:hour' }));
  });

  it('F4: the request for robots.txt itself is not made once the bound is reached', async () => {
    const { events } = await crawl({ perHour: 1 });
    expect(requests().toSorted()).toEqual([0, 1]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'waiting', by: 'budget:hour' }));
  });

  it('F4: at the bound of one host that host is held as a whole, and the others go on', async () => {
    const store = newStore();
    const { events, hosts, result } = await crawl({ hostPerHour: 4 }, store);
    expect(requests()).toEqual([4, 4]);
    expect(result.exitCode).toBe(3);
    const waits = events.filter((event) => event.type === 'waiting');
    expect(new Set(waits.map(({ by }) => by))).toEqual(new Set(['budget:host-hour']));
    expect(hosts[0]).toMatchObject({ parkedBy: 'budget:host-hour', waiting: 3 });
    // Nothing was moved but the URL whose turn it was.
    const reader = await store.openReader();
    expect(await reader.list({ by: 'budget', limit: 100 })).toHaveLength(2);
    // And the next run waits for the same hour, and the host does not count as failing.
    const next = await crawl({ hostPerHour: 4 }, store);
    expect(requests()).toEqual([4, 4]);
    expect(next.result.providers[0]).toMatchObject({ state: 'incomplete', because: 'budget' });
  });

  it('F4: careful’s bound per host and run ends the run there, and the next run begins to count anew', async () => {
    const store = newStore();
    const first = await crawl({ hostPerRun: 4 }, store);
    expect(requests()).toEqual([4, 4]);
    expect(first.result).toMatchObject({ exitCode: 3 });
    expect(first.result.providers[0]).toMatchObject({ because: 'budget', endedBy: 'budget:host-run' });
    expect(first.events).toContainEqual(expect.objectContaining({ type: 'warning', by: 'budget:host-run' }));
    const second = await crawl({ hostPerRun: 4 }, store);
    expect(second.result.exitCode).toBe(0);
    // robots.txt once more per host: this run keeps none between its runs.
    expect(requests()).toEqual([8, 8]);
  });

  it('F12: a trial that was cut short is still a trial; after it the whole site is crawled', async () => {
    const store = newStore();
    let warnings: readonly CrawlEvent[] = [];
    const pages = async (budget: Partial<Budget>): Promise<number | undefined> => {
      const { result, events } = await crawl(budget, store, 3);
      warnings = events.filter((event) => event.type === 'warning' && event.by === 'cap:pages');
      const counts = result.providers[0]?.counts;
      return counts && counts.indexed + counts.unchanged;
    };
    expect(await pages({ hostPerRun: 2 })).toBe(1);
    expect(await pages({})).toBe(3);
    // The operator's limit of pages did not stop the run.
    expect(warnings).toContainEqual(expect.objectContaining({ detail: expect.stringMatching(/^the trial is over/) }));
    expect(await pages({})).toBe(6);
  });
});
