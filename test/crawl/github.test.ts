// X4: a repository of GitHub as a source, against a stand-in that counts requests: how many there are, and what becomes of each case.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readChannels } from '../../src/app/channel/channels.ts';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { checkProvider } from '../../src/app/providers/check.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import type { Provider } from '../../src/seed/provider.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type GitHubStandIn, startGitHub } from '../support/github-server.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { run as runProgram } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { Moment, Visits } from '../support/visits.ts';

const TOKEN = 'ghp_s3cretOfTheTestQ7w';
const page = (title: string, more = ''): string =>
  `# ${title}\n\n${`The kettle of ${title} boils water, and every call has a deadline. `.repeat(8)}\n\n${more}\n`;

let folder: string;
let policy: string;
let gitHub: GitHubStandIn;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-github-'));
  const many = Array.from({ length: 60 }, (_, nth) => [`docs/guide/part-${nth}.md`, page(`Part ${nth}`)]);
  gitHub = await startGitHub({
    'README.md': page('Outside of the folder'),
    'docs/README.md': page(
      'Kettle',
      '[Parts](guide/part-1.md), [API](api.yaml), [old](gone.md), [code](../src/kettle.ts)',
    ),
    'docs/notes.txt': 'Plain notes about kettles, written by hand and kept for later.\n'.repeat(8),
    'docs/page.html': `<title>Page</title><main><h1>Page</h1><p>${'A page about kettles. '.repeat(30)}</p></main>`,
    'docs/data.json': '{"name": "no document"}',
    'docs/picture.png': 'not read',
    'src/kettle.ts': 'export const kettle = 1;',
    ...Object.fromEntries(many),
  });
  policy = `providers:
  - provider_id: kettle
    channel: api
    api: { github: '${gitHub.origin}/acme/kettle', folder: docs }
    own_site: true
    retain: full
    request_delay_ms: 0
`;
  vi.stubEnv('GITHUB_TOKEN', TOKEN);
  vi.stubEnv('GITHUB_SERVER_URL', gitHub.origin);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await gitHub[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Documents of the folder: 60 parts, README, notes, page, data. */
const DOCUMENTS = 64;

function settings(more = ''): Settings {
  const text = `${policy}${more}`;
  const env = {
    ...{ DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '1' },
    DOCENT_ALLOW_PRIVATE: '127.0.0.1',
  };
  return loadSettings({ config: 'docent.yml', text, cwd: folder, env });
}

interface Ended extends RunResult {
  readonly events: readonly CrawlEvent[];
}

async function run(
  how: 'crawl' | 'refresh',
  options: { readonly wait?: boolean; readonly fresh?: boolean; readonly settings?: Settings } = {},
): Promise<Ended> {
  const docent = openDocent({ settings: options.settings ?? settings(), data: join(folder, 'data') });
  const begun = how === 'crawl' ? docent.crawl('kettle', options) : docent.refresh('kettle', options);
  const events = await Array.fromAsync(begun);
  return { ...(await begun.result), events };
}

const counts = ({ providers }: Ended) => providers[0]?.counts;
const url = (path: string): string => `${gitHub.origin}/acme/kettle/blob/HEAD/${path}`;

/** A tree as GitHub writes it, of files that are invented. */
function manyFiles(count: number): string {
  const entry = { path: 'a.md', mode: '100644', type: 'blob', sha: 'a'.repeat(40) };
  return JSON.stringify({ sha: 'x', tree: Array(count).fill(entry), truncated: false });
}

async function stored(): Promise<readonly string[]> {
  const pages = await openStore({ kind: 'sqlite', folder: join(folder, 'data') }).openPages();
  try {
    return (await Array.fromAsync(pages.pages('kettle'))).map(({ page }) => page.finalUrl).sort();
  } finally {
    await pages.close();
  }
}

function ended({ events }: Ended, path: string): Extract<CrawlEvent, { type: 'visited' }> | undefined {
  return events.findLast((event) => event.type === 'visited' && event.url === url(path)) as never;
}

describe('X4: a repository of GitHub', () => {
  it('is copied with three requests, and what is no document is counted with its reason', async () => {
    const first = await run('crawl');
    expect(gitHub.requests).toEqual(['tree', 'tarball', 'archive']);
    expect(counts(first)).toMatchObject({ indexed: DOCUMENTS - 1, waiting: 0 });
    expect(ended(first, 'docs/data.json')).toMatchObject({ state: 'skipped', by: 'content:type' });
    expect(ended(first, 'docs/README.md')).toMatchObject({ state: 'indexed', by: 'github:read' });
    expect(ended(first, 'docs/gone.md')).toMatchObject({ state: 'failed', by: 'github:missing' });
    expect(first.exitCode).toBe(0);
    expect(await stored()).not.toContain(url('README.md'));
  });

  it('that has not changed costs one request, and is unchanged page by page', async () => {
    await run('crawl');
    gitHub.requests.length = 0;
    const again = await run('refresh');
    expect(gitHub.requests).toEqual(['tree']);
    expect(counts(again)).toMatchObject({ unchanged: DOCUMENTS - 1, waiting: 0 });
    expect(again.exitCode).toBe(0);
  });

  it('of which ten files changed costs eleven requests; removed files leave, new ones come', async () => {
    await run('crawl');
    gitHub.requests.length = 0;
    for (let nth = 0; nth < 9; nth++) gitHub.files.set(`docs/guide/part-${nth}.md`, page(`Part ${nth}, revised`));
    gitHub.files.set('docs/new.md', page('New'));
    gitHub.files.delete('docs/guide/part-20.md');
    const again = await run('refresh');
    expect(gitHub.requests).toHaveLength(11);
    expect(gitHub.requests.slice(1).every((request) => request.startsWith('blob docs/'))).toBe(true);
    expect(counts(again)).toMatchObject({ indexed: 10, unchanged: DOCUMENTS - 11, waiting: 0 });
    const pages = await stored();
    expect(pages).toContain(url('docs/new.md'));
    expect(pages).not.toContain(url('docs/guide/part-20.md'));
  });

  it('of which many files changed is taken from the archive again', async () => {
    await run('crawl');
    gitHub.requests.length = 0;
    for (let nth = 0; nth < 55; nth++) gitHub.files.set(`docs/guide/part-${nth}.md`, page(`Part ${nth}, revised`));
    await run('refresh');
    expect(gitHub.requests).toEqual(['tree', 'tarball', 'archive']);
  });

  it('whose archive is of another commit has the differing files requested one by one', async () => {
    gitHub.archived = new Map([...gitHub.files, ['docs/guide/part-3.md', page('Part 3 of a later commit')]]);
    const first = await run('crawl');
    expect(gitHub.requests).toEqual(['tree', 'tarball', 'archive', 'blob docs/guide/part-3.md']);
    expect(counts(first)).toMatchObject({ indexed: DOCUMENTS - 1 });
  });

  it('whose archive breaks off twice is read file by file from there on', async () => {
    gitHub.damage = (archive) => archive.subarray(0, Math.floor(archive.length * 0.7));
    const first = await run('crawl');
    expect(gitHub.requests.filter((request) => request === 'archive')).toHaveLength(2);
    expect(counts(first)).toMatchObject({ indexed: DOCUMENTS - 1, waiting: 0 });
    expect(first.exitCode).toBe(0);
  });

  it('whose archive holds paths that lead out of it is read without them', async () => {
    for (const path of ['../docs/evil.md', '/docs/evil.md', 'acme-kettle-1a2b3c/../../docs/evil.md'])
      gitHub.hostile.set(path, page('Evil'));
    gitHub.hostile.set('acme-kettle-1a2b3c/docs/unlisted.md', page('Not in the tree'));
    expect(counts(await run('crawl'))).toMatchObject({ indexed: DOCUMENTS - 1 });
    expect((await stored()).filter((one) => /evil|unlisted/.test(one))).toEqual([]);
  });

  it('that is listed in part says so, and loses nothing by it', async () => {
    await run('crawl');
    gitHub.isCut = true;
    gitHub.files.delete('docs/notes.txt');
    const again = await run('refresh');
    expect(again.events).toContainEqual(expect.objectContaining({ type: 'note', by: 'github:cut' }));
    expect(ended(again, 'docs/notes.txt')).toMatchObject({ state: 'failed', by: 'github:cut' });
    expect(await stored()).toContain(url('docs/notes.txt'));
  });

  it('is read again without conditions by --fresh', async () => {
    await run('crawl');
    gitHub.requests.length = 0;
    await run('crawl', { fresh: true });
    expect(gitHub.requests).toEqual(['tree', 'tarball', 'archive']);
  });
});

describe('X4: a limit on requests', () => {
  /** Answers the first `times` requests of this kind as GitHub does when its limit is used up. */
  function limit(kind: string, times: number, seconds: number, visits = new Visits()): void {
    let left = times;
    gitHub.instead = (_, response) => {
      if (gitHub.requests.at(-1)?.startsWith(kind) !== true || left-- <= 0) {
        visits.note('answered');
        return false;
      }
      visits.note('refused');
      const reset = String(Math.ceil(Date.now() / 1000) + seconds);
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
      response.writeHead(403, headers).end('{"message":"API rate limit exceeded for 127.0.0.1."}');
      return true;
    };
  }

  it('is waited for until its reset, and reported; nothing is requested meanwhile', async () => {
    const visits = new Visits();
    limit('tree', 1, 1, visits);
    const first = await run('crawl');
    visits.expectWait(1_000, 'refused', 'answered');
    expect(gitHub.requests).toEqual(['tree', 'tree', 'tarball', 'archive']);
    const waiting = first.events.find((event) => event.type === 'waiting');
    expect(waiting).toMatchObject({ by: 'budget:api', detail: expect.stringContaining('API rate limit exceeded') });
    expect(counts(first)).toMatchObject({ indexed: DOCUMENTS - 1, waiting: 0 });
  });

  it('that lasts longer than a run may wait ends it, and the next run goes on with what waits', async () => {
    await run('crawl');
    for (let nth = 0; nth < 3; nth++) gitHub.files.set(`docs/guide/part-${nth}.md`, page(`Part ${nth}, revised`));
    limit('blob', 1, 3_000);
    gitHub.requests.length = 0;
    const begun = new Moment();
    const short = await run('refresh', { wait: false });
    expect(short.exitCode).toBe(3);
    expect(counts(short)).toMatchObject({ indexed: 0, unchanged: DOCUMENTS - 4 });
    expect(gitHub.requests).toHaveLength(2);
    // GitHub is not even requested for its tree before then.
    const early = await run('refresh', { wait: false });
    expect(early.exitCode).toBe(3);
    const until = short.events.find((event) => event.type === 'waiting')?.until ?? 0;
    begun.expectAfter(until, 3_000_000);
    expect(early.events).toContainEqual(expect.objectContaining({ type: 'waiting', until }));
    expect(gitHub.requests).toHaveLength(2);
    vi.spyOn(Date, 'now').mockImplementation(() => until + 1_000);
    const late = await run('refresh');
    expect(late.exitCode).toBe(0);
    expect(counts(late)).toMatchObject({ indexed: 3, waiting: 0 });
    expect(gitHub.requests.slice(2)).toEqual(['tree', 'tarball', 'archive']);
  });
});

describe('X4: where GitHub cannot be used', () => {
  let site: LocalServer;
  beforeEach(async () => {
    site = await startServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<title>Site</title><main><h1>Site</h1><p>${'The site itself. '.repeat(40)}</p></main>`);
    });
  });
  afterEach(() => site[Symbol.asyncDispose]());
  const withSite = () => settings(`    seed_urls: ['${site.origin}/docs/']\n    allowed_path_patterns: [/docs/**]\n`);

  it.each([401, 403, 404, 409, 451])(
    'status %d: the site is crawled in its place, and the run says so',
    async (status) => {
      gitHub.instead = (_, response) => Boolean(response.writeHead(status).end('{"message":"Not Found"}'));
      const first = await run('crawl', { settings: withSite() });
      expect(gitHub.requests).toEqual(['tree']);
      const said = expect.stringContaining(`GitHub answered ${status} (Not Found); the site itself is crawled`);
      expect(first.events).toContainEqual(
        expect.objectContaining({ type: 'warning', by: 'channel:crawl', detail: said }),
      );
      expect(await stored()).toEqual([`${site.origin}/docs/`]);
    },
  );

  it('with a site, nothing of it is requested while GitHub answers', async () => {
    await run('crawl', { settings: withSite() });
    expect(site.requestLines).toEqual([]);
    expect(await stored()).toHaveLength(DOCUMENTS - 1);
  });

  it.each<[string, number, () => string, string]>([
    ['a tree of lists in lists', 200, () => `{"tree":[${'['.repeat(9_000_000)}`, 'lie more than 8 deep in each other'],
    ['a tree of 500,000 files', 200, () => manyFiles(500_000), 'the body is larger than 16,000,000 bytes'],
    ['a tree of 160,000 files', 200, () => manyFiles(160_000), 'lists more than 150,000 entries'],
    ['an error of lists in lists', 404, () => `{"message":${'['.repeat(9_000_000)}`, 'GitHub answered 404; the site'],
  ])('FAULTS 14: %s is not read: the site is crawled, and the reason is reported', async (_, status, body, why) => {
    const text = body();
    gitHub.instead = (_request, response) => Boolean(response.writeHead(status).end(text));
    const { events, exitCode } = await run('crawl', { settings: withSite() });
    const warning = events.find((event) => event.type === 'warning' && event.by === 'channel:crawl');
    expect(warning).toMatchObject({ detail: expect.stringContaining(why) });
    expect([exitCode, gitHub.requests]).toEqual([0, ['tree']]);
    expect(await stored()).toEqual([`${site.origin}/docs/`]);
  });

  it('F10: without a site the run fails, and what is stored stays', async () => {
    await run('crawl');
    gitHub.instead = (_, response) => Boolean(response.writeHead(404).end('{"message":"Not Found"}'));
    gitHub.requests.length = 0;
    const again = await run('refresh');
    expect(again.exitCode).toBe(1);
    expect(gitHub.requests).toEqual(['tree']);
    expect(await stored()).toHaveLength(DOCUMENTS - 1);
  });

  it('an outage is tried again; one that stays fails the run, and what is stored stays', async () => {
    let left = 2;
    gitHub.instead = (_, response) => left-- > 0 && Boolean(response.writeHead(503).end());
    expect(counts(await run('crawl'))).toMatchObject({ indexed: DOCUMENTS - 1 });
    left = 1_000;
    gitHub.requests.length = 0;
    const again = await run('refresh');
    expect(again.exitCode).toBe(1);
    expect(gitHub.requests).toEqual(['tree', 'tree', 'tree', 'tree']);
    expect(await stored()).toHaveLength(DOCUMENTS - 1);
  });

  it('a folder without documents is a mistake in the configuration, and removes nothing', async () => {
    await run('crawl');
    for (const path of [...gitHub.files.keys()]) if (path.startsWith('docs/')) gitHub.files.delete(path);
    const again = await run('refresh');
    expect(again.exitCode).toBe(1);
    expect(await stored()).toHaveLength(DOCUMENTS - 1);
  });
});

it.each([10, 185])('H1: a token that GitHub repeats after %i characters is neither shown nor kept', async (before) => {
  const message = `${'x'.repeat(before)} ${TOKEN} is unknown`;
  gitHub.instead = (_, response) => Boolean(response.writeHead(401).end(JSON.stringify({ message })));
  const { events } = await run('crawl');
  expect(JSON.stringify(events)).toContain('GitHub answered 401 (xxx');
  const files = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name), 'latin1'));
  expect([JSON.stringify(events), ...files].join('\n')).not.toContain(TOKEN.slice(0, 8));
});

describe('X4: the report of a run', () => {
  it('names the limit that GitHub sets, and not a bound of the operator', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 900) };
    gitHub.instead = (_, response) => Boolean(response.writeHead(403, headers).end('{"message":"rate limit"}'));
    const docent = openDocent({ settings: settings(), data: join(folder, 'data') });
    const { concluded } = docent.crawl('kettle', { wait: false });
    expect((await concluded)[0]?.report.advice.map(({ code }) => code)).toEqual(['api-limit']);
  });

  it('says that the site was crawled, and no more once GitHub answers again', async () => {
    await using site = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<main><h1>Site</h1>${'<p>The site.'.repeat(90)}`);
    });
    const own = settings(`    seed_urls: ['${site.origin}/docs/']\n    allowed_path_patterns: [/docs/**]\n`);
    const advice = async () => {
      const docent = openDocent({ settings: own, data: join(folder, 'data') });
      const { concluded } = docent.crawl('kettle');
      return (await concluded)[0]?.report.advice.map(({ code }) => code);
    };
    gitHub.instead = (_, response) => Boolean(response.writeHead(404).end());
    expect(await advice()).toContain('api-refused');
    gitHub.instead = () => false;
    expect(await advice()).not.toContain('api-refused');
    expect(await advice()).not.toContain('api-refused');
  });
});

describe('X4: commands that look at a site', () => {
  it('plan and check refuse a provider that is read through an API, and request nothing', async () => {
    const all = settings();
    await expect(planCrawl(openPlace(all), silentLog, ['kettle'])).rejects.toThrow(
      /read through GitHub’s API, and needs no plan/,
    );
    const [provider] = all.providers;
    const check = checkProvider(openPlace(all), silentLog, provider as Provider, { pages: 1 });
    await expect(check).rejects.toThrow(/has no site to check/);
    expect(gitHub.requests).toEqual([]);
  });

  it('channels show the repository', async () => {
    const { providers } = await readChannels(openPlace(settings()));
    expect(providers[0]).toMatchObject({ source: 'api', by: 'channel:api' });
    expect(providers[0]?.detail).toBe(
      `the documents in docs of ${gitHub.origin}/acme/kettle at HEAD; it has no site to be crawled`,
    );
  });
});

describe('X4: a run that is killed with -9', () => {
  const binary = [
    '--no-warnings',
    join(root, 'bin/docent.js'),
    'crawl',
    'kettle',
    '--data',
    'data',
    '--json',
    '--log-level',
    'debug',
  ];
  const env = () => ({ GITHUB_TOKEN: TOKEN, GITHUB_SERVER_URL: gitHub.origin, PATH: process.env.PATH ?? '' });

  it(
    'loses nothing: the next one requests what was not stored yet, and the token is in nothing it wrote',
    more,
    async () => {
      writeFileSync(join(folder, 'docent.yml'), `allow_private: [127.0.0.1]\n${policy}`);
      const child = spawn(pinnedNode, binary, { cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'ignore'] });
      const closed = once(child, 'close');
      // No archive, and no answer to the file after the twentieth.
      gitHub.instead = (_, response) => {
        if (gitHub.requests.at(-1) === 'tarball') return Boolean(response.writeHead(404).end());
        if (gitHub.requests.filter((one) => one.startsWith('blob')).length <= 20) return false;
        return child.kill('SIGKILL');
      };
      const written = (await Array.fromAsync(child.stdout)).join('');
      const before = [...written.matchAll(/"url":"([^"]*)","state":"indexed"/g)].map(([, one = '']) => one);
      expect(await closed).toEqual([null, 'SIGKILL']);
      expect(before.length).toBeGreaterThan(10);
      gitHub.instead = () => false;
      gitHub.requests.length = 0;
      const second = await runProgram(pinnedNode, binary, { cwd: folder, env: env() });
      expect(second.code).toBe(0);
      const pages = await stored();
      expect(pages).toHaveLength(DOCUMENTS - 1);
      const again = gitHub.requests.filter((one) => before.includes(url(one.replace('blob ', ''))));
      expect(again).toEqual([]);
      expect(written + second.stdout + second.stderr).not.toMatch(/ghp_|token=signed/);
    },
  );
});

describe('X4: the token', () => {
  it('H1: goes to the API alone, and is in no file', async () => {
    const { events } = await run('crawl');
    expect(gitHub.apiHeaders.map(({ authorization }) => authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    expect(gitHub.archiveHeaders).toHaveLength(1);
    expect(JSON.stringify(gitHub.archiveHeaders)).not.toContain(TOKEN);
    expect(JSON.stringify(events)).not.toMatch(/ghp_|token=signed/);
    const files = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).map((one) =>
      join(folder, 'data', one),
    );
    for (const file of files.filter((one) => statSync(one).isFile()))
      expect(readFileSync(file).includes(TOKEN), file).toBe(false);
  });

  it('of another server is not sent', async () => {
    vi.stubEnv('GITHUB_SERVER_URL', '');
    await run('crawl');
    expect(gitHub.apiHeaders.some(({ authorization }) => authorization !== undefined)).toBe(false);
  });
});
