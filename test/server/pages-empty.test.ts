// A3: what pages tell on a folder that nothing was crawled into.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './open.ts';
import { textOf } from './text-of.ts';

let empty: TestServer;
beforeAll(async () => {
  empty = await openTestServer(undefined, { isCrawled: false });
});
afterAll(() => empty[Symbol.asyncDispose]());

async function show(path: string): Promise<{ readonly status: number; readonly html: string; readonly text: string }> {
  const response = await fetch(`${empty.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

describe('A3: the overview', () => {
  it('tells on an empty folder what to do first', async () => {
    const { status, text } = await show('/');
    expect([status, text.includes('There is no source yet')]).toEqual([200, true]);
    expect(text).toContain('docent crawl https://your.docs.site/');
    expect((await show('/runs/1')).status).toBe(404);
  });
});

describe('A3: the list of URLs', () => {
  it('tells on an empty folder what would be here', async () => {
    for (const [path, title] of [
      ['/urls', 'No URL yet'],
      ['/hosts', 'No host yet'],
      ['/changes', 'No change yet'],
    ] as const)
      expect(await show(path)).toMatchObject({ status: 200, text: expect.stringContaining(title) });
    expect((await show('/hosts/docs.example.com')).status).toBe(404);
  });
});

describe('A3: a URL', () => {
  it('is judged on an empty folder as the first crawl would judge it', async () => {
    const config = (site: string): string =>
      `providers:\n  - {provider_id: ours, seed_url: '${site}docs/', allowed_path_patterns: [/docs/**]}\n`;
    await using server = await openTestServer(config, { isCrawled: false });
    const of = async (path: string): Promise<unknown> =>
      (await fetch(`${server.address}/admin/v1/url?url=${encodeURIComponent(`${server.site}${path}`)}`)).json();
    expect(await of('docs/')).toMatchObject({ records: [], foreseen: [{ target: 'ours', ok: true }] });
    expect(await of('other/')).toMatchObject({ records: [], foreseen: [{ target: 'ours', by: 'scope:no-match' }] });
  });
});

describe('S6: the search page', () => {
  it('tells on an empty folder what to do first', async () => {
    for (const path of ['/search', '/search?q=x', '/search?q=x&view=answer', '/lab?q=x'])
      expect((await show(path)).text, path).toContain('Nothing can be searched yet');
    expect((await show('/search/suggest?q=x')).html).toBe('["x",[]]');
  });
});
