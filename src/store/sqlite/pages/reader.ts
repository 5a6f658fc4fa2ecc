// Reading beside a crawl: counts, lists and histories on a connection that cannot write.
import type { DatabaseSync } from 'node:sqlite';
import { urlStates } from '../../../core/end-states.ts';
import { type PageLink, unpackLinks } from '../../../core/page-links.ts';
import type { SpellingRecord } from '../../../core/spelling.ts';
import { urlChoice } from '../../../core/url/url-choice.ts';
import type {
  Accounting,
  Blocklist,
  ChunkRecord,
  HostTurn,
  LedgerReader,
  PageVersion,
  PathQuestion,
  PathStep,
  StoredContent,
  UrlFilter,
  UrlRecord,
  UrlState,
  UrlSummary,
} from '../../../frontier/port.ts';
import { decodeSteps } from '../../../frontier/port-decode.ts';
import type {
  HeldAnswer,
  HeldFilter,
  HostFilter,
  HostRequestFilter,
  KnownHost,
} from '../../../frontier/port-reader.ts';
import { refuseDamaged } from '../check.ts';
import { digestOf } from '../digest.ts';
import { createBlocklistReader } from '../frontier/blocklist.ts';
import { tallyOf } from '../frontier/state.ts';
import type { Row } from '../frontier/statements.ts';
import { clockOf, underWayAt } from '../frontier/turns.ts';
import { guarded, openForReading } from '../open.ts';
import { readHeld, readHosts } from './hosts.ts';
import { chunkOf, pageOf, versionOf } from './put-page.ts';

/** The columns of a URL's row for summaries and records. */
const COLUMNS = `u.id, p.slug, u.url, u.kind, u.state, u.by, u.detail, u.depth, u.found_at, u.changed_at, u.not_before, u.attempt,
  u.parent, u.spellings`;
/** CROSS JOIN keeps the order of the tables, and with it the index. */
const FOUND = `SELECT ${COLUMNS} FROM providers p CROSS JOIN urls u WHERE u.provider = p.id AND u.hash = ? ORDER BY u.id`;
const LOOKED_UP = `SELECT ${COLUMNS}, lower(hex(u.hash)) AS digest FROM providers p CROSS JOIN urls u
  WHERE u.provider = p.id AND u.hash IN (SELECT unhex(value) FROM json_each(?)) ORDER BY u.id`;
/** Lists agree with the counts: URLs of this generation, the named reason or one below it (`robots` for `robots:rfc9309:…`). */
const listed = (chosen: string): string => `SELECT ${COLUMNS} FROM urls u JOIN providers p ON p.id = u.provider
  WHERE u.generation = p.generation AND u.id > :after AND (:provider IS NULL OR p.slug = :provider)
  AND (:kind IS NULL OR u.kind = :kind) AND (:state IS NULL OR u.state = :state OR (:state = 'ended' AND u.state <> 'waiting'))
  AND (:by IS NULL OR u.by = :by OR substr(u.by, 1, length(:by) + 1) = :by || ':')
  AND (:host IS NULL OR ifnull(u.hop_lane, u.lane) IN (SELECT l.id FROM lanes l JOIN hosts h ON h.id = l.host WHERE h.name = :host))
  AND (:depth IS NULL OR u.depth = :depth) ${chosen}
  ORDER BY u.id LIMIT :limit`;
/** The function of a connection that applies the choice of a list to a URL: as fast as what SQL could compare, and it knows patterns. */
const CHOSEN = 'docent_chosen';
/**
 * Pages of this generation of a provider. Where most URLs are its own, a walk through the table is three times as fast as its index:
 * `rows` says which of both.
 */
const current = (rows: 'walked' | 'found'): string => `FROM urls u ${rows === 'walked' ? 'NOT INDEXED' : ''}
  WHERE u.provider = :id AND u.generation = :generation AND u.kind = 'page'`;
/** What follows the prefix in the address without its scheme, up to the query or the next slash. */
const paths = (rows: 'walked' | 'found'): string => `WITH below AS (
    SELECT u.state, substr(u.url, instr(u.url, '://') + 3 + length(:prefix)) AS text ${current(rows)}
    AND substr(u.url, instr(u.url, '://') + 3, length(:prefix)) = :prefix),
  steps AS (SELECT state, CASE instr(text, '?') WHEN 0 THEN text ELSE substr(text, 1, instr(text, '?') - 1) END AS text FROM below),
  counts AS (SELECT substr(text, 1, instr(text || '/', '/')) AS step, state, count(*) AS n FROM steps GROUP BY step, state)
  SELECT step, sum(n) AS pages, ${urlStates.map((state) => `sum(iif(state = '${state}', n, 0)) AS ${state}`).join(', ')}
  FROM counts GROUP BY step ORDER BY pages DESC, step LIMIT :limit OFFSET :offset`;
const reasons = (rows: 'walked' | 'found'): string => `SELECT u.state, u.by, count(*) AS count ${current(rows)}
  GROUP BY u.state, u.by ORDER BY count DESC, u.state, u.by`;
const depths = (
  rows: 'walked' | 'found',
): string => `SELECT u.depth, count(*) AS count, sum(u.state = 'waiting') AS waiting
  ${current(rows)} GROUP BY u.depth ORDER BY u.depth`;
/** A provider with a share of at least one in this many URLs has most of them, for `current`. */
const MOST_SHARE = 6;
/** Bounded, because redirects and canonical links can make two URLs each other's origin. */
const LONGEST_WAY = 20;
const WAY = `WITH RECURSIVE way (id, url, parent, n) AS (
    SELECT id, url, parent, 1 FROM urls WHERE id = ?
    UNION ALL SELECT urls.id, urls.url, urls.parent, n + 1 FROM urls JOIN way ON urls.id = way.parent WHERE n < ${LONGEST_WAY})
  SELECT id, url FROM way ORDER BY n`;

/** Opens a folder for reading. Throws as `openForReading`; with `checked` DOC_STORE_DAMAGED before anything is read. */
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
  /** The choice of the list that is being read. */
  #chosen: (url: string) => boolean = () => true;

  constructor(db: DatabaseSync, folder: string) {
    this.#db = db;
    this.#folder = folder;
    db.function(CHOSEN, { directOnly: true }, (url) => Number(this.#chosen(String(url))));
    this.blocklist = createBlocklistReader(db, folder);
    this.#sql = {
      providers: db.prepare('SELECT slug, generation, ended FROM providers ORDER BY slug'),
      counts: db.prepare('SELECT * FROM providers WHERE slug = ?'),
      find: db.prepare(FOUND),
      lookUp: db.prepare(LOOKED_UP),
      list: db.prepare(listed('')),
      chosen: db.prepare(listed(`AND ${CHOSEN}(u.url)`)),
      lastUrl: db.prepare('SELECT max(id) AS id FROM urls'),
      page: db.prepare('SELECT * FROM pages WHERE url = ?'),
      links: db.prepare('SELECT links FROM page_links WHERE url = ?'),
      chunks: db.prepare('SELECT * FROM chunks WHERE page = ? ORDER BY seq'),
      versions: db.prepare('SELECT * FROM versions WHERE url = ? ORDER BY fetched_at DESC'),
      content: db.prepare(`SELECT count(*) AS pages, ifnull(sum(facts ->> 'tokens'), 0) AS tokens,
        ifnull(avg(facts ->> 'fidelity'), 1) AS fidelity,
        ifnull(sum((SELECT count(*) FROM chunks WHERE page = url)), 0) AS chunks
        FROM pages WHERE provider = (SELECT id FROM providers WHERE slug = ?)`),
      // By indexes alone: reading the rows of 25,000 pages takes ten times as long.
      storedCounts:
        db.prepare(`SELECT count(*) AS pages, ifnull(sum((SELECT count(*) FROM chunks WHERE page = url)), 0) AS chunks
        FROM pages INDEXED BY pages_by_hash WHERE provider = (SELECT id FROM providers WHERE slug = ?)`),
      fingerprints:
        db.prepare(`SELECT u.url, g.fingerprint FROM pages g JOIN urls u ON u.id = g.url JOIN providers p ON p.id = u.provider
        WHERE p.slug = ? AND u.generation = p.generation AND u.state IN ('indexed', 'unchanged') AND g.fingerprint <> ''
        ORDER BY u.id`),
      way: db.prepare(WAY),
      spellings: db.prepare('SELECT spelling, state, by, detail FROM spellings WHERE url = ? ORDER BY seq'),
      visits: db.prepare('SELECT steps FROM visits WHERE url = ? ORDER BY seq'),
      hostTurn: db.prepare('SELECT * FROM hosts WHERE name = ?'),
      requests: db.prepare('SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ?'),
      hostRequests: db.prepare('SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ? AND host = ?'),
      // Requests are kept for a day: a walk through all is three times as fast as their index.
      requestsByHost: db.prepare('SELECT host, count(*) AS count FROM requests NOT INDEXED WHERE at > ? GROUP BY host'),
      requestTimes: db.prepare(
        'SELECT at FROM requests WHERE at > :since AND host = :host ORDER BY at DESC LIMIT :limit OFFSET :offset',
      ),
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

  async lookUp(keys: readonly string[]): ReturnType<LedgerReader['lookUp']> {
    const digests = new Map(keys.map((key) => [Buffer.from(digestOf(key)).toString('hex'), key]));
    const rows = this.#read(() => this.#sql.lookUp.all(JSON.stringify([...digests.keys()])));
    const found = Map.groupBy(rows, ({ digest }) => digests.get(String(digest)) as string);
    return new Map([...found].map(([key, known]) => [key, known.map(summaryOf)]));
  }

  async list(filter: UrlFilter): Promise<readonly UrlSummary[]> {
    return this.#read(() => this.#listed(filter).map(summaryOf));
  }

  async records(filter: UrlFilter): Promise<readonly UrlRecord[]> {
    return this.#read(() => this.#listed(filter).map((row) => this.#record(row)));
  }

  #listed({ provider, kind, state, by, host, depth, limit, after, ...choice }: UrlFilter): readonly Row[] {
    const named = {
      provider: provider ?? null,
      kind: kind ?? null,
      state: state ?? null,
      by: by ?? null,
      host: host ?? null,
      depth: depth ?? null,
    };
    const chosen = urlChoice(choice);
    if (chosen === undefined) return this.#sql.list.all({ ...named, limit, after: after ?? 0 });
    this.#chosen = chosen;
    return this.#sql.chosen.all({ ...named, limit, after: after ?? 0 });
  }

  async paths(provider: string, { prefix, limit, offset }: PathQuestion): Promise<readonly PathStep[]> {
    const rows = this.#current(provider, paths, { prefix, limit, offset: offset ?? 0 });
    return rows.map((row) => ({
      step: String(row.step),
      counts: { ...tallyOf(row), discovered: Number(row.pages) },
    }));
  }

  async reasons(provider: string): ReturnType<LedgerReader['reasons']> {
    return this.#current(provider, reasons).map(({ state, by, count }) => ({
      state: state as UrlState,
      by: String(by),
      count: Number(count),
    }));
  }

  async depths(provider: string): ReturnType<LedgerReader['depths']> {
    return this.#current(provider, depths).map(({ depth, count, waiting }) => ({
      depth: Number(depth),
      count: Number(count),
      waiting: Number(waiting),
    }));
  }

  /** Reads from the pages of a provider's generation; nothing for a provider that is not known. */
  #current(
    provider: string,
    text: (rows: 'walked' | 'found') => string,
    named: Readonly<Record<string, string | number>> = {},
  ): readonly Row[] {
    return this.#read(() => {
      const row = this.#sql.counts.get(provider);
      if (row === undefined) return [];
      const own = Object.values(tallyOf(row)).reduce((sum, n) => sum + n, 0);
      const isMost = own * MOST_SHARE >= Number(this.#sql.lastUrl.get()?.id ?? 0);
      const statement = this.#db.prepare(text(isMost ? 'walked' : 'found'));
      return statement.all({ ...named, id: Number(row.id), generation: Number(row.generation) });
    });
  }

  async content(provider: string): Promise<StoredContent> {
    const row = this.#read(() => this.#sql.content.get(provider)) as Row;
    const { pages, chunks, tokens, fidelity } = row;
    return { pages: Number(pages), chunks: Number(chunks), tokens: Number(tokens), fidelity: Number(fidelity) };
  }

  async storedCounts(provider: string): Promise<Pick<StoredContent, 'pages' | 'chunks'>> {
    const { pages, chunks } = this.#read(() => this.#sql.storedCounts.get(provider)) as Row;
    return { pages: Number(pages), chunks: Number(chunks) };
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

  async linksOf(id: number): Promise<readonly PageLink[]> {
    return this.#read(() => {
      const row = this.#sql.links.get(id);
      return row === undefined ? [] : unpackLinks(row.links as Uint8Array);
    });
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

  async hosts(filter: HostFilter): Promise<readonly KnownHost[]> {
    return this.#read(() => readHosts(this.#db, filter, Date.now()));
  }

  async held(filter: HeldFilter): Promise<readonly HeldAnswer[]> {
    return this.#read(() => readHeld(this.#db, filter));
  }

  async requestsByHost(since: number): ReturnType<LedgerReader['requestsByHost']> {
    const rows = this.#read(() => this.#sql.requestsByHost.all(since));
    return new Map(rows.map(({ host, count }) => [String(host), Number(count)]));
  }

  async requestsSince(since: number, host?: string): ReturnType<LedgerReader['requestsSince']> {
    const { requests, hostRequests } = this.#sql;
    const row = this.#read(() => (host === undefined ? requests.get(since) : hostRequests.get(since, host))) as Row;
    return { count: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
  }

  async requestTimes({ since, host, limit, offset = 0 }: HostRequestFilter): Promise<readonly number[]> {
    const rows = this.#read(() => this.#sql.requestTimes.all({ since, host, limit, offset }));
    return rows.map(({ at }) => Number(at));
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
