// H7: callers of a server name no folder and no file of its machine, at whatever door and however they write it.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

const SECRET = 'kingfisher-4711';

describe('H7, A2: a place of the machine', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'docent-places-')));
  const secret = join(base, 'secret');
  const notes = join(base, 'notes');
  const away = relative(process.cwd(), secret);
  let server: TestServer;
  let before: string;
  let browser: Browser;
  beforeAll(async () => {
    for (const folder of [secret, notes]) mkdirSync(folder);
    writeFileSync(join(secret, 'index.md'), `# Secret\n\nThe word is ${SECRET}.\n`);
    writeFileSync(join(notes, 'index.md'), '# Notes\n\nThese are for everybody.\n');
    writeFileSync(join(notes, '.env'), `KEY=${SECRET}\n`);
    writeFileSync(join(notes, 'private.md'), `# Private\n\nAlso ${SECRET}.\n`);
    symlinkSync(secret, join(notes, 'out'));
    symlinkSync(secret, join(base, 'link'));
    server = await openTestServer(
      () =>
        `providers:\n  - provider_id: team\n    folder: ${notes}\n    aliases: [handbook]\n    blocked_path_patterns: ["/private.md"]\n  - {provider_id: kit, folder: ${notes}/kit, package: npm}\n`,
    );
    browser = await signIn(server.address, server.token);
    before = readFileSync(join(server.folder, 'docent.yml'), 'utf8');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(base, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: object, token: string | undefined = server.token) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...{ 'content-type': 'application/json', 'if-match': '*' },
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const tool = async (name: string, args: object) => {
    const response = await fetch(`${server.address}/mcp`, {
      ...{
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      },
      headers: {
        ...{ authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        'mcp-protocol-version': '2025-06-18',
      },
    });
    return (await response.json()) as { readonly result?: { readonly isError?: boolean }; readonly error?: object };
  };
  const sources = async (): Promise<readonly string[]> => {
    const { text } = await call('GET', '/providers?limit=100&from=file&from=crawl');
    return (JSON.parse(text) as { providers: readonly { id: string }[] }).providers.map(({ id }) => id).toSorted();
  };
  /** Ways to write a place: none is what a source is called. */
  const places: readonly string[] = [
    'src',
    'node_modules',
    'src/app',
    'src/',
    `src/../${away}`,
    `node_modules/.bin/../../${away}/../link`,
    away,
    `./${away}`,
    `.//${away}//`,
    secret,
    `${base}/notes/out`,
    `${base}/link/.`,
    `/${secret}`,
    `/proc/self/root${secret}`,
    `/proc/self/cwd/${away}`,
    '/proc/self',
    '/dev/fd',
    '/etc',
    '.',
    '..',
    '~',
    '~root/',
    `~/${relative('/', secret)}`,
    'team/',
    'team/out',
    'team/../secret',
    'team/./../secret/.',
    'handbook/..',
    'team\\..\\secret',
    'team%2f..%2fsecret',
    'team%5C..%5Csecret',
    `team\0/../../${secret}`,
    'team\0',
    `${secret}\0.md`,
    'folder://team/',
    'folder://team/../../secret',
    'folder://team/%2e%2e/%2e%2e/etc',
    `folder://${secret}`,
    `folder:${secret}`,
    pathToFileURL(secret).href,
    `FILE://localhost${secret}`,
    `file:${secret}`,
    `\\\\localhost\\${secret}`,
    'C:\\Windows',
    'package.json',
    'docent.yml',
    '.docent',
    '-',
    '/dev/stdin',
    'src／..／..',
    ' team/..',
    'team\n/..',
    'x'.repeat(5_000),
  ];

  it.each(places)('%j begins no run, is not looked at, and is named to nobody', async (word) => {
    const doors: readonly (readonly [string, string, object])[] = [
      ['POST', '/runs', { targets: [word] }],
      ['POST', '/runs', { targets: [word], kind: 'refresh' }],
      ['POST', '/runs', { targets: ['team', word] }],
      ['POST', '/plan', { url: word }],
      ['POST', '/plan', { provider: word }],
      ['POST', '/preview', { url: word }],
      ['POST', '/preview', { url: 'http://127.0.0.1/', provider: word }],
      ['POST', '/robots/test', { urls: [word] }],
      ['POST', `/providers/${encodeURIComponent(word)}/check`, {}],
      ['POST', '/url/recrawl', { url: 'http://127.0.0.1/x', provider: word }],
      ['POST', '/providers/team/seeds', { urls: [word] }],
      ['POST', '/requests', { kind: 'deletion', what: `provider:${word}` }],
    ];
    const read = (text: string): string => text.replaceAll(JSON.stringify(word).slice(1, -1), '');
    for (const [method, path, body] of doors) {
      const { status, text } = await call(method, path, body);
      // A deletion may name what is not there; nothing is looked for.
      const isFiled = path === '/requests' && status === 201;
      expect([path, isFiled || (status >= 400 && status < 500), text]).toEqual([path, true, text]);
      expect(read(text)).not.toContain(SECRET);
    }
    // What only looks may find nothing, and reads nothing of the machine.
    const encoded = encodeURIComponent(word);
    const looks: readonly (readonly [string, string, object?])[] = [
      ['GET', `/url?url=${encoded}`],
      ['GET', `/url/markdown?url=${encoded}`],
      ['GET', `/urls?provider=${encoded}`],
      ['GET', `/runs?provider=${encoded}`],
      ['GET', `/providers/${encoded}`],
      ['GET', `/search?q=${SECRET}&library=${encoded}`],
      ['POST', '/forget/preview', { what: `provider:${word}` }],
      ['POST', '/forget/preview', { what: word }],
    ];
    for (const [method, path, body] of looks) {
      const { status, text } = await call(method, path, body);
      expect([path, status < 500]).toEqual([path, true]);
      expect(text).not.toContain('The word is');
    }
    for (const [path, fields] of [
      [`/sources/${encoded}/run`, { how: 'crawl', confirmed: 'yes' }],
      ['/url/recrawl', { url: `${server.site}docs/`, provider: word }],
    ] as const)
      expect([path, (await browser.send(path, fields)).status >= 400]).toEqual([path, true]);
    for (const [name, args] of [
      ['add_source', { url: word }],
      ['refresh_source', { library: word }],
      ['add_source', { url: word, library: 'team' }],
    ] as const) {
      const { result, error } = await tool(name, args);
      expect([name, result?.isError === true || error !== undefined]).toEqual([name, true]);
    }
    expect(await sources()).toEqual([server.provider, 'kit', 'team'].toSorted());
  });

  it.each([
    ['a token that may not write', () => server.readerToken, 403],
    ['a stranger', () => '', 401],
  ])('A2: %s begins no run of anything, the id of a source included', async (_, token, status) => {
    for (const word of ['team', 'src', secret])
      expect((await call('POST', '/runs', { targets: [word] }, token())).status).toBe(status);
  });

  it.each<[string, string, string, object]>([
    ['folder', 'POST', '/providers', { provider_id: 'x', folder: secret }],
    [
      'folder beside a seed',
      'POST',
      '/providers',
      { provider_id: 'x', folder: secret, seed_url: 'https://a.example/' },
    ],
    ['folder in a list', 'POST', '/providers', { provider_id: 'x', folder: [secret], seed_url: 'https://a.example/' }],
    ['folder of another letter case', 'POST', '/providers', { provider_id: 'x', Folder: secret }],
    ['folder on a preset', 'POST', '/providers', { preset: 'stripe', folder: secret }],
    ['folder and package', 'POST', '/providers', { provider_id: 'x', folder: 'node_modules/vitest', package: 'npm' }],
    ['a seed that is a page of a folder', 'POST', '/providers', { provider_id: 'x', seed_url: 'folder://team/' }],
    ['a seed that is a path', 'POST', '/providers', { provider_id: 'x', seed_url: secret }],
    ['a seed that is a file URL', 'POST', '/providers', { provider_id: 'x', seed_url: pathToFileURL(secret).href }],
    ['another folder', 'PATCH', '/providers/team', { folder: secret }],
    ['the same folder by another way', 'PATCH', '/providers/team', { folder: `${notes}/../notes` }],
    ['a folder below it', 'PATCH', '/providers/team', { folder: `${notes}/out` }],
    ['another folder, whole', 'PUT', '/providers/team', { provider_id: 'team', folder: secret }],
    ['its hidden files', 'PATCH', '/providers/team', { default_excludes: false }],
    ['what it leaves out', 'PATCH', '/providers/team', { blocked_path_patterns: [] }],
    ['what it leaves out, by null', 'PATCH', '/providers/team', { blocked_path_patterns: null }],
    ['what it leaves out, whole', 'PUT', '/providers/team', { provider_id: 'team', folder: notes }],
    ['what it reads', 'PATCH', '/providers/team', { allowed_path_patterns: ['/private.md', '/**'] }],
    ['what it excludes', 'PATCH', '/providers/team', { exclude_paths: ['/index.md'] }],
    ['all of a package', 'PATCH', '/providers/kit', { package: null }],
    ['a folder on a preset', 'PATCH', '/providers/stripe', { folder: secret, seed_urls: null }],
    ['a plan of a folder', 'POST', '/plan', { policy: { provider_id: 'x', folder: secret } }],
    ['a plan of a known folder', 'POST', '/plan', { policy: { provider_id: 'team', folder: notes } }],
  ])('H7: a policy that is sent does not set it: %s', async (_, method, path, body) => {
    const { status, text } = await call(method, path, body);
    expect([status, text]).toEqual([422, text]);
    expect(text).not.toContain(SECRET);
    expect(readFileSync(join(server.folder, 'docent.yml'), 'utf8')).toBe(before);
  });

  it('A2: a source that is a folder is crawled by its id and its alias; what lies outside of it is not read', async () => {
    const lastRun = async () => JSON.parse((await call('GET', '/runs?provider=team&limit=1')).text).runs[0];
    const ended = () => until(async () => (await lastRun())?.endedAt !== undefined);
    for (const word of ['team', 'handbook']) {
      const { status, text } = await call('POST', '/runs', { targets: [word] });
      expect([status, text]).toEqual([201, text]);
      await ended();
    }
    const outside = [
      'folder://team/out/index.md',
      'folder://team/../secret/index.md',
      'folder://team/..%2fsecret%2findex.md',
      'folder://team/%2e%2e/secret/index.md',
      'folder://team/.env',
      'folder://team/private.md',
      `folder://team/${encodeURIComponent(join(secret, 'index.md'))}`,
    ];
    for (const url of outside) {
      await call('POST', '/url/recrawl', { url, provider: 'team' });
      await ended();
      expect((await call('GET', `/url/markdown?url=${encodeURIComponent(url)}`)).text).not.toContain(SECRET);
    }
    const found = async (word: string) => JSON.parse((await call('GET', `/search?q=${word}`)).text).results.length;
    expect([await found('everybody'), await found(SECRET)]).toEqual([1, 0]);
  });
});
