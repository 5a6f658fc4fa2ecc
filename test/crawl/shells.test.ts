// H9: pages that scripts write in a browser, in a crawl, a plan, a check and a reading, against real servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveTargets } from '../../src/app/crawl/targets.ts';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { readOne } from '../../src/app/probe/read-one.ts';
import { checkProvider } from '../../src/app/providers/check.ts';
import { openReading, openSideDoor } from '../../src/app/read/reading.ts';
import { silentLog } from '../../src/core/log.ts';
import { type CrawlOptions, openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

type Answer = string | readonly [type: string, body: string] | { readonly to: string; readonly status: number };

let folder: string;
let server: LocalServer;
let other: LocalServer;
let pages: Record<string, Answer>;
let elsewhere: Record<string, Answer>;

const serving = (site: () => Record<string, Answer>) =>
  startServer((request, response) => {
    const page = site()[request.url ?? ''];
    if (page === undefined) return void response.writeHead(404).end();
    if (typeof page === 'object' && 'to' in page)
      return void response.writeHead(page.status, { location: page.to }).end();
    const [type, body] = typeof page === 'string' ? ['text/html', page] : page;
    response.writeHead(200, { 'content-type': type }).end(body);
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-shells-'));
  pages = {};
  elsewhere = {};
  server = await serving(() => pages);
  other = await serving(() => elsewhere);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(flags: Record<string, string> = {}): Settings {
  const options = { request_delay_ms: '0', data: join(folder, 'data'), ...flags };
  return loadSettings({ cwd: folder, env: {}, flags: options });
}

interface Crawled {
  readonly exitCode: number;
  /** `/path state by`, sorted. */
  readonly ends: readonly string[];
}

async function crawl(
  path = '/docs/',
  flags: Record<string, string> = {},
  options: CrawlOptions = {},
): Promise<Crawled> {
  const run = openDocent({ settings: settings(flags) }).crawl(`${server.origin}${path}`, options);
  const ends: string[] = [];
  for await (const event of run)
    if (event.type === 'visited' && event.state !== 'waiting')
      ends.push(`${event.url.replace(server.origin, '')} ${event.state} ${event.by}`);
  return { exitCode: (await run.result).exitCode, ends: ends.sort() };
}

async function why(path: string): Promise<string> {
  const reading = await openReading(openPlace(settings()));
  try {
    const [record] = await reading.why(path.startsWith('http') ? path : `${server.origin}${path}`);
    return record === undefined ? 'never found' : `${record.state} ${record.by}: ${record.detail}`;
  } finally {
    await reading.close();
  }
}

const spec = (title = 'Kettle API'): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1.2.0' },
    paths: { '/kettles': { get: { operationId: 'listKettles', summary: 'List kettles', responses: {} } } },
  });
const yaml =
  'openapi: 3.0.3\ninfo:\n  title: Kettle API\n  version: "1"\npaths:\n  /boil:\n    post:\n      summary: Boil\n      responses: {}\n';
const redoc = (url: string): string =>
  `<!doctype html><title>Kettle</title><body><redoc spec-url="${url}"></redoc><script src="https://cdn.redoc.ly/redoc/latest/bundles/redoc.standalone.js"></script></body>`;
const react =
  '<!doctype html><title>Kettle</title><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/main.js"></script></body>';

describe('H9: a crawl of a page that scripts write', () => {
  it('reports that it needs a browser, stores nothing, and fails as a seed', async () => {
    pages['/docs/'] = react;
    expect(await crawl()).toEqual({ exitCode: 1, ends: ['/docs/ skipped content:needs-browser'] });
    expect(await why('/docs/')).toMatch(/needs a browser: scripts write its text, .*OpenAPI document/);
  });

  it('never stores a place-holder', async () => {
    pages['/docs/'] = '<div id="app">Please wait...</div><script src="/main.js"></script>';
    pages['/docs/a'] = '<p>Loading…</p><script src="/main.js"></script>';
    pages['/docs/b'] = '<div id="root">Please enable JavaScript to run this app.</div><script src="/main.js"></script>';
    const links =
      '<p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p>';
    pages['/docs/start'] = `${links}<a href="a">A</a> <a href="b">B</a> <a href="/docs/">C</a>`;
    expect((await crawl('/docs/start')).ends).toEqual([
      '/docs/ skipped content:needs-browser',
      '/docs/a skipped content:needs-browser',
      '/docs/b skipped content:needs-browser',
      '/docs/start indexed http:200',
    ]);
  });

  it.each([
    ['application/json', '/openapi.json', spec()],
    ['text/plain', '/openapi.json', spec()],
    ['application/yaml', '/openapi.yaml', yaml],
    ['text/yaml; charset=utf-8', '/openapi.yaml', yaml],
    ['application/vnd.oai.openapi', '/v3/api', yaml],
    ['application/vnd.oai.openapi+json;version=3.0', '/v3/api', spec()],
    ['text/plain', '/openapi.yml', yaml],
  ])('reads the OpenAPI document of its host as a seed, outside of the folder too: %s %s', async (type, path, body) => {
    pages['/docs/'] = redoc(path);
    pages[path] = [type, body];
    expect(await crawl()).toEqual({
      exitCode: 0,
      ends: ['/docs/ skipped shell:openapi', `${path} indexed http:200`].sort(),
    });
    expect(await why('/docs/')).toContain(`it leads to its OpenAPI document ${server.origin}${path}`);
    const reading = await openReading(openPlace(settings()));
    const [record] = await reading.why(`${server.origin}${path}`);
    await reading.close();
    expect(record?.page?.facts).toMatchObject({ form: 'openapi', rule: 'openapi' });
  });

  it('reads every document that Swagger UI names', async () => {
    pages['/docs/'] =
      `<div id="swagger-ui"></div><script src="/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ urls: [{ url: '/a.json' }, { url: 'b.json' }] })</script>`;
    pages['/a.json'] = ['application/json', spec('A')];
    pages['/docs/b.json'] = ['application/json', spec('B')];
    expect(await crawl()).toEqual({
      exitCode: 0,
      ends: ['/a.json indexed http:200', '/docs/ skipped shell:openapi', '/docs/b.json indexed http:200'],
    });
  });

  it('takes the place of a shell deep in a crawl, and one that fails there is no failed seed', async () => {
    const text =
      '<p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p>';
    pages['/docs/'] = `${text}<a href="api/">API</a>`;
    pages['/docs/api/'] = redoc('openapi.json');
    expect(await crawl()).toEqual({
      exitCode: 0,
      ends: ['/docs/ indexed http:200', '/docs/api/ skipped shell:openapi', '/docs/api/openapi.json failed http:404'],
    });
  });

  it.each([
    ['is not there', undefined],
    ['is another file', ['application/json', '{"kettles": 3}'] as const],
  ])('does not report that a document was read that %s', async (_, file) => {
    pages['/docs/'] = redoc('/openapi.json');
    if (file !== undefined) pages['/openapi.json'] = file;
    expect((await crawl()).exitCode).toBe(1);
    expect(await why('/docs/')).toBe(
      `skipped shell:openapi: the page needs a browser; it leads to its OpenAPI document ${server.origin}/openapi.json`,
    );
  });

  it('leaves a document of another host to the scope', async () => {
    pages['/docs/'] = redoc(`${other.origin}/openapi.json`);
    elsewhere['/openapi.json'] = ['application/json', spec()];
    expect(await crawl()).toEqual({ exitCode: 1, ends: ['/docs/ skipped content:needs-browser'] });
    expect(await why('/docs/')).toContain(`it names ${other.origin}/openapi.json, which is left out by scope:host`);
    expect(other.requestLines).toEqual([]);
  });

  it('requests robots.txt first', async () => {
    pages['/robots.txt'] = ['text/plain', 'User-agent: *\nDisallow: /openapi.json\n'];
    pages['/docs/'] = redoc('/openapi.json');
    pages['/openapi.json'] = ['application/json', spec()];
    const { exitCode, ends } = await crawl();
    expect(exitCode).toBe(1);
    expect(ends).toEqual(['/docs/ skipped shell:openapi', expect.stringMatching(/^\/openapi\.json blocked robots:/)]);
    expect(server.requestLines).not.toContain('GET /openapi.json');
  });

  it('R26: the operator’s own no holds: excluded, blocked and blocklisted', async () => {
    pages['/docs/'] = redoc('/private/openapi.json');
    pages['/private/openapi.json'] = ['application/json', spec()];
    expect((await crawl('/docs/', { exclude_paths: '/private/**' })).ends).toEqual([
      '/docs/ skipped content:needs-browser',
    ]);
    expect(await why('/docs/')).toContain('left out by excludePaths: /private/**');
    expect((await crawl('/docs/', {}, { fresh: true, block: ['/private/**'] })).ends).toEqual([
      '/docs/ skipped content:needs-browser',
    ]);
    const door = await openSideDoor(openPlace(settings()).store);
    await door.block(`127.0.0.1:${server.port}/private`, 'not ours');
    await door.close();
    expect((await crawl('/docs/', {}, { fresh: true })).ends).toEqual(['/docs/ skipped content:needs-browser']);
    expect(await why('/docs/')).toMatch(/left out by blocklist: .*: not ours/);
    expect(server.requestLines).not.toContain('GET /private/openapi.json');
  });

  it.each([301, 302, 307])('follows a document that redirects on its host: %i', async (status) => {
    pages['/docs/'] = redoc('/o');
    pages['/o'] = { to: '/v2/o.json', status };
    pages['/v2/o.json'] = ['application/json', spec()];
    const { exitCode, ends } = await crawl();
    expect(exitCode).toBe(0);
    expect(ends).toEqual([
      '/docs/ skipped shell:openapi',
      expect.stringMatching(/^\/(?:o|v2\/o\.json) indexed http:200$/),
    ]);
  });

  it('follows no document to another host, nor to what the operator left out', async () => {
    pages['/docs/'] =
      `<div id="swagger-ui"></div><script src="/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ urls: [{ url: '/a' }, { url: '/b' }] })</script>`;
    pages['/a'] = { to: `${other.origin}/openapi.json`, status: 302 };
    pages['/b'] = { to: '/private/openapi.json', status: 302 };
    elsewhere['/openapi.json'] = ['application/json', spec()];
    pages['/private/openapi.json'] = ['application/json', spec()];
    expect(await crawl('/docs/', { exclude_paths: '/private/**' })).toEqual({
      exitCode: 1,
      ends: ['/a skipped redirect:scope', '/docs/ skipped shell:openapi', '/private/openapi.json blocked excludePaths'],
    });
    expect(other.requestLines).toEqual([]);
    expect(server.requestLines).not.toContain('GET /private/openapi.json');
  });

  it('stores no page in place of a document, and lets it lead nowhere', async () => {
    pages['/docs/'] = redoc('/b');
    pages['/b'] =
      '<main><p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p><a href="/docs/c">C</a></main>';
    expect(await crawl()).toEqual({
      exitCode: 1,
      ends: ['/b skipped content:no-document', '/docs/ skipped shell:openapi'],
    });
    expect(await why('/b')).toMatch(/names it .* an HTML page/);
  });

  it.each(['/x', '/docs/x'])('does not go on from a shell to a shell: %s', async (way) => {
    pages['/docs/'] = redoc(`${way}1`);
    for (let n = 1; n < 30; n++) pages[`${way}${n}`] = redoc(`${way}${n + 1}`);
    expect(await crawl()).toEqual({
      exitCode: 1,
      ends: ['/docs/ skipped shell:openapi', `${way}1 skipped content:no-document`].sort(),
    });
  });

  it('counts what shells deep in a crawl name as links', async () => {
    const text =
      '<p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p>';
    pages['/docs/'] = `${text}<a href="x1">API</a>`;
    for (let n = 1; n < 30; n++) pages[`/docs/x${n}`] = redoc(`/docs/x${n + 1}`);
    expect((await crawl('/docs/', { max_depth: '3' })).ends).toEqual([
      '/docs/ indexed http:200',
      '/docs/x1 skipped shell:openapi',
      '/docs/x2 skipped shell:openapi',
      '/docs/x3 skipped content:needs-browser',
    ]);
  });

  it('leaves a page of the scope alone that a document redirects to', async () => {
    pages['/docs/'] = redoc('/o');
    pages['/o'] = { to: '/docs/', status: 302 };
    expect(await crawl()).toEqual({ exitCode: 1, ends: expect.arrayContaining(['/docs/ skipped shell:openapi']) });
    expect(await why('/docs/')).toMatch(/^skipped shell:openapi: .*\/o$/);
    expect(await why('/o')).toMatch(/^skipped content:no-document: /);
    pages['/o'] = { to: '/docs/guide', status: 302 };
    pages['/docs/guide'] =
      '<main><p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p></main>';
    expect((await crawl('/docs/', {}, { fresh: true })).exitCode).toBe(0);
    expect(await why('/docs/guide')).toMatch(/^indexed /);
  });

  it.each([
    ['a ring', { '/docs/': redoc('/b'), '/b': redoc('/c'), '/c': redoc('/docs/') }],
    ['a ring in its folder', { '/docs/': redoc('/docs/b'), '/docs/b': redoc('/docs/c'), '/docs/c': redoc('/docs/') }],
    ['back to the page', { '/docs/': redoc('/o'), '/o': { to: '/docs/', status: 302 } }],
    ['back to the page, for ever', { '/docs/': redoc('/o'), '/o': { to: '/docs/', status: 301 } }],
  ])('F5: fails where nothing is stored: %s', async (_, site: Record<string, Answer>) => {
    Object.assign(pages, site);
    expect((await crawl()).exitCode).toBe(1);
  });

  it('follows no document of a page with nofollow', async () => {
    pages['/docs/'] = `<meta name="robots" content="nofollow">${redoc('/openapi.json')}`;
    pages['/openapi.json'] = ['application/json', spec()];
    expect((await crawl()).ends).toEqual(['/docs/ skipped content:needs-browser']);
  });

  it('reads a document inside the page in its place', async () => {
    pages['/docs/'] =
      `<div id="redoc"></div><script>const __redoc_state = {"spec":{"data":${spec()}}}; Redoc.hydrate(__redoc_state)</script>`;
    expect(await crawl()).toEqual({ exitCode: 0, ends: ['/docs/ indexed http:200'] });
  });

  it('F10: a copy that was a page stays, and a place-holder that was stored as one goes', async () => {
    const text =
      '<p>Kettles are made of steel, and boil water in less than three minutes when they are half full and plugged in.</p>';
    pages['/docs/'] = `${text}<a href="a">A</a>`;
    pages['/docs/a'] = text.replace('Kettles', 'Pots');
    await crawl();
    pages['/docs/'] = react;
    expect((await crawl()).ends).toEqual(['/docs/ skipped content:needs-browser', '/docs/a unchanged content:same']);
    const reading = await openReading(openPlace(settings()));
    expect((await reading.why(`${server.origin}/docs/`))[0]?.page?.words).toBeGreaterThan(10);
    await reading.close();
  });

  it('follows Docsify’s files, stores neither its page nor its menu', async () => {
    pages['/docs/'] =
      '<div id="app">Please wait...</div><script>window.$docsify={loadSidebar:true}</script><script src="//cdn.jsdelivr.net/npm/docsify@4"></script>';
    pages['/docs/README.md'] = ['text/markdown', '# Kettle\n\nBoils water. See [descaling](guide/descale.md).\n'];
    pages['/docs/_sidebar.md'] = [
      'text/markdown',
      '* [Home](/)\n* [Start](guide/start)\n* [Lids](#/guide/lids?id=steel)\n',
    ];
    pages['/docs/guide/start.md'] = ['text/markdown', '# Start\n\nFill it with water first.\n'];
    pages['/docs/guide/lids.md'] = ['text/markdown', '# Lids\n\nEvery lid fits every kettle of its size.\n'];
    pages['/docs/guide/descale.md'] = ['text/markdown', '# Descaling\n\nVinegar removes what hard water leaves.\n'];
    expect(await crawl()).toEqual({
      exitCode: 0,
      ends: [
        '/docs/ skipped shell:markdown',
        '/docs/README.md indexed http:200',
        '/docs/_sidebar.md skipped content:menu',
        '/docs/guide/descale.md indexed http:200',
        '/docs/guide/lids.md indexed http:200',
        '/docs/guide/start.md indexed http:200',
      ],
    });
  });
});

// They look at pages, and at no store.
describe('H9: the other commands report the same', () => {
  it('plan: whether the page needs a browser, and what a crawl would read instead', async () => {
    pages['/docs/'] = react;
    const plan = async () =>
      (await planCrawl(openPlace(settings()), silentLog, [`${server.origin}/docs/`]))[0]?.seeds[0];
    expect(await plan()).toMatchObject({
      usable: false,
      answer: expect.stringMatching(/^status 200, "Kettle", content:needs-browser: the page needs a browser/),
    });
    pages['/docs/'] = redoc('/openapi.json');
    expect(await plan()).toMatchObject({
      usable: true,
      answer: expect.stringContaining(
        `shell:openapi: the page needs a browser; it leads to its OpenAPI document ${server.origin}/openapi.json`,
      ),
    });
    pages['/robots.txt'] = ['text/plain', 'User-agent: *\nDisallow: /openapi.json\n'];
    expect(await plan()).toMatchObject({
      usable: false,
      answer: expect.stringContaining('robots.txt does not allow it'),
    });
  });

  it('providers check: the page, the file in its place, and what to change', async () => {
    const check = async () => {
      const [target] = resolveTargets([`${server.origin}/docs/`], settings());
      if (target === undefined) throw new Error('no target');
      return checkProvider(openPlace(settings()), silentLog, target.provider, { pages: 3 });
    };
    pages['/docs/'] = react;
    expect(await check()).toMatchObject({
      usable: false,
      warnings: [{ by: 'check:script', detail: expect.stringContaining('content:needs-browser') }],
    });
    pages['/docs/'] = redoc('/openapi.json');
    pages['/openapi.json'] = ['application/json', spec()];
    const { usable, warnings, pages: seen } = await check();
    expect({ usable, by: warnings.map(({ by }) => by) }).toEqual({
      usable: true,
      by: expect.arrayContaining(['check:shell']),
    });
    expect(seen.map(({ url, read }) => [url.replace(server.origin, ''), read?.rule, read?.shell?.by])).toEqual([
      ['/docs/', 'body', 'shell:openapi'],
      ['/openapi.json', 'openapi', undefined],
    ]);
  });

  it('providers check: a file that redirects on its host is followed as a crawl follows it', async () => {
    pages['/docs/'] = redoc('/o');
    pages['/o'] = { to: '/v2/o.json', status: 302 };
    pages['/v2/o.json'] = ['application/json', spec()];
    const [target] = resolveTargets([`${server.origin}/docs/`], settings());
    const { usable, pages: seen } = await checkProvider(openPlace(settings()), silentLog, target?.provider as never, {
      pages: 3,
    });
    expect({ usable, seen: seen.map(({ finalUrl }) => finalUrl.replace(server.origin, '')) }).toEqual({
      usable: true,
      seen: ['/docs/', '/v2/o.json'],
    });
  });

  it('read: the file of the same host in place of the page, else the page as it is and a sentence', async () => {
    pages['/docs/'] = redoc('/openapi.json');
    pages['/openapi.json'] = ['application/json', spec()];
    const read = () => readOne(openPlace(settings()), silentLog, `${server.origin}/docs/`);
    const led = await read();
    expect(led).toMatchObject({
      page: { url: `${server.origin}/openapi.json`, rule: 'openapi' },
      shell: {
        by: 'shell:openapi',
        detail: `${server.origin}/docs/ needs a browser; ${server.origin}/openapi.json is read instead`,
      },
    });
    expect(led.page.markdown).toContain('GET /kettles');
    delete pages['/openapi.json'];
    expect(await read()).toMatchObject({
      page: { url: `${server.origin}/docs/`, markdown: '', flags: ['needs-browser'] },
      shell: { by: 'content:needs-browser', detail: expect.stringContaining('answered 404') },
    });
    pages['/openapi.json'] =
      '<main><p>Kettles are made of steel, and boil water in less than three minutes.</p></main>';
    expect(await read()).toMatchObject({
      page: { url: `${server.origin}/docs/`, markdown: '' },
      shell: { by: 'content:needs-browser' },
    });
    pages['/docs/'] = redoc(`${other.origin}/openapi.json`);
    expect((await read()).shell?.detail).toContain(`${other.origin}/openapi.json`);
    expect(other.requestLines).toEqual([]);
  });
});
