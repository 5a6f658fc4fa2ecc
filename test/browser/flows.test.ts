// A3: what operators do, in a real browser from the first click to the last.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { isWithoutBrowser, NARROW, openBrowser, openContext, WIDE } from './browser.ts';
import { type HeldSite, startHeldSite } from './held-site.ts';
import { inaccessible, misfits } from './looks.ts';
import { openDemoServer, type PagesServer } from './pages-server.ts';

describe.skipIf(isWithoutBrowser)('A3: an operator with a browser', () => {
  let server: PagesServer;
  let site: HeldSite;
  let browser: Browser;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    [server, browser, site] = await Promise.all([openDemoServer(), openBrowser(), startHeldSite()]);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  /** A page of a fresh profile. */
  async function open(path: string, { isSignedIn = true } = {}): Promise<Page> {
    const context = await openContext(browser, server);
    opened.push(context);
    if (!isSignedIn) await context.clearCookies();
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** What only forms lead to is not on the way of a crawl. */
  async function fits(page: Page): Promise<void> {
    const wide = [...(await misfits(page)), ...(await inaccessible(page))];
    await page.setViewportSize(NARROW);
    expect([...wide, ...(await misfits(page))]).toEqual([]);
    await page.setViewportSize(WIDE);
  }

  it('signs in with a token, is led back, and signs out', async () => {
    const page = await open('/runs', { isSignedIn: false });
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Token').fill('not-a-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill(server.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/runs');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/runs');
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });

  it('finds out why a URL was skipped, from the overview on', more, async () => {
    const page = await open('/');
    await page.locator('#changed').getByRole('rowheader').getByRole('link').click();
    const skipped = page.locator('.sum a[href*="state=skipped"]').first();
    const count = Number(await skipped.textContent());
    await skipped.click();
    await page.getByRole('heading', { name: `${count} URLs` }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'scope:depth' })
      .first()
      .getByRole('rowheader')
      .getByRole('link')
      .click();
    await page.locator('main .note').filter({ hasText: 'scope:depth' }).waitFor();
    expect(await page.locator('main .note').textContent()).toContain('more links than max_depth allows');
  });

  it('goes from the chart to the requests that it counts', async () => {
    const page = await open('/');
    await page.locator('[data-chart] canvas').waitFor();
    const failed = page.locator('[data-legend] a').last();
    const count = await failed.textContent();
    await failed.click();
    await page.getByRole('heading', { name: 'Requests for pages' }).waitFor();
    expect(await page.locator('#list').getAttribute('data-total')).toBe(count);
  });

  it('searches by keyboard, and opens a result at its place', async () => {
    const page = await open('/runs');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    await page.locator('main input[type="search"]').focus();
    await page.keyboard.type('retries');
    await page.locator('a[data-result]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate<string>('document.activeElement.dataset.result !== undefined ? "a result" : ""')).toBe(
      'a result',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.startsWith(new URL(server.seed).origin));
  });

  it('changes a selector, and sees at once what that makes of a page', more, async () => {
    const page = await open('/sources');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Extraction' }).click();
    await page.getByLabel('Content').fill('h1');
    const status = page.locator('#preview [role="status"]');
    await status.filter({ hasText: /\d+ removed/ }).waitFor();
    await fits(page);
    await page.getByLabel('Content').fill('main');
    await page.locator('#preview').getByText('main', { exact: true }).first().waitFor();
    await page.getByLabel('Content').fill('h1[');
    await page.locator('#preview .note.bad').waitFor();
  });

  it('adds a source with the wizard, watches its crawl live, pauses and resumes it', async () => {
    const page = await open('/sources');
    await page.getByRole('link', { name: 'Add a source' }).click();
    await page.getByLabel('Address').fill(site.seed);
    await page.getByRole('button', { name: 'Look at it' }).first().click();
    await page.getByText('A crawl can begin. Nothing is saved yet.').waitFor();
    await fits(page);
    site.hold();
    await page.locator('#provider_id, [name="provider_id"]').fill('guide');
    await page.locator('[name="confirmed"]').check();
    await page.getByRole('button', { name: 'Save and crawl' }).click();
    await page.waitForURL('**/sources/guide');
    await page.locator('#runs').getByRole('rowheader').getByRole('link').click();
    const state = page.locator('header.title .state');
    await state.filter({ hasText: 'running' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await state.filter({ hasText: 'paused' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await state.filter({ hasText: 'running' }).waitFor();
    // From here on the page follows by itself.
    site.release();
    await state.filter({ hasText: 'complete' }).waitFor();
    expect(await page.locator('.sum').first().textContent()).toContain(`${site.pages + 1} indexed`);
  });

  it('does the deletion that a visitor has requested', more, async () => {
    const url = new URL('guides/retries', server.seed).href;
    const visitor = await open('/bot', { isSignedIn: false });
    await visitor.locator('#deletion-what').fill(url);
    await visitor.locator('#deletion-contact').fill('owner@site.example');
    await visitor
      .locator('form', { has: visitor.locator('#deletion-what') })
      .getByRole('button')
      .click();
    await visitor.getByRole('heading', { name: /received/i }).waitFor();
    const page = await open('/requests');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByText('owner@site.example').waitFor();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.locator('header.title .state').filter({ hasText: 'deletion, done' }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('owner@site.example');
    await page.goto(`/url?url=${encodeURIComponent(url)}`);
    expect(await page.locator('main').textContent()).toContain('blocklist');
  });
});
