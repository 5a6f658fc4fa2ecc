// What a crawl writes into the search index, and what it leaves out (S1, S3, C2, R28).

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rebuildIndex } from '../../src/crawl/index/rebuild-index.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { analyserVersion } from '../../src/search/analyse/analyser.ts';
import { parseQuery } from '../../src/search/analyse/query.ts';
import type { ChunkDetails, PageSignals } from '../../src/search/port.ts';
import { candidateQuery } from '../../src/search/rank/ask.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

let folder: string;
let server: LocalServer;
let pages: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-index-'));
  server = await startServer((request, response) => {
    const body = pages[request.url ?? ''];
    if (body?.startsWith('->')) return void response.writeHead(301, { location: body.slice(2) }).end();
    if (body === undefined) return void response.writeHead(404).end();
    const etag = `"${body.length}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(body);
  });
  pages = { ...site };
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const SENTENCE = 'Somewhere in the middle stands a zeppelin that nobody quotes.';
const filler = Array.from({ length: 12 }, (_, i) => `<p>Paragraph ${i} says something about widgets and screws.</p>`);
const site: Readonly<Record<string, string>> = {
  '/': `<title>Home</title><main><h1>Home</h1><p>Welcome.</p><a href="/guide">the handbook</a> <a href="/api">widget API</a>
    <a href="/old">former name</a> <a href="/secret">whispers</a></main>`,
  '/guide': `<title>Guide</title><main><h1 id="top">Guide</h1>${filler.join('')}<p>${SENTENCE}</p>${filler.join('')}</main>`,
  '/api': `<title>API</title><main><h1>API</h1><dl><dt id="widget.turn"><code>widget.turn(by)</code></dt><dd>Turns the thing.
    See <a href="/guide">the handbook</a>.</dd></dl></main>`,
  '/old': '->/new',
  '/new': '<title>New</title><main><h1>New</h1><p>It has moved here, quietly.</p></main>',
  '/secret': `<meta name="robots" content="noarchive"><title>S</title><main><p>An unquotable marmoset lives here.</p></main>`,
};

const data = (name = 'data'): string => join(folder, name);

async function crawl(flags: Record<string, string> = {}, name = 'data'): Promise<readonly CrawlEvent[]> {
  const options = { request_delay_ms: '0', data: data(name), ...flags };
  const settings = loadSettings({ cwd: folder, env: {}, flags: options });
  const events: CrawlEvent[] = [];
  for await (const event of openDocent({ settings }).crawl(`${server.origin}/`)) events.push(event);
  return events;
}

interface Found extends ChunkDetails {
  readonly signals: PageSignals | undefined;
}

/** Chunks that are candidates for a query, by their URL. */
async function search(text: string, name = 'data'): Promise<readonly Found[]> {
  const reader = await openStore({ kind: 'sqlite', folder: data(name) }).openSearch();
  try {
    const candidate = candidateQuery(parseQuery(text));
    if (candidate === undefined) return [];
    const { candidates, pages: signals } = await reader.candidates(candidate, { limit: 50 });
    const found = await reader.details(candidates.map(({ row }) => row));
    return found.map((one) => ({ ...one, signals: signals.get(one.page) }));
  } finally {
    await reader.close();
  }
}

const pathsFor = async (text: string, name = 'data'): Promise<readonly string[]> => [
  ...new Set((await search(text, name)).map(({ url }) => url.replace(server.origin, ''))),
];

/** The whole index, independent of row numbers. */
function dump(name: string): unknown {
  const db = new DatabaseSync(join(data(name), 'docent.sqlite'));
  try {
    db.exec(`CREATE VIRTUAL TABLE temp.places USING fts5vocab (main, search_text, instance);
      CREATE VIRTUAL TABLE temp.anchors USING fts5vocab (main, search_anchor_text, instance)`);
    const all = (sql: string): unknown => db.prepare(sql).all();
    return {
      places: all(`SELECT p.final_url, c.seq, v.term, v.col, v.offset FROM temp.places v JOIN chunks c ON c.row = v.doc
        JOIN pages p ON p.url = c.page ORDER BY 1, 2, 3, 4, 5`),
      anchors: all(
        `SELECT p.final_url, v.term, v.offset FROM temp.anchors v JOIN pages p ON p.url = v.doc ORDER BY 1, 2, 3`,
      ),
      forward: all(
        `SELECT p.final_url, f.seq, hex(f.forward) FROM search_forward f JOIN pages p ON p.url = f.page ORDER BY 1, 2`,
      ),
      links: all(
        `SELECT p.final_url, a.inbound, a.outbound, a.texts FROM search_anchors a JOIN pages p ON p.url = a.page ORDER BY 1`,
      ),
      words: all(
        'SELECT k.key, w.word, w.term FROM search_words w LEFT JOIN search_word_keys k ON k.word = w.id ORDER BY 1, 2',
      ),
      left: all('SELECT * FROM search_stale'),
      pages: all('SELECT final_url, analyser, index_hash FROM pages ORDER BY 1'),
    };
  } finally {
    db.close();
  }
}

async function rebuild(
  name: string,
  fewestForThread?: number,
): Promise<{ readonly rebuilt: number; readonly withoutText: number }> {
  const { ledger } = await openStore({ kind: 'sqlite', folder: data(name) }).openLedger();
  try {
    return await rebuildIndex(
      ledger,
      () => ({}),
      () => false,
      fewestForThread,
    );
  } finally {
    await ledger.close();
  }
}

describe('the index of a crawl', () => {
  it('S1, C2: finds what lies beyond the preview, of which no byte is kept', async () => {
    await crawl();
    const [hit] = await search('zeppelin');
    expect(hit).toMatchObject({ url: `${server.origin}/guide`, title: 'Guide', text: undefined, anchor: 'top' });
    expect(hit?.preview).not.toContain('zeppelin');
    expect(hit?.verifiedAt).toBeGreaterThan(0);
    const bytes = readdirSync(data()).map((name) => readFileSync(join(data(), name), 'latin1'));
    // Words are kept one by one; their sentences are nowhere.
    for (const words of [
      SENTENCE,
      'stands a zeppelin',
      'zeppelin that nobody',
      'middle stand zeppelin',
      'middle stand',
    ])
      expect(
        bytes.some((all) => all.toLowerCase().includes(words.toLowerCase())),
        words,
      ).toBe(false);
    expect(await pathsFor('widget.turn')).toContain('/api');
  });

  it('S3: knows what links call a page, also through a redirect', async () => {
    await crawl();
    expect((await search('handbook')).find(({ url }) => url.endsWith('/guide'))?.signals).toMatchObject({
      inbound: 2,
      anchors: [{ pages: 2 }],
    });
    expect((await search('former')).find(({ url }) => url.endsWith('/new'))?.signals).toMatchObject({
      inbound: 1,
      anchors: [{ terms: expect.stringContaining('name'), pages: 1 }],
    });
    expect(await pathsFor('former')).toEqual(['/', '/new']);
  });

  it('R28: a page that may not be kept is found, with nothing to quote', async () => {
    await crawl({ retain: 'full' });
    expect(await search('marmoset')).toMatchObject([
      { noarchive: true, nosnippet: false, preview: '', text: undefined },
    ]);
  });

  it('S1: a page that changes is found by its new text; a removed one is not found', async () => {
    await crawl();
    pages['/guide'] = '<title>Guide</title><main><h1>Guide</h1><p>Only submarines now.</p></main>';
    delete pages['/secret'];
    await crawl();
    expect(await pathsFor('zeppelin')).toEqual([]);
    expect(await pathsFor('submarines')).toEqual(['/guide']);
    expect(await pathsFor('marmoset')).toEqual([]);
    const words = dump('data') as { readonly words: readonly { readonly word: string }[] };
    expect(words.words.map(({ word }) => word)).not.toContain('zeppelin');
  });

  it.each([
    ['in this thread', undefined],
    ['in a thread of its own', 0],
  ])(
    'S1: is the same when it is rebuilt from stored text %s, and counts the pages that have none',
    async (_, fewest) => {
      await crawl({ retain: 'full' }, 'whole');
      await crawl({ retain: 'full', index: 'false' }, 'bare');
      expect(await pathsFor('widgets', 'bare')).toEqual([]);
      // Of the page that may not be kept there is no text.
      expect(await rebuild('bare', fewest)).toEqual({ rebuilt: 4, withoutText: 1 });
      expect(await pathsFor('zeppelin', 'bare')).toEqual(['/guide']);
      const requested = server.requestLines.length;
      const events = await crawl({ retain: 'full' }, 'bare');
      expect(
        server.requests.slice(requested).filter(({ headers }) => headers['if-none-match'] === undefined).length,
      ).toBe(3);
      expect(events.at(-1)).toMatchObject({ counts: { unchanged: 5 } });
      expect(dump('bare')).toEqual(dump('whole'));
      expect(await rebuild('bare')).toEqual({ rebuilt: 0, withoutText: 0 });
    },
  );

  it('S1: an index of another version of the analyser still answers, reports it, and is brought up to date', async () => {
    await crawl();
    const before = dump('data');
    const db = new DatabaseSync(join(data(), 'docent.sqlite'));
    db.exec(`UPDATE pages SET analyser = ${analyserVersion + 1}`);
    db.close();
    const reader = await openStore({ kind: 'sqlite', folder: data() }).openSearch();
    expect(await reader.isStale(analyserVersion)).toBe(true);
    await reader.close();
    expect(await pathsFor('zeppelin')).toEqual(['/guide']);
    expect(await rebuild('data')).toEqual({ rebuilt: 0, withoutText: 5 });
    const requested = server.requestLines.length;
    expect(await crawl()).toContainEqual(expect.objectContaining({ type: 'note', by: 'index:behind' }));
    expect(server.requests.slice(requested).every(({ headers }) => headers['if-none-match'] === undefined)).toBe(true);
    expect(dump('data')).toEqual(before);
    await crawl();
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeDefined();
  });

  it('S1: where the text is kept, the next crawl brings the index up to date and requests no page anew', async () => {
    await crawl({ retain: 'full' }, 'kept');
    const before = dump('kept');
    const db = new DatabaseSync(join(data('kept'), 'docent.sqlite'));
    db.exec(`UPDATE pages SET analyser = ${analyserVersion + 1} WHERE markdown IS NOT NULL`);
    db.close();
    const requested = server.requestLines.length;
    const events = await crawl({ retain: 'full' }, 'kept');
    expect(events).toContainEqual(
      expect.objectContaining({
        by: 'index:behind',
        detail: expect.stringContaining('4 stored pages were put into it anew'),
      }),
    );
    const anew = server.requests.slice(requested).filter(({ headers }) => headers['if-none-match'] === undefined);
    expect(anew.map(({ url }) => url).filter((url) => ['/', '/guide', '/api'].includes(url ?? ''))).toEqual([]);
    expect(dump('kept')).toEqual(before);
  });

  it('C4: a folder of an earlier version gets its index with the next crawl, after a backup', async () => {
    await crawl({ index: 'false' });
    const db = new DatabaseSync(join(data(), 'docent.sqlite'));
    for (const { name } of db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'`).all())
      db.exec(`DROP TABLE ${name}`);
    for (const { name } of db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'search_%'`)
      .all())
      db.exec(`DROP TABLE ${name}`);
    for (const name of [
      'runs',
      'run_hosts',
      'changes',
      'estimates',
      'alerts',
      'planned',
      'filed_requests',
      'receipts',
      'questions',
      'turns',
      'channel_decisions',
      'channel_service',
      'channel_aliases',
      'channel_answers',
      'stamps',
      'outbox',
      'judged',
      'judged_scores',
      'exports',
      'backups',
    ])
      db.exec(`DROP TABLE ${name}`);
    db.exec('DROP INDEX visits_held; DROP INDEX visits_by_time');
    for (const name of ['run', 'state', 'status', 'ms', 'bytes', 'hash', 'at', 'host', 'result'])
      db.exec(`ALTER TABLE visits DROP COLUMN ${name}`);
    for (const name of ['interval_ms', 'lastmod', 'lastmod_generation', 'lastmod_wrong'])
      db.exec(`ALTER TABLE pages DROP COLUMN ${name}`);
    db.exec('DROP INDEX pages_by_read_hash; DROP TABLE page_drafts; ALTER TABLE providers DROP COLUMN chrome');
    for (const name of ['read_hash', 'edges', 'cut', 'asks_again']) db.exec(`ALTER TABLE pages DROP COLUMN ${name}`);
    db.exec('DROP INDEX hosts_touched');
    for (const name of ['touched', 'wanted_until', 'others', 'closed_until', 'closing'])
      db.exec(`ALTER TABLE hosts DROP COLUMN ${name}`);
    for (const name of ['until', 'worker']) db.exec(`ALTER TABLE leases DROP COLUMN ${name}`);
    db.exec('ALTER TABLE providers DROP COLUMN given; ALTER TABLE urls DROP COLUMN render');
    db.exec('ALTER TABLE urls DROP COLUMN wanted');
    db.exec('DROP TABLE spellings; DROP INDEX urls_spelled; ALTER TABLE urls DROP COLUMN spellings');
    db.exec(`DROP INDEX pages_by_analyser; ALTER TABLE pages DROP COLUMN analyser; ALTER TABLE pages DROP COLUMN index_hash;
      PRAGMA user_version = 2`);
    db.close();
    await expect(openStore({ kind: 'sqlite', folder: data() }).openSearch()).rejects.toThrow('older version');
    await crawl();
    expect(readdirSync(data())).toContainEqual(expect.stringMatching(/^before-version-\d+\.sqlite$/));
    expect(await pathsFor('zeppelin')).toEqual(['/guide']);
  });
});
