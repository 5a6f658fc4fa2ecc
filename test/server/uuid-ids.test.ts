// A6, A2: the id of a source that is a UUID is the same in any letter case, wherever somebody writes it; every other id is as it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/index.ts';
import { runCommand } from '../support/commands.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
import { signIn } from './signed-in.ts';

const lower = '0b8cfa1e-77aa-4c1d-9d3e-0123456789ab';
const upper = lower.toUpperCase();
const mixed = 'DEADbeef-0000-4000-8000-00000000CAFE';

const policy = (id: string, site: string): string =>
  `  - provider_id: ${id}\n    seed_urls: ["${site}docs/"]\n    allowed_path_patterns: ["/docs/**"]\n`;

describe('A2: a UUID in another letter case', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(
      (site) => `providers:\n${policy(lower, site)}${policy(mixed, site)}${policy('plain', site)}`,
      { isCrawled: false },
    );
    const docent = openDocent({ cwd: server.folder, env: {}, flags: { request_delay_ms: '0' }, data: '.docent' });
    await docent.crawl(lower).result;
    await docent.crawl(mixed.toLowerCase()).result;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'if-match': '*' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const written = () => readFileSync(join(server.folder, 'docent.yml'), 'utf8');

  it.each([
    [upper, lower],
    [mixed.toLowerCase(), mixed],
    [mixed.toUpperCase(), mixed],
  ])('A2: %s is what is configured as %s, for every operation that names a source', async (word, id) => {
    for (const [method, path, body, status] of [
      ['GET', `/providers/${word}`, undefined, 200],
      ['PATCH', `/providers/${word}`, { note: 'found' }, 200],
      ['PUT', `/providers/${word}`, { provider_id: word, seed_urls: [`${server.site}docs/`] }, 200],
      ['POST', '/providers', { provider_id: word, seed_urls: [`${server.site}docs/`] }, 409],
      ['POST', '/plan', { provider: word }, 200],
      ['POST', '/forget/preview', { what: `provider:${word}` }, 200],
    ] as const) {
      const found = await call(method, path, body);
      expect([method, path, found.status]).toEqual([method, path, status]);
      if (status === 200) expect(found.text).toContain(id);
    }
    for (const path of [`/runs?provider=${word}`, `/urls?provider=${word}`, `/search?q=advisory+lock&provider=${word}`])
      expect([path, (await call('GET', path)).text]).toEqual([path, expect.stringContaining(`"provider":"${id}"`)]);
    expect((await call('GET', `/search?q=advisory+lock+provider:${word}`)).text).toContain(`"provider":"${id}"`);
    const run = await call('POST', '/runs', { targets: [word], kind: 'refresh' });
    expect([run.status, run.text]).toEqual([201, expect.stringContaining(id)]);
    await until(async () => !(await call('GET', '/runs')).text.includes('"running"'));
    expect(written().match(new RegExp(id, 'gi'))).toEqual([id]);
  });

  it('A3: pages find it, and the command line', async () => {
    const browser = await signIn(server.address, server.token);
    const { status, html } = await browser.show(`/sources/${upper}`);
    expect([status, html]).toEqual([200, expect.stringContaining(lower)]);
    expect((await browser.show(`/urls?provider=${upper}`)).html).toContain('settings');
    for (const words of [
      ['providers', 'show', upper],
      ['urls', upper, '--data', '.docent'],
      ['runs', upper, '--data', '.docent'],
      ['search', 'advisory lock', '--library', upper, '--data', '.docent'],
      ['providers', 'edit', upper, 'note=typed'],
      ['forget', `provider:${upper}`, '--dry-run', '--data', '.docent'],
    ]) {
      const typed = await runCommand(words, { cwd: server.folder });
      expect([words, typed.code, typed.stderr]).toEqual([words, 0, expect.any(String)]);
    }
    expect(written()).toContain('note: typed');
  });

  it('A6: two that differ in their letter case only are one id twice; no other id is found in another case', async () => {
    const before = written();
    writeFileSync(join(server.folder, 'docent.yml'), `${before}${policy(upper, server.site)}`);
    const typed = await runCommand(['providers', 'list'], { cwd: server.folder });
    expect([typed.code, typed.stderr]).toEqual([2, expect.stringContaining('is used twice')]);
    writeFileSync(join(server.folder, 'docent.yml'), before);
    expect((await call('GET', '/providers/plain')).status).toBe(200);
    expect((await call('GET', '/providers/PLAIN')).status).toBe(404);
  });
});
