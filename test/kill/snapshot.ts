// The contents of a data folder, read beside or after a crawler without changing anything, and checked for consistency.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { endStates, type UrlState } from '../../src/core/end-states.ts';
import { HANG_MS } from '../support/until.ts';

export interface UrlFacts {
  readonly url: string;
  readonly kind: 'page' | 'sitemap';
  readonly state: UrlState;
  readonly by: string;
  /** The address of its next request. */
  readonly next: string;
}

export interface PageFacts {
  readonly url: string;
  readonly finalUrl: string;
  readonly hash: string;
  readonly fetchedAt: number;
}

export interface Snapshot {
  readonly urls: ReadonlyMap<string, UrlFacts>;
  readonly pages: ReadonlyMap<string, PageFacts>;
  readonly waiting: number;
  readonly discovered: number;
  /** The URLs that were being requested. */
  readonly leased: readonly UrlFacts[];
  readonly hasRobots: boolean;
  /** Inconsistencies within the folder itself. */
  readonly problems: readonly string[];
}

const nothing: Snapshot = {
  urls: new Map(),
  pages: new Map(),
  waiting: 0,
  discovered: 0,
  leased: [],
  hasRobots: false,
  problems: [],
};

type Row = Record<string, number | string | null>;

/** Reads a folder; one in which nothing was made yet is empty. */
export function snapshot(folder: string): Snapshot {
  const file = join(folder, 'docent.sqlite');
  if (!existsSync(file)) return nothing;
  const db = new DatabaseSync(file, { readOnly: true, timeout: HANG_MS });
  try {
    const all = (sql: string): Row[] => db.prepare(sql).all() as Row[];
    // The process may have died before its first transaction.
    if (all('PRAGMA user_version')[0]?.user_version === 0) return nothing;
    db.exec('BEGIN');
    return read(all);
  } finally {
    db.close();
  }
}

function read(all: (sql: string) => Row[]): Snapshot {
  const problems = all('PRAGMA quick_check')
    .map((row) => String(row.quick_check))
    .filter((line) => line !== 'ok')
    .map((line) => `database: ${line}`);
  const rows = all(`SELECT urls.* FROM urls JOIN providers ON providers.id = urls.provider
    WHERE urls.generation = providers.generation ORDER BY urls.id`);
  const byId = new Map(rows.map((row) => [Number(row.id), factsOf(row)]));
  const urls = new Map([...byId.values()].map((facts) => [facts.url, facts]));
  if (urls.size !== rows.length) problems.push(`${rows.length} rows of urls hold ${urls.size} URLs`);
  const providers = all('SELECT * FROM providers');
  problems.push(...tallyProblems(providers, rows), ...placeProblems(all, byId));
  const leased = all('SELECT url FROM leases').flatMap((row) => byId.get(Number(row.url)) ?? []);
  const pageRows = all('SELECT * FROM pages ORDER BY url');
  problems.push(...pageProblems(pageRows, byId));
  const pages = new Map(
    pageRows.map((row) => {
      const url = byId.get(Number(row.url))?.url ?? `row ${row.url}`;
      const page = { url, finalUrl: String(row.final_url), hash: String(row.hash) };
      return [url, { ...page, fetchedAt: Number(row.fetched_at) }];
    }),
  );
  const waiting = providers.reduce((sum, row) => sum + Number(row.waiting), 0);
  const discovered = rows.filter((row) => row.kind === 'page').length;
  const hasRobots = all('SELECT 1 FROM robots').length > 0;
  return { urls, pages, waiting, discovered, leased, hasRobots, problems };
}

function factsOf(row: Row): UrlFacts {
  const url = String(row.url);
  const hops = row.hops === null ? [url] : (JSON.parse(String(row.hops)) as string[]);
  const { kind, state } = row as { kind: UrlFacts['kind']; state: UrlState };
  return { url, kind, state, by: String(row.by), next: hops.at(-1) as string };
}

/** F5: discovered = the sum of all states, and each count matches the rows. */
function tallyProblems(providers: readonly Row[], rows: readonly Row[]): readonly string[] {
  return providers.flatMap((provider) => {
    const own = rows.filter((row) => row.provider === provider.id && row.kind === 'page');
    const states = ['waiting', ...endStates];
    const wrong = states.flatMap((state) => {
      const counted = own.filter((row) => row.state === state).length;
      const tallied = Number(provider[state]);
      return tallied === counted ? [] : [`${provider.slug}: the tally has ${tallied} ${state}, there are ${counted}`];
    });
    const sum = states.reduce((total, state) => total + Number(provider[state]), 0);
    return sum === own.length ? wrong : [...wrong, `${provider.slug}: the tally is ${sum}, there are ${own.length}`];
  });
}

/** A URL that waits does so in exactly one place; one that has ended waits nowhere. */
function placeProblems(all: (sql: string) => Row[], byId: ReadonlyMap<number, UrlFacts>): readonly string[] {
  const places = new Map<number, string[]>();
  for (const table of ['queue', 'delayed', 'leases'])
    for (const row of all(`SELECT url FROM ${table}`)) {
      const id = Number(row.url);
      places.set(id, [...(places.get(id) ?? []), table]);
    }
  const problems: string[] = [];
  for (const [id, { url, state }] of byId) {
    const at = places.get(id) ?? [];
    if (at.length !== (state === 'waiting' ? 1 : 0)) problems.push(`${url} is ${state} and is in [${at.join(', ')}]`);
  }
  for (const id of places.keys())
    if (!byId.has(id)) problems.push(`${places.get(id)?.join()} holds row ${id} of no URL`);
  for (const row of all(`SELECT id, queued, (SELECT count(*) FROM queue WHERE lane = lanes.id) AS n FROM lanes`))
    if (row.queued !== row.n) problems.push(`lane ${row.id} counts ${row.queued} queued, there are ${row.n}`);
  return problems;
}

/** F6: a page is stored once, and exactly for the URLs that refer to it. */
function pageProblems(pages: readonly Row[], byId: ReadonlyMap<number, UrlFacts>): readonly string[] {
  const problems: string[] = [];
  const stored = new Set(pages.map((page) => Number(page.url)));
  for (const [id, { url, kind, state }] of byId) {
    const should = kind === 'page' && (state === 'indexed' || state === 'unchanged');
    if (should !== stored.has(id)) problems.push(`${url} is ${state} and ${should ? 'not stored' : 'stored'}`);
  }
  for (const id of stored) if (!byId.has(id)) problems.push(`a page is stored for row ${id} of no URL`);
  for (const field of ['hash', 'final_url'])
    for (const [value, same] of Map.groupBy(pages, (page) => page[field]))
      if (same.length > 1) problems.push(`${same.length} pages are stored with ${field} ${value}`);
  return problems;
}
