// The browser of this run, for the files that test in it.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { inject } from 'vitest';
import '../support/browser-at.ts';
import { HANG_MS } from '../support/until.ts';
import type { PagesServer } from './pages-server.ts';

export const WIDE = Object.freeze({ width: 1_440, height: 900 });
export const NARROW = Object.freeze({ width: 360, height: 800 });

const at = inject('browser') ?? { missing: 'this is no browser test' };

/** Whether browser tests are skipped: no browser, on a machine that need not have one (`DOCENT_SERVICES=required` says it must). */
export const isWithoutBrowser = 'missing' in at && process.env.DOCENT_SERVICES !== 'required';

/** Connects to the browser. Throws where there is none, with what to do. */
export async function openBrowser(): Promise<Browser> {
  if ('missing' in at) throw new Error(`There is no Chromium to test in: ${at.missing}`);
  const { chromium } = await import('playwright-core');
  return chromium.connect(at.endpoint, { timeout: HANG_MS });
}

/** A fresh profile of the browser, signed in to a server. */
export async function openContext(
  browser: Browser,
  { address, cookie }: Pick<PagesServer, 'address' | 'cookie'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: address, ...options });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  context.setDefaultTimeout(HANG_MS);
  return context;
}
