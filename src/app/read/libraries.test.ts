// What a data folder lists as stored: after real crawls, and of many providers at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { Moment } from '../../../test/support/visits.ts';
import { type CrawlOptions, openDocent } from '../../doors/library/docent.ts';
import { search } from '../../doors/library/search.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { storeReads } from '../assistant/store-reads.ts';
import { openPlace } from '../place.ts';
import { heldTo, librariesIn, resolveLibrary } from './libraries.ts';

let folder: string;
let server: LocalServer;
let before: Moment;

const page = (title: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>The widget of ${title} is configured with a key and a region.</p></main>`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-libraries-'));
  server = await startServer((request, response) => {
    const [, name = ''] = /^\/([\w.]+)\/$/.exec(request.url ?? '') ?? [];
    if (name === '') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page(name));
  });
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:
  - { provider_id: widgets-2, name: Widgets, library: widgets@2.1, aliases: [위젯], seed_urls: ['${server.origin}/two/'], allowed_path_patterns: [/two/**], retain: full, own_site: true }
  - { provider_id: never, seed_urls: ['${server.origin}/never/'], allowed_path_patterns: [/never/**] }
`,
  );
  before = new Moment();
  await crawl(['widgets-2', at('/plain/')]);
  await crawl([at('/3.0/')], { library: 'widgets@3.0' });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string): string => `${server.origin}${path}`;
const plainId = (name: string): string => `127.0.0.1-${server.port}_${name}`;

function settings(flags: Record<string, string> = {}): Settings {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(folder, 'data') };
  return loadSettings({ cwd: folder, env, flags });
}

async function crawl(words: readonly string[], options?: CrawlOptions): Promise<void> {
  const { result } = openDocent({ settings: settings() }).crawl(words, options);
  expect((await result).exitCode).toBe(0);
}

describe('librariesIn', () => {
  it('A5: lists what is stored of each provider, by its policy or by the options of a plain crawl', async () => {
    const [third, plain, second, ...others] = await librariesIn(openPlace(settings()));
    expect(others).toEqual([]);
    expect(second).toEqual({
      provider: 'widgets-2',
      title: 'Widgets',
      library: { name: 'widgets', version: '2.1' },
      aliases: ['위젯'],
      hosts: [`127.0.0.1:${server.port}`],
      ...{ pages: 1, chunks: 1, retain: 'full' },
      fetchedAt: expect.any(Number),
      verifiedAt: expect.any(Number),
      lastRunAt: expect.any(Number),
    });
    expect(plain).toMatchObject({ provider: plainId('plain'), library: { name: plainId('plain') }, retain: 'preview' });
    expect(third).toMatchObject({ library: { name: 'widgets', version: '3.0' }, pages: 1, chunks: 1 });
    before.expectAfter(second?.lastRunAt);
  });

  it('A5: the name stays when the URL is crawled or refreshed again without it, and another takes its place', async () => {
    const named = async (): Promise<string | undefined> =>
      (await librariesIn(openPlace(settings()))).find(({ provider }) => provider.startsWith(plainId('3')))?.library
        .version;
    await crawl([at('/3.0/')]);
    expect(await named()).toBe('3.0');
    expect((await openDocent({ settings: settings() }).refresh([], { all: true }).result).exitCode).toBe(0);
    expect(await named()).toBe('3.0');
    await crawl([at('/3.0/'), at('/plain/')]);
    expect(await named()).toBe('3.0');
    await crawl([at('/3.0/')], { library: 'widgets@3.1' });
    expect(await named()).toBe('3.1');
    await crawl([at('/3.0/')], { library: 'widgets@3.0' });
    expect(await named()).toBe('3.0');
    // The others were crawled without it.
    expect((await librariesIn(openPlace(settings()))).map(({ library }) => library.version)).toEqual([
      '3.0',
      undefined,
      '2.1',
    ]);
  });

  it('A5: there are none without a crawl, which an assistant reports', async () => {
    const nowhere = openPlace(settings({ data: 'nowhere' }));
    expect(await librariesIn(nowhere)).toEqual([]);
    await expect(storeReads(nowhere).libraries()).rejects.toThrow(/there is no crawl in/);
  });

  it('A5: sums up the pages and chunks of each of many providers', async () => {
    const data = join(folder, 'many');
    await fill(data, 50, 10, 4);
    const libraries = await librariesIn(openPlace(settings({ data })));
    expect(libraries).toHaveLength(50);
    for (const library of libraries)
      expect(library).toMatchObject({ pages: 10, chunks: 40, verifiedAt: 1_000, fetchedAt: 10_000 });
  });
});

/** Pages as a crawl that keeps everything would have stored them. */
async function fill(data: string, providers: number, pages: number, chunks: number): Promise<void> {
  await (await openStore({ kind: 'sqlite', folder: data }).openSideWriter()).close();
  const db = new DatabaseSync(dataFile(data));
  db.exec('BEGIN');
  const row = {
    provider: db.prepare(
      `INSERT INTO providers (id, slug, generation, ended, fresh, began_at) VALUES (?, ?, 1, 1, 0, 1)`,
    ),
    run: db.prepare(`INSERT INTO runs (provider, generation, kind, started_at, at) VALUES (?, ?, 'crawl', 1, 5)`),
    url: db.prepare(`INSERT INTO urls (id, provider, hash, url, lane, kind, depth, generation, state, by, detail, found_at, changed_at)
      VALUES (?, ?, randomblob(20), ?, 1, 'page', ?, 1, 'indexed', '', '', 1, 1)`),
    page: db.prepare(`INSERT INTO pages (url, provider, hash, final_url, status, content_type, title, words, bytes, fetched_at, verified_at, markdown)
      VALUES (?, ?, hex(randomblob(16)), ?, 200, 'text/html', 'A title of usual length', 1, 1, ?, ?, ?)`),
    chunk:
      db.prepare(`INSERT INTO chunks (page, seq, id, hash, headings, ids, symbols, tokens, code, tables, preview, text)
      VALUES (?, ?, 'x', 'y', '[]', '[]', '[]', 1, 0, 0, ?, ?)`),
  };
  const text = 'Words that are kept of a page. '.repeat(100);
  for (let provider = 1; provider <= providers; provider++) {
    row.provider.run(provider, `provider-${String(provider).padStart(2, '0')}`);
    for (let generation = 1; generation <= 50; generation++) row.run.run(provider, generation);
    for (let nth = 1; nth <= pages; nth++) {
      const id = provider * 1_000 + nth;
      const url = `https://docs${provider}.example/guide/chapter/page-${nth}.html`;
      row.url.run(id, provider, url, nth === 1 ? 0 : 1);
      row.page.run(id, provider, url, nth * 1_000, nth * 1_000, text.repeat(4));
      for (let seq = 0; seq < chunks; seq++) row.chunk.run(id, seq, text.slice(0, 500), text);
    }
  }
  db.exec('COMMIT');
  db.close();
}

describe('resolveLibrary', () => {
  it.each([
    ['widgets', 'latest', '3.0'],
    ['Widgets 2', 'exact', '2.1'],
    ['위젯', 'exact', '2.1'],
    ['widgets@2.9', 'nearest-lower', '2.1'],
    ['widgets@>=3', 'range', '3.0'],
  ])('A5: %s is the %s one', async (word, how, version) => {
    expect(await resolveLibrary(openPlace(settings()), word)).toMatchObject({
      kind: 'found',
      how,
      entry: { library: { version } },
    });
  });

  it('A5: a URL is the crawl of it, a host the crawls on it, and what was not crawled is not there', async () => {
    expect(await resolveLibrary(openPlace(settings()), at('/plain/'))).toMatchObject({
      how: 'exact',
      entry: { provider: plainId('plain') },
    });
    expect(await resolveLibrary(openPlace(settings()), `127.0.0.1:${server.port}`)).toMatchObject({
      kind: 'ambiguous',
    });
    expect((await resolveLibrary(openPlace(settings()), 'never')).kind).toBe('none');
    expect((await resolveLibrary(openPlace(settings()), 'stripe')).kind).toBe('none');
    expect((await resolveLibrary(openPlace(settings()), 'https://a@b.example/x@y.example')).kind).toBe('none');
  });
});

describe('heldTo', () => {
  it.each([
    ['widgest', /^there is no library "widgest" here; did you mean .*widgets-2 \(widgets@2\.1\)/],
    ['widgets@1', /^"widgets@1" may be one of .*widgets-2 \(widgets@2\.1\); name one of them$/],
    [`zebra\u001b${'x'.repeat(500)}`, /^there is no library "zebra\\u001bx{54}…" here; there are /],
  ])('A5: %j is refused with what there is', async (word, problem) => {
    await expect(heldTo(openPlace(settings()), [word])).rejects.toThrow(problem);
  });

  it('A5: a search is held to a library, and refuses to be held to two things', async () => {
    const found = async (library: string | string[]): Promise<readonly string[]> =>
      (await search('widget', { settings: settings(), library })).results.map(({ title }) => title);
    expect(await found('widgets@2')).toEqual(['two']);
    expect(await found('widgets')).toEqual(['3.0']);
    expect((await found(['widgets@2', 'widgets@3'])).toSorted()).toEqual(['3.0', 'two']);
    expect(await found([])).toHaveLength(3);
    const { libraries } = await search('widget', { settings: settings(), library: 'widgets@2.9' });
    const library = { name: 'widgets', version: '2.1' };
    expect(libraries).toEqual([{ asked: 'widgets@2.9', provider: 'widgets-2', library, how: 'nearest-lower' }]);
    expect(await search('widget', { settings: settings() })).not.toHaveProperty('libraries');
    await expect(found('nothing')).rejects.toThrow(/there is no library "nothing"/);
    await expect(search('x', { settings: settings(), library: 'widgets', provider: 'never' })).rejects.toThrow(
      /pass one/,
    );
    await expect(found(Array.from({ length: 17 }, () => 'a'))).rejects.toThrow(/library must be at most 16 texts/);
  });
});
