// `npm run bench:server -- --data <folder>`: searches a second, searches beside a polite crawl, the event loop over every read, and live events.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuOf } from './command.ts';
import { distinctQueries, type Started, startServer } from './server/start.ts';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', default: 'search,beside,reads,events' },
    seconds: { type: 'string', default: '20' },
  },
});
if (flags.data === undefined) {
  console.error('bench:server needs --data, a folder with at least 27,000 chunks (bench:search-load makes one)');
  process.exit(2);
}
const data = resolve(flags.data);
const parts = new Set(flags.only.split(','));
const seconds = Number(flags.seconds);
const root = fileURLToPath(new URL('..', import.meta.url));
const here = fileURLToPath(new URL('./server/', import.meta.url));

if (!existsSync(join(here, 'node_modules/autocannon')))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: here, stdio: 'inherit' });

/** What this program uses of autocannon. */
interface LoadResult {
  readonly requests: { readonly average: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}
const autocannon = createRequire(join(here, 'package.json'))('autocannon') as (
  options: Readonly<Record<string, unknown>>,
) => Promise<LoadResult>;

const CLIENTS = 8;
const folder = mkdtempSync(join(tmpdir(), 'docent-bench-server-'));
let server: Started | undefined;
try {
  server = await startServer(root, data, folder);
  const { address, token, pid } = server;
  const isSearched = parts.has('search') || parts.has('beside');
  const queries = isSearched ? await distinctQueries(address) : [];
  console.log(isSearched ? `${queries.length} distinct queries; server ${pid}` : `server ${pid}`);
  if (isSearched) await searchFor(address, queries.slice(0, 200), CLIENTS, 3);
  if (parts.has('search')) await idleSearches(address, queries, pid);
  if (parts.has('beside')) await searchesBesideCrawl(address, token, queries);
  if (parts.has('reads')) await everyRead(address);
  if (parts.has('events')) await liveEvents(address, token, pid);
} finally {
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
}

function searchFor(
  address: string,
  queries: readonly string[],
  most: number,
  duration: number,
  overallRate?: number,
): Promise<LoadResult> {
  // A client without a query of its own has nothing to send.
  const connections = Math.min(most, queries.length);
  let client = 0;
  return autocannon({
    ...{ url: address, connections, duration, timeout: 10, ...(overallRate !== undefined && { overallRate }) },
    setupClient(one: { setRequests(requests: readonly object[]): void }) {
      const own = queries.filter((_, at) => at % connections === client);
      client++;
      one.setRequests(own.map((query) => ({ path: `/admin/v1/search?q=${encodeURIComponent(query)}` })));
    },
  });
}

function line(name: string, { requests, latency, errors, timeouts, non2xx }: LoadResult, more = ''): void {
  const rate = requests.average.toFixed(1);
  console.log(
    `${name}: ${rate}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms, max ${latency.max} ms, errors ${errors + timeouts}, not 2xx ${non2xx}${more}`,
  );
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function idleSearches(address: string, queries: readonly string[], pid: number): Promise<void> {
  const before = cpuOf(pid);
  const result = await searchFor(address, queries, CLIENTS, seconds);
  const each = (cpuOf(pid) - before) / result.requests.total;
  line('searches, idle', result, `, ${each.toFixed(2)} ms CPU each`);
}

/** A site of 2,000 pages on loopback. */
async function startSite(): Promise<{ origin: string; close: () => void }> {
  const site = createServer((request, response) => {
    const n = Number(/\/p(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const links = Array.from({ length: 20 }, (_, at) => `<a href="/p${(n * 20 + at + 1) % 2000}">page</a>`).join(' ');
    const text = `How page ${n} of this site is read while others search. `.repeat(20);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Page ${n}</title><main><h1>Page ${n}</h1><p>${text}</p>${links}</main>`);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const { port } = site.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

/** Starts a crawl, and returns the function that stops it and forgets what it stored. */
async function crawl(address: string, token: string, origin: string): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const started = await fetch(`${address}/admin/v1/runs`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ targets: [`${origin}/`], confirmed: true }) },
  });
  const { runs } = (await started.json()) as {
    readonly runs: readonly { readonly id: number; readonly provider: string }[];
  };
  const [run] = runs;
  if (run === undefined) throw new Error(`the crawl did not start: ${started.status}`);
  return async () => {
    await fetch(`${address}/admin/v1/runs/${run.id}/stop`, { method: 'POST', headers });
    await sleep(2_000);
    await fetch(`${address}/admin/v1/forget`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ what: `provider:${run.provider}` }) },
    });
  };
}

async function searchesBesideCrawl(address: string, token: string, queries: readonly string[]): Promise<void> {
  const site = await startSite();
  const stop = await crawl(address, token, site.origin);
  line('searches, 50/s beside a polite crawl', await searchFor(address, queries, CLIENTS, seconds, 50));
  await stop();
  site.close();
}

/** Calls every operation that reads, again and again, and looks at the event loop's delay as the server measures it. */
async function everyRead(address: string): Promise<void> {
  const document = (await (await fetch(`${address}/admin/v1/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: readonly Parameter[] }>>>>;
  };
  const { urls } = (await (await fetch(`${address}/admin/v1/urls?limit=1&state=indexed`)).json()) as {
    readonly urls: readonly { readonly url: string; readonly provider: string }[];
  };
  const [first] = urls;
  const values: Readonly<Record<string, string>> = {
    ...{ url: first?.url ?? '', id: '1', provider: first?.provider ?? '', q: 'server', run: '1' },
    host: first === undefined ? '' : new URL(first.url).host,
  };
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined || path === '/events') return [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((path.startsWith('/providers') ? values.provider : values[name]) ?? '1'),
    );
    const needed = get.parameters.filter(({ in: place, required }) => place === 'query' && required);
    const query = needed.map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? 'server')}`).join('&');
    return [`/admin/v1${filled}${query === '' ? '' : `?${query}`}`];
  });
  await Promise.all(paths.map((path) => fetch(`${address}${path}`).then((response) => response.text())));
  await lag(address);
  const began = performance.now();
  const times = new Map<string, number[]>();
  while (performance.now() - began < seconds * 1_000)
    for (const path of paths) {
      const at = performance.now();
      await fetch(`${address}${path}`).then((response) => response.text());
      times.set(path, [...(times.get(path) ?? []), performance.now() - at]);
    }
  const { p99, max } = await lag(address);
  console.log(
    `${paths.length} reads, each ${times.get(paths[0] as string)?.length} times: event loop p99 ${p99} ms, max ${max} ms`,
  );
  const slowest = [...times].map(([path, all]) => [path, all.toSorted((a, b) => a - b).at(-2) ?? 0] as const);
  for (const [path, ms] of slowest.toSorted(([, a], [, b]) => b - a)) console.log(`  ${ms.toFixed(0)} ms ${path}`);
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

async function lag(address: string): Promise<{ readonly p99: string; readonly max: string }> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const of = (name: string): string => {
    const value = new RegExp(`^\\S*nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1];
    return (Number(value) * 1_000).toFixed(1);
  };
  return { p99: of('p99'), max: of('max') };
}

async function liveEvents(address: string, token: string, pid: number): Promise<void> {
  const site = await startSite();
  const stop = await crawl(address, token, site.origin);
  const ending = new AbortController();
  let events = 0;
  const clients = Array.from({ length: 200 }, async () => {
    const { body } = await fetch(`${address}/admin/v1/events`, { signal: ending.signal });
    for await (const piece of body ?? []) events += Buffer.from(piece).toString('latin1').split('\ndata:').length - 1;
  });
  for (const client of clients) client.catch(() => {});
  await sleep(10_000);
  const before = memoryOf(pid);
  const seen: number[] = [];
  for (let at = 0; at < 10; at++) {
    await sleep(5_000);
    seen.push(memoryOf(pid));
  }
  ending.abort();
  await Promise.allSettled(clients);
  const shown = seen.map((mb) => mb.toFixed(0)).join(', ');
  console.log(
    `200 clients of live events for 60 s: ${events} events; memory ${before.toFixed(0)} MB, then ${shown} MB`,
  );
  await stop();
  site.close();
}
