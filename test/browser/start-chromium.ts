// Starts one Chromium for all browser tests, before the first of them, and tells them where it is.
import type { TestProject } from 'vitest/node';
import '../support/browser-at.ts';
import { chromiumOf, thisMachine } from '../support/chromium.ts';

/** As in test/support/until.ts, which only a test can import. */
const HANG_MS = 170_000;

/** vitest calls it once for a run with browser tests; what it returns ends the browser. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const found = chromiumOf(thisMachine);
  if ('missing' in found) {
    provide('browser', found);
    return async () => {};
  }
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    executablePath: found.path,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: !thisMachine.isRoot,
    host: '127.0.0.1',
    timeout: HANG_MS,
  });
  provide('browser', { endpoint: server.wsEndpoint() });
  return () => server.close();
}
