// The SQL of the ledger, prepared once.
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { urlStates } from '../../../core/end-states.ts';
import { reasonsWhere } from '../../../core/reasons.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** All columns of a URL that the rules of an act read (load-facts.ts); ?1 is the run whose changes count. */
const FACTS = `SELECT u.id, u.url, u.kind, u.lane, u.hop_lane, u.hops, u.depth, u.parent, u.generation, u.state, u.by, u.detail,
    u.attempt, u.not_before, u.changed_at, u.spellings, u.render, u.wanted, p.hash AS page_hash, p.read_hash, p.title, p.extractor, p.analyser,
    p.index_hash, p.interval_ms, p.lastmod, p.lastmod_generation, p.lastmod_wrong, l.url IS NOT NULL AS leased,
    c.kind AS change_kind, c.hash_before, iif(u.spellings > 0, (SELECT json_group_array(json_array(seq, spelling, host, state, by, detail, at))
      FROM (SELECT * FROM spellings WHERE url = u.id ORDER BY seq)), NULL) AS spelled
  FROM urls u LEFT JOIN pages p ON p.url = u.id LEFT JOIN leases l ON l.url = u.id
    LEFT JOIN changes c ON c.run = ?1 AND c.url = u.id`;

/** The reasons that a rule picks, as SQL lists them. */
function listed(picks: Parameters<typeof reasonsWhere>[0]): string {
  return reasonsWhere(picks)
    .map((name) => `'${name}'`)
    .join(', ');
}

const texts = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  counter: 'SELECT value FROM counters WHERE name = ?',
  setCounter: 'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',

  provider: 'SELECT * FROM providers WHERE slug = ?',
  setRemembered: 'UPDATE providers SET given = ? WHERE slug = ?',
  addProvider: 'INSERT INTO providers (slug, generation, ended, fresh, began_at) VALUES (?, 1, 0, 0, ?)',
  nextGeneration:
    'UPDATE providers SET generation = ?, ended = 0, fresh = ?, began_at = ?, ended_at = NULL WHERE id = ?',
  endProvider: 'UPDATE providers SET ended = 1, ended_at = ? WHERE id = ?',
  reopenProvider: 'UPDATE providers SET ended = 0, ended_at = NULL WHERE id = ?',
  // A column for each state: one that the schema lacks is an error at once.
  saveTally: `UPDATE providers SET ${urlStates.map((state) => `${state} = ?`).join(', ')} WHERE id = ?`,
  clearQueue: 'DELETE FROM queue WHERE lane IN (SELECT id FROM lanes WHERE provider = ?)',
  clearDelayed: 'DELETE FROM delayed WHERE lane IN (SELECT id FROM lanes WHERE provider = ?)',
  clearLeases: 'DELETE FROM leases WHERE lane IN (SELECT id FROM lanes WHERE provider = ?)',
  clearTemplates: 'DELETE FROM templates WHERE lane IN (SELECT id FROM lanes WHERE provider = ?)',
  requeueStored: `UPDATE urls SET generation = ?1, state = 'waiting', by = 'frontier:refresh', detail = '', attempt = 0,
    render = 0, hops = NULL, hop_lane = NULL, not_before = 0, changed_at = ?2 WHERE provider = ?3 AND (id IN (SELECT url FROM pages WHERE provider = ?3)
    OR (generation = ?1 - 1 AND kind = 'page' AND lane > 0 AND (state IN ('failed', 'waiting')
    OR (state = 'blocked' AND by NOT IN (${listed(({ staysBlocked }) => staysBlocked === true)})))))`,
  fillQueue: `INSERT INTO queue (lane, depth, url)
    SELECT lane, depth + iif(depth > 0 AND id NOT IN (SELECT url FROM pages), ?3, 0), id
    FROM urls WHERE provider = ?1 AND generation = ?2 AND state = 'waiting'`,
  countQueued: 'SELECT count(*) AS n FROM queue WHERE lane = ?',
  seeds: `SELECT count(*) AS seeds, count(*) FILTER (WHERE state IN ('failed', 'blocked') OR (state = 'skipped'
      AND by NOT IN (${listed(({ asSeed }) => asSeed === 'fine')})
      AND (by NOT IN (${listed(({ asSeed }) => asSeed === 'fine-with-pages')}) OR ?3))) AS failed
    FROM urls WHERE provider = ?1 AND depth = 0 AND generation = ?2 AND kind = 'page'`,
  unanswered: `SELECT u.id FROM urls u JOIN lanes l ON l.id = u.lane JOIN hosts h ON h.id = l.host
    WHERE u.provider = ? AND u.generation = ? AND u.state IN ('waiting', 'failed')
    AND u.by IN (${listed(({ unanswered }) => unanswered === true)}) AND h.name IN (SELECT value FROM json_each(?)) ORDER BY u.id`,

  hostOf: 'SELECT * FROM hosts WHERE name = ?',
  addHost: 'INSERT INTO hosts (name) VALUES (?)',
  // Another process may have received a pause that the owner has not seen yet.
  hostNews: 'UPDATE hosts SET next_at = max(next_at, ?), gap_ms = ?, recent = ? WHERE id = ?',
  closeHost: 'UPDATE hosts SET closed_until = ?, closing = ? WHERE id = ?',
  remember: 'UPDATE hosts SET recent = ?, parked_until = ?, parked_by = ?, closed_until = ?, closing = ? WHERE id = ?',
  park: 'UPDATE hosts SET parked_until = ?, parked_by = ? WHERE id = ?',
  lanesOf:
    'SELECT lanes.id, lanes.queued, hosts.name FROM lanes JOIN hosts ON hosts.id = lanes.host WHERE lanes.provider = ? ORDER BY lanes.id',
  addLane: 'INSERT INTO lanes (provider, host) VALUES (?, ?)',
  saveLane: 'UPDATE lanes SET queued = ? WHERE id = ?',

  factsByKey: `${FACTS} WHERE u.provider = ?2 AND u.hash = ?3`,
  factsById: `${FACTS} WHERE u.id = ?2`,
  factsByText: `${FACTS} WHERE u.id IN (SELECT url FROM pages WHERE provider = ?2 AND hash = ?3 AND read_hash = ''
      UNION ALL SELECT url FROM pages WHERE provider = ?2 AND read_hash = ?3 AND read_hash <> '')
    AND u.generation = ?4 AND u.state IN ('indexed', 'unchanged') ORDER BY u.depth, u.id LIMIT 2`,
  factsOfWaiting: `${FACTS} WHERE p.url IS NOT NULL
    AND u.id IN (SELECT url FROM queue WHERE lane = ?2 UNION ALL SELECT url FROM delayed WHERE lane = ?2)`,
  addUrl: `INSERT INTO urls (url, lane, hop_lane, hops, kind, depth, parent, generation, state, by, detail, attempt, not_before,
    changed_at, spellings, render, wanted, provider, hash, found_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  saveUrl: `UPDATE urls SET url = ?, lane = ?, hop_lane = ?, hops = ?, kind = ?, depth = ?, parent = ?, generation = ?, state = ?, by = ?,
    detail = ?, attempt = ?, not_before = ?, changed_at = ?, spellings = ?, render = ?, wanted = ? WHERE id = ?`,
  spellingsOf: 'SELECT seq, spelling, host, state, by, detail, at FROM spellings WHERE url = ? ORDER BY seq',
  putSpelling: `INSERT OR REPLACE INTO spellings (url, seq, spelling, host, state, by, detail, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  withQuery: `SELECT id, url, hash FROM urls WHERE provider = ? AND id > ? AND kind = 'page' AND instr(url, '?') > 0 ORDER BY id LIMIT ?`,
  renameUrl: 'UPDATE urls SET url = ? WHERE id = ?',
  renamePage: 'UPDATE pages SET final_url = ? WHERE url = ? AND final_url = ?',
  clearSpellings: 'DELETE FROM spellings WHERE url IN (SELECT id FROM urls WHERE provider = ? AND spellings > 0)',
  forgetSpellings: 'UPDATE urls SET spellings = 0 WHERE provider = ? AND spellings > 0',
  leasedUrl: `SELECT u.url, u.spellings, u.render, u.wanted, u.kind, u.depth, u.attempt, u.hops, p.etag, p.last_modified, p.fetched_at, p.hash AS page_hash, p.extractor,
    p.analyser, p.asks_again, p.markdown IS NOT NULL AS is_whole,
    iif(p.markdown IS NULL, json_extract(p.facts, '$.noarchive'), NULL) AS noarchive, p.verified_at, p.interval_ms, p.lastmod, p.lastmod_generation, p.lastmod_wrong,
    json_extract(p.facts, '$.linkRules') AS link_rules, json_extract(p.facts, '$.softError') AS soft_error, parent.url AS referrer
    FROM urls u LEFT JOIN pages p ON p.url = u.id LEFT JOIN urls parent ON parent.id = u.parent WHERE u.id = ?`,

  putStamp: 'INSERT OR REPLACE INTO stamps (url, stamp) SELECT id, ?1 FROM urls WHERE provider = ?2 AND hash = ?3',
  dropStamp: 'DELETE FROM stamps WHERE url = (SELECT id FROM urls WHERE provider = ? AND hash = ?)',
  stamped: `SELECT u.id, u.state, u.generation, u.lane, u.depth, u.not_before, s.stamp, p.asks_again
    FROM urls u JOIN stamps s ON s.url = u.id LEFT JOIN pages p ON p.url = u.id WHERE u.provider = ? AND u.hash = ?`,
  storedWaits: `SELECT 1 FROM pages p JOIN urls u ON u.id = p.url
    WHERE p.provider = ? AND u.generation = ? AND u.state = 'waiting' LIMIT 1`,
  endSame: `UPDATE urls SET state = 'unchanged', by = ?, detail = '', not_before = 0, changed_at = ? WHERE id = ?`,
  verifySame: 'UPDATE pages SET verified_at = ? WHERE url = ?',
  carry: 'UPDATE urls SET generation = ? WHERE id = ?',
  restStates: `SELECT state, count(*) AS n FROM urls WHERE provider = ?1 AND generation = ?2 AND kind = 'page'
    AND state NOT IN ('waiting', 'deleted') AND id NOT IN (SELECT url FROM stamps)
    AND hash NOT IN (SELECT unhex(value) FROM json_each(?3)) GROUP BY state`,
  carryRest: `UPDATE urls SET generation = ?2 + 1 WHERE provider = ?1 AND generation = ?2 AND kind = 'page'
    AND state NOT IN ('waiting', 'deleted') AND id NOT IN (SELECT url FROM stamps)
    AND hash NOT IN (SELECT unhex(value) FROM json_each(?3))`,

  firstQueued: 'SELECT depth, url FROM queue WHERE lane = ? ORDER BY depth, url LIMIT 1',
  enqueue: 'INSERT INTO queue (lane, depth, url) VALUES (?, ?, ?)',
  dequeue: 'DELETE FROM queue WHERE lane = ? AND depth = ? AND url = ?',
  delay: 'INSERT INTO delayed (lane, not_before, url, depth) VALUES (?, ?, ?, ?)',
  undelay: 'DELETE FROM delayed WHERE lane = ? AND not_before = ? AND url = ?',
  dueDelayed: 'SELECT not_before, url, depth FROM delayed WHERE lane = ? AND not_before <= ?',
  delayedOf: 'SELECT count(*) AS n, min(not_before) AS first FROM delayed WHERE lane = ?',
  firstDelayed: 'SELECT not_before FROM delayed WHERE lane = ? ORDER BY not_before LIMIT 1',
  waitingPages: `SELECT count(*) AS n FROM urls WHERE kind = 'page' AND id IN (
    SELECT url FROM queue WHERE lane = ?1 UNION ALL SELECT url FROM delayed WHERE lane = ?1)`,
  endWaiting: `UPDATE urls SET state = ?2, by = ?3, detail = ?4, render = 0, wanted = 0, hops = NULL, hop_lane = NULL, not_before = 0, changed_at = ?5
    WHERE id IN (SELECT url FROM queue WHERE lane = ?1 UNION ALL SELECT url FROM delayed WHERE lane = ?1)`,
  clearLaneQueue: 'DELETE FROM queue WHERE lane = ?',
  clearLaneDelayed: 'DELETE FROM delayed WHERE lane = ?',
  addLease: 'INSERT INTO leases (url, token, lane, depth, gap_ms, until, worker) VALUES (?, ?, ?, ?, ?, ?, ?)',
  renewLease: 'UPDATE leases SET until = ? WHERE url = ? AND token = ?',
  expiredLeases: 'SELECT url, token, lane, depth, gap_ms FROM leases WHERE until <= ?',
  firstExpiry: 'SELECT min(until) AS at FROM leases',
  endLease: 'DELETE FROM leases WHERE url = ? AND token = ?',
  templateCount: 'SELECT n FROM templates WHERE lane = ? AND template = ?',
  countTemplate:
    'INSERT INTO templates (lane, template, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
  addVisit:
    'INSERT INTO visits (url, seq, steps, run, state, status, ms, bytes, hash, at, host, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  goneVisits: `SELECT status, json_extract(steps, '$[#-1].at') AS at FROM visits
    WHERE url = ? AND status IS NOT NULL AND state <> 'waiting' ORDER BY seq DESC`,
  forgetVisits: `DELETE FROM visits WHERE url = ?1 AND seq <= (SELECT seq FROM visits WHERE url = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)`,

  putPage: `INSERT OR REPLACE INTO pages (url, provider, hash, final_url, status, content_type, etag, last_modified,
    title, language, words, bytes, fetched_at, verified_at, fingerprint, extractor, facts, markdown, analyser, index_hash,
    interval_ms, lastmod, lastmod_generation, lastmod_wrong, read_hash, edges, cut)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  verifyPage: `UPDATE pages SET verified_at = ?, etag = ifnull(?, etag), last_modified = ifnull(?, last_modified),
    interval_ms = ifnull(?, interval_ms) WHERE url = ?`,
  setLastmod: 'UPDATE pages SET lastmod = ?, lastmod_generation = ? WHERE url = ?',
  deletePage: 'DELETE FROM pages WHERE url = ?',
  putLinks: 'INSERT OR REPLACE INTO page_links (url, links) VALUES (?, ?)',
  deleteLinks: 'DELETE FROM page_links WHERE url = ?',
  putDraft: 'INSERT OR REPLACE INTO page_drafts (url, draft) VALUES (?, ?)',
  deleteDraft: 'DELETE FROM page_drafts WHERE url = ?',
  chrome: 'SELECT chrome FROM providers WHERE id = ?',
  keepChrome: 'UPDATE providers SET chrome = ? WHERE id = ?',
  // Within a text of JSON its quotes are escaped: a fifth of the time of json_extract.
  pageEdges: `SELECT url, final_url, hash, read_hash, edges, cut, extractor, fetched_at, asks_again,
    instr(facts, '"noarchive":true') > 0 AS noarchive FROM pages
    WHERE provider = ? AND url > ? AND edges <> '' ORDER BY url LIMIT ?`,
  toCut: `SELECT g.final_url, json_extract(g.facts, '$.noarchive') AS noarchive, d.draft, l.links FROM pages g
    LEFT JOIN page_drafts d ON d.url = g.url LEFT JOIN page_links l ON l.url = g.url WHERE g.url = ?`,
  cutPage: `UPDATE pages SET hash = ?, read_hash = ?, cut = ?, words = ?, fingerprint = ?, facts = json_patch(facts, ?),
    markdown = ?, analyser = ?, index_hash = ?, asks_again = 0 WHERE url = ?`,
  askAgain: 'UPDATE pages SET asks_again = 1 WHERE url = ?',
  lastVersion: 'SELECT fetched_at, hash, chunks FROM versions WHERE url = ? ORDER BY fetched_at DESC LIMIT 1',
  dropVersion: 'DELETE FROM versions WHERE url = ? AND fetched_at = ?',
  linksOf: 'SELECT links FROM page_links WHERE url = ?',
  // A page whose last answer was an error is due with the next refresh.
  setFailing: 'UPDATE pages SET interval_ms = 0 WHERE url = ?',
  pageHash: 'SELECT hash FROM pages WHERE url = ?',
  setIndexed: 'UPDATE pages SET analyser = ?, index_hash = ? WHERE url = ?',
  toIndex: `SELECT g.url, g.hash, g.final_url, g.title, g.facts, v.slug, l.links FROM pages g JOIN providers v ON v.id = g.provider LEFT JOIN page_links l ON l.url = g.url
    WHERE g.url > ?2 AND g.analyser <> ?1 AND g.markdown IS NOT NULL ORDER BY g.url LIMIT ?3`,
  behindIndex: `SELECT count(markdown) AS whole, count(*) AS n FROM pages WHERE url IN (
    SELECT url FROM pages WHERE analyser < ?1 UNION ALL SELECT url FROM pages WHERE analyser > ?1)`,
  chunksOf: 'SELECT * FROM chunks WHERE page = ? ORDER BY seq',
  chunksToIndex: 'SELECT headings, ids, symbols, ifnull(text, preview) AS text FROM chunks WHERE page = ? ORDER BY seq',
  chunkRows: 'SELECT row FROM chunks WHERE page = ? ORDER BY seq',
  addChunk: `INSERT INTO chunks (id, hash, headings, anchor, ids, symbols, tokens, code, tables, preview, text, page, seq)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  changeChunk: `UPDATE chunks SET id = ?, hash = ?, headings = ?, anchor = ?, ids = ?, symbols = ?, tokens = ?, code = ?, tables = ?,
    preview = ?, text = ? WHERE row = ?`,
  deleteChunksFrom: 'DELETE FROM chunks WHERE page = ? AND seq >= ?',
  keepVersion: `INSERT OR REPLACE INTO versions (url, fetched_at, hash, words, chunks)
    SELECT url, fetched_at, hash, words, (SELECT json_group_array(json_array(c.headings, c.anchor, c.hash)) FROM
      (SELECT headings, anchor, hash FROM chunks WHERE page = ?1 ORDER BY seq) c) FROM pages WHERE url = ?1`,
  forgetVersions: `DELETE FROM versions WHERE url = ?1 AND fetched_at <=
    (SELECT fetched_at FROM versions WHERE url = ?1 ORDER BY fetched_at DESC LIMIT 1 OFFSET ?2)`,
  deleteChunks: 'DELETE FROM chunks WHERE page = ?',

  cutTwins: `SELECT p.hash FROM pages p JOIN urls u ON u.id = p.url WHERE p.provider = ?1 AND u.generation = ?2
    AND u.state IN ('indexed', 'unchanged') GROUP BY p.hash HAVING count(*) > 1 AND max(p.read_hash) <> ''`,
  withText: `SELECT u.id FROM pages p JOIN urls u ON u.id = p.url
    WHERE p.provider = ?1 AND p.hash = ?2 AND u.generation = ?3 AND u.state IN ('indexed', 'unchanged') ORDER BY u.depth, u.id`,
  ledElsewhere: `SELECT id, url, state, detail FROM urls WHERE provider = ? AND generation = ? AND kind = 'page' AND state = 'skipped'
    AND by IN (${listed(({ elsewhere }) => elsewhere === true)}) ORDER BY id`,
  ledTo: `SELECT id, url, state, detail FROM urls WHERE provider = ? AND generation = ? AND kind = 'page'
    AND state IN ('indexed', 'unchanged', 'duplicate')`,
  said: 'SELECT words, fingerprint FROM pages WHERE url = ?',
  chunkFacts: 'SELECT seq, headings, anchor, hash FROM chunks WHERE page = ? ORDER BY seq',
  runOf: 'SELECT * FROM runs WHERE provider = ? AND generation = ?',
  addRun: `INSERT INTO runs (provider, generation, kind, started_at, at, owner, stored_before, selector, estimate)
    SELECT ?1, ?2, ?3, ?4, ?4, ?5, CASE WHEN ?2 = 1 THEN NULL ELSE (SELECT count(*) FROM pages WHERE provider = ?1) END, ?6,
    (SELECT estimate FROM estimates WHERE provider = ?7)`,
  setRunLane: 'UPDATE runs SET lane = ? WHERE id = ?',
  wishOf: 'SELECT wish FROM runs WHERE id = ?',
  setWish: 'UPDATE runs SET wish = ? WHERE id = ?',
  takeEstimate: 'DELETE FROM estimates WHERE provider = ?',
  resumeRun: `UPDATE runs SET ended_at = NULL, complete = 0, wish = 'go', owner = ?, at = ?, stored = NULL, reasons = NULL,
    ended_by = NULL WHERE id = ?`,
  saveRun: `UPDATE runs SET active_ms = ?, at = ?, requests = ?, ok = ?, not_modified = ?, client_errors = ?, server_errors = ?,
    retried = ?, read = ?, empty = ?, bytes = ?, selector_pages = ?, selector_hits = ?, new = ?, updated = ?, deleted = ?,
    unreachable = ?, excluded = ?, unchanged = ?, pages_cut = ? WHERE id = ?`,
  countHost: `INSERT INTO run_hosts (run, host, answers, ms) VALUES (?, ?, 1, ?)
    ON CONFLICT DO UPDATE SET answers = answers + 1, ms = ms + excluded.ms`,
  noteSeeds: 'UPDATE runs SET seeds = ?, seeds_failed = ? WHERE id = ?',
  endRun: `UPDATE runs SET ended_at = ifnull(ended_at, ?), complete = ?, owner = NULL, ended_by = ?,
    stored = (SELECT count(*) FROM pages WHERE pages.provider = runs.provider),
    reasons = (SELECT json_group_object(by, n) FROM (SELECT by, count(*) AS n FROM urls
      WHERE urls.provider = runs.provider AND urls.generation = runs.generation AND kind = 'page' GROUP BY by))
    WHERE id = ? AND reasons IS NULL`,
  forgetChanges: `DELETE FROM changes WHERE run IN (SELECT id FROM runs WHERE provider = ?1 ORDER BY id DESC LIMIT 1000 OFFSET ?2)`,
  forgetRunHosts: `DELETE FROM run_hosts WHERE run IN (SELECT id FROM runs WHERE provider = ?1 ORDER BY id DESC LIMIT 1000 OFFSET ?2)`,
  forgetRuns: `DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE provider = ?1 ORDER BY id DESC LIMIT 1000 OFFSET ?2)`,
  putChange: `INSERT OR REPLACE INTO changes (run, url, kind, by, detail, hash_before, title, sections)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  dropChange: 'DELETE FROM changes WHERE run = ? AND url = ?',

  addRequest: 'INSERT INTO requests (at, host) VALUES (?, ?)',
  forgetRequests: 'DELETE FROM requests WHERE at < ?',
  requestsAfter: 'SELECT rowid, at, host FROM requests WHERE rowid > ? ORDER BY rowid',
  lastRequest: 'SELECT max(rowid) AS last FROM requests',
  // Whether another process has written since it was last read: a few microseconds.
  dataVersion: 'PRAGMA data_version',
  turnsOfOthers: 'SELECT * FROM turns WHERE worker <> ?',
  turnsAt: 'SELECT * FROM turns WHERE host = ? AND worker <> ?',
  endTurn: 'DELETE FROM turns WHERE token = ?',
  touchedAfter: 'SELECT * FROM hosts WHERE touched > 0 AND touched > ? ORDER BY touched',
  blockTrap: `INSERT OR IGNORE INTO blocklist (pattern, reason, by, at) VALUES (?, ?, 'crawler', ?)`,
  saveRobots: 'INSERT OR REPLACE INTO robots (origin, saved, body) VALUES (?, ?, ?)',
  loadRobots: 'SELECT saved, body FROM robots WHERE origin = ?',

  // At opening: the process that held these leases is dead, and clocks may have been set meanwhile.
  gapAfterLost: `UPDATE hosts SET next_at = max(next_at, ?1 + (
      SELECT max(leases.gap_ms) FROM leases JOIN lanes ON lanes.id = leases.lane WHERE lanes.host = hosts.id))
    WHERE id IN (SELECT lanes.host FROM leases JOIN lanes ON lanes.id = leases.lane)`,
  countLost:
    'UPDATE lanes SET queued = queued + (SELECT count(*) FROM leases WHERE lane = lanes.id) WHERE id IN (SELECT lane FROM leases)',
  requeueLost: 'INSERT OR IGNORE INTO queue (lane, depth, url) SELECT lane, depth, url FROM leases',
  dropLost: 'DELETE FROM leases',
  lastHeard: 'SELECT max(at) AS at FROM runs',
  shiftHosts: `UPDATE hosts SET next_at = max(0, next_at - ?1), parked_until = max(0, parked_until - ?1),
    closed_until = max(0, closed_until - ?1)`,
  shiftUrls: 'UPDATE urls SET not_before = not_before - ?1 WHERE id IN (SELECT url FROM delayed)',
  shiftDelayed: 'UPDATE delayed SET not_before = not_before - ?1',
  clampHosts: `UPDATE hosts SET next_at = min(next_at, ?1), parked_until = min(parked_until, ?1), closed_until = min(closed_until, ?1)
    WHERE next_at > ?1 OR parked_until > ?1 OR closed_until > ?1`,
  clampUrls: 'UPDATE urls SET not_before = ?1 WHERE id IN (SELECT url FROM delayed WHERE not_before > ?1)',
  clampDelayed: 'UPDATE delayed SET not_before = ?1 WHERE not_before > ?1',
  clampTurns: 'UPDATE turns SET until = ?1 WHERE until > ?1',
  gapAfterTurn: 'UPDATE hosts SET next_at = max(next_at, ?) WHERE name = ?',
  clampRequests: 'UPDATE requests SET at = ?1 WHERE at > ?1',
} as const;

export type Statements = Readonly<Record<keyof typeof texts, StatementSync>>;

/** Every statement, compiled. */
export function prepareAll(db: DatabaseSync): Statements {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Statements;
}
