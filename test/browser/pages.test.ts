// A3: a crawl of the dashboard itself: every page that links lead to, light and dark, wide and narrow, with and without scripts. In
// `npm test` a few of its pages.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inAll, more, scaled } from '../support/how-long.ts';
import { root } from '../support/repository.ts';
import { until } from '../support/until.ts';
import { isWithoutBrowser, NARROW, openBrowser, openContext, WIDE } from './browser.ts';
import { inaccessible, mainText, misfits, watchErrors } from './looks.ts';
import { openDemoServer, type PagesServer } from './pages-server.ts';
import { lengthOfList, type Walked, walkPages } from './walk.ts';

/** Git ignores it. */
const screenshots = join(root, '.tmp/screenshots');
const AT_ONCE = 3;
/** Of one page, with other queries. */
const MOST_VARIANTS = 6;

interface Contexts {
  readonly wide: BrowserContext;
  readonly narrow: BrowserContext;
  readonly withoutScripts: BrowserContext;
}

/** Whether this run looks at every page, and keeps a picture of each. */
const isWhole = inAll(0, 1) === 1;

describe.skipIf(isWithoutBrowser)('A3: pages of the dashboard', () => {
  let server: PagesServer;
  let browser: Browser;
  let pages: readonly Walked[];
  const problems = { errors: [] as string[], misfits: [] as string[], access: [] as string[], text: [] as string[] };

  beforeAll(async () => {
    [server, browser] = await Promise.all([openDemoServer(), openBrowser()]);
    const few = ['/', '/search?q=retries', '/runs/1', '/sources/new', '/bot'];
    const typed = ['/search?q=How+are+retries+set%3F&view=answer', '/lab?q=retries'];
    pages = await walkPages(
      isWhole
        ? { ...server, from: [...few, ...typed, '/sign-in'], mostOfShape: 2 }
        : { ...server, from: few, mostOfShape: 1, isWithLinks: false },
    );
    if (isWhole) rmSync(screenshots, { recursive: true, force: true });
    if (isWhole) mkdirSync(screenshots, { recursive: true });
    const contexts = {
      wide: await openContext(browser, server, { viewport: WIDE }),
      narrow: await openContext(browser, server, { viewport: NARROW }),
      withoutScripts: await openContext(browser, server, { viewport: NARROW, javaScriptEnabled: false }),
    };
    const left = Map.groupBy(pages, ({ shape }) => shape)
      .values()
      .flatMap((same) => same.slice(0, 1))
      .toArray();
    const looked = new Map<string, number>();
    const work = async (): Promise<void> => {
      for (let page = left.shift(); page !== undefined; page = left.shift()) {
        const [path = ''] = page.shape.split('?');
        const before = looked.get(path) ?? 0;
        looked.set(path, before + 1);
        if (before === 0) await look(page, contexts);
        else if (before <= MOST_VARIANTS) await lookBriefly(page, contexts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const note = (kind: keyof typeof problems, { path }: Walked, found: readonly string[], where = ''): void => {
    problems[kind].push(...found.map((one) => `${path}${where}: ${one}`));
  };

  async function open(context: BrowserContext, page: Walked): Promise<Page> {
    const opened = await context.newPage();
    watchErrors(opened, (problem) => note('errors', page, [problem]));
    await opened.goto(page.path, { waitUntil: 'load' });
    return opened;
  }

  async function keep(opened: Page, { shape }: Walked, kind: string): Promise<void> {
    if (!isWhole) return;
    const name =
      shape
        .replaceAll('*', 'one')
        .replaceAll(/[^a-z0-9]+/gi, '-')
        .replaceAll(/^-|-$/g, '') || 'overview';
    const picture = { path: join(screenshots, `${name}.${kind}.png`), fullPage: kind.startsWith('360') };
    // On a busy machine Chromium is sometimes unable to take a picture, and able a moment later.
    await until(() => opened.screenshot(picture));
  }

  /** One of each page, in everything that changes how it looks. */
  async function look(page: Walked, { wide, narrow, withoutScripts }: Contexts): Promise<void> {
    if (page.status !== 200) return note('errors', page, [`its status is ${page.status}, from ${page.from}`]);
    const wider = await open(wide, page);
    note('misfits', page, await misfits(wider));
    await keep(wider, page, '1440-light');
    note('access', page, await inaccessible(wider));
    await wider.emulateMedia({ colorScheme: 'dark' });
    note('access', page, await inaccessible(wider, ['color-contrast']), ' in the dark');
    await keep(wider, page, '1440-dark');
    await wider.close();

    const narrower = await open(narrow, page);
    note('misfits', page, await misfits(narrower), ' at 360 px');
    await keep(narrower, page, '360-light');
    const text = await mainText(narrower);
    await narrower.close();

    const plain = await open(withoutScripts, page);
    await plain.emulateMedia({ colorScheme: 'dark' });
    note('misfits', page, await misfits(plain), ' at 360 px without scripts');
    await keep(plain, page, '360-dark');
    const bare = await mainText(plain);
    if (bare !== text) note('text', page, [`with scripts it says\n${text}\nand without\n${bare}`]);
    await plain.close();
  }

  /** A page that was seen, with another query. */
  async function lookBriefly(page: Walked, { wide }: Contexts): Promise<void> {
    if (page.status !== 200) return note('errors', page, [`its status is ${page.status}, from ${page.from}`]);
    const opened = await open(wide, page);
    note('misfits', page, await misfits(opened));
    await opened.setViewportSize(NARROW);
    note('misfits', page, await misfits(opened), ' at 360 px');
    await keep(opened, page, '360-light');
    await opened.close();
  }

  it('are reached by links', more, () => {
    const shapes = new Set(pages.map(({ shape }) => shape));
    expect([...shapes]).toEqual(expect.arrayContaining(['/', '/runs', '/runs/*', '/urls', '/url?url', '/bot']));
    expect(shapes.size).toBeGreaterThan(20);
  });

  it('have no error', scaled, () => expect(problems.errors).toEqual([]));
  it('fit their window, and every text its place', scaled, () => expect(problems.misfits).toEqual([]));
  it('have nothing that axe-core finds serious', scaled, () => expect(problems.access).toEqual([]));
  it('say the same without scripts', scaled, () => expect(problems.text).toEqual([]));

  it('have numbers that lead to lists of that length', more, async () => {
    const wrong = new Set<string>();
    const lengths = new Map<string, number | undefined>();
    for (const { path, numbers } of pages)
      for (const { text, to, count, column } of numbers) {
        const key = `${to} ${column ?? ''}`;
        if (count === undefined) wrong.add(`${path}: the number ${text} does not say how long the list at ${to} is`);
        else {
          if (!lengths.has(key)) lengths.set(key, await lengthOfList(server, to, column));
          const length = lengths.get(key);
          if (length !== count) wrong.add(`${path}: ${count} leads to ${to}, a list of ${length ?? 'unknown length'}`);
        }
      }
    expect([...wrong]).toEqual([]);
    expect(lengths.size).toBeGreaterThan(20);
  });
});
