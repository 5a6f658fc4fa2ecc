// A3: every error on a page is a page: what is not there, what may not be done, and requests that name another server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from '../../src/doors/pages/layout.tsx';
import { openTestServer, type TestServer } from './open.ts';
import { type RawRequest, sendRaw } from './raw-request.ts';
import { type Browser, signIn } from './signed-in.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('A3: errors on pages', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await openTestServer();
    browser = await signIn(server.address, server.token);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const send = async (request: RawRequest) => {
    const { status, headers, text } = await sendRaw(server.address, request);
    return { status, type: headers['content-type'], policy: headers['content-security-policy'], text };
  };
  const html = { type: 'text/html; charset=utf-8', policy: expect.stringContaining("script-src 'self'") };

  it.each([
    '/nothing',
    '/settings/nothing',
    '/runs/99',
    '/runs/x',
    '/runs/1/nothing',
    '/requests/99',
    '/url?url=https://nowhere.example/',
    '/sources/nowhere',
    '/%ff',
    '/..%2f..%2fetc%2fpasswd',
  ])('%s is not found', async (path) => {
    expect(await send({ path })).toMatchObject({
      status: 404,
      ...html,
      text: expect.stringMatching(/^<!doctype html>/),
    });
  });

  it.each(['/admin/v1/nothing', '/admin', '/metrics/nothing'])('%s is not found by programs', async (path) => {
    expect(await send({ path, headers: HTML })).toMatchObject({ status: 404, type: 'application/problem+json' });
  });

  it.each([
    ['/runs/99/pause', 404],
    ['/requests/99/refuse', 404],
    ['/runs/99/nothing', 404],
    ['/requests/x/do', 404],
    ['/url/recrawl', 422],
  ] as const)('a form that is sent to %s ends as %d', async (path, status) => {
    const sent = await browser.send(path, { note: 'x' });
    expect([sent.status, sent.html.slice(0, 15)]).toEqual([status, '<!doctype html>']);
  });

  it('people who use another name of the server read what to do, and programs get a problem', async () => {
    const host = 'docs.evil.example<script>';
    const page = await send({ path: '/runs', headers: { ...HTML, host: 'docs.example' } });
    expect(page).toMatchObject({ status: 421, ...html, text: expect.stringContaining('server_hosts') });
    expect(await send({ path: '/runs', headers: { host: 'docs.example' } })).toMatchObject({
      ...{ status: 421, type: 'application/problem+json' },
    });
    expect((await send({ path: '/runs', headers: { ...HTML, host } })).text).not.toContain('<script>');
  });

  it('signing in goes wrong on its page', async () => {
    const origin = server.address;
    const wrong = (headers: Record<string, string>, body = 'token=dct_wrong') =>
      send({ method: 'POST', path: '/sign-in', headers: { ...headers, 'content-length': `${body.length}` }, body });
    const form = expect.stringContaining('action="/sign-in"');
    expect(await wrong({ origin })).toMatchObject({ status: 401, type: html.type, text: form });
    expect(await wrong({ origin: 'https://evil.example', ...HTML })).toMatchObject({ status: 403, type: html.type });
    expect(await wrong({})).toMatchObject({ status: 403, type: html.type, text: form });
    expect(await wrong({ origin }, `token=${'x'.repeat(20_000)}`)).toMatchObject({ status: 413, text: form });
  });

  it('what is missing leads to the list it would be in, in words for people', async () => {
    for (const [path, list, title] of [
      ['/runs/99', '/runs', 'Runs'],
      ['/sources/nowhere', '/sources', 'Sources'],
      ['/hosts/nowhere.example', '/hosts', 'Hosts'],
      ['/requests/99', '/requests', 'Requests'],
    ] as const) {
      const { html: shown } = await browser.show(path);
      expect(shown).toContain(`<p><a href="${list}">${title}</a> has all there are.</p>`);
      expect(shown).toContain('It may have been removed');
      expect(shown).not.toMatch(/GET the list|openapi\.json/);
    }
  });

  it('leads back to the page that a form was on, else to its place, and to the overview', async () => {
    const { html: sent } = await browser.send('/runs/99/pause', {}, '/sources/x?show=runs');
    expect(sent).toContain('<a href="/sources/x?show=runs">Back to the form</a>');
    expect(sent).toContain('<a href="/">Overview</a>');
    expect(sent).toContain('<strong>There is no run 99</strong>');
    expect(sent).toContain('There is no such thing (not_found, 404)');
    const evil = (await browser.send('/runs/99/pause', {}, '//evil.example/')).html;
    expect(evil).not.toContain('evil.example');
    expect((await browser.send('/url/recrawl')).html).toContain(
      '<p><a href="/urls">URLs</a> <a href="/">Overview</a></p>',
    );
  });

  it('a form without a session leads back to its page after signing in, and says that nothing was done', async () => {
    const lost = (referer: string) =>
      sendRaw(server.address, {
        ...{ method: 'POST', path: '/settings/blocklist/add', body: 'what=example.com' },
        headers: { ...HTML, origin: server.address, referer, 'content-length': '16' },
      });
    const { status, headers } = await lost(`${server.address}/settings/blocklist?cursor=50`);
    expect([status, headers.location]).toEqual([303, '/sign-in?next=%2Fsettings%2Fblocklist%3Fcursor%3D50&lost=1']);
    expect((await lost('https://evil.example//evil.example/')).headers.location).not.toContain('next=https');
    const page = await send({ path: headers.location as string });
    expect(page.text).toContain('what you sent was not done');
    expect(page.text).toContain('name="next" value="/settings/blocklist?cursor=50"');
    expect((await send({ path: '/sign-in' })).text).not.toContain('was not done');
  });

  it('what cannot be blocked is named at its field, with what was written', async () => {
    const sent = await browser.send('/settings/blocklist/add', { what: 'no host !!', reason: 'noisy' });
    expect(sent.status).toBe(422);
    expect(sent.html).toMatch(/<input id="block-what"[^>]*value="no host !!"[^>]*aria-invalid="true"/);
    expect(sent.html).toMatch(/id="block-what-wrong"[^>]*>&quot;no host !!&quot; is neither/);
    expect(sent.html).toContain('value="noisy"');
  });

  it('a session that may only look sees no form that would be refused', async () => {
    const reader = await signIn(server.address, server.readerToken);
    const details = ['/runs/1', '/settings/forget?what=provider:x', `/url?url=${server.site}docs/`];
    const offered: string[] = [];
    for (const path of [...places.map((place) => place.path), ...details]) {
      const shown = await reader.show(path);
      const targets = [...shown.html.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"/g)].map(([, to]) => to);
      offered.push(...targets.filter((to) => to !== '/sign-out').map((to) => `${path}: ${to}`));
    }
    expect(offered).toEqual([]);
  });
});
