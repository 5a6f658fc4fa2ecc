// Records of runs and what is kept about them, read on a connection that cannot write.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { urlKey } from '../../../core/url/key.ts';
import { decodeLane, decodeSteps } from '../../../frontier/port-decode.ts';
import type {
  HistoryEntry,
  KeptAlert,
  PageChange,
  PageChangeKind,
  RunChange,
  RunRecord,
  UnsentAlert,
  WatchReader,
} from '../../../watch/port.ts';
import { decodeAlert, decodeEstimate, decodeReasons, decodeSections } from '../../../watch/port-decode.ts';
import { digestOf } from '../digest.ts';
import { wishIn } from '../frontier/run-state.ts';
import type { Row } from '../frontier/statements.ts';
import { guarded } from '../open.ts';
import { isOwnerInForce } from '../owner.ts';
import { countByRun, countFetches, countHours, listFetches } from './fetches.ts';
import { countReadings, listReadings } from './readings.ts';

const RUNS = 'SELECT r.*, p.slug, p.given FROM runs r JOIN providers p ON p.id = r.provider';

const texts = {
  runs: `${RUNS} WHERE (:before IS NULL OR r.id < :before) ORDER BY r.id DESC LIMIT :limit`,
  // By the index, whatever SQLite counted when there were few: it would look through the runs of all providers.
  runsOf: `SELECT r.*, p.slug, p.given FROM providers p CROSS JOIN runs r INDEXED BY runs_by_generation ON r.provider = p.id
    WHERE p.slug = :provider AND (:before IS NULL OR r.id < :before) ORDER BY r.id DESC LIMIT :limit`,
  withRuns: 'SELECT slug FROM providers WHERE id IN (SELECT provider FROM runs) ORDER BY slug',
  present: `SELECT slug FROM providers p WHERE EXISTS (SELECT 1 FROM pages WHERE provider = p.id)
    OR EXISTS (SELECT 1 FROM runs WHERE provider = p.id AND ended_at IS NULL) ORDER BY slug`,
  run: `${RUNS} WHERE r.id = ?`,
  hosts: 'SELECT host, answers, ms FROM run_hosts WHERE run = ? ORDER BY host',
  stored: 'SELECT count(*) AS n FROM pages WHERE provider = ?',
  reasons: `SELECT by, count(*) AS n FROM urls WHERE provider = ? AND generation = ? AND kind = 'page' GROUP BY by`,
  changes: `SELECT c.kind, c.by, c.detail, c.sections, u.url, ifnull(c.title, g.title) AS title FROM changes c
    JOIN urls u ON u.id = c.url LEFT JOIN pages g ON g.url = c.url
    WHERE c.run = :run AND (:kind IS NULL OR c.kind = :kind) ORDER BY c.url LIMIT :limit OFFSET :offset`,
  notDue: `SELECT g.interval_ms, min(g.verified_at) AS checked_at FROM runs r JOIN urls u ON u.provider = r.provider AND u.generation = r.generation
    JOIN pages g ON g.url = u.id WHERE r.id = ? AND u.state = 'unchanged' AND u.by = 'refresh:not-due' GROUP BY g.interval_ms`,
  changeCount: 'SELECT count(*) AS n FROM changes WHERE run = :run AND (:kind IS NULL OR kind = :kind)',
  // CROSS JOIN keeps the order of the tables, and NOT INDEXED that of the runs: the list needs no sorting.
  changesOver: `SELECT c.kind, c.by, c.detail, c.sections, u.url, ifnull(c.title, g.title) AS title, c.run, c.url AS page,
    (SELECT slug FROM providers WHERE id = r.provider) AS slug, ifnull(r.ended_at, r.started_at) AS at
    FROM runs r NOT INDEXED CROSS JOIN changes c ON c.run = r.id CROSS JOIN urls u ON u.id = c.url LEFT JOIN pages g ON g.url = c.url
    WHERE r.stored_before IS NOT NULL AND ifnull(r.ended_at, r.started_at) >= :since
    AND (:provider IS NULL OR r.provider = (SELECT id FROM providers WHERE slug = :provider))
    AND (:kind IS NULL OR c.kind = :kind) AND (:run IS NULL OR (r.id <= :run AND (r.id < :run OR c.url > :page)))
    ORDER BY r.id DESC, c.url LIMIT :limit`,
  changesOf: `SELECT c.kind, c.by, c.detail, c.sections, u.url, ifnull(c.title, g.title) AS title, c.run, c.url AS page,
    (SELECT slug FROM providers WHERE id = r.provider) AS slug, ifnull(r.ended_at, r.started_at) AS at
    FROM changes c CROSS JOIN runs r ON r.id = c.run CROSS JOIN urls u ON u.id = c.url LEFT JOIN pages g ON g.url = c.url
    WHERE c.url = :page ORDER BY c.run DESC LIMIT :limit`,
  firstRuns: `SELECT r.id, p.slug, r.new, ifnull(r.ended_at, r.started_at) AS at FROM runs r JOIN providers p ON p.id = r.provider
    WHERE r.stored_before IS NULL AND ifnull(r.ended_at, r.started_at) >= :since AND (:provider IS NULL OR p.slug = :provider)
    ORDER BY r.id DESC`,
  history: `SELECT v.* FROM providers p CROSS JOIN urls u JOIN visits v ON v.url = u.id
    WHERE u.provider = p.id AND u.hash IN (SELECT unhex(value) FROM json_each(?)) AND v.run IS NOT NULL ORDER BY v.seq DESC LIMIT ?`,
  pageChunks: `SELECT c.page, c.tokens, c.hash FROM pages g JOIN chunks c ON c.page = g.url
    WHERE g.provider = (SELECT id FROM providers WHERE slug = ?) ORDER BY g.url, c.seq`,
  emptyPages: `SELECT g.url AS page FROM pages g WHERE g.provider = (SELECT id FROM providers WHERE slug = ?)
    AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.page = g.url) ORDER BY g.url`,
  openAlerts: 'SELECT alert, ended_at FROM alerts WHERE ended_at IS NULL ORDER BY id',
  closedAlerts: 'SELECT alert, ended_at FROM alerts WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT ?',
  unsent: `SELECT id, alert, told_at, end_text FROM alerts
    WHERE told_at IS NULL OR (ended_at IS NOT NULL AND end_told_at IS NULL) ORDER BY id`,
  planned: 'SELECT * FROM planned ORDER BY provider',
  claims: 'SELECT provider, claimed_at FROM planned WHERE claimed_at IS NOT NULL ORDER BY provider',
  owner: 'SELECT pid, machine, incarnation, started_at, heartbeat FROM owner',
  crawled: `SELECT p.slug FROM runs r JOIN providers p ON p.id = r.provider WHERE r.owner = ? AND r.ended_at IS NULL ORDER BY p.slug`,
} as const;

/** The query policies a URL may be stored under: it depends on its provider's query policy. */
const queries = ['drop', 'tracking', 'keep'] as const;

/** Reads from the connection that `open` returns, called each time. Throws DOC_STORE for damaged data. */
export function createWatchReader(folder: string, open: () => DatabaseSync): WatchReader {
  const prepared = new Map<string, StatementSync>();
  let preparedOn: DatabaseSync | undefined;
  const prepare = (text: string): StatementSync => {
    const db = open();
    if (db !== preparedOn) prepared.clear();
    preparedOn = db;
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  const sql = (name: keyof typeof texts): StatementSync => prepare(texts[name]);
  /** Runs a task on one snapshot, however many statements it takes. */
  const read = async <T>(task: () => T): Promise<T> =>
    guarded(folder, () => {
      const db = open();
      db.exec('BEGIN');
      try {
        return task();
      } finally {
        if (db.isTransaction) db.exec('COMMIT');
      }
    });
  const recordOf = (row: Row): RunRecord => {
    const stored = row.stored === null ? sql('stored').get(Number(row.provider))?.n : row.stored;
    return runOf(row, Number(stored), sql('hosts').all(Number(row.id)), () =>
      sql('reasons').all(Number(row.provider), Number(row.generation)),
    );
  };
  return {
    runs: ({ provider, limit, before }) =>
      read(() => {
        const range = { before: before ?? null, limit };
        const rows = provider === undefined ? sql('runs').all(range) : sql('runsOf').all({ ...range, provider });
        return rows.map(recordOf);
      }),
    providers: () =>
      read(() =>
        sql('withRuns')
          .all()
          .map(({ slug }) => String(slug)),
      ),
    present: () =>
      read(() =>
        sql('present')
          .all()
          .map(({ slug }) => String(slug)),
      ),
    run: (id) =>
      read(() => {
        const row = sql('run').get(id);
        return row && recordOf(row);
      }),
    changes: (run, limit, { kind, offset = 0 } = {}) =>
      read(() =>
        sql('changes')
          .all({ run, limit, kind: kind ?? null, offset })
          .map(changeOf),
      ),
    notDue: (run) =>
      read(() =>
        sql('notDue')
          .all(run)
          .map((row) => ({ checkedAt: Number(row.checked_at), intervalMs: numberOf(row, 'interval_ms') })),
      ),
    changeCount: (run, kind) => read(() => Number(sql('changeCount').get({ run, kind: kind ?? null })?.n)),
    changesOver: ({ provider, kind, since, limit, after }) =>
      read(() => {
        const named = { provider: provider ?? null, kind: kind ?? null, since: since ?? 0, limit };
        const rows = sql('changesOver').all({ ...named, run: after?.run ?? null, page: after?.page ?? 0 });
        return rows.map(runChangeOf);
      }),
    changesOf: (page, limit) => read(() => sql('changesOf').all({ page, limit }).map(runChangeOf)),
    firstRuns: ({ provider, since }) =>
      read(() =>
        sql('firstRuns')
          .all({ provider: provider ?? null, since: since ?? 0 })
          .map(({ id, slug, new: pages, at }) => ({
            ...{ provider: String(slug), run: Number(id), at: Number(at), pages: Number(pages) },
          })),
      ),
    history: (url, limit) =>
      read(() => {
        const keys = new Set(
          queries.flatMap((query) => [urlKey(url, { query }), urlKey(url, { query, stripWww: false })]),
        );
        const digests = [...keys, `sitemap ${url}`].map((key) => Buffer.from(digestOf(key)).toString('hex'));
        return sql('history').all(JSON.stringify(digests), limit).map(entryOf);
      }),
    async *pageChunks(provider) {
      let page: { readonly page: number; readonly tokens: number[]; readonly hashes: string[] } | undefined;
      // A statement of its own: two that are read at the same time would end each other.
      const rows = guarded(folder, () => open().prepare(texts.pageChunks).iterate(provider));
      for (;;) {
        const next = guarded(folder, () => rows.next());
        if (next.done) break;
        const row = next.value as Row;
        if (page !== undefined && page.page !== row.page) yield page;
        if (page?.page !== row.page) page = { page: Number(row.page), tokens: [], hashes: [] };
        page?.tokens.push(Number(row.tokens));
        page?.hashes.push(String(row.hash));
      }
      if (page !== undefined) yield page;
      const empty = guarded(folder, () => sql('emptyPages').all(provider));
      for (const row of empty) yield { page: Number(row.page), tokens: [], hashes: [] };
    },
    hours: ({ since }) => read(() => countHours(prepare, since)),
    fetchCounts: (filter) => read(() => countFetches(prepare, filter)),
    fetchesByRun: (since) => read(() => countByRun(prepare, since)),
    fetches: (filter) => read(() => listFetches(prepare, filter)),
    readings: (provider) => read(() => countReadings(prepare, provider)),
    pagesRead: (provider, part, range) => read(() => listReadings(prepare, provider, part, range)),
    alerts: ({ closed = 0 } = {}) =>
      read(() => [...sql('openAlerts').all(), ...(closed > 0 ? sql('closedAlerts').all(closed) : [])].map(alertOf)),
    unsent: () => read(() => sql('unsent').all().map(unsentOf)),
    planned: () =>
      read(
        () =>
          new Map(
            sql('planned')
              .all()
              .map(({ provider, cron, time_zone: zone, slot, due_at: dueAt }) => [
                String(provider),
                { cron: String(cron), timeZone: String(zone), slot: Number(slot), dueAt: Number(dueAt) },
              ]),
          ),
      ),
    claims: () =>
      read(
        () =>
          new Map(
            sql('claims')
              .all()
              .map(({ provider, claimed_at: at }) => [String(provider), Number(at)]),
          ),
      ),
    owner: () =>
      read(() => {
        const row = sql('owner').get();
        if (row === undefined || !isOwnerInForce(row, Date.now())) return undefined;
        const providers = sql('crawled').all(String(row.incarnation));
        return {
          pid: Number(row.pid),
          heartbeatAt: Number(row.heartbeat),
          providers: providers.map(({ slug }) => String(slug)),
        };
      }),
  };
}

function runOf(row: Row, stored: number, hosts: readonly Row[], liveReasons: () => readonly Row[]): RunRecord {
  const n = (name: string): number => Number(row[name]);
  const startedAt = n('started_at');
  const lane = typeof row.lane === 'string' ? decodeLane(row.lane).lane : undefined;
  return {
    id: n('id'),
    provider: String(row.slug),
    generation: n('generation'),
    kind: row.kind as RunRecord['kind'],
    startedAt,
    endedAt: numberOf(row, 'ended_at'),
    complete: row.complete === 1,
    ...(Number(row.seeds ?? 0) > 0 && { seeds: { all: Number(row.seeds), failed: Number(row.seeds_failed) } }),
    ...(typeof row.ended_by === 'string' && { endedBy: row.ended_by }),
    counters: {
      startedAt,
      // The time it was under way: a run that was stopped and went on a day later did not take a day.
      endedAt: startedAt + n('active_ms'),
      ...{ requests: n('requests'), ok: n('ok'), notModified: n('not_modified'), clientErrors: n('client_errors') },
      ...{ serverErrors: n('server_errors'), retried: n('retried'), read: n('read'), empty: n('empty') },
      bytes: n('bytes'),
      hosts: hosts.map(({ host, answers, ms }) => ({
        host: String(host),
        answers: Number(answers),
        ms: Number(ms),
      })),
      stored,
      storedBefore: numberOf(row, 'stored_before'),
    },
    changes: {
      ...{ new: n('new'), updated: n('updated'), deleted: n('deleted'), unreachable: n('unreachable') },
      ...{ excluded: n('excluded'), unchanged: n('unchanged') },
    },
    ...(row.selector !== null && {
      selector: { selector: String(row.selector), pages: n('selector_pages'), hits: n('selector_hits') },
    }),
    pagesCut: n('pages_cut'),
    remembered: textOf(row, 'given'),
    // A folder of an earlier version has no wishes.
    wish: row.wish === undefined ? 'go' : wishIn(row),
    policy: lane?.policy,
    maxPages: lane?.maxPages,
    ...(row.estimate !== null && { estimate: decodeEstimate(row.estimate) }),
    reasons:
      row.reasons === null
        ? Object.fromEntries(liveReasons().map(({ by, n: count }) => [String(by), Number(count)]))
        : decodeReasons(row.reasons),
  };
}

function changeOf(row: Row): PageChange {
  return {
    kind: row.kind as PageChangeKind,
    url: String(row.url),
    title: textOf(row, 'title'),
    by: textOf(row, 'by'),
    detail: textOf(row, 'detail'),
    ...(row.sections !== null && { sections: decodeSections(row.sections) }),
  };
}

function runChangeOf(row: Row): RunChange {
  return {
    ...changeOf(row),
    ...{ provider: String(row.slug), run: Number(row.run), at: Number(row.at), page: Number(row.page) },
  };
}

function entryOf(row: Row): HistoryEntry {
  const last = decodeSteps(row.steps).at(-1);
  return {
    at: last?.at ?? 0,
    run: Number(row.run),
    state: String(row.state),
    status: numberOf(row, 'status'),
    by: last?.by ?? '',
    detail: last?.detail ?? '',
    ms: numberOf(row, 'ms'),
    bytes: numberOf(row, 'bytes'),
    hash: textOf(row, 'hash'),
  };
}

function alertOf(row: Row): KeptAlert {
  const alert = decodeAlert(row.alert);
  return row.ended_at === null ? alert : { ...alert, endedAt: Number(row.ended_at) };
}

function unsentOf(row: Row): UnsentAlert {
  const { endedAt: _, ...alert } = alertOf({ ...row, ended_at: null });
  return { id: Number(row.id), alert, isNew: row.told_at === null, end: textOf(row, 'end_text') };
}

function textOf(row: Row, name: string): string | undefined {
  return row[name] === null ? undefined : String(row[name]);
}

function numberOf(row: Row, name: string): number | undefined {
  return row[name] === null ? undefined : Number(row[name]);
}
