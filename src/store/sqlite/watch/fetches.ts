// Requests for pages: the rows of visits that made one, by their index over time.
import type { StatementSync } from 'node:sqlite';
import { type FetchResult, fetchResults, type StatusClass, statusClasses } from '../../../core/page-fetch.ts';
import { decodeSteps } from '../../../frontier/port-decode.ts';
import {
  type FetchCounts,
  type FetchFilter,
  HOUR_MS,
  type HourCounts,
  type MadeFetch,
} from '../../../watch/port-fetches.ts';
import type { Row } from '../frontier/statements.ts';

/** Prepares a statement, or returns it where it was prepared before. */
type Prepare = (text: string) => StatementSync;

/** The class of a response's status, in SQL. */
const CLASS = `CASE WHEN v.status BETWEEN 200 AND 299 THEN '2xx' WHEN v.status = 304 THEN '304' WHEN v.status BETWEEN 400 AND 499 THEN '4xx'
  WHEN v.status >= 500 THEN '5xx' ELSE 'other' END`;
/** A run's requests are looked for while it was under way: there is no index of runs. */
const WHERE = `v.at IS NOT NULL AND v.at >= max(:since, ifnull((SELECT started_at FROM runs WHERE id = :run), 0)) AND v.at < :until
  AND (:run IS NULL OR v.run = :run) AND (:result IS NULL OR v.result = :result)
  AND (:status IS NULL OR v.status = :status) AND (:class IS NULL OR ${CLASS} = :class)
  AND (:host IS NULL OR v.host = (SELECT id FROM hosts WHERE name = :host))
  AND (:provider IS NULL OR (SELECT provider FROM runs WHERE id = v.run) = (SELECT id FROM providers WHERE slug = :provider))`;

/** A folder of an earlier version does not know what its visits brought. */
function isKnown(prepare: Prepare): boolean {
  return prepare(`SELECT 1 FROM pragma_table_info('visits') WHERE name = 'result'`).get() !== undefined;
}

function named({ since = 0, until, provider, run, host, result, status }: FetchFilter) {
  return {
    ...{ since, until: until ?? Number.MAX_SAFE_INTEGER, run: run ?? null, result: result ?? null },
    ...{ host: host ?? null, provider: provider ?? null },
    ...{ status: typeof status === 'number' ? status : null, class: typeof status === 'string' ? status : null },
  };
}

/** Requests by the hour they ended in, the earliest first. */
export function countHours(prepare: Prepare, since: number): readonly HourCounts[] {
  if (!isKnown(prepare)) return [];
  return prepare(
    `SELECT v.at / ${HOUR_MS} AS hour, count(*) AS fetched, sum(v.result = 'unchanged') AS unchanged,
      sum(v.result = 'changed') AS changed, sum(v.result = 'failed') AS failed
      FROM visits v INDEXED BY visits_by_time WHERE v.at IS NOT NULL AND v.at >= ? GROUP BY hour ORDER BY hour`,
  )
    .all(Math.floor(since / HOUR_MS) * HOUR_MS)
    .map(({ hour, fetched, unchanged, changed, failed }) => ({
      at: Number(hour) * HOUR_MS,
      ...{ fetched: Number(fetched), unchanged: Number(unchanged), changed: Number(changed), failed: Number(failed) },
    }));
}

/** How many requests there are of what kind. */
export function countFetches(prepare: Prepare, filter: FetchFilter): FetchCounts {
  const rows: readonly Row[] = isKnown(prepare)
    ? prepare(
        `SELECT v.result, ${CLASS} AS class, count(*) AS n FROM visits v INDEXED BY visits_by_time WHERE ${WHERE} GROUP BY 1, 2`,
      ).all(named(filter))
    : [];
  const sum = (fits: (row: Row) => boolean): number => rows.filter(fits).reduce((all, { n }) => all + Number(n), 0);
  const each = <Name extends string>(names: readonly Name[], column: string): Record<Name, number> =>
    Object.fromEntries(names.map((name) => [name, sum((row) => row[column] === name)])) as Record<Name, number>;
  return {
    fetched: sum(() => true),
    results: each<FetchResult>(fetchResults, 'result'),
    statuses: each<StatusClass>(statusClasses, 'class'),
  };
}

/** How many requests are known of each run. */
export function countByRun(prepare: Prepare, since: number): ReadonlyMap<number, number> {
  if (!isKnown(prepare)) return new Map();
  const rows = prepare(
    'SELECT v.run, count(*) AS n FROM visits v INDEXED BY visits_by_time WHERE v.at IS NOT NULL AND v.at >= ? GROUP BY v.run',
  ).all(since);
  return new Map(rows.map(({ run, n }) => [Number(run), Number(n)]));
}

/** Requests, the latest first. */
export function listFetches(
  prepare: Prepare,
  { limit, after, ...filter }: FetchFilter & { readonly limit: number; readonly after?: string | undefined },
): readonly MadeFetch[] {
  if (!isKnown(prepare)) return [];
  const [at, url, seq] =
    /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/
      .exec(after ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const rows = prepare(
    `SELECT v.at, v.url AS page, v.seq, v.run, v.status, v.ms, v.bytes, v.result, v.state, v.steps, u.url, p.slug,
      ifnull((SELECT name FROM hosts WHERE id = v.host), '') AS host
      FROM (SELECT at, url, seq FROM visits v INDEXED BY visits_by_time WHERE ${WHERE}
        AND (:at IS NULL OR (v.at, v.url, v.seq) < (:at, :url, :seq)) ORDER BY at DESC, url DESC, seq DESC LIMIT :limit) AS found
      CROSS JOIN visits v ON v.url = found.url AND v.seq = found.seq CROSS JOIN urls u ON u.id = v.url
      CROSS JOIN providers p ON p.id = u.provider ORDER BY v.at DESC, v.url DESC, v.seq DESC`,
  ).all({ ...named(filter), limit, at: at ?? null, url: url ?? 0, seq: seq ?? 0 });
  return rows.map(fetchOf);
}

function fetchOf(row: Row): MadeFetch {
  const { by = '', detail = '' } = decodeSteps(row.steps).at(-1) ?? {};
  return {
    ...{ at: Number(row.at), provider: String(row.slug), run: Number(row.run), url: String(row.url) },
    ...{ host: String(row.host), status: row.status === null ? undefined : Number(row.status) },
    ...{ ms: Number(row.ms), bytes: Number(row.bytes), result: row.result as FetchResult },
    ...{ state: String(row.state), by, detail, cursor: `${row.at}-${row.page}-${row.seq}` },
  };
}
