// The search index in SQLite: what is put is found, what is removed is not, and nothing typed is syntax.
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { schemaSteps } from './schema.ts';
import { SearchIndex } from './search-index.ts';
import { SearchReader } from './search-reader.ts';
import { searchSchema } from './search-schema.ts';

let db: DatabaseSync;
let index: SearchIndex;
let reader: SearchReader;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  for (const step of schemaSteps) db.exec(step);
  if (!schemaSteps.some((step) => step.includes('search_text'))) db.exec(searchSchema);
  index = new SearchIndex(db, { analyserVersion: 7, termOf: (word) => word, keysOf: (word) => [word.slice(0, 3)] });
  reader = new SearchReader(db);
});

function put(
  page: number,
  body: string,
  { provider = 1, url = `https://example.com/${page}`, language = 'en' } = {},
): void {
  db.prepare(
    `INSERT OR IGNORE INTO providers (id, slug, generation, ended, fresh, began_at) VALUES (?, ?, 1, 0, 0, 0)`,
  ).run(provider, `p${provider}`);
  db.prepare(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
    VALUES (?, ?, ?, ?, 1, 'page', 1, 1, 'indexed', '', '', 0, 0)`).run(page, provider, Buffer.from(url), url);
  db.prepare(`INSERT INTO pages (url, provider, hash, final_url, status, content_type, title, language, words, bytes, fetched_at, verified_at)
    VALUES (?, ?, '', ?, 200, 'text/html', '', ?, 1, 0, 0, 0)`).run(page, provider, url, language);
  const columns = { title: '', headings: '', symbols: '', meta: '', body };
  index.put({
    page,
    chunks: [{ row: page * 10, entry: { columns, forward: new Uint8Array([1]) } }],
    words: body.split(' '),
  });
}

function pagesFor(any: readonly string[], more: Partial<Parameters<SearchReader['candidates']>[0]> = {}): number[] {
  const { candidates } = reader.candidates({ any, phrases: [], not: [], ...more }, { limit: 200 });
  return candidates.map(({ page }) => page).toSorted();
}

describe('the search index', () => {
  it('S1: finds what was put, and says how many chunks hold each term', () => {
    put(1, 'replication slot');
    put(2, 'replication lag');
    const found = reader.candidates({ any: ['slot', 'replication', 'absent'], phrases: [], not: [] }, { limit: 200 });
    expect(found.candidates.map(({ page }) => page).toSorted()).toEqual([1, 2]);
    expect(Object.fromEntries(found.holding)).toEqual({ slot: 1, replication: 2, absent: 0 });
    expect(found.chunks).toBe(2);
    expect(reader.analyserVersion()).toBe(7);
  });

  it('C5: finds nothing of a page that was removed, and after optimize its words are nowhere', () => {
    put(1, 'secretword here');
    put(2, 'other here');
    index.refresh(1_000);
    index.remove(1);
    expect(pagesFor(['secretword'])).toEqual([]);
    index.optimize();
    expect(
      db
        .prepare('SELECT word FROM search_words ORDER BY word')
        .all()
        .map(({ word }) => word),
    ).toEqual(['here', 'other']);
    expect(db.prepare(`SELECT count(*) AS n FROM search_word_keys WHERE word = 'secretword'`).get()?.n).toBe(0);
    expect(db.prepare(`SELECT count(*) AS n FROM search_terms WHERE term = 'secretword'`).get()?.n).toBe(0);
    expect(reader.candidates({ any: ['here'], phrases: [], not: [] }, { limit: 9 }).chunks).toBe(1);
  });

  it('S1: a page that is put again is found by its new text only', () => {
    put(1, 'before');
    const columns = { title: '', headings: '', symbols: '', meta: '', body: 'after' };
    index.put({ page: 1, chunks: [{ row: 11, entry: { columns, forward: new Uint8Array([1]) } }], words: [] });
    expect(pagesFor(['before'])).toEqual([]);
    expect(pagesFor(['after'])).toEqual([1]);
  });

  it('S1: leaves out what must not occur, asks for all words of a phrase, and completes a beginning', () => {
    put(1, 'replication slot');
    put(2, 'replication lag');
    expect(pagesFor(['replication'], { not: [['lag']] })).toEqual([1]);
    expect(pagesFor(['replication', 'slot'], { phrases: [['replication', 'slot']] })).toEqual([1]);
    expect(pagesFor([], { prefix: 'sl' })).toEqual([1]);
  });

  it('S1: keeps to providers, paths and languages', () => {
    put(1, 'word', { provider: 1, url: 'https://example.com/guide/a', language: 'ko-KR' });
    put(2, 'word', { provider: 2, url: 'https://example.com/api/b' });
    const none = { providers: [], paths: [], languages: [] };
    expect(pagesFor(['word'], { filter: { ...none, providers: ['p2'] } })).toEqual([2]);
    expect(pagesFor(['word'], { filter: { ...none, paths: ['Guide/'] } })).toEqual([1]);
    expect(pagesFor(['word'], { filter: { ...none, languages: ['ko'] } })).toEqual([1]);
  });

  it('S3: counts inbound links and keeps what they say, until the linking page says otherwise', () => {
    for (const page of [1, 2, 3]) put(page, 'word');
    index.putLinks(1, [{ target: 3, terms: 'the guide' }]);
    index.putLinks(2, [
      { target: 3, terms: 'the guide' },
      { target: 2, terms: 'itself' },
    ]);
    index.refresh(100);
    const signals = () => reader.candidates({ any: ['word'], phrases: [], not: [] }, { limit: 9 }).pages.get(3);
    expect(signals()).toMatchObject({ inbound: 2, anchors: [{ terms: 'the guide', pages: 2 }] });
    index.putLinks(1, []);
    index.remove(2);
    index.refresh(100);
    expect(signals()).toMatchObject({ inbound: 0, anchors: [] });
  });

  it('S3: finds a page by what others call it, unless that is left out', () => {
    put(1, 'word');
    put(2, 'nothing alike');
    index.putLinks(1, [{ target: 2, terms: 'installation manual' }]);
    put(3, 'installation');
    index.refresh(100);
    expect(pagesFor(['installation'])).toEqual([2, 3]);
    const { candidates } = reader.candidates(
      { any: ['installation'], phrases: [], not: [] },
      { limit: 9, anchors: false },
    );
    expect(candidates.map(({ page }) => page)).toEqual([3]);
  });

  it('S1: gives words for suggestions with how many chunks hold them', () => {
    put(1, 'replication');
    put(2, 'replica replication');
    index.refresh(1_000);
    expect(reader.wordsLike(['rep'])).toEqual([
      { word: 'replica', chunks: 1 },
      { word: 'replication', chunks: 2 },
    ]);
  });

  it.each(['"', 'a" OR b', 'NEAR(', '*', "'; DROP TABLE pages; --", 'body : x', '\u0000', '^', 'a AND', '가'])(
    'S1: takes %j for a term, not for syntax',
    (term) => {
      put(1, 'word');
      expect(pagesFor([term, 'word'])).toEqual([1]);
      expect(pagesFor(['word'], { phrases: [[term]], names: [term], prefix: term }).length).toBeLessThan(2);
      expect(pagesFor(['word'], { not: [[term]] }).length).toBeLessThan(2);
    },
  );
});
