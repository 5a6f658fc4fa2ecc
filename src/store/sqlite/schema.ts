// The tables of a data folder, as numbered steps; a folder remembers which it has taken.
import { searchSchema } from './search/schema.ts';
import { watchSchema } from './watch/schema.ts';

/** Step N brings a folder from version N to N + 1. Steps are never changed once released, only added. */
export const schemaSteps: readonly string[] = Object.freeze([
  `
  CREATE TABLE owner (
    one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, machine TEXT NOT NULL, incarnation TEXT NOT NULL,
    started_at INTEGER NOT NULL, heartbeat INTEGER NOT NULL
  );
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  -- The eight counts are of pages of this generation, by state.
  CREATE TABLE providers (
    id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL, ended INTEGER NOT NULL,
    fresh INTEGER NOT NULL, began_at INTEGER NOT NULL, ended_at INTEGER,
    waiting INTEGER NOT NULL DEFAULT 0, indexed INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0,
    duplicate INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0, blocked INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE hosts (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, next_at INTEGER NOT NULL DEFAULT 0, gap_ms INTEGER,
    parked_until INTEGER NOT NULL DEFAULT 0, parked_by TEXT NOT NULL DEFAULT '', recent TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE lanes (
    id INTEGER PRIMARY KEY, provider INTEGER NOT NULL, host INTEGER NOT NULL, queued INTEGER NOT NULL DEFAULT 0,
    UNIQUE (provider, host)
  );
  -- lane is the URL's own host, 0 when it was refused; hop_lane the lane redirects have led to, while it waits there.
  CREATE TABLE urls (
    id INTEGER PRIMARY KEY, provider INTEGER NOT NULL, hash BLOB NOT NULL, url TEXT NOT NULL, lane INTEGER NOT NULL,
    hop_lane INTEGER, hops TEXT, kind TEXT NOT NULL, depth INTEGER NOT NULL, parent INTEGER,
    generation INTEGER NOT NULL, state TEXT NOT NULL, by TEXT NOT NULL, detail TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0, found_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX urls_by_key ON urls (provider, hash);
  CREATE INDEX urls_seeds ON urls (provider) WHERE depth = 0;
  CREATE TABLE queue (
    lane INTEGER NOT NULL, depth INTEGER NOT NULL, url INTEGER NOT NULL, PRIMARY KEY (lane, depth, url)
  ) WITHOUT ROWID;
  CREATE TABLE delayed (
    lane INTEGER NOT NULL, not_before INTEGER NOT NULL, url INTEGER NOT NULL, depth INTEGER NOT NULL,
    PRIMARY KEY (lane, not_before, url)
  ) WITHOUT ROWID;
  CREATE TABLE leases (
    url INTEGER PRIMARY KEY, token INTEGER NOT NULL, lane INTEGER NOT NULL, depth INTEGER NOT NULL, gap_ms INTEGER NOT NULL
  );
  CREATE TABLE templates (
    lane INTEGER NOT NULL, template TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (lane, template)
  ) WITHOUT ROWID;
  CREATE TABLE visits (url INTEGER NOT NULL, seq INTEGER NOT NULL, steps TEXT NOT NULL, PRIMARY KEY (url, seq)) WITHOUT ROWID;
  CREATE TABLE pages (
    url INTEGER PRIMARY KEY, provider INTEGER NOT NULL, hash TEXT NOT NULL, final_url TEXT NOT NULL,
    status INTEGER NOT NULL, content_type TEXT NOT NULL, etag TEXT, last_modified TEXT, title TEXT NOT NULL,
    language TEXT, preview TEXT NOT NULL, words INTEGER NOT NULL, bytes INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL, verified_at INTEGER NOT NULL
  );
  CREATE INDEX pages_by_hash ON pages (provider, hash);
  CREATE TABLE requests (at INTEGER NOT NULL, host TEXT NOT NULL);
  CREATE INDEX requests_by_time ON requests (at);
  CREATE TABLE blocklist (pattern TEXT PRIMARY KEY, reason TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  -- AUTOINCREMENT: a number that was answered must not come back for another wish.
  CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, provider TEXT NOT NULL, url TEXT NOT NULL);
  CREATE TABLE robots (origin TEXT PRIMARY KEY, saved TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
  `,
  `
  ALTER TABLE pages DROP COLUMN preview;
  ALTER TABLE pages ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
  ALTER TABLE pages ADD COLUMN extractor INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE pages ADD COLUMN facts TEXT NOT NULL DEFAULT '{"outline":[],"form":"html","rule":"","fidelity":0,"tokens":0}';
  ALTER TABLE pages ADD COLUMN markdown TEXT;
  -- headings, ids and symbols are lists in JSON.
  CREATE TABLE chunks (
    row INTEGER PRIMARY KEY, page INTEGER NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL, hash TEXT NOT NULL,
    headings TEXT NOT NULL, anchor TEXT, ids TEXT NOT NULL, symbols TEXT NOT NULL, tokens INTEGER NOT NULL,
    code INTEGER NOT NULL, tables INTEGER NOT NULL, preview TEXT NOT NULL, text TEXT
  );
  CREATE UNIQUE INDEX chunks_by_page ON chunks (page, seq);
  -- C3: what is left of earlier versions of a page: hashes and counts, and of each chunk its place and hash.
  CREATE TABLE versions (
    url INTEGER NOT NULL, fetched_at INTEGER NOT NULL, hash TEXT NOT NULL, words INTEGER NOT NULL, chunks TEXT NOT NULL,
    PRIMARY KEY (url, fetched_at)
  ) WITHOUT ROWID;
  -- Packed (core/page-links.ts); a row for every stored page that has links.
  CREATE TABLE page_links (url INTEGER PRIMARY KEY, links BLOB NOT NULL);
  `,
  `
  -- The version of the analyser that put the page into the index, 0 when it is not there; the hash of what was put.
  ALTER TABLE pages ADD COLUMN analyser INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE pages ADD COLUMN index_hash TEXT NOT NULL DEFAULT '';
  CREATE INDEX pages_by_analyser ON pages (analyser);
  ${searchSchema}
  `,
  watchSchema,
  `
  -- U13: other spellings of a key, in this generation; state is waiting, or how the spelling ended.
  CREATE TABLE spellings (
    url INTEGER NOT NULL, seq INTEGER NOT NULL, spelling TEXT NOT NULL, host TEXT NOT NULL, state TEXT NOT NULL,
    by TEXT NOT NULL, detail TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (url, seq)
  ) WITHOUT ROWID;
  ALTER TABLE urls ADD COLUMN spellings INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX urls_spelled ON urls (provider) WHERE spellings > 0;
  -- Pages that were too large to be read whole.
  ALTER TABLE runs ADD COLUMN pages_cut INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- E2: read_hash is of the page as it was read, where hash is of a cut one; edges and cut as frontier/page-record.ts has them.
  ALTER TABLE pages ADD COLUMN read_hash TEXT NOT NULL DEFAULT '';
  ALTER TABLE pages ADD COLUMN edges TEXT NOT NULL DEFAULT '';
  ALTER TABLE pages ADD COLUMN cut TEXT NOT NULL DEFAULT '';
  ALTER TABLE pages ADD COLUMN asks_again INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX pages_by_read_hash ON pages (provider, read_hash) WHERE read_hash <> '';
  -- Pages as they were read, packed; only where the whole text may be kept.
  CREATE TABLE page_drafts (url INTEGER PRIMARY KEY, draft BLOB NOT NULL);
  -- What was learnt of a provider's pages.
  ALTER TABLE providers ADD COLUMN chrome TEXT NOT NULL DEFAULT '';
  `,
  `
  -- Questions that found nothing, where the operator has them counted; library is '' where it was held to none, found the
  -- pages it found at best since.
  CREATE TABLE questions (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, library TEXT NOT NULL, times INTEGER NOT NULL, first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL, found INTEGER NOT NULL DEFAULT 0, UNIQUE (text, library)
  );
  `,
  `
  -- A lease is in force until then, and whose it is; a run's limits and policy, for workers that join it, and the operator's wish.
  ALTER TABLE leases ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE leases ADD COLUMN worker TEXT NOT NULL DEFAULT '';
  ALTER TABLE runs ADD COLUMN lane TEXT;
  ALTER TABLE runs ADD COLUMN wish TEXT NOT NULL DEFAULT 'go';
  `,
  `
  -- F4: requests under way that belong to no leased URL, and whose they are; in force until their time, or their process, is over.
  CREATE TABLE turns (
    token TEXT PRIMARY KEY, host TEXT NOT NULL, gap_ms INTEGER NOT NULL, until INTEGER NOT NULL,
    pid INTEGER NOT NULL, machine TEXT NOT NULL, worker TEXT NOT NULL
  ) WITHOUT ROWID;
  -- Rises with each change to a host that is not the owner's own, which remembers what it has seen.
  ALTER TABLE hosts ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
  -- Until then somebody else than the owner waits for its turn, and how many turns others have had.
  ALTER TABLE hosts ADD COLUMN wanted_until INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE hosts ADD COLUMN others INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX hosts_touched ON hosts (touched) WHERE touched > 0;
  `,
  `
  -- How a URL that waits is visited: 0 plain, 1 render.
  ALTER TABLE urls ADD COLUMN render INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- X2: what is known of Context7, in JSON (channel/port.ts): decisions, how the service is doing, libraries that moved, and
  -- answers until their time; key is a hash of the question.
  CREATE TABLE channel_decisions (provider TEXT PRIMARY KEY, decision TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE channel_service (one INTEGER PRIMARY KEY CHECK (one = 1), state TEXT NOT NULL);
  CREATE TABLE channel_aliases (library TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE channel_answers (key TEXT PRIMARY KEY, provider TEXT NOT NULL, until INTEGER NOT NULL, answer TEXT NOT NULL);
  CREATE INDEX channel_answers_by_provider ON channel_answers (provider);
  `,
  `
  -- What a supplier said of a URL when it was last settled.
  CREATE TABLE stamps (url INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
  `,
  `
  -- A4: inquiries and proposals beside deletions. Of a closed request contact and message are empty.
  ALTER TABLE deletion_requests RENAME TO filed_requests;
  ALTER TABLE filed_requests ADD COLUMN kind TEXT NOT NULL DEFAULT 'deletion';
  ALTER TABLE filed_requests ADD COLUMN message TEXT NOT NULL DEFAULT '';
  UPDATE filed_requests SET contact = '' WHERE state <> 'open';
  `,
  `
  -- Deliveries to webhooks that have not arrived (watch/port-outbox.ts); the last four are of the process that sends one, while it does.
  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, receiver TEXT NOT NULL, event TEXT NOT NULL,
    provider TEXT NOT NULL, body TEXT NOT NULL, queued_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL,
    until INTEGER NOT NULL DEFAULT 0, pid INTEGER NOT NULL DEFAULT 0, machine TEXT NOT NULL DEFAULT '', worker TEXT NOT NULL DEFAULT ''
  );
  CREATE INDEX outbox_by_receiver ON outbox (receiver, due_at);
  -- The end that was announced; runs that ended before there was an outbox count as announced.
  ALTER TABLE runs ADD COLUMN announced INTEGER;
  UPDATE runs SET announced = ended_at;
  CREATE INDEX runs_unannounced ON runs (ended_at) WHERE ended_at IS NOT NULL AND announced IS NOT ended_at;
  `,
  `
  -- 1 while a URL waits that the operator requested: it is fetched whether or not it is due.
  ALTER TABLE urls ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- H3: responses that request a pause, for the list of hosts; there are few of them among all visits.
  CREATE INDEX visits_held ON visits (status) WHERE status IN (429, 503);
  `,
  `
  -- Of a visit that requested a page: when, of which host, and what it brought (watch/port-fetches.ts); the index has what counts need.
  ALTER TABLE visits ADD COLUMN at INTEGER;
  ALTER TABLE visits ADD COLUMN host INTEGER;
  ALTER TABLE visits ADD COLUMN result TEXT;
  -- Queries with the page that should be found first, and how well they did (watch/port-judged.ts).
  CREATE TABLE judged (
    id INTEGER PRIMARY KEY AUTOINCREMENT, query TEXT NOT NULL, url TEXT NOT NULL, added_at INTEGER NOT NULL, rank INTEGER,
    measured_at INTEGER
  );
  CREATE TABLE judged_scores (at INTEGER PRIMARY KEY, queries INTEGER NOT NULL, found INTEGER NOT NULL, mrr REAL NOT NULL);
  CREATE INDEX visits_by_time ON visits (at, run, result, status, host) WHERE at IS NOT NULL;
  `,
  `
  -- F5: why a host is closed, in JSON, and until when; '' where it is not.
  ALTER TABLE hosts ADD COLUMN closed_until INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE hosts ADD COLUMN closing TEXT NOT NULL DEFAULT '';
  -- How many seeds a run had when it ended, how many were not read, and the reason for which it ended with work waiting.
  ALTER TABLE runs ADD COLUMN seeds INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN seeds_failed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN ended_by TEXT;
  `,
  `
  -- C5: where else the text of these pages lies; the providers of an export in JSON. Earlier versions listed them in files (beside.ts).
  CREATE TABLE exports (
    out TEXT PRIMARY KEY, format TEXT NOT NULL, at INTEGER NOT NULL, providers TEXT NOT NULL, pages INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE backups (file TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  `,
]);

/** A folder that has taken this many steps can be searched and read, also by a server after an update: later steps only added tables, and renamed that of requests. */
export const readableSince = 6;
/** From this step on a folder has a table of turns. */
export const turnsSince = 9;
