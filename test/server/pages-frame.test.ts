// A3: the frame of every page: its menu, the figures beside places, its breadcrumb, its footer and the width it takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeIn, withWatch } from '../../src/app/data-store.ts';
import { RowTable } from '../../src/doors/pages/parts.tsx';
import { judgeAlerts } from '../../src/watch/alerts/alerts.ts';
import { defaultBounds } from '../../src/watch/alerts/bounds.ts';
import { root } from '../support/repository.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

const css = readFileSync(join(root, 'assets/docent.css'), 'utf8');

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer();
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

describe('A3: the menu', () => {
  it('shows sign in and sign out on narrow screens too', () => {
    expect(css).not.toMatch(/\.side footer \{[^}]*display: none/);
  });

  it('M1: has open alerts and requests beside their places, and no figure where there is none', async () => {
    // The short pages of the test's site are out of bounds from the beginning.
    expect(await figures('/')).toEqual({ 'Quality and alerts': '1' });
    const { provider } = server;
    const raised = judgeAlerts({
      ...{ provider, open: [], now: Date.now(), bounds: defaultBounds },
      measures: [{ bound: 'selector_hits', value: 12, of: 'main' }],
    });
    const store = storeIn(join(server.folder, '.docent'), 'sqlite');
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
