// A report of very many providers takes as much longer as there are more of them, not the square of that: as many statements more, each
// of which finds what it needs by an index. (`npm run bench:growth` measures the time.)

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { readReports } from '../../src/app/watch/report.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';

const RUNS = 3;
const FEW = 5;
const TIMES = 6;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-many-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with this many providers and some runs of each; SQLite may have counted when there was one of each. */
async function folderWith(providers: number, counted: boolean): Promise<string> {
  const data = join(folder, `${providers}-${counted}`);
  await (await openStore({ kind: 'sqlite', folder: data }).openLedger()).ledger.close();
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
  if (counted) db.exec('ANALYZE');
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

/** Which statements a report executes, and how often each. */
async function statementsOf(data: string, providers: number): Promise<ReadonlyMap<string, number>> {
  const executed = new Map<string, number>();
  const count = (text: string): void => void executed.set(text, (executed.get(text) ?? 0) + 1);
  for (const how of ['all', 'get', 'iterate', 'run'] as const) {
    const original = StatementSync.prototype[how] as (...values: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, how as 'all').mockImplementation(function (this: StatementSync, ...values) {
      count(this.sourceSQL);
      return original.apply(this, values) as ReturnType<StatementSync['all']>;
    });
  }
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    count(text);
    exec.call(this, text);
  });
  const reports = await readReports(openPlace(settingsFor(data, providers)));
  vi.restoreAllMocks();
  expect(reports).toHaveLength(providers);
  expect(reports[0]?.trend).toHaveLength(RUNS);
  return executed;
}

afterEach(() => vi.restoreAllMocks());

it.each([
  ['by an index', false, /^SCAN (?!json_each)/],
  // The few providers may be looked through, their many runs may not.
  ['by an index of runs, whatever SQLite counted when there were few', true, /^SCAN r\b/],
])(
  'M3: a report of six times as many providers executes six times as many statements, each %s',
  async (_, counted, scan) => {
    const few = await statementsOf(await folderWith(FEW, counted), FEW);
    const data = await folderWith(FEW * TIMES, counted);
    const many = await statementsOf(data, FEW * TIMES);
    const growing = [...many].filter(([text, times]) => times > (few.get(text) ?? 0));
    expect(growing.length).toBeGreaterThan(2);
    expect(growing.filter(([text, times]) => times > (few.get(text) ?? 0) * TIMES)).toEqual([]);

    const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true });
    const plan = (text: string): readonly string[] =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => String(detail));
    const reading = growing.map(([text]) => text).filter((text) => /^\s*(?:SELECT|WITH)/i.test(text));
    expect(reading.length).toBeGreaterThan(1);
    expect(reading.filter((text) => plan(text).some((step) => scan.test(step)))).toEqual([]);
    db.close();
  },
);
