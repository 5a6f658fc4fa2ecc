// Reading beside a crawl: counts, lists and histories on a connection that cannot write.
import type { DatabaseSync } from 'node:sqlite';
import type { SpellingRecord } from '../../../core/spelling.ts';
import type {
  Accounting,
  Blocklist,
  ChunkRecord,
  HostTurn,
  LedgerReader,
  PageVersion,
  StoredContent,
  UrlFilter,
  UrlRecord,
  UrlState,
  UrlSummary,
} from '../../../frontier/port.ts';
import { decodeSteps } from '../../../frontier/port-decode.ts';
import { refuseDamaged } from '../check.ts';
import { digestOf } from '../digest.ts';
import { createBlocklistReader } from '../frontier/blocklist.ts';
import { tallyOf } from '../frontier/state.ts';
import type { Row } from '../frontier/statements.ts';
import { clockOf, underWayAt } from '../frontier/turns.ts';
import { guarded, openForReading } from '../open.ts';
import { chunkOf, pageOf, versionOf } from './put-page.ts';

/** The columns of a URL's row for summaries and records. */
const COLUMNS = `u.id, p.slug, u.url, u.kind, u.state, u.by, u.detail, u.depth, u.found_at, u.changed_at, u.not_before, u.attempt,
  u.parent, u.spellings`;
/** CROSS JOIN keeps the order of the tables, and with it the index. */
const FOUND = `SELECT ${COLUMNS} FROM providers p CROSS JOIN urls u WHERE u.provider = p.id AND u.hash = ? ORDER BY u.id`;
/** Lists agree with the counts: URLs of this generation, the named reason or one below it (`robots` for `robots:rfc9309:…`). */
const LISTED = `SELECT ${COLUMNS} FROM urls u JOIN providers p ON p.id = u.provider
  WHERE u.generation = p.generation AND u.id > :after AND (:provider IS NULL OR p.slug = :provider)
  AND (:state IS NULL OR u.state = :state)
  AND (:by IS NULL OR u.by = :by OR substr(u.by, 1, length(:by) + 1) = :by || ':') ORDER BY u.id LIMIT :limit`;
/** Bounded, because redirects and canonical links can make two URLs each other's origin. */
const LONGEST_WAY = 20;
const WAY = `WITH RECURSIVE way (id, url, parent, n) AS (
    SELECT id, url, parent, 1 FROM urls WHERE id = ?
    UNION ALL SELECT urls.id, urls.url, urls.parent, n + 1 FROM urls JOIN way ON urls.id = way.parent WHERE n < ${LONGEST_WAY})
  SELECT id, url FROM way ORDER BY n`;

/** Opens a folder for reading. Throws DOC_STORE when there is no crawl in it, DOC_STORE_DAMAGED for damage that is found: `checked`, before anything is read. */
export function openLedgerReader(folder: string, { checked = false } = {}): LedgerReader {
  const db = openForReading(folder);
  try {
    return guarded(folder, () => {
      if (checked) refuseDamaged(db, folder);
      return new SqliteReader(db, folder);
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

class SqliteReader implements LedgerReader {
  readonly blocklist: Pick<Blocklist, 'list'>;
  readonly #db: DatabaseSync;
  readonly #folder: string;
  readonly #sql;

  constructor(db: DatabaseSync, folder: string) {
    this.#db = db;
    this.#folder = folder;
    this.blocklist = createBlocklistReader(db, folder);
    this.#sql = {
      providers: db.prepare('SELECT slug, generation, ended FROM providers ORDER BY slug'),
      counts: db.prepare('SELECT * FROM providers WHERE slug = ?'),
      find: db.prepare(FOUND),
      list: db.prepare(LISTED),
      reasons: db.prepare(`SELECT u.state, u.by, count(*) AS count FROM urls u JOIN providers p ON p.id = u.provider
        WHERE p.slug = ? AND u.generation = p.generation AND u.kind = 'page' GROUP BY u.state, u.by
        ORDER BY count DESC, u.state, u.by`),
      page: db.prepare('SELECT * FROM pages WHERE url = ?'),
      chunks: db.prepare('SELECT * FROM chunks WHERE page = ? ORDER BY seq'),
      versions: db.prepare('SELECT * FROM versions WHERE url = ? ORDER BY fetched_at DESC'),
      content: db.prepare(`SELECT count(*) AS pages, ifnull(sum(facts ->> 'tokens'), 0) AS tokens,
        ifnull(avg(facts ->> 'fidelity'), 1) AS fidelity,
        ifnull(sum((SELECT count(*) FROM chunks WHERE page = url)), 0) AS chunks
        FROM pages WHERE provider = (SELECT id FROM providers WHERE slug = ?)`),
      fingerprints:
        db.prepare(`SELECT u.url, g.fingerprint FROM pages g JOIN urls u ON u.id = g.url JOIN providers p ON p.id = u.provider
        WHERE p.slug = ? AND u.generation = p.generation AND u.state IN ('indexed', 'unchanged') AND g.fingerprint <> ''
        ORDER BY u.id`),
      way: db.prepare(WAY),
      spellings: db.prepare('SELECT spelling, state, by, detail FROM spellings WHERE url = ? ORDER BY seq'),
      visits: db.prepare('SELECT steps FROM visits WHERE url = ? ORDER BY seq'),
      hostTurn: db.prepare('SELECT next_at, gap_ms, parked_until, parked_by FROM hosts WHERE name = ?'),
      requests: db.prepare('SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ?'),
      hostRequests: db.prepare('SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ? AND host = ?'),
      robots: db.prepare('SELECT saved, body FROM robots WHERE origin = ?'),
    };
  }
  async providers(): ReturnType<LedgerReader['providers']> {
    return this.#read(() =>
      this.#sql.providers.all().map(({ slug, generation, ended }) => ({
        provider: String(slug),
        generation: Number(generation),
        ended: ended === 1,
      })),
    );
  }

  async counts(provider: string): Promise<Accounting> {
    const tally = tallyOf(this.#read(() => this.#sql.counts.get(provider)));
    return { ...tally, discovered: Object.values(tally).reduce((sum, n) => sum + n, 0) };
  }

  async find(key: string): Promise<readonly UrlRecord[]> {
    return this.#read(() => this.#sql.find.all(digestOf(key)).map((row) => this.#record(row)));
  }

  async list(filter: UrlFilter): Promise<readonly UrlSummary[]> {
    return this.#read(() => this.#listed(filter).map(summaryOf));
  }

  async records(filter: UrlFilter): Promise<readonly UrlRecord[]> {
    return this.#read(() => this.#listed(filter).map((row) => this.#record(row)));
  }

  #listed({ provider, state, by, limit, after }: UrlFilter): readonly Row[] {
    const filter = { provider: provider ?? null, state: state ?? null, by: by ?? null, limit, after: after ?? 0 };
    return this.#sql.list.all(filter);
  }

  async reasons(provider: string): ReturnType<LedgerReader['reasons']> {
    return this.#read(() =>
      this.#sql.reasons.all(provider).map(({ state, by, count }) => ({
        state: state as UrlState,
        by: String(by),
        count: Number(count),
      })),
    );
  }

  async content(provider: string): Promise<StoredContent> {
    const row = this.#read(() => this.#sql.content.get(provider)) as Row;
    const { pages, chunks, tokens, fidelity } = row;
    return { pages: Number(pages), chunks: Number(chunks), tokens: Number(tokens), fidelity: Number(fidelity) };
  }

  async chrome(provider: string): Promise<string> {
    return String(this.#read(() => this.#sql.counts.get(provider))?.chrome ?? '');
  }

  async versions(id: number): Promise<readonly PageVersion[]> {
    return this.#read(() => this.#sql.versions.all(id).map(versionOf));
  }

  async chunks(id: number): Promise<readonly ChunkRecord[]> {
    return this.#read(() => this.#sql.chunks.all(id).map(chunkOf));
  }

  async fingerprints(provider: string): ReturnType<LedgerReader['fingerprints']> {
    const rows = this.#read(() => this.#sql.fingerprints.all(provider));
    return rows.map(({ url, fingerprint }) => ({ url: String(url), fingerprint: String(fingerprint) }));
  }

  async hostTurn(host: string): Promise<HostTurn | undefined> {
    const row = this.#read(() => this.#sql.hostTurn.get(host));
    if (row === undefined) return undefined;
    return { ...clockOf(row), underWay: this.#read(() => underWayAt(this.#db, host, Date.now())) };
  }

  async requestsSince(since: number, host?: string): ReturnType<LedgerReader['requestsSince']> {
    const { requests, hostRequests } = this.#sql;
    const row = this.#read(() => (host === undefined ? requests.get(since) : hostRequests.get(since, host))) as Row;
    return { count: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
  }

  async robots(origin: string): ReturnType<LedgerReader['robots']> {
    const row = this.#read(() => this.#sql.robots.get(origin));
    return row === undefined ? undefined : { saved: String(row.saved), body: row.body as Uint8Array };
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Runs a task on one snapshot, however many statements it takes. */
  #read<T>(task: () => T): T {
    return guarded(this.#folder, () => {
      this.#db.exec('BEGIN');
      try {
        return task();
      } finally {
        if (this.#db.isTransaction) this.#db.exec('COMMIT');
      }
    });
  }

  #way(parent: Row[string] | undefined): readonly string[] {
    const way = new Map<unknown, string>();
    for (const { id, url } of this.#sql.way.all(parent ?? null)) if (!way.has(id)) way.set(id, String(url));
    return [...way.values()].reverse();
  }

  #record(row: Row): UrlRecord {
    const id = Number(row.id);
    const page = this.#sql.page.get(id);
    const visits = this.#sql.visits.all(id);
    return {
      ...summaryOf(row),
      spellings: Number(row.spellings) === 0 ? [] : this.#sql.spellings.all(id).map(spellingOf),
      foundOn: this.#way(row.parent),
      steps: visits.flatMap(({ steps }) => decodeSteps(steps)),
      page: page === undefined ? undefined : pageOf(page),
    };
  }
}

function summaryOf(row: Row): UrlSummary {
  return {
    id: Number(row.id),
    provider: String(row.slug),
    url: String(row.url),
    kind: row.kind as UrlSummary['kind'],
    state: row.state as UrlState,
    by: String(row.by),
    detail: String(row.detail),
    depth: Number(row.depth),
    foundAt: Number(row.found_at),
    changedAt: Number(row.changed_at),
    notBefore: Number(row.not_before),
    attempt: Number(row.attempt),
    parent: row.parent === null ? undefined : Number(row.parent),
  };
}

function spellingOf({ spelling, state, by, detail }: Row): SpellingRecord {
  return { url: String(spelling), state: String(state), by: String(by), detail: String(detail) };
}
