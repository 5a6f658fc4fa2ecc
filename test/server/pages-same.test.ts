// A3: the API call that a page names is one that works, with what the page was requested with; its command names the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from '../../src/doors/pages/layout.tsx';
import { openTestServer, type TestServer } from './open.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The text of the codes at the foot of a page: its command, then its calls. */
async function sameOf(path: string): Promise<{ readonly html: string; readonly cli: string; readonly api: string }> {
  const html = await (await fetch(`${server.address}${path}`)).text();
  const [, same = ''] = html.split('<dl class="same">');
  const [cli = '', api = ''] = [...same.matchAll(/<code>(.*?)<\/code>/gs)].map(([, text = '']) =>
    text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
  );
  return { html, cli, api };
}

/** What a call returns; it is sent as it is written. */
async function sent(call: string): Promise<{ readonly status: number; readonly body: Record<string, unknown[]> }> {
  const response = await fetch(`${server.address}/admin/v1${call.replace(/^GET /, '')}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const text = await response.text();
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown[]>) : {} };
}

describe('A3: the command and the call of a page', () => {
  it('every place names a command, and calls that work', async () => {
    const url = encodeURIComponent(`${server.site}docs/`);
    const more = ['', '&show=page', '&show=links', '&show=backlinks', '&show=history'].map(
      (tab) => `/url?url=${url}${tab}`,
    );
    for (const path of [...places.map((place) => place.path), '/runs/1', '/settings/blocklist', ...more]) {
      const { cli, api } = await sameOf(path);
      expect(cli, path).toMatch(/^docent /);
      for (const call of api.split(', ').filter((one) => one.startsWith('GET ') && !one.includes('…')))
        expect([(await sent(call)).status, call], path).toEqual([200, call]);
    }
  });

  it('a list of URLs names the call that returns just these', async () => {
    const { host } = new URL(server.site);
    const own = `/urls?provider=${server.provider}`;
    for (const path of [
      `${own}&state=indexed`,
      '/urls?by=http:404',
      `${own}&path=/docs/`,
      `/urls?host=${host}`,
      `${own}&below=${encodeURIComponent(`${host}/docs/`)}`,
      '/urls?kind=sitemap',
    ]) {
      const { html, api } = await sameOf(path);
      const rows = (html.split('<section id="list"')[1] ?? '').split('<th scope="row"').length - 1;
      const { status, body } = await sent(api);
      expect([status, body.urls?.length], `${path}: ${api}`).toEqual([200, rows]);
    }
    expect((await sameOf(`${own}&state=failed&text=it's`)).cli).toBe(
      `docent urls ${server.provider} --state failed --text 'it'\\''s'`,
    );
    expect((await sameOf(`${own}&show=reasons`)).api).toBe(`GET /urls/counts?provider=${server.provider}`);
  });

  it('one URL is named in both, and so is a source', async () => {
    const url = `${server.site}docs/`;
    expect(await sameOf(`/url?url=${encodeURIComponent(url)}`)).toMatchObject({
      ...{ cli: `docent why ${url}`, api: `GET /url?url=${encodeURIComponent(url)}` },
    });
    expect(await sameOf(`/runs?provider=${server.provider}`)).toMatchObject({
      ...{ cli: `docent runs ${server.provider}`, api: `GET /runs?provider=${server.provider}` },
    });
    expect(await sameOf('/changes?kind=new&since=2026-01-02')).toMatchObject({
      ...{ cli: 'docent report', api: 'GET /changes?kind=new&since=2026-01-02' },
    });
    expect((await sameOf('/settings')).cli).toBe('docent doctor --settings');
  });
});
