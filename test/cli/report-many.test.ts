// A report of very many providers takes as much longer as there are more of them, not the square of that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeIn } from '../../src/app/data-store.ts';
import { readReports } from '../../src/app/watch/report.ts';
import { loadSettings } from '../../src/settings.ts';

const RUNS = 3;
const FEW = 500;
const TIMES = 6;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-many-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with this many providers and some runs of each, which SQLite counted when there was one of each. */
async function folderWith(providers: number): Promise<string> {
  const data = join(folder, String(providers));
  await (await storeIn(data, 'sqlite').openLedger()).ledger.close();
  const db = new DatabaseSync(join(data, 'docent.sqlite'));
  const fill = (from: number, to: number): void => {
    const numbers = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
    db.exec(`INSERT INTO providers (id, slug, generation, ended, fresh, began_at)
      ${numbers} SELECT i, 'provider-' || i, ${RUNS}, 1, 0, 1 FROM n`);
    for (let generation = 1; generation <= RUNS; generation++)
      db.exec(`INSERT INTO runs (provider, generation, kind, started_at, ended_at, complete, at, stored, reasons)
        ${numbers} SELECT i, ${generation}, 'crawl', 1, 2, 1, 2, 0, '{}' FROM n`);
  };
  fill(1, 1);
  db.exec('ANALYZE');
  fill(2, providers);
  db.close();
  return data;
}

function settingsFor(data: string, providers: number): ReturnType<typeof loadSettings> {
  const policies = Array.from({ length: providers }, (_, i) => ({
    provider_id: `provider-${i + 1}`,
    seed_url: `https://p${i + 1}.example/`,
    allowed_path_patterns: ['/**'],
  }));
  const text = JSON.stringify({ data, providers: policies });
  return loadSettings({ config: 'docent.json', text, cwd: folder, env: {} });
}

/** CPU time of a report, the better of two. */
async function cost(providers: number): Promise<number> {
  const settings = settingsFor(await folderWith(providers), providers);
  const once = async (): Promise<number> => {
    const before = process.cpuUsage();
    const reports = await readReports(settings);
    const { user, system } = process.cpuUsage(before);
    expect(reports).toHaveLength(providers);
    expect(reports[0]?.trend).toHaveLength(RUNS);
    return user + system;
  };
  return Math.min(await once(), await once());
}

it('M3, N46: a report of six times as many providers takes about six times as long', { timeout: 60_000 }, async () => {
  const few = await cost(FEW);
  const many = await cost(FEW * TIMES);
  expect(many / few).toBeLessThan(TIMES * 2);
});
