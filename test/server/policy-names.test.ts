// H7, A2: a policy that is sent is judged by what would be written, however its fields are named; and what is written is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { signIn } from './signed-in.ts';

/** Ways to have `HOST` requested; the texts are JSON, so that a name may stand twice. */
const sendings = [
  '{"channel": "api", "api.github": "HOST/a/b"}',
  '{"channel": "api", "api\\u002egithub": "HOST/a/b"}',
  '{"channel": "api", "api": {"github": "acme/kettle"}, "api.github": "HOST/a/b"}',
  '{"channel": "api", "api.github": "HOST/a/b", "api": {"github": "acme/kettle"}}',
  '{"channel": "api", "api.github": "acme/kettle", "api": {"github": "HOST/a/b"}}',
  '{"channel": "api", "api.github": "acme/kettle", "api.github": "HOST/a/b"}',
  '{"channel": "api", "api": null, "api.github": "HOST/a/b"}',
  '{"channel": "api", "api": {}, "api.github": "HOST/a/b"}',
  '{"channel": "api", "api": {"github": null}, "api.github": "HOST/a/b"}',
  '{"channel": "api", "api": {"ref": "main"}, "api.github": "HOST/a/b", "api.folder": "docs"}',
  '{"channel": "api", "api": [], "api.github": "HOST/a/b"}',
  '{"channel": "api", "api": [{"github": "HOST/a/b"}]}',
  '{"channel": "api", "api": "HOST/a/b"}',
  '{"channel": "api", "api.github": ["HOST/a/b"]}',
  '{"channel": "api", "api.github.0": "HOST/a/b"}',
  '{"channel": "api", "api..github": "HOST/a/b"}',
  '{"channel": "api", "api.": {"github": "HOST/a/b"}}',
  '{"channel": "api", ".api.github": "HOST/a/b"}',
  '{"channel": "api", "API.github": "HOST/a/b"}',
  '{"channel": "api", "api.github ": "HOST/a/b"}',
  '{"channel": "api", "api.__proto__": {"github": "HOST/a/b"}}',
  '{"channel": "api", "api": {"__proto__": {"github": "HOST/a/b"}}}',
  '{"__proto__": {"channel": "api", "api": {"github": "HOST/a/b"}}}',
  '{"channel": "api", "__proto__.api": {"github": "HOST/a/b"}}',
  '{"channel": "api", "constructor": {"prototype": {"api": {"github": "HOST/a/b"}}}}',
  '{"channel": "api", "prototype.api.github": "HOST/a/b"}',
  '{"preset": "stripe", "channel": "api", "api.github": "HOST/a/b"}',
  '{"seed_urls": ["https://docs.example.com/"], "seed_urls": ["HOST/"]}',
  '{"seed_urls": ["https://docs.example.com/"], "seed_url": "HOST/"}',
  '{"seed_urls": "HOST/"}',
  '{"seed_url": ["HOST/"]}',
  '{"seed_urls": [["HOST/"]]}',
  '{"seed_urls": {"0": "HOST/", "length": 1}}',
  '{"seed_urls.0": "HOST/"}',
  '{"seed_urls": ["https://docs.example.com/"], "seed_urls.1": "HOST/"}',
  '{"__proto__": {"seed_urls": ["HOST/"]}}',
  '{"seed_urls": ["\\tHOST/"]}',
  '{"seed_urls": ["https://docs.example.com/"], "sitemap_url": "HOST/map.xml"}',
  '{"seed_urls": ["https://docs.example.com/"], "sitemap_url": "https://docs.example.com/", "sitemap_url": "HOST/"}',
  '{"seed_urls": ["https://docs.example.com/"], "sitemap_url": ["HOST/map.xml"]}',
  '{"seed_urls": ["https://docs.example.com/"], "sitemap_url": "http://169.254.169.254/latest/"}',
  '{"channel": "api", "api.github": "acme/kettle", "sitemap_url": "HOST/"}',
  '{"preset": "stripe", "sitemap_url": "HOST/"}',
  '{"channel": "api", "api.github": "http://[::1%25lo]/a/b"}',
  '{"channel": "api", "api": {"github": "http://[x/a/b"}}',
  '{"channel": "api", "api.github": "https://1.2.3.4.5/a/b"}',
  '{"channel": "api", "api.github": "https://docs.example:99999/a/b"}',
  '{"channel": "api", "api.github": "https://%zz/a/b", "seed_urls": ["https://docs.example.com/"]}',
  '{"channel": "api", "api.github": "https://:80/a/b"}',
  '{"channel": "api", "api.github": "https://a<b/a/b", "seed_url": "https://docs.example.com/"}',
  '{"seed_urls": ["https://docs.example.com/"], "headers_from_env.Authorization": "PATH", "own_site": true}',
  '{"seed_urls": ["https://docs.example.com/"], "toString.folder": "/etc"}',
];

describe('H7, A2: fields that are sent by other names', () => {
  let server: TestServer;
  let neighbour: LocalServer;
  beforeAll(async () => {
    neighbour = await startServer((_, response) => response.end('{}'));
    server = await openTestServer(
      (site) =>
        `providers:\n  - provider_id: kept\n    seed_urls: ["${site}docs/"]\n    allowed_path_patterns: ["/**"]\n`,
      { isCrawled: false, isSiteAllowed: false },
    );
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await neighbour[Symbol.asyncDispose]();
  });

  const send = async (method: string, path: string, body: string) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      ...{ method, body },
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
    });
    return { status: response.status, text: await response.text() };
  };
  const written = () => readFileSync(join(server.folder, 'docent.yml'), 'utf8');

  it.each(sendings)('H7: %s is refused by every operation, and nothing is written or requested', async (sending) => {
    const before = written();
    const fields = sending.replaceAll('HOST', neighbour.origin);
    const policy = `{"provider_id": "sent", ${fields.slice(1)}`;
    const own = `{"provider_id": "kept", "allowed_path_patterns": ["/**"], ${fields.slice(1)}`;
    for (const [method, path, body] of [
      ['POST', '/providers', policy],
      ['POST', '/plan', `{"policy": ${policy}}`],
      ['PUT', '/providers/kept', own],
      ['PATCH', '/providers/kept', fields],
    ] as const) {
      const { status, text } = await send(method, path, body);
      expect([method, path, status, text]).toEqual([method, path, 422, expect.any(String)]);
    }
    expect(written()).toBe(before);
    expect(neighbour.requestLines).toEqual([]);
  });

  it('H7: the form that takes YAML refuses them as well', async () => {
    const browser = await signIn(server.address, server.token);
    const before = written();
    const base = 'provider_id: kept\nallowed_path_patterns: ["/**"]\n';
    const at = `${neighbour.origin}/a/b`;
    for (const text of [
      `${base}channel: api\napi.github: ${at}\n`,
      `${base}channel: api\n"api.github": ${at}\napi: {github: acme/kettle}\n`,
      `%YAML 1.1\n---\n${base}channel: api\napi: !!omap [github: ${at}]\n`,
      `%YAML 1.1\n---\n${base}channel: api\n<<: {api.github: ${at}}\n`,
      `%YAML 1.1\n---\n${base}<<: {seed_urls: ["${at}"]}\n`,
      `${base}channel: api\n? api.github\n: ${at}\n`,
      `${base}channel: api\nx: &x ${at}\napi.github: *x\n`,
    ]) {
      const { html } = await browser.show('/sources/kept/settings');
      const tag = /name="tag" value="([^"]+)"/.exec(html)?.[1] ?? '';
      expect([text, (await browser.send('/sources/kept/settings', { policy: text, tag })).status]).toEqual([text, 422]);
    }
    expect(written()).toBe(before);
    expect(neighbour.requestLines).toEqual([]);
  });
});

describe('A6: a policy that is written with dotted names', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(
      () => `providers:
  - provider_id: dotted
    channel: api
    api.github: acme/kettle # the repository
    api: {ref: main}
    tos.verdict: allowed
    context7.ask: true
`,
      { isCrawled: false },
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const call = async (method: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1/providers/dotted`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: (await response.json()) as { readonly policy: object } };
  };

  it('H7: is shown with every field of it', async () => {
    expect((await call('GET')).value.policy).toEqual({
      provider_id: 'dotted',
      channel: 'api',
      api: { github: 'acme/kettle', ref: 'main' },
      tos: { verdict: 'allowed' },
      context7: { ask: true },
    });
  });

  it('A2: is changed where it is written, whichever name a change has', async () => {
    const change = { 'api.github': 'acme/pot', api: { folder: 'docs' }, tos: { verdict: null }, 'context7.ask': null };
    const { status, value } = await call('PATCH', change);
    expect([status, value.policy]).toEqual([
      200,
      { provider_id: 'dotted', channel: 'api', api: { github: 'acme/pot', ref: 'main', folder: 'docs' } },
    ]);
    expect(readFileSync(join(server.folder, 'docent.yml'), 'utf8')).toBe(`providers:
  - provider_id: dotted
    channel: api
    api.github: acme/pot # the repository
    api: {ref: main, folder: docs}
`);
  });
});
