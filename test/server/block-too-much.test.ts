// U10: an entry of an operator covers a host whatever the query is; no door takes a page of a host for the host.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

describe('U10: what would block more than it names', () => {
  let server: TestServer;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    server = await openTestServer();
    browser = await signIn(server.address, server.token);
    folder = mkdtempSync(join(tmpdir(), 'docent-block-'));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const entries = async () => (await call('GET', '/blocklist')).text;
  const deletion = async (what: string): Promise<number> =>
    (JSON.parse((await call('POST', '/requests', { kind: 'deletion', what })).text) as { readonly id: number }).id;

  it.each([
    'https://docs.example/?p=12',
    'https://docs.example/?p=12#top',
    'http://www.docs.example/?p=12&lang=en',
    'https://docs.example/./?p=12',
    'https://docs.example/%2e/?p=12',
    'https://docs.example:443/?p=12',
  ])('U10: %s is not blocked as its whole host, through no door', async (url) => {
    const before = await entries();
    const reported = (shown: { readonly status: number; readonly text: string }) =>
      expect(shown).toEqual({ status: 422, text: expect.stringMatching(/would block all of (?:www\.)?docs\.example/) });
    reported(await call('POST', '/url/block', { url }));
    reported(await call('POST', '/blocklist', { what: url }));
    reported(await call('POST', '/forget', { what: url, block: true }));
    reported(await call('POST', `/requests/${await deletion(url)}/do`, { block: true }));
    for (const [path, fields] of [
      ['/url/block', { url }],
      ['/settings/blocklist/add', { what: url, reason: 'no' }],
      ['/url/forget', { url, sure: 'yes', block: 'yes' }],
      [`/requests/${await deletion(url)}/do`, { block: 'yes' }],
    ] as const) {
      const { status, html } = await browser.send(path, fields);
      reported({ status, text: html });
    }
    for (const words of [
      ['blocklist', 'add', url],
      ['forget', url, '--block', '--yes'],
    ]) {
      const typed = await runCommand([...words, '--data', join(server.folder, '.docent')], { cwd: folder });
      expect([typed.code, typed.stderr]).toEqual([
        2,
        expect.stringMatching(/would block all of (?:www\.)?docs\.example/),
      ]);
    }
    expect(await entries()).toBe(before);
  });

  it('U10: nor is that recommended to whoever does not block', async () => {
    const places = ['--data', join(server.folder, '.docent')];
    for (const [url, command] of [
      ['https://other.example/?p=12', undefined],
      ['https://other.example/guide?p=12', 'docent blocklist add other.example/guide'],
    ] as const) {
      const done = ['requests', 'do', String(await deletion(url)), '--yes', '--no-block', ...places];
      const { code, stdout } = await runCommand(done, { cwd: folder });
      expect([code, stdout]).toEqual([0, expect.stringContaining('may bring it back')]);
      expect(/docent blocklist add .*/.exec(stdout)?.[0]).toBe(command);
    }
  });

  it('U10: a page, and a host that is named alone, are blocked', async () => {
    for (const [url, pattern] of [
      ['https://docs.example/guide?p=12', 'docs.example/guide'],
      ['https://all.example/', 'all.example'],
    ] as const) {
      const { status, text } = await call('POST', '/url/block', { url });
      expect([status, text]).toEqual([200, expect.stringContaining(`"${pattern}"`)]);
    }
    // Nothing of it is stored.
    expect((await call('POST', '/forget', { what: 'https://docs.example/?p=12', block: false })).status).toBe(404);
  });
});
