// `npm run bench:growth`: what grows with what a user has. Each act at one size and at a larger one; a factor of 1 is linear growth.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPlace } from '../src/app/place.ts';
import { librariesIn } from '../src/app/read/libraries.ts';
import { readReports } from '../src/app/watch/report.ts';
import { loadSettings } from '../src/settings.ts';
import { openStore } from '../src/store/open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-growth-'));
const numbers = (to: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;

try {
  await row('report of every source, 3 runs each', [500, 3_000], sources, async (data, size) => {
    await readReports(openPlace(settingsFor(data, size)));
  });
  await row('list of libraries, 20 pages each', [250, 1_500], libraries, async (data, size) => {
    await librariesIn(openPlace(settingsFor(data, size)));
  });
  await row('URLs by path and text, counts by path', [10_000, 100_000], urls, async (data) => {
    const reader = await openStore({ kind: 'sqlite', folder: data }).openReader();
    await reader.list({ limit: 50, path: '/part-7/*7', text: 'PAGE' });
    await reader.list({ limit: 50, path: 're:none' });
    await reader.paths('provider-1', { prefix: 'a.test/', limit: 99 });
    await reader.close();
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints the least CPU time of three of an act at each size, and how much faster than linear it grew. */
async function row(
  name: string,
  sizes: readonly [number, number],
  fill: (db: DatabaseSync, size: number) => void,
  act: (data: string, size: number) => Promise<void>,
): Promise<void> {
  const costs: number[] = [];
  for (const size of sizes) {
    const data = mkdtempSync(join(folder, 'data-'));
    await (await openStore({ kind: 'sqlite', folder: data }).openLedger()).ledger.close();
    const db = new DatabaseSync(join(data, 'docent.sqlite'));
    db.exec('BEGIN');
    fill(db, size);
    db.exec('COMMIT');
    db.close();
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      await act(data, size);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
    }
    costs.push(Math.min(...times));
  }
  const [small = 0, large = 0] = costs;
  const factor = large / small / (sizes[1] / sizes[0]);
  const shown = sizes.map((size, at) => `${size}: ${costs[at]?.toFixed(0)} ms`).join(', ');
  console.log(`${name.padEnd(40)} ${shown.padEnd(34)} growth × ${factor.toFixed(2)}`);
}

function sources(db: DatabaseSync, size: number): void {
  db.exec(`INSERT INTO providers (id, slug, generation, ended, fresh, began_at)
    ${numbers(size)} SELECT i, 'provider-' || i, 3, 1, 0, 1 FROM n`);
  for (let generation = 1; generation <= 3; generation++)
    db.exec(`INSERT INTO runs (provider, generation, kind, started_at, ended_at, complete, at, stored, reasons)
      ${numbers(size)} SELECT i, ${generation}, 'crawl', 1, 2, 1, 2, 0, '{}' FROM n`);
}

function libraries(db: DatabaseSync, size: number): void {
  sources(db, size);
  const address = `'https://docs' || (i % ${size} + 1) || '.example/page-' || i`;
  db.exec(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
    ${numbers(size * 20)} SELECT i, i % ${size} + 1, randomblob(20), ${address}, 1, 'page', 1, 1, 'indexed', '', '', 1, 1 FROM n`);
  db.exec(`INSERT INTO pages (url, provider, hash, final_url, status, content_type, title, words, bytes, fetched_at, verified_at)
    ${numbers(size * 20)} SELECT i, i % ${size} + 1, hex(randomblob(16)), ${address}, 200, 'text/html', 'A title', 1, 1, i, i FROM n`);
}

function urls(db: DatabaseSync, size: number): void {
  sources(db, 1);
  db.exec(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
    ${numbers(size)} SELECT i, 1, randomblob(20), 'https://a.test/part-' || (i % 50) || '/page-' || i, 1, 'page', 1, 1, 'indexed', '', '', 1, 1 FROM n`);
}

function settingsFor(data: string, size: number): ReturnType<typeof loadSettings> {
  const providers = Array.from({ length: size }, (_, at) => ({
    provider_id: `provider-${at + 1}`,
    seed_url: `https://docs${at + 1}.example/`,
    allowed_path_patterns: ['/**'],
  }));
  return loadSettings({ config: 'docent.json', text: JSON.stringify({ data, providers }), cwd: folder, env: {} });
}
