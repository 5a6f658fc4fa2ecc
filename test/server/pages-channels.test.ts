// A3, X1: the page of channels: what was decided for each source and why, and a check that sends names of libraries alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context7StandIn, listedLibrary, startContext7 } from '../support/context7-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

const policy = (id: string, more: string): string =>
  `  - { provider_id: ${id}, seed_urls: ["https://${id}.example.com/docs/"], allowed_path_patterns: ["/docs/**"]${more} }\n`;

describe('A3: the page of channels', () => {
  let standIn: Context7StandIn;
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    standIn = await startContext7();
    const policies = [
      policy('kettle', ', channel: context7-first, context7: { ask: true }'),
      policy('pot', ', channel: crawl-unless-context7'),
      policy('mug', ''),
    ];
    const text = `context7_url: ${standIn.origin}\nproviders:\n${policies.join('')}`;
    server = await openTestServer(() => text, { isCrawled: false });
    browser = await signIn(server.address, server.token);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await standIn[Symbol.asyncDispose]();
  });

  const rowOf = (html: string, source: string): string =>
    html.split('<tr>').find((row) => row.includes(`/sources/${source}"`)) ?? '';

  it('X1: shows what is not known yet, and requests nothing', async () => {
    const html = await (await fetch(`${server.address}/channels`)).text();
    expect(rowOf(html, 'kettle')).toContain('not checked yet');
    expect(rowOf(html, 'mug')).toContain('never asked');
    expect(html).toContain('known after the first request');
    expect(html).not.toContain('Check all now');
    expect(standIn.requests).toEqual([]);
  });

  it('X1: checks one source or all, and shows the decision, the copy and the quota', async () => {
    const headers = { 'ratelimit-limit': '50', 'ratelimit-remaining': '47' };
    standIn.search({ json: { results: [listedLibrary('/acme/kettle')] }, headers });
    expect((await browser.show('/channels')).html).toContain('Check all now');
    expect(await browser.send('/channels/check', { provider: 'kettle' })).toMatchObject({
      status: 303,
      location: '/channels',
    });
    expect(standIn.requests).toEqual(['search kettle kettle']);
    const { html } = await browser.show('/channels');
    expect(rowOf(html, 'kettle')).toContain('/acme/kettle');
    expect(rowOf(html, 'kettle')).toContain('Context7</span>');
    expect(html).toContain('<dt>Requests left</dt><dd>47<small>of 50');
    await browser.send('/channels/check');
    expect(standIn.requests.slice(1)).toEqual(['search kettle kettle', 'search pot pot']);
  });

  it('shows why a source that is not there is not checked', async () => {
    const { status, html } = await browser.send('/channels/check', { provider: 'no-such-source' });
    expect(status).toBe(400);
    expect(html).toContain('no-such-source');
  });
});
