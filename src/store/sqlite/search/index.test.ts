// Writing the search index in SQLite: what is put again or removed, links between pages, and filters over many; what reading it promises is in search/port.contract.ts.
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../../test/support/how-long.ts';
import { packIndex } from '../../../core/search-entry.contract.ts';
import type { AnchorLink } from '../../../core/search-entry.ts';
import { digestOf } from '../digest.ts';
import { schemaSteps } from '../schema.ts';
import { SearchIndex } from './index.ts';
import { SearchReader } from './reader.ts';

let db: DatabaseSync;
let index: SearchIndex;
let reader: SearchReader;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  for (const step of schemaSteps) db.exec(step);
  index = new SearchIndex(db);
  reader = new SearchReader(db);
});

const keyOf = (page: number): string => `example.com/${page}`;

/** A link to a page by its number. */
function link(page: number, terms: string): AnchorLink {
  return { target: keyOf(page), terms };
}

function refresh(): void {
  while (index.refresh(3) > 0);
}

function putAgain(page: number, body: string, anchors: readonly AnchorLink[] = [], row = page * 10): void {
  const columns = { title: '', headings: '', symbols: '', meta: '', body };
  index.put({
    page,
    rows: [row],
    index: packIndex({
      analyser: 7,
      chunks: [{ columns, forward: new Uint8Array([1]) }],
      words: body.split(' ').map((word) => ({ word, term: word })),
      anchors,
      outbound: anchors.length,
    }),
  });
}

interface Put {
  readonly provider?: number;
  readonly url?: string;
  readonly language?: string;
  readonly anchors?: readonly AnchorLink[];
}

function put(page: number, body: string, more: Put = {}): void {
  const { provider = 1, url = `https://example.com/${page}`, language = 'en', anchors = [] } = more;
  db.prepare(
    `INSERT OR IGNORE INTO providers (id, slug, generation, ended, fresh, began_at) VALUES (?, ?, 1, 0, 0, 0)`,
  ).run(provider, `p${provider}`);
  db.prepare(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
    VALUES (?, ?, ?, ?, 1, 'page', 1, 1, 'indexed', '', '', 0, 0)`).run(page, provider, digestOf(keyOf(page)), url);
  db.prepare(`INSERT INTO pages (url, provider, hash, final_url, status, content_type, title, language, words, bytes, fetched_at, verified_at, analyser)
    VALUES (?, ?, '', ?, 200, 'text/html', '', ?, 1, 0, 0, 0, 7)`).run(page, provider, url, language);
  putAgain(page, body, anchors);
}

function pagesFor(any: readonly string[], more: Partial<Parameters<SearchReader['candidates']>[0]> = {}): number[] {
  const { candidates } = reader.candidates({ any, phrases: [], not: [], ...more }, { limit: 200 });
  return candidates.map(({ page }) => page).toSorted();
}

describe('the search index', () => {
  it('S6: of many pages a filter finds its few in no time, whatever it filters by', scaled, () => {
    // Querying the full text once for each chunk hangs when there are forty thousand.
    const pages = inAll(4_000, 40_000);
    db.exec('BEGIN');
    for (let page = 1; page <= pages; page++)
      put(page, `often word${page}`, { url: `https://example.com/${page === 77 ? 'deep' : 'docs'}/${page}` });
    db.exec('COMMIT');
    for (const [paths, languages, expected] of [
      [['/deep/'], [], 1],
      [['/docs/'], ['en'], 200],
      [[], ['ko'], 0],
    ] as const) {
      expect(pagesFor(['often'], { filter: { providers: [], paths, languages } })).toHaveLength(expected);
    }
  });

  it('C5: finds nothing of a page that was removed, and after optimize its words are nowhere', () => {
    put(1, 'secretword here');
    put(2, 'other here');
    refresh();
    index.remove(1);
    expect(pagesFor(['secretword'])).toEqual([]);
    while (!index.optimize(10));
    expect(
      db
        .prepare('SELECT word FROM search_words ORDER BY word')
        .all()
        .map(({ word }) => word),
    ).toEqual(['here', 'other']);
    expect(db.prepare('SELECT count(DISTINCT word) AS n FROM search_word_keys').get()?.n).toBe(2);
    // A word that takes a number again is found, too.
    put(3, 'thirdword');
    refresh();
    const near = ['thirword', 'otter', 'secretwort'].map((word) => reader.wordsNear(word));
    expect(near.flat().map(({ word }) => word)).toEqual(['thirdword', 'other']);
    index.remove(3);
    expect(db.prepare(`SELECT count(*) AS n FROM search_terms WHERE term = 'secretword'`).get()?.n).toBe(0);
    expect(reader.candidates({ any: ['here'], phrases: [], not: [] }, { limit: 9 }).chunks).toBe(1);
  });

  it('S1: a page that is put again is found by its new text only', () => {
    put(1, 'before');
    putAgain(1, 'after', [], 11);
    expect(pagesFor(['before'])).toEqual([]);
    expect(pagesFor(['after'])).toEqual([1]);
  });

  it('S6: what is shown of a page is what is stored of it, also after something was written', () => {
    put(1, 'word');
    db.exec(`INSERT INTO chunks (row, page, seq, id, hash, headings, ids, symbols, tokens, code, tables, preview)
      VALUES (10, 1, 0, 'a', '', '[]', '[]', '[]', 1, 0, 0, '')`);
    const shown = (): unknown => reader.details([10]).map(({ title, noarchive }) => [title, noarchive]);
    expect(shown()).toEqual([['', false]]);
    db.exec(`UPDATE pages SET title = 'Pools', facts = '{"noarchive":true}'`);
    expect(shown()).toEqual([['Pools', true]]);
    db.exec('DELETE FROM pages');
    expect(shown()).toEqual([]);
  });

  // Anchor texts come with a query for one of their terms.
  const inAnchors = ['guide', 'itself', 'name'];
  const signalsOf = (page: number) =>
    reader.candidates({ any: ['word'], also: inAnchors, phrases: [], not: [] }, { limit: 9 }).pages.get(page);

  it('S3: counts inbound links and keeps their texts, until the linking page changes', () => {
    put(1, 'word', { anchors: [link(3, 'the guide')] });
    put(2, 'word', { anchors: [link(3, 'the guide'), link(2, 'itself')] });
    put(3, 'word');
    refresh();
    expect(signalsOf(3)).toMatchObject({ inbound: 2, anchors: [{ terms: 'the guide', pages: 2 }] });
    expect(signalsOf(2)).toMatchObject({ inbound: 0, anchors: [], outbound: 2 });
    putAgain(1, 'word');
    index.remove(2);
    refresh();
    expect(signalsOf(3)).toMatchObject({ inbound: 0, anchors: [] });
  });

  it('S3: a link to a page that nobody knows yet counts once there is one, and again after it was removed', () => {
    put(1, 'word', { anchors: [link(2, 'the guide')] });
    refresh();
    put(2, 'word');
    refresh();
    expect(signalsOf(2)).toMatchObject({ inbound: 1, anchors: [{ terms: 'the guide', pages: 1 }] });
    index.remove(2);
    refresh();
    putAgain(2, 'word');
    refresh();
    expect(signalsOf(2)).toMatchObject({ inbound: 1 });
  });

  it('S3: links to a URL that turned out to be another page count there, until it is a page of its own', () => {
    put(1, 'word', { anchors: [link(2, 'old name')] });
    put(2, 'word');
    put(3, 'word');
    index.remove(2);
    index.join(2, 3);
    refresh();
    expect(signalsOf(3)).toMatchObject({ inbound: 1, anchors: [{ terms: 'old name', pages: 1 }] });
    // Joined to a third page, and back.
    index.join(3, 4);
    index.join(3, 1);
    index.join(1, 3);
    refresh();
    expect(signalsOf(3)).toMatchObject({ inbound: 1 });
    putAgain(2, 'word');
    refresh();
    expect(signalsOf(3)).toMatchObject({ inbound: 0, anchors: [] });
    expect(signalsOf(2)).toMatchObject({ inbound: 1 });
  });
});
