// H7, A2: a folder is what its operator made of it: a caller changes nothing that decides which of its files are read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/index.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';

const SECRET = 'kingfisher-4711';

describe('H7, A2: a source that is a folder, of which the operator has left out a part', () => {
  let server: TestServer;
  const file = (): string => join(server.folder, 'docent.yml');
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const found = async (): Promise<number> => JSON.parse((await call('GET', `/search?q=${SECRET}`)).text).results.length;
  /** Begins a run and waits for its end; the status of what began it. */
  const run = async (body: object): Promise<number> => {
    const { status, text } = await call('POST', '/runs', body);
    if (status !== 201) return status;
    const ids = (JSON.parse(text).runs as readonly { id: number }[]).map(({ id }) => id);
    for (const id of ids) await until(async () => JSON.parse((await call('GET', `/runs/${id}`)).text).endedAt);
    return status;
  };
  const written = `providers:
  - provider_id: notes
    folder: ./notes
    blocked_path_patterns: ["/private/**"]
  - { provider_id: kit, folder: ./kit, package: npm }
`;
  const write = async (text: string, id: string): Promise<void> => {
    writeFileSync(file(), text);
    await until(async () => (await call('GET', '/providers?limit=100&from=file')).text.includes(`"${id}"`));
  };
  const put = (path: string, text: string): void => {
    mkdirSync(join(server.folder, path, '..'), { recursive: true });
    writeFileSync(join(server.folder, path), text);
  };
  beforeAll(async () => {
    server = await openTestServer();
    put('notes/index.md', '# Notes\n\nThese are for everybody.\n');
    put('kit/README.md', '# Kit\n\nA package.\n');
    put('kit/package.json', '{"name": "kit", "version": "1.0.0"}');
    // Once crawled as it is, later configured: the data folder knows the way to it.
    const own = openDocent({ cwd: server.folder, env: {}, flags: { data: '.docent' } });
    await own.crawl(join(server.folder, 'notes')).result;
    put('notes/private/pay.md', `# Pay\n\nThe word is ${SECRET}.\n`);
  });
  beforeEach(() => write(written, 'notes'));
  afterAll(() => server[Symbol.asyncDispose]());

  it.each<[string, string, string, object | undefined]>([
    ['it is removed', 'DELETE', 'notes', undefined],
    ['a package is removed', 'DELETE', 'kit', undefined],
    ['its folder is taken away', 'PATCH', 'notes', { folder: null }],
    ['its folder gives way to a site', 'PATCH', 'notes', { folder: null, seed_urls: ['https://docs.example.com/'] }],
    ['a site takes its place', 'PUT', 'notes', { seed_urls: ['https://docs.example.com/'] }],
    ['a package is no folder any more', 'PATCH', 'kit', { folder: null, package: null }],
    ['a site takes the place of a package', 'PUT', 'kit', { seed_urls: ['https://docs.example.com/'] }],
  ])('is not taken out of the configuration by a caller: %s', async (_, method, id, body) => {
    const { status, text } = await call(method, `/providers/${id}`, body);
    expect([status, text]).toEqual([422, expect.stringContaining('by hand only')]);
    expect(readFileSync(file(), 'utf8')).toBe(written);
    await run({ targets: [id], kind: 'refresh', all: true });
    expect(await found()).toBe(0);
  });
});
