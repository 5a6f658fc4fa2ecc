// A site is crawled, refreshed and blocked by a program: at every step every URL is what it should be.
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openSideDoor, type UrlRecord } from '../../src/app/read/reading.ts';
import { loadSettings, openDocent, openReader, type RunResult, type Settings } from '../../src/index.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

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
let settings: Settings;
let first: Moment;
let refreshed: Moment;
let blocked: Moment;
let unblocked: Moment;
/** What a reader that was open before returned of the blocklist. */
let listed: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-life-'));
  site = firstSite();
  server = await startServer((request, response) => (site.get(request.url ?? '') ?? status(404))(request, response));
  const flags = { data: join(folder, 'data'), request_delay_ms: '0', jitter_ms: '0', concurrency: '1', per_host: '1' };
  settings = loadSettings({ cwd: folder, env: { DOCENT_RETRY_BASE_MS: '1' }, flags });
  first = await live('crawl');
  site.set('/edited', page('Edited', 'What is said afterwards', ['/new']));
  site.set('/new', page('New', 'What was not there before'));
  site.set('/leaving', status(410));
  refreshed = await live('refresh');
  const reader = openReader({ settings });
  expect(await changeBlocklist('block')).toBe(true);
  expect(await changeBlocklist('block')).toBe(false);
  listed = (await reader.blocklist()).map(({ reason }) => reason);
  await reader.close();
  blocked = await live('crawl');
  expect(await changeBlocklist('unblock')).toBe(true);
  expect(await changeBlocklist('unblock')).toBe(false);
  unblocked = await live('crawl');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Moment {
  readonly result: RunResult;
  readonly requests: readonly string[];
  readonly why: Readonly<Record<string, readonly UrlRecord[]>>;
  readonly stored: readonly string[];
}

/** Runs a crawl or a refresh, and reads what became of every URL. */
async function live(how: 'crawl' | 'refresh'): Promise<Moment> {
  server.requestLines.length = 0;
  server.requests.length = 0;
  const docent = openDocent({ settings });
  const running = how === 'crawl' ? docent.crawl(`${server.origin}/`) : docent.refresh([], { all: true });
  const result = await running.result;
  const requests = server.requests.map(({ url, headers }) => `${url} ${headers['if-none-match'] ?? ''}`);
  const reader = openReader({ settings });
  try {
    const why: Record<string, readonly UrlRecord[]> = {};
    for (const path of paths) why[path] = await reader.why(`${server.origin}${path}`);
    const records = await reader.urls({ limit: 1_000 });
    const stored = records.filter(({ page }) => page !== undefined).map(({ url }) => new URL(url).pathname);
    return { result, requests, why, stored: stored.sort() };
  } finally {
    await reader.close();
  }
}

async function changeBlocklist(how: 'block' | 'unblock'): Promise<boolean> {
  const door = await openSideDoor(openPlace(settings).store);
  const pattern = `${new URL(server.origin).host}/unwanted`;
  try {
    return await (how === 'block' ? door.block(pattern, 'nobody wants it') : door.unblock(pattern));
  } finally {
    await door.close();
  }
}

const endOf = ({ why }: Moment, path: string) => why[path]?.map(({ state, by }) => `${state} ${by}`);

describe('the life of a site', () => {
  it('F5: a crawl keeps what it may, and knows of every URL what became of it', () => {
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

  it('F10: a refresh requests with conditions, keeps what changed, and removes what is missing', () => {
    expect(refreshed.requests).toContainEqual(expect.stringMatching(/^\/same "/));
    expect(refreshed.stored).toContain('/new');
    expect(refreshed.stored).not.toContain('/leaving');
    expect(endOf(refreshed, '/same')).toEqual([expect.stringMatching(/^unchanged /)]);
    expect(endOf(refreshed, '/edited')).toEqual([expect.stringMatching(/^indexed /)]);
    expect(endOf(refreshed, '/leaving')).toEqual([expect.stringMatching(/^deleted /)]);
  });

  it('U10: a crawl leaves alone what is on the blocklist, which an open reader shows at once, and requests it when it is not', () => {
    expect(listed).toEqual(['nobody wants it']);
    expect(blocked.requests.filter((line) => line.startsWith('/unwanted'))).toEqual([]);
    expect(endOf(blocked, '/unwanted/a')).toEqual([expect.stringMatching(/^blocked blocklist/)]);
    expect(unblocked.requests).toContainEqual(expect.stringMatching(/^\/unwanted\/a /));
    expect(endOf(unblocked, '/unwanted/a')).toEqual([expect.stringMatching(/^(indexed|unchanged) /)]);
  });
});
