// A3, A4, C5: the pages of requests: numbers equal to their lists, what is removed is shown first, and each kind is closed by its acts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { readBlocklist } from '../../src/app/read/reading.ts';
import { addRequest } from '../../src/app/requests/add-request.ts';
import { findRequest } from '../../src/app/requests/requests.ts';
import type { RequestKind } from '../../src/requests/kinds.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

describe('A4: the pages of requests', () => {
  let server: TestServer;
  let browser: Browser;
  let settings: Settings;
  beforeAll(async () => {
    server = await openTestServer();
    browser = await signIn(server.address, server.token);
    settings = loadSettings({ cwd: server.folder, env: { DOCENT_DATA: join(server.folder, '.docent') } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const file = async (kind: RequestKind, what: string, message = 'Why?') =>
    (await addRequest(openPlace(settings), { kind, what, message, contact: 'me@mine.example' })).id;
  const visit = async (path: string) => {
    const response = await fetch(`${server.address}${path}`);
    return [response.status, await response.text()] as const;
  };
  const rows = (html: string): number => [...html.matchAll(/<th scope="row">/g)].length;

  it('A4: says where requests come from while there is none', async () => {
    const [status, html] = await visit('/requests');
    expect([status, html.includes('No request is open') && html.includes('GET /requests')]).toEqual([200, true]);
  });

  it('A3: numbers are those of the lists they link to', async () => {
    for (const what of ['a.example', 'b.example', 'c.example']) await file('inquiry', what);
    await file('proposal', 'https://new.example/docs/');
    const [, html] = await visit('/requests');
    const figures = [...html.matchAll(/<dd><a href="([^"]+)" data-count="\d+">(\d+)<\/a>/g)];
    expect(figures.map(([, , n]) => Number(n))).toEqual([0, 3, 1]);
    for (const [, path = '', n] of figures) expect([path, rows((await visit(path))[1])]).toEqual([path, Number(n)]);
    expect(rows(html)).toBe(4);
  });

  it('A4: what strangers write is harmless text', async () => {
    const id = await file('inquiry', 'd.example', '<script>alert(1)</script>\n\u202e\u009b31m[x](javascript:alert(1))');
    const { html } = await browser.show(`/requests/${id}`);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toMatch(/<script>|href="javascript:|[\u202e\u009b]/);
  });

  it('A4: a visitor who has not signed in reads, and changes nothing', async () => {
    const id = await file('inquiry', 'e.example');
    const [status, html] = await visit(`/requests/${id}`);
    expect([status, html.includes('Sign in to do this'), html.includes(`/requests/${id}/block`)]).toEqual([
      200,
      true,
      false,
    ]);
    const sent = await fetch(`${server.address}/requests/${id}/refuse`, { method: 'POST', redirect: 'manual' });
    expect(sent.headers.get('location')).toContain('/sign-in');
    expect((await findRequest(openPlace(settings).store, id))?.state).toBe('open');
  });

  it('A4: contact and message are shown to a session that may change things, and to nobody else', async () => {
    const id = await file('inquiry', 'h.example', 'Call 555-0199');
    const reader = await signIn(server.address, server.readerToken);
    const shown = async (by: Browser): Promise<readonly boolean[]> => {
      const { html } = await by.show(`/requests/${id}`);
      return ['me@mine.example', '555-0199', `/requests/${id}/refuse`, 'Sign out'].map((one) => html.includes(one));
    };
    expect(await shown(browser)).toEqual([true, true, true, true]);
    expect(await shown(reader)).toEqual([false, false, false, true]);
    const [, html] = await visit(`/requests/${id}`);
    expect(html).not.toMatch(/me@mine\.example|555-0199/);
    const listed = async (headers: Record<string, string>): Promise<readonly string[]> =>
      Promise.all(
        ['', `/${id}`].map(async (path) =>
          (await fetch(`${server.address}/admin/v1/requests${path}`, { headers })).text(),
        ),
      );
    for (const text of await listed({})) expect(text).not.toMatch(/me@mine|555-0199|"contact"|"message"/);
    for (const text of await listed({ authorization: `Bearer ${server.readerToken}` }))
      expect(text).not.toMatch(/me@mine|555-0199|"contact"|"message"/);
    for (const text of await listed({ authorization: `Bearer ${server.token}` }))
      expect(text).toContain('"message":"Call 555-0199","contact":"me@mine.example"');
  });

  it('C5: a deletion shows what is removed, removes it with a receipt, and blocks it', async () => {
    const host = new URL(server.site).host;
    const id = await file('deletion', `${host}/docs/deep`);
    const { html } = await browser.show(`/requests/${id}`);
    expect(html).toMatch(/<dt>Pages<\/dt><dd>1<\/dd>/);
    expect(textOf(html)).toContain('docs/deep/guide');
    const { status, location } = await browser.send(`/requests/${id}/do`, { block: 'yes', note: 'by form' });
    expect([status, location]).toEqual([303, `/requests/${id}`]);
    expect(await findRequest(openPlace(settings).store, id)).toMatchObject({
      state: 'done',
      receipt: 1,
      contact: '',
      closedNote: 'by form',
    });
    expect((await readBlocklist(openPlace(settings).store)).map(({ pattern }) => pattern)).toContain(
      `${host}/docs/deep`,
    );
    expect((await browser.show(`/requests/${id}`)).html).toContain('<dt>Receipt</dt><dd>1</dd>');
  });

  it('A4: a question is answered, or its site blocked in one step', async () => {
    const [answered, blocked] = [await file('inquiry', 'f.example'), await file('inquiry', 'g.example/page')];
    expect((await browser.send(`/requests/${answered}/answer`, { note: '' })).status).toBe(400);
    expect((await browser.send(`/requests/${answered}/answer`, { note: 'explained' })).status).toBe(303);
    expect((await browser.send(`/requests/${blocked}/block`, { site: 'g.example/page' })).status).toBe(303);
    expect((await findRequest(openPlace(settings).store, answered))?.state).toBe('answered');
    expect((await findRequest(openPlace(settings).store, blocked))?.state).toBe('blocked');
    expect((await readBlocklist(openPlace(settings).store)).map(({ pattern }) => pattern)).toContain('g.example');
    expect((await browser.send(`/requests/${blocked}/refuse`, { note: 'late' })).status).toBe(409);
  });

  it('A4: a proposal leads to the wizard, and is closed once its source is there', async () => {
    const url = 'https://docs.example/guide/';
    const id = await file('proposal', url);
    expect((await browser.show(`/requests/${id}`)).html).toContain(`/sources/new?url=${encodeURIComponent(url)}`);
    expect((await browser.send(`/requests/${id}/accept`)).status).toBe(409);
    const config = join(server.folder, 'docent.yml');
    const source = `providers:\n  - provider_id: docs\n    seed_urls: [${url}]\n    allowed_path_patterns: [/guide/**]\n`;
    writeFileSync(config, readFileSync(config, 'utf8').replace('providers: []\n', source));
    expect((await browser.send(`/requests/${id}/accept`)).status).toBe(303);
    expect(await findRequest(openPlace(settings).store, id)).toMatchObject({ state: 'accepted' });
  });

  it('A4: any is refused, with a reason', async () => {
    const id = await file('proposal', 'https://other.example/');
    expect((await browser.send(`/requests/${id}/refuse`, { note: 'not documentation' })).status).toBe(303);
    expect(await findRequest(openPlace(settings).store, id)).toMatchObject({
      state: 'refused',
      closedNote: 'not documentation',
    });
  });

  it.each(['/requests/0', '/requests/x', '/requests/999999'])('A3: %s is not found', async (path) => {
    expect((await visit(path))[0]).toBe(404);
  });
});
