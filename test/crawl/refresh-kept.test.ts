// A refresh must not lose stored pages of a site whose pages answer with a login, a maintenance page or an empty shell for a while.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { extractPage } from '../../src/extract/extract-page.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RunRecord } from '../../src/watch/port.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

interface Answer {
  readonly status?: number;
  readonly location?: string;
  readonly head?: string;
  readonly title?: string;
  readonly text?: string;
  readonly links?: readonly string[];
}

const names = ['/a', '/b', '/c', '/d', '/e'];
let folder: string;
let server: LocalServer;
let answer: (path: string) => Answer;
let requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];

/** Every page has a text of its own. */
const well = (path: string): Answer => ({
  text: `Text of ${path} and more. `.repeat(20),
  links: path === '/' ? names : [],
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  answer = well;
  requests = [];
  server = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    requests.push({ path, headers: request.headers });
    const { status = 200, location, head = '', title = path, text, links = [] } = answer(path);
    if (status >= 300) return void response.writeHead(status, location === undefined ? {} : { location }).end();
    const list = links.map((link) => `See <a href="${link}">way ${link.slice(1)}</a>.`).join(' ');
    const content = `<main><h1>${title}</h1><p>${text} ${list}</p></main>`;
    const html = `<title>${title}</title>${head}${text === undefined ? '<div id="app"></div>' : content}`;
    const etag = `"${html.length}-${Buffer.from(html).toString('base64url').slice(-60)}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag }).end(isKnown ? undefined : html);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(more = ''): Settings {
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:\n  - provider_id: mine\n    seed_url: ${server.origin}/\n    allowed_path_patterns: [/**]\n    own_site: true\n${more}`,
  );
  return loadSettings({
    cwd: folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '1' },
  });
}

async function crawl(more?: string): Promise<void> {
  await openDocent({ settings: settings(more), cwd: folder }).crawl('mine').result;
}

async function refresh(more?: string, all = true): Promise<void> {
  requests.length = 0;
  await openDocent({ settings: settings(more), cwd: folder }).refresh('mine', { all }).result;
}

async function lastRun(): Promise<RunRecord> {
  const watch = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openWatch();
  const [run] = await watch.reader.runs({ provider: 'mine', limit: 1 });
  await watch.close();
  return run as RunRecord;
}

/** Every stored page with its reason. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const reading = await openReading(openPlace(settings()));
  const records = await reading.urls({ provider: 'mine', limit: 100 });
  await reading.close();
  const kept = records.filter(({ page }) => page !== undefined);
  return Object.fromEntries(kept.map(({ url, by }) => [new URL(url).pathname, by]));
}

async function whyOf(
  path: string,
): Promise<{ readonly state: string; readonly by: string; readonly detail: string } | undefined> {
  const reading = await openReading(openPlace(settings()));
  const [record] = await reading.why(`${server.origin}${path}`);
  await reading.close();
  return record;
}

function rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
  const db = new DatabaseSync(join(folder, '.docent', 'docent.sqlite'), { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

const all = (by: string): Readonly<Record<string, string>> =>
  Object.fromEntries(['/', ...names].map((path) => [path, by]));

describe('a site that is not itself for a while', () => {
  beforeEach(() => crawl());

  it.each([302, 303, 307])('F10: a %i of every page to a notice without text keeps every page', async (status) => {
    answer = (path) => (path === '/notice' ? {} : { status, location: '/notice' });
    await refresh();
    expect(await stored()).toEqual(all('redirect:temporary'));
    expect(await lastRun()).toMatchObject({
      changes: { new: 0, updated: 0, deleted: 0, unreachable: 0, excluded: 6, unchanged: 0 },
    });
    answer = well;
    await refresh();
    expect(await lastRun()).toMatchObject({ changes: { excluded: 0, unchanged: 6 } });
  });

  it('F10, U5, U11: a redirect of every page to a login is not followed, and keeps every page', async () => {
    answer = (path) => (path === '/login' ? { text: 'Please sign in to go on.' } : { status: 302, location: '/login' });
    await refresh();
    expect(await stored()).toEqual(all('redirect:trap'));
    expect(await lastRun()).toMatchObject({ changes: { new: 0, deleted: 0, excluded: 6 } });
  });

  it('F10: a redirect for now to a page with text keeps every page, and that page is one more', async () => {
    answer = (path) =>
      path === '/notice' ? { text: 'Please sign in to go on.' } : { status: 302, location: '/notice' };
    await refresh();
    expect(await stored()).toEqual({ ...all('redirect:temporary'), '/notice': 'http:200' });
    expect(await lastRun()).toMatchObject({ changes: { new: 1, excluded: 6 } });
  });

  it('F10, E6: one text everywhere replaces the first page that has it, and every other copy stays', async () => {
    answer = () => ({ title: 'Closed', text: 'We will be back soon, please come again later today.' });
    await refresh();
    const kept = await stored();
    expect(Object.keys(kept).sort()).toEqual(['/', ...names]);
    expect(Object.values(kept).filter((by) => by === 'duplicate:collapsed')).toHaveLength(5);
    expect(await lastRun()).toMatchObject({ changes: { updated: 1, excluded: 5 } });
    await refresh();
    expect(Object.keys(await stored()).sort()).toEqual(['/', ...names]);
    answer = well;
    await refresh();
    expect(await lastRun()).toMatchObject({ changes: { updated: 1, excluded: 0, unchanged: 5 } });
  });

  it.each([200, 301])(
    'F10: an empty shell keeps every page, whatever it names or is reached by (%i)',
    async (status) => {
      const isNew = (path: string): boolean => path === '/' || path.startsWith('/new');
      answer = (path) => {
        if (status === 301 && !isNew(path)) return { status, location: `/new${path}` };
        return path === '/' ? well(path) : { head: `<link rel="canonical" href="/new${path}">` };
      };
      await refresh();
      expect(await stored()).toEqual({ ...all('content:empty'), '/': 'http:304' });
    },
  );

  it('H9, FAULTS 32: a soft 404 and a login keep the copies, and what these link to is still found', async () => {
    answer = (path) => {
      if (path === '/') return { title: 'Page not found', text: 'The page you are looking for was moved. Go back?' };
      return path === '/a' ? { title: 'Sign in', text: '<form><input type="password"></form>' } : well(path);
    };
    await refresh();
    expect(await stored()).toEqual({ ...all('http:304'), '/': 'content:soft-error', '/a': 'content:soft-error' });
    expect(await lastRun()).toMatchObject({ changes: { updated: 0, unreachable: 2, unchanged: 4 } });
    answer = well;
    await refresh();
    expect(await lastRun()).toMatchObject({ changes: { updated: 0, unchanged: 6 } });
  });

  it('F10: one text everywhere with one canonical link loses no page', async () => {
    const head = '<link rel="canonical" href="/login">';
    answer = () => ({ head, title: 'Sign in', text: 'Please sign in to go on.' });
    await refresh();
    expect(Object.keys(await stored()).sort()).toEqual(['/', ...names, '/login']);
  });

  it('R28, F10: a page with noindex removes itself, not the page its canonical link names', async () => {
    const head = '<meta name="robots" content="noindex"><link rel="canonical" href="/b">';
    answer = (path) => (path === '/a' ? { ...well(path), head } : well(path));
    await refresh();
    expect(Object.keys(await stored()).sort()).toEqual(['/', '/b', '/c', '/d', '/e']);
  });

  it.each([
    ['', [...names, '/'], 'its copy stays (forbidden: keep)', { unreachable: 2 }],
    ['    forbidden: keep\n', [...names, '/'], 'its copy stays (forbidden: keep)', { unreachable: 2 }],
    ['    forbidden: remove\n', ['/c', '/d', '/e', '/'], 'its copy is removed', { excluded: 2, unreachable: 0 }],
  ])('H3, F10: pages that answer 403 now (%j)', async (more, kept, detail, changes) => {
    answer = (path) => (path === '/a' || path === '/b' ? { status: 403 } : well(path));
    await refresh(more);
    expect(Object.keys(await stored()).sort()).toEqual(kept.toSorted());
    expect(await whyOf('/a')).toMatchObject({
      state: 'blocked',
      by: 'http:403',
      detail: expect.stringContaining(detail),
    });
    expect(await lastRun()).toMatchObject({ changes });
    // The page leaves the index with its copy, and is not requested again.
    await refresh(more);
    expect(requests.map(({ path }) => path)).not.toContain('/a');
    expect(Object.keys(await stored()).sort()).toEqual(kept.toSorted());
  });

  it('H3: a copy that was kept leaves once the operator keeps none, without a request', async () => {
    answer = (path) => (path === '/a' ? { status: 403 } : well(path));
    await refresh();
    await refresh('    forbidden: remove\n');
    expect(requests.map(({ path }) => path)).not.toContain('/a');
    expect(Object.keys(await stored()).sort()).toEqual(['/', '/b', '/c', '/d', '/e']);
    expect((await whyOf('/a'))?.detail).toContain('its copy is removed (forbidden: remove)');
  });

  it('H3, F10: a page that redirects to what is forbidden keeps its copy in any case', async () => {
    answer = (path) =>
      path === '/in' ? { status: 403 } : path === '/' ? well(path) : { status: 301, location: '/in' };
    await refresh('    forbidden: remove\n');
    await refresh('    forbidden: remove\n');
    expect(Object.keys(await stored()).sort()).toEqual(['/', ...names]);
  });

  it('U11: a page that moved for good is stored where it is now, and only there', async () => {
    answer = (path) => (path === '/a' ? { status: 301, location: '/moved' } : well(path));
    await refresh();
    expect(Object.keys(await stored()).sort()).toEqual(['/', '/b', '/c', '/d', '/e', '/moved']);
  });
});

// From here on tables and files are read: SQLite alone.
describe('a copy that was stored before it was recognised', () => {
  beforeEach(() => crawl());

  it('H9: a copy that is the soft 404 itself, stored before it was recognised, stays and is followed', async () => {
    answer = (path) => (path === '/a' ? { title: 'Page not found', text: 'Go back to the home page.' } : well(path));
    const html = '<title>Page not found</title><main><h1>Page not found</h1><p>Go back to the home page. </p></main>';
    const { hash } = await extractPage(html, { url: `${server.origin}/a` });
    const db = new DatabaseSync(join(folder, '.docent', 'docent.sqlite'));
    db.prepare(`UPDATE pages SET hash = ? WHERE url = (SELECT id FROM urls WHERE url LIKE '%/a')`).run(hash);
    db.close();
    await refresh();
    expect(Object.keys(await stored()).sort()).toEqual(['/', '/a', '/b', '/c', '/d', '/e']);
    answer = (path) => (path === '/a' ? { title: 'Page not found', text: 'Go back to where you were.' } : well(path));
    await refresh();
    expect(await stored()).toMatchObject({ '/a': 'http:200' });
  });
});

describe('links by way of a redirect', () => {
  it('S1: count for the page it leads to now, and no longer for the earlier one', async () => {
    let to = '/b';
    answer = (path) => (path === '/a' ? { status: 302, location: to } : well(path));
    const inbound = (): unknown =>
      rows(`SELECT a.texts FROM search_anchors a JOIN urls u ON u.id = a.page
        WHERE u.url LIKE '%/b' OR u.url LIKE '%/c' ORDER BY u.url`).map(({ texts }) => String(texts).includes('way a'));
    await crawl();
    expect(inbound()).toEqual([true, false]);
    to = '/c';
    await refresh();
    expect(inbound()).toEqual([false, true]);
  });
});

describe('a page that forbids keeping its text', () => {
  const full = '    retain: full\n';
  const noarchive = '<meta name="robots" content="noarchive">';
  const description = '<meta name="description" content="What the page is about, in words of its own.">';
  const held = (words: string): readonly string[] =>
    readdirSync(join(folder, '.docent')).filter((name) => readFileSync(join(folder, '.docent', name)).includes(words));

  it('R28, C3: is requested with its conditions, and skipped while it is not due', async () => {
    answer = (path) => (path === '/a' ? { ...well(path), head: noarchive } : well(path));
    await crawl(full);
    await refresh(full);
    expect(await lastRun()).toMatchObject({ counters: { requests: 6, notModified: 6 } });
    await refresh('', true);
    expect(await lastRun()).toMatchObject({ counters: { ok: 5, notModified: 1 } });
    await refresh('', false);
    expect(requests.map(({ path }) => path)).toEqual(['/']);
  });

  it('R28, F10: leaves no sentence of it in the files, nor does a removed one', async () => {
    answer = (path) => ({ ...well(path), head: description, ...(path.length > 1 && { text: longText(path) }) });
    await crawl(full);
    expect(held('Sentence 7 of /a stands')).not.toEqual([]);
    answer = (path) => {
      if (path === '/b') return { status: 404 };
      return path === '/a' ? { text: longText(path), head: `${noarchive}${description}` } : well(path);
    };
    await refresh(full);
    for (const path of ['/a', '/b']) expect(held(`of ${path} stands`)).toEqual([]);
    const [facts] = rows(`SELECT p.facts FROM pages p JOIN urls u ON u.id = p.url WHERE u.url LIKE '%/a'`);
    expect(String(facts?.facts)).toContain('noarchive');
    expect(String(facts?.facts)).not.toContain('words of its own');
  });
});

/** Longer than a page of the database, so that it lies in several. */
function longText(path: string): string {
  return Array.from({ length: 300 }, (_, n) => `Sentence ${n} of ${path} stands here.`).join(' ');
}
