// H7: callers of a server name nothing of its machine that the operator did not open; the server itself is never requested.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly hint: string;
}

describe('H7, A2: a caller of the API', () => {
  let server: TestServer;
  let neighbour: LocalServer;
  let gate: LocalServer;
  let asked: string[];
  beforeAll(async () => {
    asked = [];
    neighbour = await startServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Secret</title><main>Inner words.</main>');
    });
    gate = await startServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(302, { location: `${neighbour.origin}/` }).end();
    });
    server = await openTestServer(
      (site) =>
        `providers:\n  - provider_id: kept\n    seed_urls: ["${site}docs/deep/"]\n    allowed_path_patterns: ["/docs/deep/**"]\n  - provider_id: gate\n    seed_urls: ["${gate.origin}/"]\n    allowed_path_patterns: ["/**"]\n`,
      { isSiteAllowed: false },
    );
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Promise.all([neighbour[Symbol.asyncDispose](), gate[Symbol.asyncDispose]()]);
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: (await response.json()) as Problem };
  };
  const named = (url: string): readonly (readonly [string, string, object])[] => [
    ['POST', '/plan', { url }],
    ['POST', '/plan', { policy: { provider_id: 'x', seed_urls: [url] } }],
    ['POST', '/preview', { url }],
    ['POST', '/robots/test', { urls: [url] }],
    ['POST', '/runs', { targets: [url] }],
    ['POST', '/runs', { targets: [url], kind: 'refresh' }],
    ['POST', '/providers', { provider_id: 'x', seed_urls: [url] }],
    ['POST', '/providers', { provider_id: 'x', channel: 'api', api: { github: `${new URL(url).origin}/a/b` } }],
    ['PUT', '/providers/kept', { provider_id: 'kept', seed_urls: [url], allowed_path_patterns: ['/**'] }],
    ['PATCH', '/providers/kept', { seed_urls: [url] }],
    ['POST', '/providers/kept/seeds', { urls: [url] }],
  ];

  it('gets 422 for a port of this machine that nothing opens, and nothing is requested or written', async () => {
    const before = readFileSync(join(server.folder, 'docent.yml'), 'utf8');
    for (const [method, path, body] of named(`${neighbour.origin}/`)) {
      const { status, value } = await call(method, path, body);
      expect([method, path, status]).toEqual([method, path, 422]);
      expect(value.detail).toContain('allow_private');
      expect(value.detail).toContain('docent.yml');
    }
    expect(asked).toEqual([]);
    expect(readFileSync(join(server.folder, 'docent.yml'), 'utf8')).toBe(before);
  });

  it('gets 422 for other addresses that are not public', async () => {
    for (const url of ['http://10.0.0.7/', 'http://169.254.169.254/', 'http://[::1]:99/', 'http://0.0.0.0:99/'])
      expect((await call('POST', '/plan', { url })).status).toBe(422);
  });

  it('may name what a source of docent.yml or a crawl of the folder has', async () => {
    expect((await call('POST', '/plan', { url: `${server.site}docs/` })).status).toBe(200);
    expect((await call('POST', '/robots/test', { urls: [`${server.site}docs/`] })).status).toBe(200);
    expect((await call('POST', '/runs', { targets: [server.provider], kind: 'refresh' })).status).toBe(201);
  });

  it('is not led there by a redirect of a site that is open', async () => {
    expect((await call('POST', '/plan', { provider: 'gate' })).value).toMatchObject({ seeds: [{ usable: false }] });
    expect((await call('POST', '/preview', { url: `${gate.origin}/` })).status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });

  it('never has the server request itself, whatever is allowed', async () => {
    const own = new URL(server.address).port;
    for (const url of [`${server.address}/healthz`, `http://localhost:${own}/`, `http://0.0.0.0:${own}/`]) {
      const { status, value } = await call('POST', '/plan', { url });
      expect(status).toBe(422);
      expect(value.detail).toContain('this server itself');
    }
  });
});

describe('FAULTS 69: a change while docent.yml is not in force', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(() => '# only a comment\n', { isCrawled: false });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const file = () => join(server.folder, 'docent.yml');
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: (await response.json()) as Problem };
  };
  const added = { provider_id: 'x', seed_urls: ['https://docs.example.com/x/'] };

  it('leaves a file of comments alone where the change is refused', async () => {
    expect((await send('DELETE', '/providers/nosuch')).status).toBe(404);
    expect(readFileSync(file(), 'utf8')).toBe('# only a comment\n');
  });

  it('gets 409 with the problem, and writes nothing, while the file is missing', async () => {
    rmSync(file());
    for (const [method, path, body] of [
      ['POST', '/providers', added],
      ['DELETE', '/providers/nosuch', undefined],
    ] as const) {
      const { status, value } = await send(method, path, body);
      expect([status, value.code]).toEqual([409, 'conflict']);
      expect(value.detail).toContain('does not exist');
    }
    expect(() => readFileSync(file())).toThrow('ENOENT');
  });

  it('gets 409 with the problem, and writes nothing, while the file is refused', more, async () => {
    writeFileSync(file(), 'providers: 7\n');
    const { status, value } = await send('POST', '/providers', added);
    expect([status, value.detail.includes('does not exist')]).toEqual([409, false]);
    expect(readFileSync(file(), 'utf8')).toBe('providers: 7\n');
    rmSync(file());
  });

  it('gets 409 while the file is a link to nothing', more, async () => {
    rmSync(file(), { force: true });
    symlinkSync(join(server.folder, 'nowhere.yml'), file());
    expect((await send('POST', '/providers', added)).status).toBe(409);
    rmSync(file());
  });

  it('is made again when the file is right', async () => {
    writeFileSync(file(), '# only a comment\n');
    expect((await send('POST', '/providers', added)).status).toBe(201);
    expect(readFileSync(file(), 'utf8')).toMatch(/^# only a comment\n(?:.|\n)*providers:/);
    expect(readFileSync(file(), 'utf8')).not.toContain('null');
  });
});
