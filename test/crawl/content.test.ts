// What a crawl keeps of the pages it reads, and what it does not (C1–C3, E5, E6, R28).

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import type { CrawlOptions } from '../../src/doors/library/docent.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import type { ChunkRecord, UrlRecord } from '../../src/frontier/port.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type ChangeReport, reportLines } from '../../src/watch/report/change-report.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

let folder: string;
let server: LocalServer;
let pages: Record<string, string | { readonly type: string; readonly body: string }>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-content-'));
  pages = {};
  server = await startServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) return void response.writeHead(404).end();
    const { type, body } = typeof page === 'string' ? { type: 'text/html', body: page } : page;
    const etag = `"${body.length}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': type, etag }).end(body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(flags: Record<string, string> = {}): Settings {
  const options = { request_delay_ms: '0', data: join(folder, 'data'), ...flags };
  return loadSettings({ cwd: folder, env: {}, flags: options });
}

async function crawl(
  flags: Record<string, string> = {},
  target = `${server.origin}/`,
  options: CrawlOptions = {},
): Promise<readonly CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  for await (const event of openDocent({ settings: settings(flags) }).crawl(target, options)) events.push(event);
  return events;
}

async function stored(path: string): Promise<{ record: UrlRecord; chunks: readonly ChunkRecord[] }> {
  const reading = await openReading(openPlace(settings()));
  try {
    const [record] = await reading.why(`${server.origin}${path}`);
    if (record === undefined) throw new Error(`${path} was never found`);
    return { record, chunks: await reading.chunks(record.id) };
  } finally {
    await reading.close();
  }
}

/** Every byte of the data folder. */
function kept(): string {
  return readdirSync(join(folder, 'data'))
    .map((name) => readFileSync(join(folder, 'data', name), 'latin1'))
    .join('\n');
}

const SECRET = 'The eleventh paragraph holds a sentence that only a full copy would keep.';
const long = `<main><h1 id="top">Guide</h1>${Array.from({ length: 10 }, (_, i) => `<p>Paragraph ${i} says something about widgets, gadgets and their many screws.</p>`).join('')}
  <p>${SECRET}</p><p id="turn"><code>widget.turn</code> turns it.</p><h2 id="more">More</h2><pre><code class="language-js">widget.turn({ by: 90 })</code></pre></main>`;

describe('C1, C2: chunks', () => {
  it('C1, C2: are stored with their heading path, anchor, ids, names, size and a preview of 500 characters', async () => {
    pages['/'] = long;
    const events = await crawl();
    expect(events).toContainEqual(expect.objectContaining({ type: 'note', by: 'retain:preview' }));
    const { record, chunks } = await stored('/');
    expect(record.page).toMatchObject({
      title: 'Guide',
      facts: {
        form: 'html',
        rule: 'main',
        fidelity: 1,
        outline: [{ text: 'Guide' }, { text: 'More', anchor: 'more' }],
      },
    });
    expect(record.page?.markdown).toBeUndefined();
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks[0]).toMatchObject({ anchor: 'top', ids: expect.arrayContaining(['top']) });
    for (const { preview, text, tokens } of chunks) {
      expect(preview.length).toBeLessThanOrEqual(500);
      expect(text).toBeUndefined();
      expect(tokens).toBeLessThanOrEqual(500);
    }
    expect(chunks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(record.page?.facts.tokens);
    expect(record.page?.facts.targets).toEqual([{ id: 'turn', text: 'widget.turn' }]);
    expect(chunks.flatMap(({ code }) => code).reduce((a, b) => a + b)).toBe(1);
  });

  it('C2: with preview nothing that is kept holds text beyond the previews; with full all of it is there', async () => {
    pages['/'] = long;
    await crawl();
    expect(kept()).toContain('Paragraph 0 says');
    expect(kept()).not.toContain(SECRET);
    // Keeping more, or less, is a reason to request pages that did not change.
    const events = await crawl({ retain: 'full' });
    expect(events.some((event) => event.type === 'note')).toBe(false);
    const { record, chunks } = await stored('/');
    expect(record.page?.markdown).toContain(SECRET);
    expect(chunks.map(({ text }) => text).join('\n\n')).toContain(SECRET);
    expect(await crawl({ retain: 'full' })).toContainEqual(expect.objectContaining({ by: 'http:304' }));
    await crawl({ retain: 'preview' });
    expect((await stored('/')).record.page?.markdown).toBeUndefined();
    expect((await stored('/')).chunks.map(({ text }) => text).filter(Boolean)).toEqual([]);
  });

  it('C2: the whole text of somebody else’s site is kept only where its terms allow it', async () => {
    const slow = { request_delay_ms: '1500' };
    const shared = 'seed_url: https://docs.example.com/\n    allowed_path_patterns: [/**]\n    retain: full\n';
    writeFileSync(join(folder, 'docent.yml'), `providers:\n  - provider_id: theirs\n    ${shared}`);
    const named = openDocent({ settings: settings(slow) }).crawl('theirs');
    await expect(named.result).rejects.toThrow(/retain: full .* tos\.verdict: allowed/);
    const plain = openDocent({ settings: settings({ ...slow, retain: 'full' }) }).crawl('https://docs.example.com/');
    await expect(plain.result).rejects.toThrow(/retain: full/);
  });

  it('C3: a refresh overwrites: the earlier text is removed, chunks and links included', async () => {
    pages['/'] = '<main><p>Old wisdom about sprockets.</p><a href="/a">a</a></main>';
    await crawl({ retain: 'full' });
    const old = await stored('/');
    pages['/'] = '<main><p>New wisdom about cogs.</p></main>';
    await crawl({ retain: 'full' });
    const { record, chunks } = await stored('/');
    expect(record.page?.markdown).toBe('New wisdom about cogs.');
    expect(chunks.map(({ text }) => text)).toEqual(['New wisdom about cogs.']);
    expect(chunks.map(({ hash }) => hash)).not.toContain(old.chunks[0]?.hash);
    // Its hashes and counts stay, for the change report; so they do when the page is removed.
    const reading = await openReading(openPlace(settings()));
    expect(await reading.versions(record.id)).toEqual([
      {
        fetchedAt: old.record.page?.fetchedAt,
        hash: old.record.page?.hash,
        words: 5,
        chunks: [{ headings: [], hash: old.chunks[0]?.hash }],
      },
    ]);
    delete pages['/'];
    await crawl({ retain: 'full' });
    expect((await reading.versions(record.id)).map(({ hash }) => hash)).toEqual([
      record.page?.hash,
      old.record.page?.hash,
    ]);
    await reading.close();
  });

  it('C1: the same page has the same chunk ids in every crawl', async () => {
    pages['/'] = long;
    await crawl();
    const before = (await stored('/')).chunks.map(({ id, hash }) => [id, hash]);
    await crawl({}, undefined, { fresh: true });
    expect((await stored('/')).chunks.map(({ id, hash }) => [id, hash])).toEqual(before);
  });

  it('R28: noarchive keeps no word of the page, and wins over full; nosnippet is remembered', async () => {
    pages['/'] = `<meta name="robots" content="noarchive"><meta name="robots" content="nosnippet">${long}`;
    await crawl({ retain: 'full' });
    const { record, chunks } = await stored('/');
    expect(record.page?.facts).toMatchObject({ noarchive: true, nosnippet: true });
    expect(record.page?.markdown).toBeUndefined();
    expect(chunks.map(({ preview, text }) => [preview, text])).toEqual(chunks.map(() => ['', undefined]));
    expect(chunks.flatMap(({ ids }) => ids)).toContain('more');
    expect(kept()).not.toContain('Paragraph 0 says');
  });
});

describe('E: what is read', () => {
  it('E1: a provider’s selectors are used; one that cannot be used stops the crawl before the first request', async () => {
    const yml = (selector: string): string =>
      `providers:\n  - provider_id: mine\n    seed_url: ${server.origin}/\n    allowed_path_patterns: [/**]\n    custom_selectors: { content: "${selector}", remove: [.menu] }\n`;
    pages['/'] = '<main>all</main><div class="doc"><p>Only this.</p><p class="menu">Not this.</p></div>';
    writeFileSync(join(folder, 'docent.yml'), yml('.doc'));
    await crawl({ retain: 'full' }, 'mine');
    expect((await stored('/')).record.page).toMatchObject({ markdown: 'Only this.', facts: { rule: 'selector' } });
    writeFileSync(join(folder, 'docent.yml'), yml('.doc['));
    server.requestLines.length = 0;
    await expect(crawl({}, 'mine')).rejects.toThrow('custom_selectors.content');
    expect(server.requestLines).toEqual([]);
  });

  it('E5: no mail address reaches the folder: not from prose, titles, facts, links or code', async () => {
    pages['/'] = `<title>By jane.doe@acme-corp.com</title><meta name="description" content="jane.doe@acme-corp.com">
      <main><p id="jane.doe@acme-corp.com">Write to jane.doe@acme-corp.com or <a href="/x?jane">jane.doe@acme-corp.com</a>.</p><pre>To: jane.doe@acme-corp.com</pre></main>`;
    await crawl({ retain: 'full' });
    expect(kept()).not.toContain('jane.doe@');
    expect((await stored('/')).record.page?.title).toBe('By [email]');
  });

  it('E6: pages that are nearly the same are listed with the page they are like', async () => {
    const text = (word: string): string =>
      `<main>${'<p>Many words that are shared by both of these pages, again and again, without end.</p>'.repeat(8)}<p>${Array.from({ length: 300 }, (_, i) => `term${i}`).join(' ')} ${word}</p></main>`;
    pages['/'] = '<main><p>Index of a very different page.</p><a href="/one">one</a><a href="/two">two</a></main>';
    pages['/one'] = text('first');
    pages['/two'] = text('second');
    await crawl();
    const reading = await openReading(openPlace(settings()));
    const provider = (await reading.providers())[0]?.provider ?? '';
    expect(await reading.similar(provider)).toEqual([{ url: `${server.origin}/two`, like: `${server.origin}/one` }]);
    await reading.close();
  });

  it('E7, F11: Markdown, text and OpenAPI are stored as what they are, and links in Markdown are followed', async () => {
    pages['/'] = '<main><p>Three forms.</p><a href="/a.md">a</a><a href="/b.txt">b</a><a href="/api.json">c</a></main>';
    pages['/a.md'] = { type: 'text/markdown', body: '# A\n\nSee [next](next.md).\n' };
    pages['/next.md'] = { type: 'text/markdown', body: '# Next\n\nThe end.\n' };
    pages['/b.txt'] = { type: 'text/plain', body: 'Just text.' };
    pages['/api.json'] = {
      type: 'application/json',
      body: JSON.stringify({ openapi: '3.0.0', info: { title: 'Pets', version: '1' }, paths: { '/p': { get: {} } } }),
    };
    await crawl();
    const formOf = async (path: string): Promise<string | undefined> => (await stored(path)).record.page?.facts.form;
    expect(await Promise.all(['/a.md', '/next.md', '/b.txt', '/api.json'].map(formOf))).toEqual([
      ...['markdown', 'markdown', 'text', 'openapi'],
    ]);
  });

  it('FAULTS 67, 68: a page that breaks its reader is tried three times, then left alone; the others are stored', async () => {
    pages['/'] = '<main><p>Home.</p><a href="/bomb">b</a><a href="/good">g</a></main>';
    pages['/bomb'] = `<main>${'<table><tr><td>x<ul><li>y'.repeat(60_000)}</main>`;
    pages['/good'] = '<main><p>Good.</p></main>';
    writeFileSync(join(folder, 'docent.yml'), 'extract_timeout_ms: 60000\nextract_memory_mb: 32\n');
    const events = await crawl();
    expect(events.at(-1)).toMatchObject({ counts: { indexed: 2, failed: 1, waiting: 0 } });
    expect((await stored('/bomb')).record).toMatchObject({
      by: 'DOC_EXTRACT',
      detail: expect.stringContaining('3 tries'),
    });
    expect(server.requestLines.filter((line) => line === 'GET /bomb')).toHaveLength(3);
    await crawl();
    expect((await stored('/bomb')).record).toMatchObject({ state: 'blocked', by: 'blocklist' });
    expect(server.requestLines.filter((line) => line === 'GET /bomb')).toHaveLength(3);
  });

  it('U10, F6: a crawl that starts over reads what an earlier machine could not, and keeps every other entry', async () => {
    pages['/'] = '<main><p>Home.</p><a href="/late">l</a><a href="/refused">r</a><a href="/mine">m</a></main>';
    for (const path of ['/late', '/refused', '/mine']) pages[path] = `<main><p>Page of ${path}.</p></main>`;
    const entry = (what: string, reason: string, by: 'crawler' | 'operator' = 'crawler') =>
      ({ pattern: what, reason, by, at: 1 }) as const;
    const own = server.origin.replace('http://', '');
    const entries = [
      entry(`${own}/late`, 'could not be read 3 times'),
      entry(`${own}/refused`, 'answered 403'),
      entry(`${own}/mine`, 'could not be read by me', 'operator'),
      entry('elsewhere.example/late', 'could not be read 3 times'),
    ];
    const { ledger } = await openStore({ kind: 'sqlite', folder: join(folder, 'data') }).openLedger();
    for (const one of entries) await ledger.blocklist.add(one);
    await ledger.close();
    await crawl();
    expect((await stored('/late')).record).toMatchObject({ by: 'blocklist' });
    await crawl({}, undefined, { fresh: true });
    expect((await stored('/late')).record).toMatchObject({ by: 'http:200' });
    const reading = await openReading(openPlace(settings()));
    expect((await reading.blocklist()).map(({ pattern }) => pattern).toSorted()).toEqual(
      [`${own}/refused`, `${own}/mine`, 'elsewhere.example/late'].toSorted(),
    );
    await reading.close();
  });

  it('links_only: pages are followed and counted, and none of their text is kept', async () => {
    pages['/'] = `<title>T</title>${long}<a href="/a">a</a>`;
    pages['/a'] = '<p>Another page.</p>';
    const events = await crawl({ links_only: 'true' });
    expect(events.at(-1)).toMatchObject({ type: 'ended', counts: { indexed: 2 } });
    expect((await stored('/')).chunks).toEqual([]);
    expect(kept()).not.toContain('Paragraph 0 says');
    // The next crawl that keeps text gets it, although nothing changed.
    await crawl();
    expect((await stored('/')).chunks.length).toBeGreaterThan(0);
  });
});

describe('E5: blogs, forums, profiles and the like', () => {
  const at = {
    '/docs/users': 'Users of the interface',
    '/blog/a': 'News',
    '/users/alice': 'Alice',
    '/questions/1': 'How?',
  };
  const ends = async (): Promise<Record<string, string>> => {
    const reading = await openReading(openPlace(settings()));
    const records = await reading.urls({ limit: 100 });
    await reading.close();
    return Object.fromEntries(records.map(({ url, by }) => [new URL(url).pathname, by]));
  };
  beforeEach(() => {
    for (const [path, text] of Object.entries(at)) pages[path] = `<main><h1>${text}</h1><p>${text}.</p></main>`;
    pages['/'] = `<main><h1>Home</h1>${Object.keys(at).map((path) => `<a href="${path}">${path}</a>`)}</main>`;
  });

  it('are out of scope by default, with a reason, and never requested', async () => {
    await crawl();
    const left = { '/blog/a': 'scope:default-exclude', '/users/alice': 'scope:default-exclude' };
    const kept = { '/': 'http:200', '/docs/users': 'http:200', '/questions/1': 'scope:default-exclude' };
    expect(await ends()).toEqual({ ...kept, ...left });
    expect(server.requestLines.filter((line) => line.includes('/blog') || line.includes('/users/alice'))).toEqual([]);
  });

  it('are crawled with default_excludes: false, also by a later refresh, and where a pattern names them', async () => {
    await crawl({ default_excludes: 'false' });
    expect(new Set(Object.values(await ends()))).toEqual(new Set(['http:200']));
    await openDocent({ settings: settings() }).refresh(`${server.origin}/`, { all: true }).result;
    expect(new Set(Object.values(await ends()))).toEqual(new Set(['http:304']));
    await crawl({}, undefined, { fresh: true, allow: ['/docs/**', '/blog/**'] });
    expect(await ends()).toMatchObject({ '/blog/a': 'content:same', '/users/alice': 'scope:no-match' });
  });
});

describe('FAULTS 44: a page that is too large to be read whole', () => {
  const warnings = (events: readonly CrawlEvent[]) =>
    events.flatMap((event) =>
      event.type === 'warning' ? [[event.by, new URL(event.url ?? '').pathname, event.detail]] : [],
    );
  const cutPages = (events: readonly CrawlEvent[]) =>
    events.flatMap((event) => (event.type === 'ended' ? [event.pagesCut] : []));

  it('FAULTS 44: links beyond the 10,000th are a warning of the run with their number, and counted', async () => {
    pages['/'] = manyLinks();
    const events = await crawl({ max_pages: '1' });
    expect(warnings(events.filter((event) => 'url' in event))).toEqual([
      [
        'extract:links-cut',
        '/',
        expect.stringContaining('more than 10,000 different links on one page: 250 more links are not followed'),
      ],
    ]);
    expect(cutPages(events)).toEqual([1]);
  });

  it('FAULTS 44: so is text behind the 300,000th node, also where only links are read', async () => {
    pages['/'] = `<main><h1>Long</h1>${'<p>a'.repeat(150_500)}<p>The end.</p></main>`;
    for (const more of [{}, { links_only: 'true' }]) {
      const events = await crawl(more, undefined, { fresh: true });
      expect(warnings(events)).toEqual([
        ['extract:nodes-cut', '/', expect.stringContaining('more than 300,000 elements')],
      ]);
      expect(cutPages(events)).toEqual([1]);
    }
  });

  it('FAULTS 44: other pages get no remark', async () => {
    pages['/'] = '<main><h1>Short</h1><p>Text.</p></main>';
    const events = await crawl();
    expect(warnings(events)).toEqual([]);
    expect(cutPages(events)).toEqual([0]);
  });
});

const manyLinks = (): string =>
  `<main><h1>Index</h1>${Array.from({ length: 10_250 }, (_, n) => `<a href="/p${n}">${n}</a> `).join('')}</main>`;

describe('FAULTS 44: the report of a run', () => {
  it('FAULTS 44: counts the pages that were cut, and a later one knows it, too', async () => {
    pages['/'] = manyLinks();
    const [concluded] = await openDocent({ settings: settings({ max_pages: '1' }) }).crawl(`${server.origin}/`)
      .concluded;
    expect(concluded?.report).toMatchObject({ pagesCut: 1 });
    expect(reportLines(concluded?.report as ChangeReport, 'UTC').at(-1)).toBe('  - Cut Pages: 1');
    const { reader, close } = await openStore({ kind: 'sqlite', folder: join(folder, 'data') }).openWatch();
    expect((await reader.runs({ limit: 1 }))[0]?.pagesCut).toBe(1);
    await close();
  });
});

describe('H9, FAULTS 32: a page that answers 200 and is none', () => {
  const missing =
    '<title>404</title><main><h1>Page not found</h1><p><a href="more/">Go back</a> to where you came from.</p></main>';

  it('is flagged, and leads on until its text comes again; a wall for browsers is not indexed, a page about such pages is', async () => {
    pages['/'] =
      '<main><h1>Home</h1><a href="/x/">x</a> <a href="/in">in</a> <a href="/old">old</a> <a href="/404">404</a></main>';
    pages['/x/'] = missing;
    pages['/x/more/'] = missing;
    pages['/in'] = '<title>Log in</title><main><h1>Members only</h1><form><input type="password"></form></main>';
    pages['/old'] = '<title>App</title><body><p>Your browser is not supported.</p></body>';
    pages['/404'] =
      '<title>404</title><main><h1>404</h1><p>The server knows no such thing; clients should not ask again.</p></main>';
    const events = await crawl();
    const ends = events.flatMap((event) =>
      event.type === 'visited' ? [[new URL(event.url).pathname, event.state, event.by].join(' ')] : [],
    );
    expect(ends.sort()).toEqual([
      '/ indexed http:200',
      '/404 indexed http:200',
      '/in indexed http:200',
      '/old skipped content:soft-error',
      '/x/ indexed http:200',
      '/x/more/ duplicate content:duplicate',
    ]);
    expect((await stored('/old')).chunks).toEqual([]);
    expect((await stored('/x/')).chunks).toHaveLength(1);
  });

  it('counts as it is for a source with soft_errors: off', async () => {
    pages['/'] = '<main><h1>Home</h1><a href="/x/">x</a> <a href="/old">old</a></main>';
    pages['/x/'] = missing;
    pages['/x/more/'] = '<main><p>More of it.</p></main>';
    pages['/old'] = '<title>App</title><body><p>Your browser is not supported.</p></body>';
    const policy = {
      provider_id: 'own',
      seed_urls: [`${server.origin}/`],
      allowed_path_patterns: ['/**'],
      own_site: true,
    };
    const file = join(folder, 'docent.yml');
    writeFileSync(file, JSON.stringify({ providers: [{ ...policy, request_delay_ms: 0, soft_errors: 'off' }] }));
    const flags = { request_delay_ms: '0', data: join(folder, 'data') };
    const own = loadSettings({ cwd: folder, env: {}, config: file, flags });
    const ends = new Map<string, string>();
    for await (const event of openDocent({ settings: own }).crawl('own'))
      if (event.type === 'visited') ends.set(new URL(event.url).pathname, event.state);
    const indexed = ['/', '/old', '/x/', '/x/more/'].map((path) => [path, 'indexed']);
    expect([...ends].sort()).toEqual(indexed);
  });
});
