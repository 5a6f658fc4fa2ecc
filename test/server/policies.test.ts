// A2: policies changed by several programs at once, by hand and from outside: nothing is overwritten unseen, nothing leaks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './open.ts';

const config = (site: string): string => `# who looks after this: Kim
providers:
  - provider_id: ours
    seed_url: ${site}docs/?token=s3cret-value # start
    allowed_path_patterns: [/docs/**]
    query: keep
    max_pages: 20 # enough for now
  - provider_id: own
    seed_urls: [${site}docs/]
    allowed_path_patterns: [/docs/**]
    own_site: true
    headers_from_env: { Authorization: OWN_TOKEN }
`;

describe('A2: policies that are changed through the API', () => {
  let server: TestServer;
  const file = (): string => join(server.folder, 'docent.yml');
  const call = (method: string, id: string, body?: object, match?: string): Promise<Response> =>
    fetch(`${server.address}/admin/v1/providers${id === '' ? '' : `/${id}`}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        ...(match !== undefined && { 'if-match': match }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  beforeAll(async () => {
    server = await openTestServer(config);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('keep the comments and the form of the file', async () => {
    const response = await call('PATCH', 'ours', { max_pages: 30, note: 'by API' }, '*');
    expect(response.status).toBe(200);
    const text = readFileSync(file(), 'utf8');
    expect(text).toContain('# who looks after this: Kim');
    expect(text).toContain('max_pages: 30 # enough for now');
    expect(text).toContain('note: by API');
  });

  it('H1: show no secret of a seed, and keep it when the policy is sent back as it was shown', async () => {
    const shown = await call('GET', 'ours');
    const text = await shown.text();
    expect(text).not.toContain('s3cret');
    const { policy } = JSON.parse(text) as { policy: { seed_url: string } };
    const replaced = await call('PUT', 'ours', { ...policy, note: 'sent back' }, shown.headers.get('etag') ?? '');
    expect(replaced.status).toBe(200);
    expect(readFileSync(file(), 'utf8')).toContain(`${server.site}docs/?token=s3cret-value`);
  });

  it.each([
    ['a remark', { note: 'MASK' }],
    ['a remark that goes on', { note: 'see MASK for it' }],
    ['the name', { name: 'MASK' }],
    ['a list of names', { aliases: ['MASK'] }],
    ['another place of its list', { seed_urls: ['https://docs.example.com/', 'MASK'] }],
    ['two places of its list', { seed_urls: ['MASK', 'MASK'] }],
    ['the place behind a single one', { seed_url: 'https://docs.example.com/', seed_urls: ['MASK'] }],
    ['another field of a URL', { sitemap_url: 'MASK' }],
    ['a field of a section', { tos: { url: 'MASK' } }],
    ['a field by its dotted name', { 'tos.url': 'MASK' }],
    ['a list inside a section', { context7: { topics: ['MASK'] } }],
    ['a variable', { headers_from_env: { Authorization: 'MASK' } }],
    ['a URL that was changed beside it', { seed_url: 'MASK&page=2' }],
    ['another host', { seed_url: 'https://elsewhere.example/docs/?token=***' }],
    ['a field that there is not', { other: { deep: ['MASK'] } }],
  ])('H1: are refused with a hidden value as %s', async (_, fields) => {
    const before = readFileSync(file(), 'utf8');
    const sent = JSON.parse(JSON.stringify(fields).replaceAll('MASK', `${server.site}docs/?token=***`)) as object;
    const own = { provider_id: 'ours', seed_urls: ['https://docs.example.com/'], allowed_path_patterns: ['/docs/**'] };
    for (const [method, body] of [
      ['PATCH', sent],
      ['PUT', { ...own, ...sent }],
    ] as const) {
      const response = await call(method, 'ours', body, '*');
      const text = await response.text();
      expect([method, response.status, text]).toEqual([method, 422, expect.stringContaining('stands for a value')]);
      expect(text).not.toContain('s3cret');
    }
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('H1: are refused with a hidden value among seeds that are added', async () => {
    const before = readFileSync(file(), 'utf8');
    const response = await fetch(`${server.address}/admin/v1/providers/ours/seeds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [`${server.site}docs/deep/?token=***`] }),
    });
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('stands for a value')]);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('are made by one of two programs that read the same version', async () => {
    const etag = (await call('GET', 'ours')).headers.get('etag') ?? '';
    const both = await Promise.all([1, 2].map((n) => call('PATCH', 'ours', { note: `note ${n}` }, etag)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('are refused for a version that was edited by hand since', async () => {
    const etag = (await call('GET', 'ours')).headers.get('etag') ?? '';
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('max_pages: 30', 'max_pages: 31'));
    expect((await call('PATCH', 'ours', { note: 'late' }, etag)).status).toBe(412);
    expect(readFileSync(file(), 'utf8')).toContain('max_pages: 31');
  });

  it('H1: have an ETag that tells nothing of a hidden value, and one that is changed meanwhile stays', async () => {
    const { headers } = await call('GET', 'ours');
    const etag = headers.get('etag') ?? '';
    const text = readFileSync(file(), 'utf8');
    for (const secret of ['other-value', '0', 's3cret-valuf']) {
      writeFileSync(file(), text.replace('s3cret-value', secret));
      const changed = await call('PATCH', 'ours', { seed_url: `${server.site}docs/?token=***` }, etag);
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag]);
      expect(readFileSync(file(), 'utf8')).toContain(`?token=${secret}`);
    }
    writeFileSync(file(), text);
  });

  it('H1: send no variable of the environment to a site that the file does not name', async () => {
    const before = readFileSync(file(), 'utf8');
    const elsewhere = { seed_urls: ['https://collect.example/'], allowed_path_patterns: ['/**'] };
    const refused = await Promise.all([
      call('PATCH', 'own', elsewhere, '*'),
      call('PATCH', 'own', { headers_from_env: { Authorization: 'HOME' } }, '*'),
      call('PATCH', 'ours', { own_site: true, headers_from_env: { X: 'HOME' } }, '*'),
      call('PATCH', 'ours', { folder: '/etc' }, '*'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await refused[0]?.json()) as object).toMatchObject({
      problems: [expect.stringContaining('https://collect.example')],
    });
    expect(readFileSync(file(), 'utf8')).toBe(before);
    expect((await call('PATCH', 'own', { note: 'kept as they are' }, '*')).status).toBe(200);
  });

  it.each([
    { seed_urls: ['https://a.example/', null] },
    { seed_urls: [5] },
    { seed_urls: [{}] },
    { seed_urls: [['https://a.example/']] },
    { seed_url: { href: 'https://a.example/' } },
    { preset: { toString: 1 } },
    { preset: ['stripe'] },
  ])('FAULTS 69: are refused with the field where a value is of another kind: %j', async (body) => {
    const before = readFileSync(file(), 'utf8');
    const add = await call('POST', '', { provider_id: 'odd', ...body });
    const change = await call('PATCH', 'ours', body, '*');
    for (const response of [add, change]) {
      expect(response.status).toBe(422);
      expect(await response.text()).toContain(Object.keys(body)[0]);
    }
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('FAULTS 69: have no field __proto__, and no query has', async () => {
    const response = await call('PATCH', 'ours', JSON.parse('{"__proto__":{"x":1}}'), '*');
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('__proto__');
    expect((await fetch(`${server.address}/admin/v1/runs?__proto__=x`)).status).toBe(400);
  });

  it('are refused with their lines while the file cannot be used, and the settings in force stay', async () => {
    const before = readFileSync(file(), 'utf8');
    writeFileSync(file(), `${before}concurrency: many\n`);
    const response = await call('PATCH', 'ours', { note: 'x' }, '*');
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(/docent\.yml, line \d+/);
    expect((await call('GET', 'ours')).status).toBe(200);
    writeFileSync(file(), before);
  });
});
