// A3: crawled text is harmless on every page, in a real browser: nothing runs, nothing leaves, nothing overflows.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inAll, scaled } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { isWithoutBrowser, NARROW, openBrowser, openContext, WIDE } from './browser.ts';
import { answerHostile, attack } from './hostile-site.ts';
import { harms, mainText, misfits, watchErrors } from './looks.ts';
import { openPagesServer, type PagesServer } from './pages-server.ts';
import { type Walked, walkPages } from './walk.ts';

const AT_ONCE = 3;

describe.skipIf(isWithoutBrowser)('A3: crawled attacks on pages', scaled, () => {
  let server: PagesServer;
  let browser: Browser;
  let pages: readonly Walked[];
  let shown = 0;
  const problems = { errors: [] as string[], harms: [] as string[], misfits: [] as string[] };

  beforeAll(async () => {
    const site = await startServer(answerHostile);
    [server, browser] = await Promise.all([
      openPagesServer({
        ...{ seed: `${site.origin}/docs/`, what: `${site.origin}/docs/`, config: 'providers: []\n' },
        closeSite: () => site[Symbol.asyncDispose](),
      }),
      openBrowser(),
    ]);
    await file('deletion');
    await file('inquiry');
    const typed = encodeURIComponent(attack('query'));
    const path = `${server.seed}${encodeURIComponent('<script>window.harmed="path"</script>')}`;
    const few = ['/', `/search?q=${typed}`, '/search?q=zebra', `/url?url=${encodeURIComponent(path)}`, '/requests'];
    const others = [
      ...[`/lab?q=${typed}`, '/lab?q=zebra', `/urls?text=${typed}`],
      ...['/url?url=javascript:window.harmed=6', `/url?url=${typed}`, `/sources/${typed}`, `/runs/${typed}`],
      ...[`/sources/new?url=${typed}`, `/bot?url=${typed}`, `/sign-in?next=${typed}`, `/settings/forget?what=${typed}`],
    ];
    pages = await walkPages(
      inAll(0, 1) === 1
        ? { ...server, from: [...few, ...others], mostOfShape: 3 }
        : { ...server, from: few, mostOfShape: few.length, isWithLinks: false },
    );
    const context = await openContext(browser, server, { viewport: WIDE });
    const left = pages.filter(({ path }) => !/^\/(?:admin|sources\/(?!127|%22|new))/.test(path));
    const work = async (): Promise<void> => {
      for (let page = left.shift(); page !== undefined; page = left.shift()) await look(page, context);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** A request on the page about the robot, by someone who means harm. */
  async function file(kind: string): Promise<void> {
    const response = await fetch(`${server.address}/bot/requests`, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin: server.address } },
      body: new URLSearchParams({ kind, what: server.seed, contact: attack('contact'), message: attack('message') }),
    });
    expect([kind, response.status, response.status === 303 ? '' : await response.text()]).toEqual([kind, 303, '']);
  }

  async function look({ path, status }: Walked, context: BrowserContext): Promise<void> {
    const note = (kind: keyof typeof problems, found: readonly string[]): void =>
      void problems[kind].push(...found.map((one) => `${path.slice(0, 100)}: ${one}`));
    if (status >= 500) return note('errors', [`its status is ${status}`]);
    const page = await context.newPage();
    watchErrors(page, (problem) => {
      // What was typed is refused, which the page says.
      if (status < 400 || !/ is 4\d\d$|status of 4/.test(problem)) note('errors', [problem]);
    });
    await page.goto(path, { waitUntil: 'load' });
    note('misfits', await misfits(page));
    await page.setViewportSize(NARROW);
    note(
      'misfits',
      (await misfits(page)).map((one) => `at 360 px: ${one}`),
    );
    note('harms', await harms(page));
    if ((await mainText(page)).includes('window.harmed')) shown++;
    await page.close();
  }

  it('are shown on many', () => {
    expect(shown).toBeGreaterThan(inAll(2, 20));
  });
  it('cause no error', () => expect(problems.errors).toEqual([]));
  it('run nothing, link to nothing that runs, and turn no text around', () => expect(problems.harms).toEqual([]));
  it('fit their places', () => expect(problems.misfits).toEqual([]));
});
