// A site that changes between runs, refreshed again and again: every count and every section change is exactly right.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import { sectionName } from '../../src/core/sections.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RunRecord } from '../../src/watch/port.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

interface Page {
  readonly sections: Readonly<Record<string, string>>;
  readonly links?: readonly string[];
  /** Sent as it is, whatever the page holds; by default the tag follows from what is sent. */
  readonly etag?: () => string;
  /** Whether the server ignores conditional requests. */
  readonly deaf?: boolean;
  /** Statuses that are answered first, one by one. */
  readonly failures?: number[];
}

let folder: string;
let server: LocalServer;
let pages: Record<string, Page | number>;
/** Where the site keeps its content. */
let shell: (content: string) => string;
const requestsFor = (path: string): number => server.requestLines.filter((line) => line === `GET ${path}`).length;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  shell = (content) => `<main id="doc">${content}</main>`;
  server = await startServer((request, response) => {
    const page = pages[request.url ?? ''] ?? 404;
    const failure = typeof page === 'number' ? page : page.failures?.shift();
    if (typeof page === 'number' || failure !== undefined) return void response.writeHead(failure ?? 404).end();
    const { sections, links = [], deaf } = page;
    const body = `<title>${request.url}</title><nav>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}</nav>${shell(
      `<h1>Page ${request.url}</h1>${Object.entries(sections)
        .map(([name, text]) => `<h2>${name}</h2><p>${`${text} of ${request.url}. `.repeat(30)}</p>`)
        .join('')}`,
    )}`;
    const etag = page.etag?.() ?? `"${Buffer.from(body).toString('base64url').slice(-40)}-${body.length}"`;
    const isKnown = !deaf && request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag }).end(isKnown ? undefined : body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(more = ''): Settings {
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:\n  - provider_id: mine\n    seed_url: ${server.origin}/\n    allowed_path_patterns: [/**]\n    custom_selectors: { content: "#doc" }\n    alert_bounds: [selector_hits=90]\n${more}`,
  );
  const env = {
    DOCENT_REQUEST_DELAY_MS: '0',
    DOCENT_RETRY_BASE_MS: '1',
    DOCENT_CONCURRENCY: '4',
    DOCENT_PER_HOST: '4',
  };
  return loadSettings({ cwd: folder, env });
}

async function refresh(own = settings()): Promise<void> {
  server.requestLines.length = 0;
  await openDocent({ settings: own, cwd: folder }).refresh('mine', { all: true }).result;
}

async function lastRun(): Promise<RunRecord> {
  const watch = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openWatch();
  try {
    return (await watch.reader.runs({ provider: 'mine', limit: 1 }))[0] as RunRecord;
  } finally {
    await watch.close();
  }
}

/** What the last run changed: kind, path, reason, and the sections in one line. */
async function expectChanges(expected: readonly string[]): Promise<void> {
  const watch = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openWatch();
  const lines = (await watch.reader.changes((await lastRun()).id, 100)).map(({ kind, url, by, sections }) => {
    const changed = sections?.map((one) => `${one.kind} ${sectionName(one.headings.slice(1))}`).join(', ');
    return `${kind} ${new URL(url).pathname} ${by}${changed === undefined ? '' : `: ${changed}`}`;
  });
  await watch.close();
  expect(lines.sort()).toEqual(expected);
}

async function stored(): Promise<readonly string[]> {
  const reading = await openReading(openPlace(settings()));
  const records = await reading.urls({ provider: 'mine', limit: 100 });
  await reading.close();
  return records
    .filter(({ page }) => page !== undefined)
    .map(({ url }) => new URL(url).pathname)
    .sort();
}

/** How many pages ended for which reason. */
async function reasons(): Promise<Readonly<Record<string, number>>> {
  const reading = await openReading(openPlace(settings()));
  const found = await reading.reasons('mine');
  await reading.close();
  return Object.fromEntries(found.map(({ by, count }) => [by, count]));
}

const text = { Use: 'How to use', Install: 'How to install' };

const names = [
  ...['/edited', '/gone', '/gone-too', '/alone', '/alone-gone', '/down', '/wobbly', '/liar', '/deaf', '/secret'],
];

/** The site's first crawl. */
async function firstCrawl(): Promise<void> {
  let n = 0;
  pages = {
    ...Object.fromEntries(names.map((name) => [name, { sections: text }])),
    '/': { sections: { Start: 'Where to start' }, links: names },
    '/edited': { sections: { ...text, Old: 'What was' } },
    '/liar': { sections: text, etag: () => `"${++n}"` },
    '/deaf': { sections: text, etag: () => '"same"', deaf: true },
  };
  await openDocent({ settings: settings(), cwd: folder }).crawl('mine').result;
}

/** Every page of it without content where the selector looks for it. */
const redesigned = (content: string): string => `<main id="doc"></main><script>${JSON.stringify(content)}</script>`;

// Only SQLite keeps records of runs.
describe('the records of a site that changes between runs', () => {
  beforeEach(firstCrawl);

  it('M1, M3: the first crawl brings only what is new', async () => {
    const run = await lastRun();
    expect(run).toMatchObject({ kind: 'crawl', generation: 1, complete: true });
    expect(run.changes).toEqual({ new: 11, updated: 0, deleted: 0, unreachable: 0, excluded: 0, unchanged: 0 });
    expect(run.counters).toMatchObject({ requests: 11, ok: 11, notModified: 0, read: 11, empty: 0, stored: 11 });
    expect(run.counters.storedBefore).toBeUndefined();
    expect(run.counters.hosts).toMatchObject([{ host: new URL(server.origin).host, answers: 11 }]);
    expect(run.selector).toEqual({ selector: '#doc', pages: 11, hits: 11 });
    expect(run.counters.bytes).toBeGreaterThan(11 * 1_000);
  });

  it('M4: what became of a URL is kept, the latest first', async () => {
    pages['/edited'] = { sections: text, failures: [500] };
    await refresh();
    const watch = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openWatch();
    const history = await watch.reader.history(`${server.origin}/edited`, 20);
    await watch.close();
    expect(history.map(({ run, state, status, by }) => [run, state, status, by])).toEqual([
      [2, 'indexed', 200, 'http:200'],
      [2, 'waiting', 500, 'http:500'],
      [1, 'indexed', 200, 'http:200'],
    ]);
    expect(history[0]?.hash).not.toBe(history[2]?.hash);
    expect(history[0]?.bytes).toBeGreaterThan(1_000);
  });

  it('M2: the alert of a redesign that empties the selector names it', async () => {
    shell = redesigned;
    const run = openDocent({ settings: settings(), cwd: folder }).refresh('mine', { all: true });
    const [conclusion] = await run.concluded;
    expect((await lastRun()).selector).toEqual({ selector: '#doc', pages: 11, hits: 0 });
    // No page has a text any more: that explains the selector, and the alert is one.
    expect(conclusion?.alerts.raised.map(({ about }) => about)).toEqual(['empty']);
    expect(conclusion?.alerts.raised[0]?.text).toContain('#doc');
  });
});

describe('a site that changes between runs', () => {
  beforeEach(firstCrawl);

  it('F10, H3, M3, FAULTS 33: edited, added, removed, failing and lying pages are distinguished, and only 404 and 410 delete', async () => {
    pages = {
      ...pages,
      '/': {
        sections: { Start: 'Where to start' },
        links: ['/edited', '/down', '/wobbly', '/liar', '/deaf', '/secret', '/added', '/gone'],
      },
      '/edited': { sections: { Use: 'How to really use', Install: 'How to install', Fresh: 'What is new' } },
      '/added': { sections: text },
      '/gone': 404,
      '/gone-too': 410,
      '/alone-gone': 404,
      '/down': 500,
      '/wobbly': { sections: text, failures: [500] },
      '/deaf': { sections: { ...text, Use: 'How nobody used' }, etag: () => '"same"', deaf: true },
    };
    const before = await stored();
    const own = settings('    exclude_paths: [/secret]\n');
    await refresh(own);
    await expectChanges([
      'deleted /alone-gone http:404',
      'deleted /gone http:404',
      'deleted /gone-too http:410',
      'excluded /secret excludePaths',
      'new /added http:200',
      'unreachable /down http:500',
      'updated /deaf http:200: changed Use',
      'updated /edited http:200: changed Use, added Fresh, removed Old',
    ]);
    const expected = { 'http:304': 2, 'content:same': 2, 'http:404': 2, 'http:410': 1 };
    // The home page, the unlinked one, the returned one, and the one with a wrong tag.
    expect(await lastRun()).toMatchObject({
      ...{ kind: 'refresh', generation: 2, complete: true },
      changes: { new: 1, updated: 2, deleted: 3, unreachable: 1, excluded: 1, unchanged: 4 },
      counters: {
        ...{ requests: 14, ok: 5, notModified: 2, clientErrors: 3, serverErrors: 4, retried: 3, read: 5, empty: 0 },
        ...{ stored: 9, storedBefore: 11 },
      },
      reasons: expected,
    });
    expect([requestsFor('/secret'), requestsFor('/down'), requestsFor('/wobbly'), requestsFor('/alone')]).toEqual([
      0, 3, 2, 1,
    ]);
    const removed = ['/gone', '/gone-too', '/alone-gone'];
    expect(await stored()).toEqual([...before.filter((path) => !removed.includes(path)), '/added'].sort());
    expect(await reasons()).toMatchObject(expected);
  });

  it('F10: a redesign that empties the selector keeps every page', async () => {
    shell = redesigned;
    const before = await stored();
    await refresh();
    expect(await stored()).toEqual(before);
    expect(await reasons()).toEqual({ 'content:empty': 11 });
    expect(await lastRun()).toMatchObject({
      changes: { new: 0, updated: 0, deleted: 0, unreachable: 11, excluded: 0, unchanged: 0 },
      counters: { read: 11, empty: 11, stored: 11, storedBefore: 11 },
    });
  });

  it('C3: an unchanged site costs no body, and no page is read', async () => {
    pages['/liar'] = { sections: text, etag: () => '"11"' };
    pages['/deaf'] = { sections: text, etag: () => '"same"' };
    await refresh();
    // The page with a wrong tag is requested once more, and sends its new tag.
    expect(await reasons()).toEqual({ 'http:304': 10, 'content:same': 1 });
    expect(await lastRun()).toMatchObject({ counters: { requests: 11, notModified: 10, ok: 1 } });
    await refresh();
    expect(await reasons()).toEqual({ 'http:304': 11 });
    expect(await lastRun()).toMatchObject({
      counters: { requests: 11, notModified: 11, ok: 0, read: 0, bytes: 0 },
      changes: { new: 0, updated: 0, deleted: 0, unreachable: 0, excluded: 0, unchanged: 11 },
    });
  });

  it('C3: without names every provider of the folder is looked at again, crawls of plain URLs among them', async () => {
    const own = settings();
    pages['/more/'] = { sections: text };
    await openDocent({ settings: own, cwd: folder }).crawl(`${server.origin}/more/`).result;
    const { providers } = await openDocent({ settings: own, cwd: folder }).refresh([], { all: true }).result;
    const host = new URL(server.origin).host.replace(':', '-');
    expect(providers.map(({ provider, counts }) => [provider, counts.unchanged])).toEqual([
      ['mine', 11],
      [`${host}_more`, 1],
    ]);
  });
});
