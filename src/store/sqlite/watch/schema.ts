// The tables of what is watched: runs and their changes, alerts, planned runs, deletion requests and receipts.

/** Schema step 4. */
export const watchSchema = `
  -- One row per provider and generation. active_ms is the time it was under way, at the last moment of that; owner is the
  -- process that runs it, while there is one. The last six counts are of pages by what became of them.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, provider INTEGER NOT NULL, generation INTEGER NOT NULL, kind TEXT NOT NULL,
    started_at INTEGER NOT NULL, ended_at INTEGER, complete INTEGER NOT NULL DEFAULT 0, owner TEXT,
    active_ms INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL,
    requests INTEGER NOT NULL DEFAULT 0, ok INTEGER NOT NULL DEFAULT 0, not_modified INTEGER NOT NULL DEFAULT 0,
    client_errors INTEGER NOT NULL DEFAULT 0, server_errors INTEGER NOT NULL DEFAULT 0, retried INTEGER NOT NULL DEFAULT 0,
    read INTEGER NOT NULL DEFAULT 0, empty INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
    selector_pages INTEGER NOT NULL DEFAULT 0, selector_hits INTEGER NOT NULL DEFAULT 0,
    new INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
    unreachable INTEGER NOT NULL DEFAULT 0, excluded INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0,
    stored INTEGER, stored_before INTEGER, selector TEXT, estimate TEXT, reasons TEXT
  );
  CREATE UNIQUE INDEX runs_by_generation ON runs (provider, generation);
  CREATE TABLE run_hosts (
    run INTEGER NOT NULL, host TEXT NOT NULL, answers INTEGER NOT NULL, ms INTEGER NOT NULL, PRIMARY KEY (run, host)
  ) WITHOUT ROWID;
  -- hash_before is of the text that was stored when the run began; title is kept where the page itself is removed.
  CREATE TABLE changes (
    run INTEGER NOT NULL, url INTEGER NOT NULL, kind TEXT NOT NULL, by TEXT NOT NULL, detail TEXT NOT NULL,
    hash_before TEXT, title TEXT, sections TEXT, PRIMARY KEY (run, url)
  ) WITHOUT ROWID;
  CREATE INDEX changes_by_url ON changes (url);
  -- The options of a crawl of a plain URL, in JSON (app/crawl/remembered-options.ts); a refresh of it uses them.
  ALTER TABLE providers ADD COLUMN given TEXT;
  ALTER TABLE visits ADD COLUMN run INTEGER;
  ALTER TABLE visits ADD COLUMN state TEXT;
  ALTER TABLE visits ADD COLUMN status INTEGER;
  ALTER TABLE visits ADD COLUMN ms INTEGER;
  ALTER TABLE visits ADD COLUMN bytes INTEGER;
  ALTER TABLE visits ADD COLUMN hash TEXT;
  -- How often it is requested again; lastmod and generation of its sitemap, and whether that was once wrong.
  ALTER TABLE pages ADD COLUMN interval_ms INTEGER;
  ALTER TABLE pages ADD COLUMN lastmod INTEGER;
  ALTER TABLE pages ADD COLUMN lastmod_generation INTEGER;
  ALTER TABLE pages ADD COLUMN lastmod_wrong INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE estimates (provider TEXT PRIMARY KEY, estimate TEXT NOT NULL) WITHOUT ROWID;
  -- The alert itself is JSON. told_at and end_told_at: when its begin and its end had reached the webhook.
  CREATE TABLE alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, alert TEXT NOT NULL, told_at INTEGER, ended_at INTEGER,
    end_text TEXT, end_told_at INTEGER
  );
  CREATE UNIQUE INDEX alerts_open ON alerts (key) WHERE ended_at IS NULL;
  -- The last three are of the slot before, from when it is taken until its run is over.
  CREATE TABLE planned (
    provider TEXT PRIMARY KEY, cron TEXT NOT NULL, time_zone TEXT NOT NULL, slot INTEGER NOT NULL, due_at INTEGER NOT NULL,
    claimed_at INTEGER, claimed_slot INTEGER, claimed_due INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE deletion_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, contact TEXT NOT NULL, note TEXT NOT NULL, asked_at INTEGER NOT NULL,
    deadline INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'open', closed_at INTEGER, closed_note TEXT, receipt INTEGER
  );
  CREATE TABLE receipts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT NULL, kind TEXT NOT NULL, removed TEXT NOT NULL,
    blocked INTEGER NOT NULL, digest TEXT NOT NULL
  );
`;
