// The tables of a folder as text: every row of those that decide what happens next, numbers replaced by what they refer to.
import type { DatabaseSync } from 'node:sqlite';

const url = (id: string): string =>
  `(SELECT v.slug || ' <' || hex(w.hash) || '>' FROM urls w JOIN providers v ON v.id = w.provider WHERE w.id = ${id})`;
const lane = (id: string): string =>
  `(SELECT v.slug || ' at ' || h.name FROM lanes m JOIN providers v ON v.id = m.provider JOIN hosts h ON h.id = m.host WHERE m.id = ${id})`;
const slug = (id: string): string => `(SELECT slug FROM providers WHERE id = ${id})`;
const run = (id: string): string =>
  `(SELECT v.slug || ' ' || r.generation FROM runs r JOIN providers v ON v.id = r.provider WHERE r.id = ${id})`;
const target = (id: string): string => `(SELECT '<' || hex(hash) || '>' FROM search_targets WHERE id = ${id})`;
const word = (id: string): string => `(SELECT word FROM search_words WHERE id = ${id})`;
const chunk = (row: string): string =>
  `(SELECT ${url('f.page')} || ' ' || f.seq FROM search_forward f WHERE f.row = ${row})`;

/** The owner of a run and the token of a lease are left out: both are numbers that an engine chooses. */
const queries: Readonly<Record<string, string>> = {
  providers: `SELECT slug, generation, ended, fresh, began_at, ended_at, waiting, indexed, unchanged, duplicate, skipped, blocked, failed,
    deleted, chrome, given FROM providers ORDER BY slug`,
  hosts: 'SELECT name, next_at, gap_ms, parked_until, parked_by, recent FROM hosts ORDER BY name',
  lanes: `SELECT ${lane('lanes.id')} AS lane, queued FROM lanes ORDER BY 1`,
  urls: `SELECT ${url('urls.id')} AS name, url, ${lane('urls.lane')} AS lane, ${lane('urls.hop_lane')} AS hop_lane, hops, kind, depth, ${url('urls.parent')} AS parent,
    generation, state, by, detail, attempt, not_before, found_at, changed_at, spellings FROM urls ORDER BY id`,
  queue: `SELECT ${lane('queue.lane')} AS lane, depth, ${url('queue.url')} AS url FROM queue ORDER BY 1, 2, queue.url`,
  delayed: `SELECT ${lane('delayed.lane')} AS lane, not_before, ${url('delayed.url')} AS url, depth FROM delayed ORDER BY 1, 2, delayed.url`,
  leases: `SELECT ${url('leases.url')} AS url, ${lane('leases.lane')} AS lane, depth, gap_ms FROM leases ORDER BY token`,
  templates: `SELECT ${lane('templates.lane')} AS lane, template, n FROM templates ORDER BY 1, 2`,
  spellings: `SELECT ${url('spellings.url')} AS url, seq, spelling, host, state, by, detail, at FROM spellings ORDER BY spellings.url, seq`,
  visits: `SELECT ${url('visits.url')} AS url, steps, ${run('visits.run')} AS run, state, status, ms, bytes, hash FROM visits ORDER BY visits.url, seq`,
  pages: `SELECT ${url('pages.url')} AS url, ${slug('pages.provider')} AS provider, hash, final_url, status, content_type, etag, last_modified, title, language,
    words, bytes, fetched_at, verified_at, fingerprint, extractor, facts, markdown, analyser, index_hash, interval_ms, lastmod,
    lastmod_generation, lastmod_wrong, read_hash, edges, cut, asks_again FROM pages ORDER BY pages.url`,
  chunks: `SELECT ${url('chunks.page')} AS page, seq, id, hash, headings, anchor, ids, symbols, tokens, code, tables, preview, text FROM chunks
    ORDER BY chunks.page, seq`,
  versions: `SELECT ${url('versions.url')} AS url, fetched_at, hash, words, chunks FROM versions ORDER BY versions.url, fetched_at`,
  links: `SELECT ${url('page_links.url')} AS url, hex(links) AS links FROM page_links ORDER BY page_links.url`,
  drafts: `SELECT ${url('page_drafts.url')} AS url, hex(draft) AS draft FROM page_drafts ORDER BY page_drafts.url`,
  runs: `SELECT ${slug('runs.provider')} AS provider, generation, kind, started_at, ended_at, complete, owner IS NOT NULL AS owned, active_ms, at, requests,
    ok, not_modified, client_errors, server_errors, retried, read, empty, bytes, selector_pages, selector_hits, new, updated, deleted,
    unreachable, excluded, unchanged, stored, stored_before, selector, reasons, pages_cut FROM runs ORDER BY id`,
  runHosts: `SELECT ${run('run_hosts.run')} AS run, host, answers, ms FROM run_hosts ORDER BY 1, 2`,
  changes: `SELECT ${run('changes.run')} AS run, ${url('changes.url')} AS url, kind, by, detail, hash_before, title, sections FROM changes ORDER BY changes.run, changes.url`,
  blocklist: 'SELECT pattern, reason, by, at FROM blocklist ORDER BY pattern',
  inbox: 'SELECT kind, provider, url FROM inbox ORDER BY id',
  requests: 'SELECT at, host FROM requests ORDER BY at, host',
  searchForward: `SELECT ${url('search_forward.page')} AS page, seq, hex(forward) AS forward FROM search_forward ORDER BY search_forward.page, seq`,
  searchTargets: `SELECT '<' || hex(hash) || '>' AS target, ${target('t.same')} AS same FROM search_targets t ORDER BY hash`,
  searchLinks: `SELECT ${url('search_links.source')} AS source, ${target('search_links.target')} AS target, terms FROM search_links ORDER BY 1, 2, 3`,
  searchAnchors: `SELECT ${url('search_anchors.page')} AS page, inbound, outbound, texts FROM search_anchors ORDER BY 1`,
  searchStale: `SELECT ${target('search_stale.target')} AS target FROM search_stale ORDER BY 1`,
  searchWords: 'SELECT word, term FROM search_words ORDER BY 1',
  searchKeys: `SELECT key, ${word('search_word_keys.word')} AS word FROM search_word_keys ORDER BY 1, 2`,
  searchMeta: `SELECT name, value FROM search_meta WHERE name <> 'keyed' ORDER BY 1`,
  searchText: `SELECT term, ${chunk('text_terms.doc')} AS chunk, col, "offset" FROM temp.text_terms ORDER BY 1, 2, 3, 4`,
  searchAnchorText: `SELECT term, ${url('anchor_terms.doc')} AS page, col, "offset" FROM temp.anchor_terms ORDER BY 1, 2, 3, 4`,
};

const SETUP = `
  CREATE VIRTUAL TABLE temp.text_terms USING fts5vocab (main, search_text, instance);
  CREATE VIRTUAL TABLE temp.anchor_terms USING fts5vocab (main, search_anchor_text, instance);
`;

/** Every table by its name. */
export function tablesOf(db: DatabaseSync): readonly (readonly [table: string, rows: unknown])[] {
  db.exec(SETUP);
  return Object.entries(queries).map(([table, query]) => [table, db.prepare(query).all()]);
}
