// A3: the frame of every page: its menu, the figures beside places, its breadcrumb, its footer and the width it takes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withWatch } from '../../src/app/with-watch.ts';
import { RowTable } from '../../src/doors/pages/parts.tsx';
import { openStore } from '../../src/store/open-store.ts';
import { judgeAlerts } from '../../src/watch/alerts/alerts.ts';
import { defaultBounds } from '../../src/watch/alerts/bounds.ts';
import { root } from '../support/repository.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

const css = readFileSync(join(root, 'assets/docent.css'), 'utf8');

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  // The short pages of the test's site are out of this bound from the beginning.
  server = await openTestServer(() => 'alert_bounds: [average_tokens_least=200]\nproviders: []\n');
  browser = await signIn(server.address, server.token);
});
afterAll(() => server[Symbol.asyncDispose]());

/** The figures of the menu by their places. */
async function figures(path: string): Promise<Readonly<Record<string, string>>> {
  const { html } = await browser.show(path);
  const found = [...html.matchAll(/data-title="([^"]+)">[^<]*<span class="count"[^>]*>(\d+)/g)];
  return Object.fromEntries(found.map(([, title = '', n = '']) => [title, n]));
}

describe('A3: tables', () => {
  it('have no column that is empty in every row, and keep one that names rows', async () => {
    const headings = (html: string): readonly string[] =>
      [...html.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, title = '']) => title);
    const [own, visitors] = [await browser.show('/sources'), await fetch(`${server.address}/sources`)];
    expect(headings(own.html)).toContain('');
    expect(headings(own.html)).not.toContain('Version');
    expect(headings(await visitors.text())).not.toContain('');
    expect(String(RowTable({ columns: [{ title: 'A', kind: 'head', cell: () => '' }], rows: [1] }))).toContain('>A<');
    expect(String(RowTable({ columns: [{ title: 'A', cell: () => '' }], rows: [] }))).toContain('>A<');
  });

  it('take the whole width of a wide screen', () => {
    expect(css).not.toMatch(/^main \{[^}]*max-width/m);
    expect(css).toMatch(/^p \{[^}]*max-width: 76ch/m);
  });
});

describe('A3: the words of pages', () => {
  const textOf = async (path: string): Promise<string> =>
    (await browser.show(path)).html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  it('have no slash behind the last step of a breadcrumb, and keep the search box on the search page', async () => {
    expect((await browser.show('/runs/1')).html).toMatch(/<a href="\/runs">Runs<\/a><\/nav>/);
    expect((await browser.show('/search')).html).toContain('class="search-box"');
  });

  it('announce the keys in the footer, for browsers with scripts', async () => {
    expect((await browser.show('/')).html).toMatch(
      /<p class="keys" data-keys[^>]* hidden[^>]*><kbd>\?<\/kbd> for keys/,
    );
  });

  it('M1: say when something is due or happened, and lead from an alert to the page that shows it', async () => {
    expect(await textOf('/')).not.toMatch(/since \d/);
    expect(await textOf('/sources')).toContain('Freshness');
    expect((await browser.show('/quality')).html).toMatch(/<a href="\/[a-z]+[^"]*">Look closer<\/a>, or <code>docent /);
    expect(await textOf('/changes')).toContain('reported to Slack, set slack_webhook and slack_reports: true');
  });

  it('A4: say to strangers first what the robot is', async () => {
    expect(await textOf('/bot')).toContain('This is docent, a crawler for documentation.');
  });

  it('S6: say which pages the counts of folders and languages are of', async () => {
    expect(await textOf('/search?q=the&lang=en')).toContain('Language of pages that state one');
  });
});

describe('A3: the menu', () => {
  it('shows sign in and sign out on narrow screens too', () => {
    expect(css).not.toMatch(/\.side footer \{[^}]*display: none/);
  });

  it('M1: has open alerts and requests beside their places, and no figure where there is none', async () => {
    expect(await figures('/')).toEqual({ 'Quality and alerts': '1' });
    const { provider } = server;
    const raised = judgeAlerts({
      run: 1,
      ...{ provider, open: [], now: Date.now(), bounds: defaultBounds },
      measures: [{ bound: 'selector_hits', value: 12, of: 'main' }],
    });
    const store = openStore({ kind: 'sqlite', folder: join(server.folder, '.docent') });
    await withWatch(store, ({ writer }) => writer.keepAlerts(raised, Date.now()));
    const body = new URLSearchParams({
      kind: 'proposal',
      what: 'https://docs.example.com/',
      contact: 'me@example.com',
    });
    const sent = await fetch(`${server.address}/bot/requests`, {
      ...{ method: 'POST', body, redirect: 'manual', headers: { origin: server.address } },
    });
    expect(sent.status).toBeLessThan(400);
    // A change by a form shows at once; others after two seconds.
    await browser.send('/quality/test');
    expect(await figures('/sources')).toEqual({ 'Quality and alerts': '2', Requests: '1' });
  });
});
