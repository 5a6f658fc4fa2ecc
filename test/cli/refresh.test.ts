// Runs as the real binary: killed and resumed they are one run; seeds come in while one runs; a refresh reports what it did.
// Commands one after the other share no memory: SQLite alone.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { RunRecord } from '../../src/watch/port.ts';
import { startCrawler } from '../kill/crawler.ts';
import { runCommand } from '../support/commands.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

const PAGES = 30;
const FAST = ['--delay', '0', '--concurrency', '4', '--per-host', '4'];
let folder: string;
let folders = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-refresh-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newFolder(): string {
  const path = join(folder, `${folders++}`);
  mkdirSync(path);
  return path;
}

function docent(cwd: string, ...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd, env: { DOCENT_RETRY_BASE_MS: '10' } });
}

async function runsIn(data: string): Promise<readonly RunRecord[]> {
  const watch = await openStore({ kind: 'sqlite', folder: data }).openWatch();
  try {
    return await watch.reader.runs({ limit: 10 });
  } finally {
    await watch.close();
  }
}

/** A page that links to all others. */
const site: RequestListener = (request, response) => {
  const path = request.url ?? '';
  if (!/^\/(?:p\d+)?$/.test(path)) return void response.writeHead(404).end();
  const etag = `"${path}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  const links = path === '/' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/p${i}">${i}</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html', etag });
  response.end(`<title>${path}</title><p>This is the page ${path}.</p>${links.join('')}`);
};

it('F6, M1: a crawl that is killed again and again is one run, and counts nothing twice', scaled, async () => {
  const data = newFolder();
  await using server = await startServer((request, response) => void setTimeout(() => site(request, response), 10));
  for (const [kills, visits] of [4, 1, 7, 3].slice(0, inAll(2, 4)).entries()) {
    await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data });
    let seen = 0;
    await crawler.event('visited', () => ++seen === visits);
    crawler.send('SIGKILL');
    await crawler.ended;
    expect(await runsIn(data)).toMatchObject([{ id: 1, complete: false }]);
    expect((await runsIn(data))[0]?.endedAt, `kill ${kills}`).toBeUndefined();
  }
  await using last = startCrawler([`${server.origin}/`, ...FAST], { data });
  expect(await last.ended).toMatchObject({ code: 0 });
  const [run, ...others] = await runsIn(data);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ id: 1, generation: 1, complete: true, changes: { new: PAGES, unchanged: 0 } });
  // A page whose answer was lost with the process is requested again, and only its second answer counts.
  expect(run?.counters).toMatchObject({ requests: PAGES, ok: PAGES, read: PAGES, stored: PAGES });
});

it('F1: a seed that is added while a crawl runs is taken up by it', async () => {
  const cwd = newFolder();
  const data = join(cwd, '.docent');
  let letGo = (): void => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await using server = await startServer((request, response) => {
    if (/^\/p\d/.test(request.url ?? '')) void open.then(() => site(request, response));
    else if (request.url === '/elsewhere/') response.end('<title>More</title><p>This was added later.</p>');
    else site(request, response);
  });
  const config = join(cwd, 'docent.yml');
  writeFileSync(
    config,
    `providers:\n  - provider_id: mine\n    seed_url: ${server.origin}/\n    allowed_path_patterns: [/**]\n`,
  );
  await using crawler = startCrawler(['mine', '--config', config, ...FAST], { data });
  await crawler.event('visited');
  const added = await docent(cwd, 'providers', 'seed', 'mine', `${server.origin}/elsewhere/`);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  letGo();
  expect(await crawler.ended).toMatchObject({ code: 0 });
  expect(server.requestLines).toContain('GET /elsewhere/');
  expect(await runsIn(data)).toMatchObject([{ id: 1, complete: true, changes: { new: PAGES + 1 } }]);
});

it('A1, C3: docent refresh looks at all that is known, skips what is not due, and reports what is wrong', async () => {
  const cwd = newFolder();
  await using server = await startServer(site);
  expect(await docent(cwd, 'refresh')).toMatchObject({ code: 1, stderr: expect.stringContaining('no crawl in') });
  expect(await docent(cwd, 'crawl', `${server.origin}/`, '--quiet', ...FAST)).toMatchObject({ code: 0 });
  server.requestLines.length = 0;
  expect(await docent(cwd, 'refresh', '--quiet', '--log-level', 'error', ...FAST)).toMatchObject({
    code: 0,
    // Nothing but the report, which no level leaves out.
    stderr: expect.stringMatching(/^[^\n]*\[CRAWL_REPORT\][^\n]*\n$/),
    stdout: expect.stringContaining(`${PAGES} discovered = 1 unchanged + ${PAGES - 1} not due`),
  });
  expect(server.requestLines).toEqual(['GET /']);
  expect(await docent(cwd, 'refresh', '--all', '--quiet', ...FAST)).toMatchObject({ code: 0 });
  expect(server.requestLines).toHaveLength(1 + PAGES);
  expect(
    (await runsIn(join(cwd, '.docent'))).map(({ kind, counters }) => [kind, counters.notModified, counters.bytes]),
  ).toEqual([
    ['refresh', PAGES, 0],
    ['refresh', 1, 0],
    ['crawl', 0, expect.any(Number)],
  ]);
  expect(await docent(cwd, 'refresh', 'nobody')).toMatchObject({ code: 2 });
});

it('A1, M5: docent refresh says what it did not look at, and looks at all of a source that is named', async () => {
  const cwd = newFolder();
  await using server = await startServer(site);
  await docent(cwd, 'crawl', `${server.origin}/`, '--quiet', ...FAST);
  const quiet = ['--quiet', '--log-level', 'error', ...FAST];
  const { code, stdout } = await docent(cwd, 'refresh', ...quiet);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`\\n {2}1 checked, ${PAGES - 1} not due until \\d{4}-\\d\\d-\\d\\d; --all checks them now\n`),
  );
  const lines = (await docent(cwd, 'refresh', '--json', ...FAST)).stdout.trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    ...{ type: 'result', exitCode: 0 },
    providers: [{ state: 'complete', requested: 1, notDue: PAGES - 1, nextDueAt: expect.stringMatching(/Z$/) }],
  });
  const [{ provider = '' } = {}] = await runsIn(join(cwd, '.docent'));
  const named = await docent(cwd, 'refresh', provider, ...quiet);
  expect(named.stdout).toContain(`${PAGES} discovered = ${PAGES} unchanged`);
  expect(named.stdout).not.toContain('not due');
  expect(server.requestLines.slice(-PAGES)).toHaveLength(PAGES);
  expect((await runsIn(join(cwd, '.docent')))[0]?.counters).toMatchObject({ requests: PAGES, notModified: PAGES });
});

it('C2, U4: a refresh of a plain URL uses the options of its crawl: which paths, and how much text is kept', async () => {
  const cwd = newFolder();
  await using server = await startServer(site);
  const options = ['--retain', 'full', '--own-site', '--allow', '/p1*', '--max-depth', '2'];
  expect(await docent(cwd, 'crawl', `${server.origin}/`, '--quiet', ...FAST, ...options)).toMatchObject({ code: 0 });
  const kept = async (): Promise<unknown> => {
    const { stdout } = await docent(cwd, 'export', '--format', 'llms-full', '--out', `all-${folders++}.txt`, '--json');
    return JSON.parse(stdout);
  };
  const before = await kept();
  // The seed, /p1, and /p10 to /p19.
  expect(before).toMatchObject({ pages: 12 });
  expect(await docent(cwd, 'refresh', '--all', '--quiet', '--log-level', 'error', ...FAST)).toMatchObject({ code: 0 });
  expect(await kept()).toMatchObject({ pages: 12 });
  expect((await runsIn(join(cwd, '.docent')))[0]).toMatchObject({ changes: { new: 0, updated: 0, unchanged: 12 } });
  // Options of this command override remembered ones.
  const preview = ['--retain', 'preview', '--log-level', 'error'];
  expect(await docent(cwd, 'refresh', '--all', '--quiet', ...preview, ...FAST)).toMatchObject({ code: 0 });
  expect(await kept()).toMatchObject({ pages: 0 });
});
