// A3: the page of changes: by day and source, with sections and reasons; its numbers are those of its lists, and what a site wrote is text.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/index.ts';
import { sitePages } from '../support/search-site.ts';
import { openTestServer, type TestServer } from './open.ts';
import { textOf } from './text-of.ts';

const rude = '<script>alert(1)</script> \u202e \u009b31m';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  const { change, folder, site } = server;
  const heading = `<h2 id="new">${rude.replaceAll('<', '&lt;')}${'long '.repeat(200)}</h2><p>Text below it.</p></main>`;
  change('/docs/settings', (sitePages['/docs/settings'] ?? '').replace(/<\/main>|<\/body>|$/, heading));
  change('/docs/long', undefined);
  const flags = { data: '.docent', request_delay_ms: '0' };
  await openDocent({ cwd: folder, env: {}, data: '.docent', flags }).crawl(`${site}docs/`, { fresh: true }).result;
});
afterAll(() => server[Symbol.asyncDispose]());

async function show(path: string): Promise<{ readonly status: number; readonly html: string; readonly text: string }> {
  const response = await fetch(`${server.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

const rows = (html: string): number => html.split('<th scope="row">').length - 1;

describe('A3: the page of changes', () => {
  it('M3: lists by day and source what was changed, with its sections, and what was removed, with the reason', async () => {
    const { status, text } = await show('/changes');
    expect(status).toBe(200);
    for (const part of ['Today,', server.provider, 'changed', '/docs/settings', 'removed', '/docs/long', 'http:404'])
      expect(text).toContain(part);
    expect(text).toMatch(/added [^.]*alert\(1\)/);
    expect(text).toContain('First crawls');
  });

  it('has numbers that lead to lists of that length', async () => {
    const { html } = await show('/changes');
    const counts = [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)];
    expect(counts.length).toBeGreaterThanOrEqual(3);
    for (const [, to = '', n] of counts)
      expect(rows((await show(to.replaceAll('&amp;', '&'))).html), to).toBe(Number(n));
  });

  it('filters by source, kind and date, and says what is wrong with a date', async () => {
    const feed = async (query: string) => (await show(`/changes?${query}`)).html.split('id="first"')[0] ?? '';
    expect(rows(await feed('kind=deleted'))).toBe(1);
    expect(rows(await feed(`provider=${server.provider}`))).toBe(rows(await feed('')));
    expect(await feed('provider=nobody')).toContain('No such change');
    expect(await feed('since=2999-01-01')).toContain('No such change');
    expect(await feed('since=yesterday')).toContain('it must be a date');
    for (const query of ['cursor=x', 'cursor=1.999', 'kind=x', 'provider=%3Cscript%3Ealert(1)%3C/script%3E'])
      expect((await show(`/changes?${query}`)).status, query).toBe(200);
  });

  it('goes on where the last page ended', async () => {
    const all = rows((await show('/changes')).html.split('id="first"')[0] ?? '');
    const { next } = (await (await fetch(`${server.address}/admin/v1/changes?limit=1`)).json()) as { next: string };
    expect(rows((await show(`/changes?cursor=${next}`)).html)).toBe(all - 1);
  });

  it('leads to a feed that is there', async () => {
    const { html } = await show('/changes');
    const [, feed = ''] = /href="([^"]*changes\.atom[^"]*)"/.exec(html) ?? [];
    expect((await show(feed)).text).toContain('what changed');
  });

  it('FAULTS 70: shows what a site wrote as text', async () => {
    for (const path of ['/changes', '/changes?provider=%3Cscript%3Ealert(1)%3C/script%3E']) {
      const { html } = await show(path);
      expect(html).not.toContain('<script>alert');
      expect(html).not.toMatch(/[\u202e\u009b]/);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  });
});
