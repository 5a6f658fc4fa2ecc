// Measures the embedded ledger with a million URLs waiting: offering, opening, leasing, settling, and the memory it takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CrawlLimits, FoundUrl, Lease } from '../src/frontier/port.ts';
import { openStore } from '../src/store/open-store.ts';
import { folderBytes } from './search/build-index.ts';

const URLS = Number(process.argv[2] ?? 1_000_000);
/** Passed by this program to itself: a folder to go on with in a process of its own, so that its memory is the ledger's. */
const resumed = process.argv[3];
const BATCH = 1_000;
const HOSTS = 20;
const LINKS = 50;
const VISITS = 200;
const now = Date.now();
const limits: CrawlLimits = {
  ...{ provider: 'bench', perProvider: 1_000, perHost: 1_000, gapMs: 0, maxPages: 1e9, maxPerTemplate: 1e9 },
};

const row = (name: string, value: string, expected = ''): void =>
  console.log(`${name.padEnd(44)} ${value.padStart(14)}  ${expected}`);
const rss = (): number => process.memoryUsage.rss() / 2 ** 20;

function found(i: number): FoundUrl {
  const host = `host-${i % HOSTS}.example`;
  const key = `${host}/documentation/section-${i % 977}/page-${i}`;
  return { provider: 'bench', key, url: `https://${key}.html`, host, depth: 1 + (i % 4), kind: 'page' };
}

/** Milliseconds a task takes. */
async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

if (resumed === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  try {
    await fill(folder);
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), String(URLS), folder], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await goOn(resumed);
}

async function fill(folder: string): Promise<void> {
  const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => now);
  await ledger.begin(limits, { fresh: false });
  const ms = await timed(async () => {
    for (let i = 0; i < URLS; i += BATCH)
      await ledger.offer(Array.from({ length: Math.min(BATCH, URLS - i) }, (_, k) => found(i + k)));
  });
  row(`offers/s, ${URLS.toLocaleString()} new URLs`, Math.round((URLS / ms) * 1_000).toLocaleString());
  row('RSS while offering', `${rss().toFixed(0)} MB`, '≤ 300 MB');
  await ledger.close();
  row('folder', `${(folderBytes(folder) / 2 ** 20).toFixed(0)} MB`);
}

async function goOn(folder: string): Promise<void> {
  row('RSS before opening', `${rss().toFixed(0)} MB`);
  const start = performance.now();
  const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => now);
  await ledger.begin(limits, { fresh: false });
  row('open and resume', `${(performance.now() - start).toFixed(1)} ms`, '< 10 s, aim < 100 ms');

  const leases: Lease[] = [];
  const ms = await timed(async () => {
    for (let i = 0; i < 3 * VISITS; i++) leases.push(...(await ledger.lease(1)));
  });
  row('µs per lease, one at a time', ((ms / leases.length) * 1_000).toFixed(1));
  row('RSS while leasing', `${rss().toFixed(0)} MB`, '≤ 300 MB');

  let next = URLS;
  const settle = async (name: string, links: (i: number) => FoundUrl): Promise<void> => {
    const ms = await timed(async () => {
      for (const lease of leases.splice(0, VISITS)) {
        const hash = `hash-${lease.id}`;
        const body = { title: hash, words: 900, bytes: 40_000, contentType: 'text/html' };
        const facts = { outline: [], form: 'html', rule: 'article', fidelity: 1, tokens: 1_200 } as const;
        const read = { hash, fetchedAt: now, fingerprint: '', extractor: 1, facts };
        const page = { finalUrl: lease.url, status: 200, ...body, ...read };
        const outcome = {
          kind: 'page',
          page,
          chunks: [],
          links: Array.from({ length: LINKS }, (_, i) => links(i)),
        } as const;
        const steps = ['lease', 'robots', 'fetch', 'extract', 'store'].map((step) => ({ at: now, step }));
        await ledger.settle(lease, { outcome, steps, host: { nextAt: 0, gapMs: 0, error: false } });
      }
    });
    row(`µs per settle, ${LINKS} ${name} links`, ((ms / VISITS) * 1_000).toFixed(0));
  };
  await settle('known and remembered', (i) => found(i * 37));
  await settle('known, looked up', () => found(Math.floor(Math.random() * URLS)));
  await settle('new', () => found(next++));
  row('waiting', (await ledger.counts('bench')).waiting.toLocaleString());
  row('RSS at the end', `${rss().toFixed(0)} MB`, '≤ 300 MB');
  await ledger.close();
}
