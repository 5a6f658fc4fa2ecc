// H7, A2: a folder is what its operator made of it: a caller changes nothing that decides which of its files are read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { block, unblock } from '../../src/app/read/blocklist.ts';
import { blockPattern } from '../../src/app/read/reading.ts';
import type { Field } from '../../src/core/options/field.ts';
import { openDocent } from '../../src/index.ts';
import { providerFields } from '../../src/seed/provider-fields.ts';
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
  const found = async (word = SECRET): Promise<number> =>
    JSON.parse((await call('GET', `/search?q=${word}`)).text).results.length;
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
    if (readFileSync(file(), 'utf8') === text) return;
    writeFileSync(file(), text);
    await until(async () => (await call('GET', '/providers?limit=100&from=file')).text.includes(JSON.stringify(id)));
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

  const valuesOf = (field: Field): readonly unknown[] => {
    if (field.kind === 'boolean') return [true, false];
    if (field.kind === 'integer') return [field.min, field.max];
    if (field.kind === 'choice') return field.choices;
    if (field.kind === 'header variables') return [{ Authorization: 'HOME' }];
    const one =
      field.kind === 'url' || (field.kind === 'list' && field.of === 'url') ? 'https://docs.example.com/' : '/x';
    return field.kind === 'list' ? [[one], []] : [one];
  };
  /** The source with every limit that it may have. */
  const limited = `providers:
  - provider_id: notes
    folder: ./notes
    enabled: false
    aliases: [papers]
    allowed_path_patterns: ["/*"]
    blocked_path_patterns: ["/private/**"]
    exclude_paths: [/private/]
    default_excludes: true
    max_depth: 1
    max_pages: 1
    custom_selectors: { content: main, remove: [.secret] }
    retain: preview
    tos: { verdict: forbidden, checked_at: 2026-01-01 }
`;
  /** All that a caller may change; a field that policies come to have is refused until it is named here, too. */
  const open = ['name', 'category', 'note', 'library', 'schedule', 'time_zone', 'adaptive'];

  it.each([
    ['with little', written],
    ['with every limit', limited],
  ])('keeps what is written of it in any other field, whatever a caller sends: %s', async (_, text) => {
    await write(text, 'notes');
    for (const field of providerFields.filter(({ name }) => !open.includes(name))) {
      const { name } = field;
      const answers: string[] = [];
      for (const value of [...(name === 'enabled' ? [true] : valuesOf(field)), null]) {
        const { status, text: answer } = await call('PATCH', '/providers/notes', { [name]: value });
        // What is so already is not changed by being sent.
        if (status !== 200) answers.push(answer);
        expect([name, value, readFileSync(file(), 'utf8')]).toEqual([name, value, text]);
      }
      const refusal = name === 'provider_id' ? 'and stays' : 'by hand only';
      expect([name, answers.length]).not.toEqual([name, 0]);
      for (const answer of answers) expect([name, answer]).toEqual([name, expect.stringContaining(refusal)]);
    }
  });

  it('keeps what is left out when it is sent whole, or gets seeds', async () => {
    await write(limited, 'notes');
    const { policy } = JSON.parse((await call('GET', '/providers/notes')).text) as { policy: object };
    const { max_depth: _, ...deeper } = policy as Record<string, unknown>;
    for (const [method, path, body] of [
      ['PUT', '/providers/notes', deeper],
      ['PUT', '/providers/notes', { ...policy, enabled: true }],
      ['PUT', '/providers/notes', { provider_id: 'notes', folder: './notes' }],
      ['PATCH', '/providers/notes', { note: 'x', 'tos.verdict': 'allowed' }],
      ['PATCH', '/providers/notes', { note: 'x', tos: null }],
      ['PATCH', '/providers/notes', { custom_selectors: { remove: [] } }],
    ] as const)
      expect([method, body, (await call(method, path, body)).status]).toEqual([method, body, 422]);
    // The scope of a folder holds no site.
    expect((await call('POST', '/providers/notes/seeds', { urls: ['https://docs.example.com/'] })).status).toBe(400);
    expect(readFileSync(file(), 'utf8')).toBe(limited);
    expect((await call('PUT', '/providers/notes', { ...policy, note: 'by API' })).status).toBe(200);
    expect(readFileSync(file(), 'utf8')).toContain('note: by API');
  });

  it('is named, described, timed and disabled by a caller, and not enabled again', async () => {
    const sent = {
      ...{ name: 'Notes', category: 'Ours', note: 'for all', library: 'notes@2' },
      ...{ schedule: '0 3 * * 1', time_zone: 'UTC', adaptive: true, enabled: false },
    };
    expect(Object.keys(sent)).toEqual([...open, 'enabled']);
    for (const [name, value] of Object.entries(sent)) {
      const { status, text } = await call('PATCH', '/providers/notes', { [name]: value });
      expect([name, status, text]).toEqual([name, 200, text]);
    }
    for (const enabled of [true, null])
      expect((await call('PATCH', '/providers/notes', { enabled })).text).toContain('by hand only');
    expect(await run({ targets: ['notes'] })).not.toBe(201);
    expect(await found()).toBe(0);
  });

  /** Where a proposed site is accepted. */
  const accepting = async (): Promise<string> => {
    const sent = { kind: 'proposal', what: 'https://proposed.example.com/', contact: 'a@docs.example' };
    return `/requests/${JSON.parse((await call('POST', '/requests', sent)).text).id}/accept`;
  };
  const named = `${written}  - { provider_id: mine, seed_urls: ["https://docs.example.com/"], allowed_path_patterns: ["/**"] }
  - { provider_id: team, seed_urls: ["https://team.example.com/"], allowed_path_patterns: ["/**"], aliases: [handbook] }
`;

  it.each([
    '/etc',
    '~/notes',
    './notes',
    '..',
    'notes/private',
    'notes\\private',
    'notes%2fprivate',
    'folder://notes/',
    'file:notes',
    'c:notes',
    'notes',
    'kit',
    'team',
    'handbook',
    'stripe',
    '토스페이먼츠',
  ])('A2: no other source is given the alias %j by a caller', async (alias) => {
    await write(named, 'mine');
    for (const [method, path, body] of [
      ['PATCH', '/providers/mine', { aliases: [alias] }],
      ['PATCH', '/providers/mine', { aliases: ['papers', alias] }],
      ['PUT', '/providers/mine', { seed_urls: ['https://docs.example.com/'], aliases: [alias] }],
      ['PATCH', '/providers/openai', { aliases: [alias] }],
      ['POST', '/providers', { provider_id: 'new', seed_url: 'https://docs.example.com/', aliases: [alias] }],
      ['POST', '/providers', { preset: 'paypal', aliases: [alias] }],
      ['POST', await accepting(), { aliases: [alias] }],
      ['POST', await accepting(), { provider_id: 'new', aliases: ['papers', alias] }],
    ] as const) {
      const { status, text } = await call(method, path, body);
      expect([method, path, status, text]).toEqual([method, path, 422, expect.stringContaining('aliases in the body')]);
    }
    expect(readFileSync(file(), 'utf8')).toBe(named);
  });

  it('A2: an alias that is free is given, one that is written stays, and none of another becomes an id', async () => {
    await write(named, 'mine');
    const sent = { provider_id: 'handbook', seed_url: 'https://docs.example.com/' };
    for (const [path, body] of [
      ['/providers', sent],
      [await accepting(), { provider_id: 'handbook' }],
    ] as const)
      expect((await call('POST', path, body)).text).toContain('is a name of team already');
    for (const [id, body] of [
      ['mine', { aliases: ['papers', 'our papers', '문서'] }],
      ['team', { aliases: ['handbook', 'book'] }],
      ['toss-payments', { note: 'by API' }],
    ] as const)
      expect([id, (await call('PATCH', `/providers/${id}`, body)).status]).toEqual([id, 200]);
    expect((await call('POST', '/providers', { preset: 'toss-payments', provider_id: 'toss' })).status).toBe(201);
  });

  it('A2: the name of what was crawled is given by a caller to a source of the same site only', async () => {
    const text =
      'providers:\n  - { provider_id: mine, seed_urls: ["https://docs.example.com/"], allowed_path_patterns: ["/**"] }\n';
    await write(text, 'mine');
    const { provider: site, site: origin } = server;
    const seed = 'https://docs.example.com/';
    for (const [path, body] of [
      ['/providers', { provider_id: 'notes', seed_url: seed }],
      ['/providers', { provider_id: 'notes', seed_urls: [origin] }],
      ['/providers', { provider_id: 'notes', seed_urls: ['http://notes/'] }],
      ['/providers', { provider_id: 'notes', channel: 'api', 'api.github': 'acme/notes' }],
      ['/providers', { preset: 'stripe', provider_id: 'notes' }],
      ['/providers', { provider_id: site, seed_url: seed }],
      ['/providers', { provider_id: site, seed_urls: [origin, seed] }],
      ['/providers', { provider_id: site, seed_urls: ['http://127.0.0.1:1/docs/'] }],
      [
        '/providers',
        { provider_id: site, seed_urls: [`${origin.replace('127.0.0.1', '127.0.0.1.docs.example')}docs/`] },
      ],
      ['/providers', { provider_id: site, channel: 'api', api: { github: 'acme/site' } }],
      ['/providers', { preset: 'stripe', provider_id: site }],
      [await accepting(), { provider_id: 'notes' }],
      [await accepting(), { provider_id: site }],
      [await accepting(), { provider_id: site, seed_urls: [origin] }],
    ] as const) {
      const { status, text: answer } = await call('POST', path, body);
      expect([path, body, status, answer]).toEqual([path, body, 422, expect.stringContaining('was crawled from')]);
    }
    expect(readFileSync(file(), 'utf8')).toBe(text);
    const own = { provider_id: site, seed_urls: [`${origin}docs/tasks`] };
    expect((await call('POST', '/providers', own)).status).toBe(201);
  });

  it('F1: a file that max_depth leaves out is not read because a caller has it fetched again, however it is named', async () => {
    const word = 'heron-0815';
    put('deep/index.md', '# Deep\n\nIt begins here.\n');
    put('deep/below/README.md', `# Below\n\nThe word is ${word}.\n`);
    put('deep/below/pay.md', `# Pay\n\nThe word is ${word}.\n`);
    await write('providers:\n  - { provider_id: deep, folder: ./deep, max_depth: 1 }\n', 'deep');
    await run({ targets: ['deep'] });
    for (const url of [
      ...['below', 'below/', 'below/README', 'below/README.md', 'below/pay', 'below/pay.md', 'below/pay.html'],
      ...[
        'below/pay.txt',
        'below/./pay',
        'x/../below/pay',
        'b%65low/pay',
        'below\\pay',
        'below/pay?x=1',
        'below/pay#x',
      ],
    ].map((path) => `folder://deep/${path}`)) {
      expect([url, (await call('POST', '/url/recrawl', { url, provider: 'deep' })).status]).toEqual([url, 202]);
      const { runs } = JSON.parse((await call('GET', '/runs?provider=deep')).text);
      await until(async () => JSON.parse((await call('GET', `/runs/${runs[0].id}`)).text).endedAt);
      expect([url, await found(word)]).toEqual([url, 0]);
    }
    await write('providers:\n  - { provider_id: deep, folder: ./deep, max_depth: 5, name: Deeper }\n', 'Deeper');
    const sent = { url: 'folder://deep/below/pay', provider: 'deep' };
    expect((await call('POST', '/url/recrawl', sent)).status).toBe(202);
    await until(async () => (await found(word)) > 0);
  });

  it('U10: what keeps files of a folder from being read is taken off the blocklist by the operator alone', async () => {
    await write('providers:\n  - { provider_id: notes, folder: ./notes, name: Open }\n', 'Open');
    const url = 'folder://notes/private/pay.md';
    const { settings } = openDocent({ cwd: server.folder, env: {}, flags: { data: join(server.folder, '.docent') } });
    for (const what of [url, 'folder://notes/private', 'folder://notes/']) {
      await block(what, 'not for everybody', openPlace(settings).store);
      const entry = blockPattern(what);
      const spelled = [what, entry, what.replace('folder', 'FOLDER'), what.replace('notes', '%6eotes'), `${what}?x=1`];
      for (const [method, path, body] of [
        ...spelled.map((one) => ['POST', '/url/unblock', { url: one }] as const),
        ...[...spelled, `${what}#part`, 'notes', 'https://notes/', 'http://notes/'].map(
          (one) => ['DELETE', `/blocklist?pattern=${encodeURIComponent(one)}`, undefined] as const,
        ),
        ['POST', '/hosts/notes:80/resume', {}],
      ] as const) {
        const { status, text } = await call(method, path, body);
        expect([path, body, status >= 400 && status < 500, text]).toEqual([path, body, true, text]);
        expect((await call('GET', '/blocklist')).text).toContain(JSON.stringify(entry));
      }
      expect((await call('POST', '/url/unblock', { url: what })).text).toContain('docent blocklist remove');
      await run({ targets: ['notes'] });
      expect(await found()).toBe(0);
      expect(await unblock(what, openPlace(settings).store, 'operator')).toBe(true);
    }
    await run({ targets: ['notes'] });
    expect(await found()).toBe(1);
  });
});
