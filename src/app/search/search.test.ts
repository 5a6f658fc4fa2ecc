// Searching what a real crawl stored: what an answer shows, what it may not show, and that nothing typed is an error.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { type SearchSite, startSearchSite } from '../../../test/support/search-site.ts';
import { Moment } from '../../../test/support/visits.ts';
import { DocentError } from '../../core/errors.ts';
import { openDocent } from '../../doors/library/docent.ts';
import { openSearch, search } from '../../doors/library/search.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import type { Search } from './search.ts';

let site: SearchSite;
let opened: Search;
let before: Moment;

beforeAll(async () => {
  site = await startSearchSite();
  before = new Moment();
  const { result } = openDocent({ settings: settings() }).crawl(at('/docs/'));
  expect((await result).exitCode).toBe(0);
  opened = openSearch({ settings: settings() });
});
afterAll(async () => {
  await opened.close();
  await site[Symbol.asyncDispose]();
});

function settings(): Settings {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(site.folder, 'data') };
  return loadSettings({ cwd: site.folder, env });
}

const at = (path: string): string => `${site.server.origin}${path}`;
const urls = async (...args: Parameters<Search['search']>): Promise<string[]> =>
  (await opened.search(...args)).results.map(({ url }) => url.replace(site.server.origin, ''));

describe('search', () => {
  it('S5: a result has title, way, link with anchor, quotation with marks, provider, times, tokens and score', async () => {
    const { query, found, results, index, tookMs } = await opened.search('asyncio.gather');
    expect(results[0]).toMatchObject({
      title: 'Coroutines and tasks',
      url: at('/docs/tasks#asyncio.gather'),
      provider: `127.0.0.1-${site.server.port}_docs`,
      language: 'en',
      quotation: { fromPreview: true, matchOutside: false },
    });
    const { headings, quotation, crawledAt, verifiedAt, score, tokens, chunk, parts } = results[0] ?? expect.fail();
    expect(headings).toContain('Running tasks concurrently');
    expect(quotation?.text.length).toBeLessThanOrEqual(200);
    const marked = quotation?.marks.map(([start, end]) => quotation.text.slice(start, end));
    expect(marked).toContain('asyncio.gather');
    expect(verifiedAt).toBeGreaterThanOrEqual(crawledAt);
    before.expectAfter(crawledAt);
    expect({ score: score > 0, tokens: tokens > 0, chunk: chunk.length > 5, parts }).toEqual({
      ...{ score: true, tokens: true, chunk: true, parts: undefined },
    });
    expect(query).toMatchObject({ text: 'asyncio.gather', terms: ['asyncio.gather', 'asyncio', 'gather'] });
    expect(found.pages).toBeGreaterThanOrEqual(results.length);
    expect(index).toEqual({ chunks: expect.any(Number), stale: false });
    expect(tookMs).toBeGreaterThan(0);
  });

  it('C1: a hit links to the id that bears the name of the query, else to the chunk', async () => {
    expect((await urls('wait_for'))[0]).toBe('/docs/tasks#asyncio.wait_for');
    expect((await urls('"keeps connections open"'))[0]).toBe('/docs/settings#pool');
  });

  it('S1: a page that holds an excluded word in another of its chunks is left out whole', async () => {
    expect(await urls('wait_for')).toContain('/docs/tasks#asyncio.wait_for');
    expect((await urls('wait_for -gather')).filter((url) => url.startsWith('/docs/tasks'))).toEqual([]);
  });

  it('S5: each score is the sum of its parts when that is requested', async () => {
    const { results } = await opened.search('connection settings', { explain: true });
    expect(results.length).toBeGreaterThan(1);
    for (const { parts = [], score } of results) {
      expect(parts.length).toBeGreaterThan(2);
      expect(parts.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(score, 6);
    }
  });

  it('S5: other weights make other scores, and a name that has none is refused', async () => {
    const [usual] = (await opened.search('connection settings', { explain: true })).results;
    const weights = { bodyText: 0, path: 100 };
    const { results } = await opened.search('connection settings', { explain: true, weights });
    const [best] = results;
    expect(best?.parts?.[0]).toMatchObject({
      name: 'path',
      adds: expect.closeTo(100 * (best?.parts?.[0]?.value ?? 0), 6),
    });
    expect(best?.parts?.map(({ name }) => name)).not.toContain('bodyText');
    for (const { parts = [], score } of results)
      expect(parts.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(score, 6);
    expect((await opened.search('connection settings')).results[0]?.score).toBe(usual?.score);
    for (const wrong of [{ nothing: 1 }, { bodyText: Number.NaN }, { bodyText: 1_001 }, { constructor: 1 }])
      await expect(opened.search('x', { weights: wrong as never })).rejects.toMatchObject({ code: 'DOC_USAGE' });
  });

  it('S5: the terms of a query come with what they are and how many chunks hold them', async () => {
    const { query } = await opened.search('asyncio.wait_for "advisory lock" zanzi*', { explain: true });
    const tokens = query.tokens ?? [];
    expect(tokens.find(({ kind }) => kind === 'whole')).toMatchObject({ term: 'asyncio.wait_for', must: false });
    expect(tokens.filter(({ must }) => must).map(({ term }) => term)).toEqual(['advisori', 'lock']);
    expect(tokens.find(({ kind }) => kind === 'completion')).toMatchObject({ term: 'zanzibar', chunks: 1 });
    for (const { chunks, weight } of tokens) expect(weight > 0).toBe(chunks > 0);
    expect((await opened.search('lock')).query.tokens).toBeUndefined();
  });

  it('R28: a page with nosnippet or noarchive is found, not quoted, and the answer states why', async () => {
    const [quiet] = (await opened.search('quokka')).results;
    expect(quiet).toMatchObject({ url: expect.stringContaining('/docs/quiet'), withheld: 'nosnippet' });
    const [unkept] = (await opened.search('axolotl')).results;
    expect(unkept).toMatchObject({ url: expect.stringContaining('/docs/unkept'), withheld: 'noarchive' });
    for (const result of [quiet, unkept]) expect(JSON.stringify(result)).not.toMatch(/may be found/);
  });

  it('C2: with previews a match beyond the preview is found, and the answer states that it lies outside', async () => {
    const [long] = (await opened.search('zanzibar')).results;
    expect(long).toMatchObject({
      title: 'A long story',
      quotation: { fromPreview: true, matchOutside: true, marks: [] },
    });
    expect(JSON.stringify(long)).not.toContain('zanzibar');
  });

  it.each([
    ['만료', '/docs/ko'],
    ['임대', '/docs/ko'],
    ['ワーカー', '/docs/ja'],
    ['引き継ぎ', '/docs/ja'],
  ])('S2: %s is found inside its sentence', async (query, path) => {
    expect((await urls(query))[0]).toContain(path);
  });

  it('S1: provider, path and lang narrow a search, typed or passed; what is passed holds', async () => {
    expect(await urls('connection path:/deep/')).toEqual(['/docs/deep/guide']);
    expect(await urls('connection', { path: '/deep/' })).toEqual(['/docs/deep/guide']);
    expect(await urls('connection path:/nowhere/', { path: ['/deep/'] })).toEqual(['/docs/deep/guide']);
    expect(await urls('connection', { provider: 'another' })).toEqual([]);
    expect(await urls('워커 lang:ko')).toHaveLength(1);
    expect(await urls('워커 lang:ja')).toEqual([]);
  });

  it('S1: a phrase that is found nowhere is searched again without its marks, and the answer shows it', async () => {
    const loose = await opened.search('"open connections keep"');
    expect(loose.withoutPhrases).toBe(true);
    expect(loose.results[0]?.url).toBe(at('/docs/settings#pool'));
    expect(loose.query.phrases).toHaveLength(1);
    expect(loose.found.pages).toBeGreaterThan(0);
    // Filters and excluded words still hold, and a page further down is no reason.
    expect(await urls('"open connections keep" -pool')).toEqual([]);
    expect(await urls('"open connections keep" path:/docs/deep')).toEqual(['/docs/deep/guide']);
    expect((await opened.search('"keeps connections open"')).withoutPhrases).toBeUndefined();
    expect((await opened.search('"keeps connections open"', { offset: 10 })).withoutPhrases).toBeUndefined();
    const none = await opened.search('"xyzzy plugh"');
    expect({ results: none.results, loosened: none.withoutPhrases }).toEqual({ results: [], loosened: undefined });
  });

  it('S1: phrases hold word for word, and what must not occur does not', async () => {
    const { results, withoutPhrases } = await opened.search('"advisory lock"');
    expect({ results: results.length, withoutPhrases }).toEqual({ results: 1, withoutPhrases: undefined });
    expect((await opened.search('"lock advisory"')).withoutPhrases).toBe(true);
    const some = await urls('connection -advisory');
    expect(some).toContain('/docs/deep/guide');
    expect(some.join(' ')).not.toContain('/docs/settings#settings');
  });

  it('S6: while a word is being typed its beginning is enough', async () => {
    expect(await urls('zanz')).toEqual([]);
    expect((await urls('zanz', { typing: true }))[0]).toContain('/docs/long');
    expect((await urls('zanz*'))[0]).toContain('/docs/long');
  });

  it('S1: a slip of the keyboard is answered with a suggestion, and only then', async () => {
    expect(await opened.search('advisry lock')).toMatchObject({ didYouMean: 'advisory lock' });
    expect(await opened.search('zanzbar')).toMatchObject({ found: { pages: 0 }, didYouMean: 'zanzibar' });
    expect(await opened.search('advisory lock')).not.toHaveProperty('didYouMean');
  });

  it('S3: pages come in portions that join', async () => {
    const all = await urls('connection pool narrow settings');
    expect(all.length).toBeGreaterThan(1);
    const first = await urls('connection pool narrow settings', { limit: 1 });
    const rest = await urls('connection pool narrow settings', { offset: 1 });
    expect([...first, ...rest]).toEqual(all);
    expect(await urls('connection', { offset: 1_000 })).toEqual([]);
  });

  it.each([
    [{ limit: 0 }, 'limit is 0'],
    [{ limit: 101 }, 'limit is 101'],
    [{ limit: 1.5 }, 'limit is 1.5'],
    [{ offset: -1 }, 'offset is -1'],
    [{ chunksPerPage: 11 }, 'chunksPerPage is 11'],
    [{ path: 'x'.repeat(1_001) }, 'path must be'],
  ])('S1: %j is refused with the field and its bounds', async (options, message) => {
    await expect(opened.search('x', options)).rejects.toThrow(message);
    await expect(opened.search('x', options)).rejects.toMatchObject({ code: 'DOC_USAGE' });
  });

  it('S1: one search opens and closes for itself', async () => {
    const { results } = await search('quokka', { settings: settings(), limit: 1 });
    expect(results).toHaveLength(1);
  });

  it('C4: a folder without a crawl, and one with something else in it, are reported by every search', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'docent-empty-'));
    try {
      const own = openSearch({ data: empty, cwd: empty, env: {} });
      const nothing = /there is no crawl in .*docent crawl/;
      await expect(own.search('words')).rejects.toThrow(nothing);
      await expect(own.answer('words', { library: 'x' })).rejects.toThrow(nothing);
      await expect(own.suggest('words')).rejects.toThrow(nothing);
      writeFileSync(join(empty, 'docent.sqlite'), 'not a database, and longer than sixteen bytes');
      const damaged = own.search('words');
      await expect(damaged).rejects.toThrow(DocentError);
      await expect(damaged).rejects.toMatchObject({ message: expect.not.stringMatching(nothing) });
      await own.close();
      expect(existsSync(join(empty, 'docent.sqlite-wal'))).toBe(false);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  });
});

describe('hostile queries', () => {
  const nasty = [
    ...[
      '',
      ' ',
      '"',
      '""',
      '*',
      '-',
      '--',
      '-"',
      'AND',
      'OR NOT',
      'NEAR(a b)',
      '^a',
      'a*b*c*',
      '(((((',
      '{title}: x',
      'title:x',
    ],
    ...["'; DROP TABLE pages; --", '" OR 1=1 --', 'x\u0000y', '\ud800', '\udfff\ud800', '\u202e\u200b', '\\', '%', '_'],
    ...['provider:', 'path:"', 'lang:*', 'provider:"a"b', '-provider:x', '가'.repeat(3_000), 'あ'.repeat(3_000)],
    ...['a'.repeat(10_000), 'a '.repeat(5_000), '"a" '.repeat(3_000), '-a '.repeat(3_000), 'a* '.repeat(3_000)],
    ...[
      '('.repeat(10_000),
      '"'.repeat(10_001),
      'path:a '.repeat(2_000),
      'a.'.repeat(5_000),
      'aB'.repeat(5_000),
      '\u0301'.repeat(10_000),
    ],
  ];

  it.each(nasty)('S1: %# answers quickly and safely', async (query) => {
    const { results, query: understood } = await opened.search(query, { explain: true });
    expect(results.length).toBeLessThanOrEqual(10);
    expect(understood.text.isWellFormed()).toBe(true);
    expect((await opened.search(query, { typing: true })).results.length).toBeLessThanOrEqual(10);
  });

  it('S1: whatever is typed is answered, the same twice, and nothing is changed by it', scaled, async () => {
    const operators = [
      '"',
      '*',
      '-',
      ' ',
      'path:',
      'lang:',
      'provider:',
      ':',
      '(',
      ')',
      'AND',
      '\u0000',
      '\ud800',
      "'",
      ';',
      'connection',
      '워커',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...operators),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ maxLength: 6 }),
    );
    const chunks = (await opened.search('connection')).index.chunks;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.boolean(), async (pieces, typing) => {
        const one = await opened.search(pieces.join(''), { typing });
        const other = await opened.search(pieces.join(''), { typing });
        expect({ ...one, tookMs: 0 }).toEqual({ ...other, tookMs: 0 });
        expect(one.index.chunks).toBe(chunks);
        for (const { quotation } of one.results)
          for (const [start, end] of quotation?.marks ?? []) {
            expect(start).toBeLessThan(end);
            expect(end).toBeLessThanOrEqual(quotation?.text.length ?? 0);
          }
      }),
      { numRuns: runs(300) },
    );
  });
});
