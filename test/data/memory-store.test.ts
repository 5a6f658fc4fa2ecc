// `store: memory` behaves as SQLite: crawled, refreshed, queried and blocked, both stores return the same at every step.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeIn } from '../../src/app/data-store.ts';
import { planForget } from '../../src/app/forget/forget.ts';
import { checkData } from '../../src/app/read/data-check.ts';
import { openSideDoor, type UrlRecord } from '../../src/app/read/reading.ts';
import { healthReport, historyOf, metricsText } from '../../src/app/watch/metrics.ts';
import { readReports } from '../../src/app/watch/report.ts';
import { silentLog } from '../../src/core/log.ts';
import {
  backupData,
  exportPages,
  loadSettings,
  openDocent,
  openReader,
  openSearch,
  type RunResult,
  type Settings,
} from '../../src/index.ts';
import type { StoreKind } from '../../src/store/port.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const kinds: readonly StoreKind[] = ['sqlite', 'memory'];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A page with a tag made from its text. */
function page(title: string, text: string, links: readonly string[] = [], head = ''): Answer {
  const menu = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  const body = `<title>${title}</title>${head}<main><h1>${title}</h1><p>${`${text}. `.repeat(20)}</p><h2>More</h2>${menu}</main>`;
  const etag = `"${Buffer.from(text).toString('hex').slice(0, 40)}"`;
  return (request, response) => {
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag }).end(isKnown ? undefined : body);
  };
}

const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (_, response) => void response.writeHead(code, headers).end();
};

const paths = [
  ...['/', '/same', '/edited', '/leaving', '/copy', '/moved', '/target', '/canonical', '/private/x', '/unwanted/a'],
  ...['/unwanted/b', '/noindex', '/broken', '/picture.png', '/new', '/other?utm_source=x', '/never'],
];

/** The site as it is when it is first crawled. */
function firstSite(): Map<string, Answer> {
  return new Map<string, Answer>([
    ['/robots.txt', (_, response) => void response.end('User-agent: *\nDisallow: /private/')],
    [
      '/',
      page('Home', 'Where everything begins', [...paths.slice(1, 6), ...paths.slice(7, 14), '/other?utm_source=x']),
    ],
    ['/same', page('Same', 'What never changes')],
    ['/edited', page('Edited', 'What is said at first')],
    ['/leaving', page('Leaving', 'What will be taken away')],
    ['/copy', page('Same', 'What never changes')],
    ['/moved', status(302, { location: '/target' })],
    ['/target', page('Target', 'Where a redirect leads')],
    ['/canonical', page('Target', 'Where a redirect leads', [], '<link rel="canonical" href="/target">')],
    ['/unwanted/a', page('Unwanted', 'What nobody wants to see', ['/unwanted/b'])],
    ['/unwanted/b', page('Below', 'What lies below the unwanted')],
    ['/noindex', page('Hidden', 'What is not to be kept', [], '<meta name="robots" content="noindex">')],
    ['/broken', status(500)],
    ['/other', page('Other', 'What a tracked link leads to')],
  ]);
}

let server: LocalServer;
let site: Map<string, Answer>;
let folder: string;

function settingsOf(kind: StoreKind): Settings {
  const flags = {
    ...{ store: kind, data: join(folder, kind), request_delay_ms: '0', jitter_ms: '0', retry_base_ms: '1' },
    ...{ concurrency: '1', per_host: '1' },
  };
  const env = Object.fromEntries(Object.entries(flags).map(([name, value]) => [`DOCENT_${name.toUpperCase()}`, value]));
  return loadSettings({ cwd: folder, env });
}

/** Numbers and times differ between runs; everything else is compared. */
const ownNames = /^(?:id|parent|at|notBefore)$|At$/;

function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([name, one]) => one !== undefined && !ownNames.test(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, normal(one)]));
}

interface Moment {
  readonly result: RunResult;
  readonly conclusions: number;
  readonly requests: readonly string[];
  /** Everything that can be read, without numbers and times. */
  readonly answers: unknown;
  readonly why: Readonly<Record<string, readonly UrlRecord[]>>;
  readonly stored: readonly string[];
}

/** Runs a crawl or a refresh, and reads all that a reader returns after it. */
async function live(kind: StoreKind, how: 'crawl' | 'refresh'): Promise<Moment> {
  const settings = settingsOf(kind);
  server.requestLines.length = 0;
  server.requests.length = 0;
  const docent = openDocent({ settings });
  const running = how === 'crawl' ? docent.crawl(`${server.origin}/`) : docent.refresh([], { all: true });
  const result = await running.result;
  // When a retry has its turn is a matter of milliseconds.
  const requests = server.requests.map(({ url, headers }) => `${url} ${headers['if-none-match'] ?? ''}`).sort();
  const conclusions = (await running.concluded).length;
  const reader = openReader({ settings });
  try {
    const records = await reader.urls({ limit: 1_000 });
    const [{ provider } = { provider: '' }] = await reader.providers();
    const why: Record<string, readonly UrlRecord[]> = {};
    for (const path of paths) why[path] = await reader.why(`${server.origin}${path}`);
    const ofPages = records.filter((record) => record.page !== undefined);
    const answers = {
      records,
      why,
      providers: await reader.providers(),
      counts: await reader.counts(provider),
      reasons: await reader.reasons(provider),
      content: await reader.content(provider),
      similar: await reader.similar(provider),
      blocklist: await reader.blocklist(),
      foreseen: await Promise.all(paths.map((path) => reader.foresee(`${server.origin}${path}`))),
      pages: await Promise.all(
        ofPages.map(async ({ id }) => [await reader.chunks(id), await reader.versions(id)] as const),
      ),
      known: await storeIn(settings.options.data, kind).knownProviders(),
      sums: await storeIn(settings.options.data, kind).storedSums(),
    };
    const stored = ofPages.map(({ url }) => new URL(url).pathname).sort();
    return { result, conclusions, requests: requests, answers: normal(answers), why, stored };
  } finally {
    await reader.close();
  }
}

async function changeBlocklist(kind: StoreKind, how: 'block' | 'unblock'): Promise<boolean> {
  const door = await openSideDoor(settingsOf(kind));
  const pattern = `${new URL(server.origin).host}/unwanted`;
  try {
    return await (how === 'block' ? door.block(pattern, 'nobody wants it') : door.unblock(pattern));
  } finally {
    await door.close();
  }
}

const lives = new Map<StoreKind, Readonly<Record<'first' | 'refreshed' | 'blocked' | 'unblocked', Moment>>>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-memory-'));
  server = await startServer((request, response) => (site.get(request.url ?? '') ?? status(404))(request, response));
  for (const kind of kinds) {
    site = firstSite();
    const first = await live(kind, 'crawl');
    site.set('/edited', page('Edited', 'What is said afterwards', ['/new']));
    site.set('/new', page('New', 'What was not there before'));
    site.set('/leaving', status(410));
    const refreshed = await live(kind, 'refresh');
    expect(await changeBlocklist(kind, 'block')).toBe(true);
    expect(await changeBlocklist(kind, 'block')).toBe(false);
    const blocked = await live(kind, 'crawl');
    expect(await changeBlocklist(kind, 'unblock')).toBe(true);
    expect(await changeBlocklist(kind, 'unblock')).toBe(false);
    const unblocked = await live(kind, 'crawl');
    lives.set(kind, { first, refreshed, blocked, unblocked });
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  storeIn(join(folder, 'memory'), 'memory').drop?.();
  rmSync(folder, { recursive: true, force: true });
});

function momentsOf(kind: StoreKind): Readonly<Record<'first' | 'refreshed' | 'blocked' | 'unblocked', Moment>> {
  const found = lives.get(kind);
  if (found === undefined) throw new Error(`nothing was crawled with ${kind}`);
  return found;
}

const endOf = ({ why }: Moment, path: string) => why[path]?.map(({ state, by }) => `${state} ${by}`);

describe.each(kinds)('a crawl with store: %s', (kind) => {
  it('F5: keeps what it may, and knows of every URL what became of it', () => {
    const { first } = momentsOf(kind);
    expect(first.result.providers[0]?.complete).toBe(true);
    expect(first.stored).toEqual([
      ...['/', '/edited', '/leaving', '/other', '/same', '/target', '/unwanted/a', '/unwanted/b'],
    ]);
    expect(endOf(first, '/same')).toEqual([expect.stringMatching(/^indexed /)]);
    expect(endOf(first, '/copy')).toEqual([expect.stringMatching(/^duplicate /)]);
    expect(endOf(first, '/moved')).toEqual([expect.stringMatching(/^duplicate redirect/)]);
    expect(endOf(first, '/canonical')).toEqual([expect.stringMatching(/^duplicate canonical/)]);
    expect(endOf(first, '/private/x')).toEqual([expect.stringMatching(/^blocked robots:/)]);
    expect(endOf(first, '/noindex')).toEqual([expect.stringMatching(/^skipped /)]);
    expect(endOf(first, '/picture.png')).toEqual([expect.stringMatching(/^skipped /)]);
    expect(endOf(first, '/broken')).toEqual([expect.stringMatching(/^failed /)]);
    expect(endOf(first, '/never')).toEqual([]);
  });

  it('F10: a refresh requests with conditions, keeps what changed with its earlier version, and removes what is missing', () => {
    const { refreshed } = momentsOf(kind);
    expect(refreshed.requests).toContainEqual(expect.stringMatching(/^\/same "/));
    expect(refreshed.stored).toContain('/new');
    expect(refreshed.stored).not.toContain('/leaving');
    expect(endOf(refreshed, '/same')).toEqual([expect.stringMatching(/^unchanged /)]);
    expect(endOf(refreshed, '/edited')).toEqual([expect.stringMatching(/^indexed /)]);
    expect(endOf(refreshed, '/leaving')).toEqual([expect.stringMatching(/^deleted /)]);
  });

  it('U10: the next crawl leaves alone what is on the blocklist, and requests it again when it is not', () => {
    const { blocked, unblocked } = momentsOf(kind);
    expect(blocked.requests.filter((line) => line.startsWith('/unwanted'))).toEqual([]);
    expect(endOf(blocked, '/unwanted/a')).toEqual([expect.stringMatching(/^blocked blocklist/)]);
    expect(unblocked.requests).toContainEqual(expect.stringMatching(/^\/unwanted\/a /));
    expect(endOf(unblocked, '/unwanted/a')).toEqual([expect.stringMatching(/^(indexed|unchanged) /)]);
  });
});

describe('both stores', () => {
  it.each(['first', 'refreshed', 'blocked', 'unblocked'] as const)('request and return the same: %s', (moment) => {
    const [sqlite, memory] = kinds.map((kind) => momentsOf(kind)[moment]);
    expect(memory?.requests).toEqual(sqlite?.requests);
    expect(memory?.result).toEqual(sqlite?.result);
    expect(memory?.answers).toEqual(sqlite?.answers);
  });

  it('export the same pages', async () => {
    const files = [];
    for (const kind of kinds) {
      const out = join(folder, `${kind}.jsonl`);
      const { format, pages, noted } = await exportPages({ settings: settingsOf(kind), format: 'jsonl', out });
      const lines = readFileSync(out, 'utf8').trim().split('\n');
      files.push({ format, pages, noted, lines: lines.map((line) => normal(withoutTimes(JSON.parse(line)))) });
    }
    expect(files[1]).toEqual(files[0]);
    expect(files[0]?.lines.length).toBeGreaterThan(5);
  });
});

/** Times of an export are written as texts. */
function withoutTimes(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !/^\d{4}-\d\d-\d\dT/.test(String(one))));
}

describe('store: memory', () => {
  it('writes nothing into the folder it is named by', () => {
    expect(existsSync(join(folder, 'memory'))).toBe(false);
    expect(readdirSync(folder)).toContain('sqlite');
  });

  it('M3: has no report at the end of a run, and that is no error', async () => {
    expect(momentsOf('memory').first.conclusions).toBe(0);
    expect(momentsOf('sqlite').first.conclusions).toBe(1);
    const lines: string[] = [];
    const note = (_: object, event: string): void => void lines.push(event);
    const log = { ...silentLog, warn: note, error: note };
    await openDocent({ settings: settingsOf('memory'), log }).crawl(`${server.origin}/`).result;
    expect(lines).toEqual([]);
  });

  it('refuses what it does not keep in words that help', async () => {
    const settings = settingsOf('memory');
    const refused = (message: string) =>
      expect.objectContaining({ code: 'DOC_CONFIG', message: expect.stringContaining(message) });
    expect(() => openSearch({ settings })).toThrow(refused('keeps no search index; use store: sqlite'));
    await expect(readReports(settings)).rejects.toThrow(refused('keeps no runs'));
    await expect(backupData({ settings, file: join(folder, 'copy') })).rejects.toThrow(refused('use store: sqlite'));
    await expect(metricsText(settings)).rejects.toThrow(refused('keeps no runs'));
    await expect(historyOf(settings.options, server.origin)).rejects.toThrow(refused('keeps no runs'));
    await expect(planForget(server.origin, { settings })).rejects.toThrow(refused('forgetting is not possible'));
  });

  it('M4: has nothing that could be damaged, and its health is that no runs are kept', async () => {
    const { options, ...settings } = settingsOf('memory');
    expect(await checkData(options, true)).toEqual({});
    expect(await checkData({ ...options, data: join(folder, 'never') }, true)).toBeUndefined();
    const { checks } = await healthReport({ ...settings, options });
    expect(checks.filter(({ status }) => status === 'down')).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('keeps no runs') }),
    ]);
  });

  it('U10: shows an open reader what another part of the program puts on the blocklist', async () => {
    const other = openReader({ settings: settingsOf('memory') });
    await changeBlocklist('memory', 'block');
    expect((await other.blocklist()).map(({ reason }) => reason)).toEqual(['nobody wants it']);
    await changeBlocklist('memory', 'unblock');
    await other.close();
  });

  it('U10: refuses an entry of the blocklist on the command line, which would be lost with it', async () => {
    const cwd = mkdtempSync(join(folder, 'cli-'));
    const args = [join(root, 'bin/docent.js'), 'blocklist', 'add', 'example.com'];
    const { code, stdout, stderr } = await run(pinnedNode, args, { cwd, env: { DOCENT_STORE: 'memory' } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('store: memory keeps no blocklist from one command to the next; use store: sqlite');
  });

  it('crawls on the command line, and warns that nothing will be left', async () => {
    const cwd = mkdtempSync(join(folder, 'cli-'));
    const args = [join(root, 'bin/docent.js'), 'crawl', `${server.origin}/same`, '--quiet'];
    const env = { DOCENT_STORE: 'memory', DOCENT_REQUEST_DELAY_MS: '0' };
    const { code, stdout, stderr } = await run(pinnedNode, args, { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain('1 indexed');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('nothing of it is left when the command ends')]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
