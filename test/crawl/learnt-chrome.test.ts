// E2: a crawl learns what a site repeats on its pages, and leaves it out of them; in whatever order they answer, and however it is stopped.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { readOne } from '../../src/app/probe/read-one.ts';
import { checkProvider } from '../../src/app/providers/check.ts';
import { openReading } from '../../src/app/read/reading.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { type CrawlOptions, openDocent } from '../../src/doors/library/docent.ts';
import type { ChunkRecord, UrlRecord } from '../../src/frontier/port.ts';
import { lane } from '../../src/frontier/port-words.contract.ts';
import type { Provider } from '../../src/seed/provider.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const PAGES = 24;
let folder: string;
let server: LocalServer;
let frame: { menu: string; footer: string };
/** The text of each page, by number, and its title. */
let own: Map<number, string>;
let names: Map<number, string>;
let delay: (nth: number) => number;
let requests: { readonly path: string; readonly isConditional: boolean }[];

function html(nth: number): string {
  const links = Array.from({ length: PAGES }, (_, to) => `<a href="${to === 0 ? '/' : `/p${to}.html`}">.</a>`).join('');
  const text = own.get(nth) ?? `Part ${'abcdefghijklmnopqrstuvwxyz'[nth]} turns in a way of its own.`;
  const name = names.get(nth) ?? `Part ${nth}`;
  return `<html lang="en"><head><title>${name}</title></head><body><p>${frame.menu}</p><h1>${name}</h1><p>${text} ${text}</p>
    <h2 id="more">More of it</h2><p>${text} And that is all there is about ${name}.</p><p>${frame.footer}</p><p>Page ${nth} of ${PAGES}</p><div hidden>${links}</div></body></html>`;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-chrome-'));
  frame = { menu: 'Parts of everything, sorted', footer: 'Licensed to anybody' };
  own = new Map();
  names = new Map();
  delay = () => 0;
  requests = [];
  server = await startServer(async (request, response) => {
    const path = request.url ?? '';
    const nth = path === '/' ? 0 : Number(/^\/p(\d+)\.html$/.exec(path)?.[1] ?? -1);
    if (nth < 0) return void response.writeHead(404).end();
    requests.push({ path, isConditional: request.headers['if-none-match'] !== undefined });
    const body = html(nth);
    const etag = `"${Buffer.from(body).toString('base64url').length}-${frame.footer}-${own.get(nth) ?? ''}"`;
    await new Promise((resolve) => setTimeout(resolve, delay(nth)));
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(flags: Record<string, string> = {}, data = 'data'): Settings {
  const options = { request_delay_ms: '0', per_host: '8', data: join(folder, data), ...flags };
  return loadSettings({ cwd: folder, env: {}, flags: options });
}

async function crawl(
  flags: Record<string, string> = {},
  data = 'data',
  options: CrawlOptions = {},
): Promise<readonly CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  const docent = openDocent({ settings: settings(flags, data) });
  for await (const event of docent.crawl(`${server.origin}/`, options)) events.push(event);
  return events;
}

interface Stored {
  readonly records: readonly UrlRecord[];
  readonly chunks: readonly (readonly ChunkRecord[])[];
}

async function stored(data = 'data'): Promise<Stored> {
  const reader = await openStore({ kind: 'sqlite', folder: join(folder, data) }).openReader();
  try {
    const list = await reader.records({ limit: 1_000 });
    const records = list.filter(({ page }) => page !== undefined).toSorted((a, b) => (a.url < b.url ? -1 : 1));
    return { records, chunks: await Promise.all(records.map(({ id }) => reader.chunks(id))) };
  } finally {
    await reader.close();
  }
}

/** What was learnt of a provider. */
async function chromeOf(provider: string, data = 'data'): Promise<string> {
  const reader = await openStore({ kind: 'sqlite', folder: join(folder, data) }).openReader();
  return reader.chrome(provider).finally(() => reader.close());
}

/** The text of each page, without when and as which number it was stored. */
async function texts(data = 'data'): Promise<unknown> {
  const { records, chunks } = await stored(data);
  return records.map(({ url, page }, nth) => ({
    ...{ path: new URL(url).pathname, hash: page?.hash, words: page?.words, markdown: page?.markdown },
    ...{ leftOut: page?.facts.leftOut, tokens: page?.facts.tokens, chunks: chunks[nth] },
  }));
}

const text = ({ chunks }: Stored): string =>
  chunks
    .flat()
    .map(({ preview, text }) => text ?? preview)
    .join('\n');

/** Whether the first page says what the others have lost. */
const keepsOnFirst = ({ records, chunks }: Stored): boolean =>
  /sorted/.test(text({ records, chunks: chunks.slice(0, 1) })) &&
  !/sorted|Licensed|rights/.test(others({ records, chunks }));

const others = ({ records, chunks }: Stored): string => text({ records, chunks: chunks.slice(1) });

const statesOf = (events: readonly CrawlEvent[]) => {
  const ended = events.find((event) => event.type === 'ended');
  return Object.fromEntries(Object.entries(ended?.counts ?? {}).filter(([, count]) => count > 0));
};

describe('E2: what most pages of a site repeat', () => {
  for (const retain of ['preview', 'full'])
    it(
      `is in the chunks of one page after the first crawl, with retain: ${retain}`,
      retain === 'full' ? more : {},
      async () => {
        const events = await crawl({ retain });
        expect(events).toContainEqual(
          expect.objectContaining({
            type: 'note',
            by: 'chrome:learnt',
            detail: expect.stringMatching(
              /^3 blocks that most pages repeat are left out of all of them but one, such as “/,
            ),
          }),
        );
        const all = await stored();
        expect(all.records).toHaveLength(PAGES);
        expect(keepsOnFirst(all)).toBe(true);
        expect(all.records[0]?.page?.facts.leftOut).toEqual([{ edge: 'bottom', text: `Page 0 of ${PAGES}` }]);
        expect(text(all)).toContain('And that is all there is about Part 7.');
        expect(all.records[3]?.page?.facts.leftOut).toEqual([
          { edge: 'top', text: 'Parts of everything, sorted' },
          { edge: 'bottom', text: 'Licensed to anybody' },
          { edge: 'bottom', text: expect.stringMatching(/^Page \d+ of/) },
        ]);
        expect(all.records[3]?.page?.markdown?.includes('Licensed') ?? false).toBe(false);
      },
    );
});

// The order of answers is about the crawl, and searching about an index: SQLite alone.
describe('E2: what most pages of a site repeat, answered and searched', () => {
  for (const retain of ['preview', 'full'])
    it(
      `is left out of the same pages in whatever order they answer, with retain: ${retain}`,
      retain === 'full' ? more : {},
      async () => {
        await crawl({ retain }, 'one');
        delay = (nth) => ((PAGES - nth) * 7) % 40;
        await crawl({ retain }, 'two');
        delay = (nth) => (nth * 11) % 50;
        await crawl({ retain, concurrency: '3' }, 'three');
        const one = await texts('one');
        expect(await texts('two')).toEqual(one);
        expect(await texts('three')).toEqual(one);
      },
    );

  it('is found on one page, and what is left everywhere', async () => {
    await crawl();
    const { openSearch } = await import('../../src/search.ts');
    const search = await openSearch({ data: join(folder, 'data') });
    try {
      expect((await search.search('anybody licensed')).results.map(({ url }) => new URL(url).pathname)).toEqual(['/']);
      expect((await search.search('turns in a way of its own')).results.length).toBeGreaterThan(0);
    } finally {
      await search.close();
    }
  });
});

describe('E2: what most pages of a site repeat, while that changes', () => {
  it('is kept with learn_chrome: false, and put back or left out when that changes', async () => {
    const full = { retain: 'full' };
    await crawl({ ...full, learn_chrome: 'false' }, 'other');
    const whole = await texts('other');
    expect(text(await stored('other'))).toMatch(/Licensed/);
    await crawl(full);
    const cut = await texts();
    // From the text that is kept, without reading a page again.
    const events = await crawl({ ...full, learn_chrome: 'false' });
    expect(statesOf(events)).toEqual({ unchanged: PAGES, discovered: PAGES });
    expect(await texts()).toEqual(whole);
    await crawl(full);
    expect(await texts()).toEqual(cut);
    expect(requests.filter(({ isConditional }) => !isConditional)).toHaveLength(2 * PAGES);
    // Pages that were read with it are requested once more.
    await crawl(full, 'other');
    expect(statesOf(await crawl(full, 'other'))).toEqual({ unchanged: PAGES, discovered: PAGES });
    expect(await texts('other')).toEqual(cut);
  });
});

describe('E2: learning changes no content of pages', () => {
  it('a second crawl of the same site finds it unchanged, chunk by chunk', async () => {
    await crawl();
    const first = await texts();
    expect(statesOf(await crawl())).toEqual({ unchanged: PAGES, discovered: PAGES });
    expect(statesOf(await crawl({}, 'data', { fresh: true }))).toEqual({ unchanged: PAGES, discovered: PAGES });
    expect(await texts()).toEqual(first);
  });

  it('a footer that was changed on all pages updates the one that keeps it; a page of which more was changed is updated', async () => {
    await crawl();
    const before = await texts();
    frame = { ...frame, footer: 'All rights are yours now' };
    expect(statesOf(await crawl())).toEqual({ unchanged: PAGES - 1, indexed: 1, discovered: PAGES });
    const all = await stored();
    expect(keepsOnFirst(all)).toBe(true);
    expect(
      all.chunks
        .slice(1)
        .flat()
        .map(({ hash }) => hash),
    ).toEqual((before as { chunks: ChunkRecord[] }[]).slice(1).flatMap(({ chunks }) => chunks.map(({ hash }) => hash)));
    own.set(5, 'Part f has been made anew and turns otherwise.');
    frame = { ...frame, footer: 'The third footer of this site' };
    expect(statesOf(await crawl())).toEqual({ unchanged: PAGES - 2, indexed: 2, discovered: PAGES });
  });

  for (const retain of ['preview', 'full'])
    it(
      `E6: pages that differ only in what is left out are one page, with retain: ${retain}`,
      retain === 'full' ? more : {},
      async () => {
        for (const nth of [7, 8]) {
          own.set(nth, 'The same words in both.');
          names.set(nth, 'Twin');
        }
        expect(html(7)).not.toBe(html(8));
        expect(statesOf(await crawl({ retain }))).toEqual({ indexed: PAGES - 1, duplicate: 1, discovered: PAGES });
      },
    );
});

describe('E2: pages that were read before anything was learnt', () => {
  it('are requested once without conditions where their text is not kept, and count as unchanged', async () => {
    await crawl({ max_pages: '3' });
    expect(text(await stored())).toMatch(/Licensed/);
    // The first three answer "not modified", so that only the site could help.
    const second = await crawl();
    expect(second).toContainEqual(
      expect.objectContaining({
        by: 'chrome:learnt',
        detail: expect.stringContaining('3 pages that were read before keep it until they are due'),
      }),
    );
    requests = [];
    expect(statesOf(await crawl())).toEqual({ unchanged: PAGES, discovered: PAGES });
    expect(requests.filter(({ isConditional }) => !isConditional)).toHaveLength(3);
    expect(keepsOnFirst(await stored())).toBe(true);
    requests = [];
    await crawl();
    expect(requests.every(({ isConditional }) => isConditional)).toBe(true);
  });

  it('are cut by the next run where one was killed once it had learnt them, although nothing new is learnt', async () => {
    const full = { retain: 'full', concurrency: '1' };
    await crawl(full, 'other');
    let seen = 0;
    const run = openDocent({ settings: settings(full) }).crawl(`${server.origin}/`);
    for await (const event of run) if (event.type === 'visited' && ++seen === 12) run.stop();
    const before = await stored();
    const provider = before.records[0]?.provider ?? '';
    expect(text(before)).toMatch(/Licensed/);
    const learnt = await chromeOf(provider, 'other');
    const { ledger } = await openStore({ kind: 'sqlite', folder: join(folder, 'data') }).openLedger();
    await ledger.begin(lane({ provider }), { fresh: false });
    await ledger.keepChrome(provider, learnt);
    await ledger.close();
    await crawl(full);
    expect(await chromeOf(provider)).toBe(learnt);
    expect(await texts()).toEqual(await texts('other'));
  });

  it('are cut from their text where it is kept, also after a run that was stopped in the middle', more, async () => {
    const full = { retain: 'full', concurrency: '1' };
    const docent = openDocent({ settings: settings(full) });
    let seen = 0;
    const run = docent.crawl(`${server.origin}/`);
    for await (const event of run) if (event.type === 'visited' && ++seen === 12) run.stop();
    await crawl(full);
    expect(keepsOnFirst(await stored())).toBe(true);
    expect(requests).toHaveLength(PAGES);
    await crawl(full, 'other');
    expect(await texts()).toEqual(await texts('other'));
  });
});

it('C2: with retain: preview no byte of the folder holds more of a page than its previews', async () => {
  const secret = 'Only a full copy would keep this very sentence about springs.';
  for (let nth = 0; nth < PAGES; nth++) own.set(nth, `${'Long text about one part. '.repeat(30)} ${nth} ${secret}`);
  await crawl();
  const bytes = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name), 'latin1'));
  expect(bytes.join('')).not.toContain('very sentence about springs');
});

describe('E2: what was left out is reported', () => {
  it('by the record of the page, and by "read" of a site that was crawled', async () => {
    await crawl();
    const reading = await openReading(openPlace(settings()));
    const [record] = await reading.why(`${server.origin}/p9.html`);
    await reading.close();
    expect(record?.page?.facts.leftOut).toHaveLength(3);
    const read = async (flags: Record<string, string> = {}) =>
      readOne(openPlace(settings(flags)), silentLog, `${server.origin}/p9.html`);
    const { page, learntOf, chunks } = await read();
    expect(page.leftOut).toEqual(record?.page?.facts.leftOut);
    expect(page).toMatchObject({ hash: record?.page?.hash, readHash: record?.page?.readHash });
    expect(learntOf).toBe(record?.provider);
    expect(chunks.map(({ text: chunk }) => chunk).join('')).not.toMatch(/Licensed|sorted/);
    expect((await read({ learn_chrome: 'false' })).page.markdown).toMatch(/Licensed/);
    expect((await read({ data: join(folder, 'none') })).page.markdown).toMatch(/Licensed/);
  });
});

// `providers check` stores nothing.
describe('E2: what would be left out is reported', () => {
  it('by "providers check", which learns from the pages that it looks at', async () => {
    const policy = {
      ...{ provider_id: 'parts', seed_urls: [`${server.origin}/`], allowed_path_patterns: ['/**'] },
      ...{ own_site: true, request_delay_ms: 0 },
    };
    const file = join(folder, 'docent.yml');
    const check = async (fields: object) => {
      writeFileSync(file, JSON.stringify({ providers: [{ ...policy, ...fields }] }));
      const own = loadSettings({ cwd: folder, env: {}, config: file });
      return checkProvider(openPlace(own), silentLog, own.providers[0] as Provider, { pages: 5 });
    };
    const { repeated, pages } = await check({});
    expect(repeated).toEqual([frame.menu, frame.footer, expect.stringMatching(/^Page \d of/)]);
    const whole = await check({ learn_chrome: false });
    expect(whole.repeated).toEqual([]);
    expect(pages[0]?.read?.words).toBeLessThan(whole.pages[0]?.read?.words ?? 0);
  });
});
