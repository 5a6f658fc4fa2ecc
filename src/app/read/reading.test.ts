// Reading beside a crawl: what was decided about a URL, and what would be.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { openDocent } from '../../doors/library/docent.ts';
import { openReader } from '../../doors/library/open-reader.ts';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { resolveTargets } from '../crawl/targets.ts';
import { openPlace } from '../place.ts';
import { blockReason, openReading, openSideDoor, readBlocklist } from './reading.ts';

let folder: string;
let server: LocalServer;

const answer: RequestListener = (request, response) => {
  const { url = '' } = request;
  const sitemaps = ['/sitemap.xml', '/none.xml'].map((path) => `Sitemap: ${server.origin}${path}\n`).join('');
  const pages: Record<string, readonly [type: string, body: string]> = {
    '/robots.txt': ['text/plain', sitemaps],
    '/sitemap.xml': ['application/xml', `<urlset><url><loc>${server.origin}/docs/b</loc></url></urlset>`],
    '/docs/': ['text/html', '<title>Home</title><p>Hello.</p><a href="/docs/a?id=1&x=2">A</a><a href="/other">O</a>'],
  };
  const [type, body] = pages[url] ?? ['text/html', `<title>${url}</title><p>This is ${url}.</p>`];
  if (url === '/none.xml') response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type }).end(body);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-reading-'));
  server = await startServer(answer);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(change: Partial<Settings> = {}): Settings {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: folder };
  return { ...loadSettings({ cwd: folder, env }), ...change };
}

async function crawl(own = settings(), target = `${server.origin}/docs/`): Promise<void> {
  expect((await openDocent({ settings: own }).crawl(target).result).exitCode).toBe(0);
}

const at = (path: string): string => `${server.origin}${path}`;
const slug = (): string => `127.0.0.1-${server.port}_docs`;

/** A provider of this server's /docs/, as a configuration file would hold it. */
function provider(change: Partial<Provider> = {}): Provider {
  const [target] = resolveTargets([at('/docs/')], settings());
  return { ...(target?.provider as Provider), provider_id: 'mine', allowed_path_patterns: ['/docs/**'], ...change };
}

describe('why', () => {
  it('F9: finds a sitemap, one that was read and one that was not there', async () => {
    await crawl();
    const reading = await openReading(openPlace(settings()));
    expect(await reading.why(at('/sitemap.xml'))).toMatchObject([
      { kind: 'sitemap', state: 'indexed', by: 'sitemap:read', detail: '1 entry' },
    ]);
    expect(await reading.why(at('/none.xml#part'))).toMatchObject([
      { kind: 'sitemap', state: 'failed', by: 'http:404' },
    ]);
    await reading.close();
  });

  it('U3: finds a page whose provider keeps one parameter of its query', async () => {
    const own = settings({ providers: [provider({ keep_query_params: ['id'] })] });
    await crawl(own, 'mine');
    const reading = await openReading(openPlace(own));
    expect(await reading.why(at('/docs/a?id=1&x=9'))).toMatchObject([{ provider: 'mine', state: 'indexed' }]);
    expect(await reading.why(at('/docs/a?id=2'))).toEqual([]);
    await reading.close();
  });
});

describe('foresee', () => {
  it('U4: predicts what a crawl of the same seed would decide about a URL that was never found', async () => {
    await crawl();
    const reading = await openReading(openPlace(settings()));
    const verdict = { ok: true, by: 'scope:allowed', detail: '/docs/**' };
    expect(await reading.foresee(at('/docs/new?x=1'))).toEqual([
      { target: at('/docs/'), verdict, url: at('/docs/new') },
    ]);
    expect(await reading.foresee(at('/blog/new'))).toMatchObject([{ verdict: { ok: false, by: 'scope:no-match' } }]);
    expect(await reading.foresee(at('/docs/x.zip'))).toMatchObject([{ verdict: { ok: false, by: 'trap:extension' } }]);
    expect(await reading.foresee('https://elsewhere.example/')).toEqual([]);
    await reading.close();
  });

  it.each([
    '/docs/people/kim@here.example',
    '/docs/kim%40here.example/',
    '/docs/mailto:kim@here.example',
    '/docs/kim%2540here.example',
    '/docs/kim+news@mail.here.example/x?y=1',
  ])('E5: says that a URL with an e-mail address in its path is refused: %s', async (path) => {
    await crawl();
    const reading = await openReading(openPlace(settings()));
    const found = await reading.foresee(at(path));
    expect(found).toMatchObject([{ target: at('/docs/'), verdict: { ok: false, by: 'link:email' } }]);
    expect(JSON.stringify(found)).not.toMatch(/kim/);
    const [other] = await reading.foresee(at('/docs/pkg@1.2.3/x?to=kim@here.example&a=1'));
    expect(other).toMatchObject({ verdict: { ok: true }, url: at('/docs/pkg@1.2.3/x') });
    await reading.close();
  });

  it('U10, R26: knows the blocklist, the excluded paths, and providers that were not crawled yet', async () => {
    await crawl();
    const mine = provider({ exclude_paths: ['/docs/admin'] });
    const own = settings({ providers: [mine] });
    const side = await openSideDoor(openPlace(own).store);
    await side.block(`127.0.0.1:${server.port}/docs/secret`, 'asked us to stop');
    await side.close();
    const reading = await openReading(openPlace(own));
    const about = async (path: string): Promise<unknown> =>
      (await reading.foresee(at(path))).map(({ target, verdict }) => [target, verdict.by]);
    expect(await about('/docs/secret/x')).toEqual([
      [at('/docs/'), 'blocklist'],
      ['mine', 'blocklist'],
    ]);
    expect(await about('/docs/admin')).toEqual([
      [at('/docs/'), 'scope:allowed'],
      ['mine', 'excludePaths'],
    ]);
    await reading.close();
    expect(server.requestLines.filter((line) => line.includes('secret') || line.includes('admin'))).toEqual([]);
  });
});

describe('the blocklist', () => {
  const at = 0;

  it('U10: an operator’s entry covers what lies below it, a crawler’s one URL', () => {
    const entries = [
      { pattern: 'a.example/private', reason: 'theirs', by: 'operator', at },
      { pattern: 'b.example', reason: 'all', by: 'operator', at },
      { pattern: 'c.example/x', reason: 'answered 403', by: 'crawler', at },
    ] as const;
    expect(blockReason(entries, 'http://www.a.example/private/x?y')).toBe('a.example/private: theirs');
    expect(blockReason(entries, 'https://a.example/private/')).toBe('a.example/private: theirs');
    expect(blockReason(entries, 'https://a.example/privateer')).toBeUndefined();
    expect(blockReason(entries, 'https://b.example/')).toBe('b.example: all');
    expect(blockReason(entries, 'https://c.example/x')).toBe('c.example/x: answered 403');
    expect(blockReason(entries, 'https://c.example/x/y')).toBeUndefined();
  });

  it('U10: is empty where nothing was crawled yet', async () => {
    expect(await readBlocklist(openPlace(settings()).store)).toEqual([]);
  });
});

describe('openReader', () => {
  it('A7: counts, lists and explains for library users, with nothing but the folder', async () => {
    await crawl();
    const reader = openReader({ data: folder });
    expect(await reader.providers()).toEqual([{ provider: slug(), generation: 1, ended: true }]);
    expect(await reader.counts(slug())).toMatchObject({ discovered: 4, indexed: 3, skipped: 1, waiting: 0 });
    expect(await reader.reasons(slug())).toEqual([
      { state: 'indexed', by: 'http:200', count: 3 },
      { state: 'skipped', by: 'scope:no-match', count: 1 },
    ]);
    expect(await reader.urls({ state: 'skipped', by: 'scope', limit: 10 })).toMatchObject([
      { url: at('/other'), by: 'scope:no-match', foundOn: [at('/docs/')] },
    ]);
    expect(await reader.why(at('/docs/b'))).toMatchObject([{ state: 'indexed', foundOn: expect.anything() }]);
    await reader.close();
  });

  it('A7: rejects with DOC_STORE where nothing was crawled, at its first act, and reads what is crawled later', async () => {
    const reader = openReader({ data: folder });
    await expect(reader.providers()).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE' }));
    await (await openPlace(loadSettings({ cwd: folder, flags: { data: folder } })).store.openSideWriter()).close();
    expect(await reader.providers()).toEqual([]);
    await reader.close();
  });
});
