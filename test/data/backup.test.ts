// Backup while the real crawler runs, kill -9, restore elsewhere, and going on there (C4, F6).
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';
import { until } from '../support/until.ts';

const PAGES = 120;
const AT_ONCE = 4;
const FAST = ['--delay', '0', '--concurrency', String(AT_ONCE), '--per-host', String(AT_ONCE), '--max-pages', '1000'];

let folder: string;
let next = 0;
/** The whole site, and a folder with a crawl of its first page. */
let server: LocalServer;
let crawled: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-backup-'));
  server = await startServer(site);
  crawled = newPlace();
  await using crawler = startCrawler([`${server.origin}/`, ...FAST, '--max-depth', '0'], { data: crawled });
  expect(await crawler.ended).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function newPlace(): string {
  return join(folder, `place-${next++}`);
}

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

/** The output of a command under --json, which must succeed. */
async function jsonOf(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await docent(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The error of a command: one line on standard error, and the exit code. */
async function refused(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await docent(...args);
  expect(stdout).toBe('');
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(/^docent: [^\n]+\n$/);
  return stderr;
}

/** A site; the requests after the first `most` are never answered, so that a crawl of it goes on as long as it lives. */
function siteThatStopsAt(most: number): RequestListener {
  let requests = 0;
  return (request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    if (++requests > most) return;
    const links = path === '/' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/page/${i}">${i}</a>`) : [];
    const text = `This is the page ${path}. `.repeat(40);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${path}</title><main><h1>${path}</h1><p>${text}</p>${links.join(' ')}</main>`);
  };
}

const site = siteThatStopsAt(Infinity);

/** A folder with a small crawl in it, and its backup. */
async function small(): Promise<{ readonly data: string; readonly file: string }> {
  const [data, file] = [newPlace(), newPlace()];
  cpSync(crawled, data, { recursive: true });
  await jsonOf('backup', file, '--data', data);
  return { data, file };
}

describe.concurrent('a backup made while a crawl runs', () => {
  it('C4, F6, FAULTS 55: restored elsewhere it goes on: nothing is lost, and nothing it holds is fetched again', async () => {
    const [data, file, elsewhere] = [newPlace(), newPlace(), newPlace()];
    await using server = await startServer(siteThatStopsAt(PAGES - 20));
    await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data });
    await until(() => crawler.events.filter(({ type }) => type === 'visited').length > PAGES / 4);
    const backup = await jsonOf('backup', file, '--data', data);
    crawler.send('SIGKILL');
    expect(await crawler.ended).toMatchObject({ signal: 'SIGKILL' });
    server.answer(site);
    expect(backup).toMatchObject({ file, folder: data, bytes: statSync(file).size, providers: 1 });

    const inFlight = leasesIn(file);
    expect(inFlight).toBeLessThanOrEqual(AT_ONCE);
    expect(await jsonOf('restore', file, '--data', elsewhere)).toMatchObject({
      folder: elsewhere,
      pages: backup.pages,
    });
    const held = snapshot(elsewhere);
    expect({ problems: held.problems, leased: held.leased }).toEqual({ problems: [], leased: [] });
    expect(held.pages.size).toBe(backup.pages);
    expect(held.pages.size).toBeGreaterThan(PAGES / 4);
    expect(held.waiting).toBe(PAGES - held.pages.size);

    server.requestLines.length = 0;
    await using again = startCrawler([`${server.origin}/`, ...FAST], { data: elsewhere });
    expect(await again.event('started')).toMatchObject({ how: 'resumed', waiting: held.waiting });
    expect(await again.ended).toMatchObject({ code: 0, stderr: '' });
    const end = snapshot(elsewhere);
    expect({ problems: end.problems, pages: end.pages.size, waiting: end.waiting }).toEqual({
      problems: [],
      pages: PAGES,
      waiting: 0,
    });
    const pageRequests = server.requestLines.filter((line) => line !== 'GET /robots.txt');
    expect(pageRequests).toHaveLength(held.waiting);
    expect(new Set(pageRequests).size).toBe(held.waiting);
    expect(pageRequests.filter((line) => held.pages.has(`${server.origin}${line.slice('GET '.length)}`))).toEqual([]);
  });

  it('C4: it is one plain file, found by search when it is restored', async () => {
    const { file } = await small();
    expect(readFileSync(file).subarray(18, 20)).toEqual(Buffer.from([1, 1])); // no write-ahead log
    expect(
      readdirSync(folder).filter(
        (name) => name.startsWith(`${basename(file)}.`) || name.startsWith(`${basename(file)}-`),
      ),
    ).toEqual([]);
    // C5: requests in it name people.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const data = newPlace();
    await jsonOf('restore', file, '--data', data);
    expect((await docent('search', 'page', '--data', data)).code).toBe(0);
  });
});

describe.concurrent('a backup is refused', () => {
  it('C4: where there is a file, inside the folder itself, and of nothing', async () => {
    const { data, file } = await small();
    const before = readFileSync(file);
    expect(await refused('backup', file, '--data', data)).toContain('is there already');
    expect(readFileSync(file)).toEqual(before);
    expect(await refused('backup', join(data, 'docent.sqlite'), '--data', data, '--force')).toContain(
      'lies in the folder',
    );
    expect(await refused('backup', newPlace(), '--data', newPlace())).toContain('there is no crawl in');
    await jsonOf('backup', file, '--data', data, '--force');
  });
});

describe.concurrent('a restore is refused', () => {
  it('C4, FAULTS 59: for what is damaged, cut off, no database, another’s database, or missing', async () => {
    const { file } = await small();
    const bad: Record<string, string> = {};
    for (const name of ['cut', 'text', 'foreign', 'damaged', 'live']) bad[name] = newPlace();
    copyFileSync(file, bad.cut as string);
    truncateSync(bad.cut as string, Math.floor(statSync(file).size / 2));
    writeFileSync(bad.text as string, 'hello '.repeat(1_000));
    const foreign = new DatabaseSync(bad.foreign as string);
    foreign.exec('CREATE TABLE pages (x); PRAGMA user_version = 2');
    foreign.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096 * 3, 4_096 * 9);
    writeFileSync(bad.damaged as string, bytes);
    copyFileSync(file, bad.live as string);
    writeFileSync(`${bad.live}-wal`, 'log');
    for (const one of [...Object.values(bad), newPlace(), folder]) {
      const data = newPlace();
      expect(await refused('restore', one, '--data', data)).toContain(one);
      expect(existsSync(data)).toBe(false);
    }
  });

  it('C4: of a newer docent, with a line that states it', async () => {
    const { file } = await small();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(await refused('restore', file, '--data', newPlace())).toMatch(
      /is of version 99, newer than this docent knows/,
    );
  });

  it('C4: into a folder that holds data or anything else, and --force keeps the old data beside it', async () => {
    const { data, file } = await small();
    const other = newPlace();
    mkdirSync(other);
    writeFileSync(join(other, 'mine.txt'), 'mine');
    for (const more of [[], ['--force']])
      expect(await refused('restore', file, '--data', other, ...more)).toContain('holds no data of docent');
    expect(readdirSync(other)).toEqual(['mine.txt']);
    expect(await refused('restore', file, '--data', data)).toContain('--force');
    const { before } = await jsonOf('restore', file, '--data', data, '--force');
    expect(String(before)).toMatch(/\.before-restore-\d{8}T\d{6}Z$/);
    expect(readdirSync(String(before))).toEqual(['docent.sqlite']);
    expect(readdirSync(data)).toEqual(['docent.sqlite']);
    for (const one of [data, String(before)]) {
      expect(snapshot(one).problems).toEqual([]);
      expect(ownersIn(join(one, 'docent.sqlite'))).toBe(0);
    }
  });

  it('C4: into a folder that is crawled into, also with --force, and the crawl goes on', async () => {
    const { file } = await small();
    const data = newPlace();
    const going = Promise.withResolvers<void>();
    let requests = 0;
    await using busy = await startServer(async (request, response) => {
      if (++requests > 5) await going.promise;
      site(request, response);
    });
    await using crawler = startCrawler([`${busy.origin}/`, ...FAST], { data });
    await crawler.event('visited');
    expect(await refused('restore', file, '--data', data, '--force')).toContain(`in use by pid ${crawler.pid}`);
    const before = crawler.events.length;
    going.resolve();
    expect(await crawler.ended).toMatchObject({ code: 0, stderr: '' });
    expect(crawler.events.length).toBeGreaterThan(before);
    expect(snapshot(data)).toMatchObject({ problems: [], waiting: 0 });
  });

  it('C4: a damaged folder is replaced with --force', async () => {
    const { data, file } = await small();
    writeFileSync(join(data, 'docent.sqlite'), 'rubbish '.repeat(1_000));
    expect(await jsonOf('restore', file, '--data', data, '--force')).toMatchObject({ isCarried: false, returned: [] });
    expect(snapshot(data).problems).toEqual([]);
  });
});

it('C4, F12: a folder where only a plan was made is empty for a restore, and keeps the plan for its next run', async () => {
  const { file } = await small();
  const data = newPlace();
  expect((await docent('plan', `${server.origin}/`, '--delay', '0', '--data', data)).code).toBe(0);
  expect(readdirSync(data)).toEqual(['estimates.json']);
  await jsonOf('restore', file, '--data', data);
  expect((await docent('blocklist', 'add', 'example.com', '--data', data)).code).toBe(0);
  expect(rowsIn(data, 'SELECT count(*) AS n FROM estimates')).toEqual([{ n: 1 }]);
  expect(readdirSync(data)).not.toContain('estimates.json');
});

describe.concurrent('a restore over data', () => {
  it('C4, C5: keeps receipts, requests and the blocklist, and names what was forgotten since the backup', async () => {
    const { data, file } = await small();
    const here = ['--data', data] as const;
    const place = `127.0.0.1:${server.port}`;
    const plan = await jsonOf('forget', `${server.origin}/`, '--dry-run', ...here);
    expect(plan.copiesOfData).toEqual([file]);
    expect((await docent('requests', 'add', `${place}/other`, '--contact', 'owner', ...here)).code).toBe(0);
    expect((await docent('requests', 'add', `${place}/`, '--contact', 'owner', ...here)).code).toBe(0);
    await jsonOf('forget', `${server.origin}/`, '--block', '--yes', ...here);
    expect((await docent('requests', 'do', '2', '--yes', ...here)).code).toBe(0);
    const before = await jsonOf('forget', '--receipts', ...here);
    expect(before.receipts).toHaveLength(2);

    const result = await jsonOf('restore', file, '--force', ...here);
    const what = `http://${place}/`;
    expect(result).toMatchObject({
      isCarried: true,
      returned: [
        { kind: 'url', what, receipt: 1, command: `docent forget ${what} --data ${data} --yes` },
        { kind: 'path', what: place, receipt: 2, command: `docent forget ${place} --data ${data} --yes` },
      ],
    });
    expect(await jsonOf('forget', '--receipts', ...here)).toEqual(before);
    expect(rowsIn(data, 'SELECT pattern, by FROM blocklist')).toEqual([{ pattern: place, by: 'operator' }]);
    // The text is back, so the request for its removal is open again.
    expect(rowsIn(data, 'SELECT what, state FROM filed_requests ORDER BY id')).toEqual([
      { what: `${place}/other`, state: 'open' },
      { what: place, state: 'open' },
    ]);
    const again = await docent('restore', file, '--force', ...here);
    expect(again.stdout).toContain(`docent forget ${what} --data ${data} --yes\n`);
    const { copiesOfData } = await jsonOf('forget', `${server.origin}/`, '--dry-run', ...here);
    expect(copiesOfData).toContain(file);
    rmSync(file);
    expect((await jsonOf('forget', `${server.origin}/`, '--dry-run', ...here)).copiesOfData).not.toContain(file);
  });

  it('C5: receipts that the backup has and the folder has not come before those of the folder, in one chain', async () => {
    const { data, file } = await small();
    const other = newPlace();
    await jsonOf('restore', file, '--data', other);
    await jsonOf('forget', `${server.origin}/`, '--yes', '--data', other);
    await jsonOf('backup', file, '--force', '--data', other);
    await jsonOf('forget', `127.0.0.1:${server.port}`, '--yes', '--data', data);
    const { returned } = await jsonOf('restore', file, '--force', '--data', data);
    expect(returned).toMatchObject([{ kind: 'path', receipt: 2 }]);
    const list = await jsonOf('forget', '--receipts', '--data', data);
    expect(list).toMatchObject({ receipts: [{ kind: 'url' }, { kind: 'path' }] });
    expect(list.broken).toBeUndefined();
  });

  it('C4: that is linked to stays linked to, and the old data is beside the folder itself', async () => {
    const { data, file } = await small();
    const link = newPlace();
    symlinkSync(data, link);
    const { before } = await jsonOf('restore', file, '--force', '--data', link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(String(before).startsWith(`${data}.before-restore-`)).toBe(true);
    expect(lstatSync(String(before)).isDirectory()).toBe(true);
    expect(snapshot(data)).toMatchObject({ problems: [] });
    const plan = await jsonOf('forget', `${server.origin}/`, '--dry-run', '--data', link);
    expect(plan.copiesOfData).toContain(before);
  });
});

function rowsIn(data: string, sql: string): readonly unknown[] {
  const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

function leasesIn(file: string): number {
  return countIn(file, 'leases');
}

function ownersIn(file: string): number {
  return countIn(file, 'owner');
}

function countIn(file: string, table: 'leases' | 'owner'): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  } finally {
    db.close();
  }
}
