// Forgetting what a real crawl stored: no byte of it is left, all else stays as it was, and a kill harms nothing.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { more } from '../../../test/support/how-long.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { unpackLinks } from '../../core/page-links.ts';
import { openDocent } from '../../doors/library/docent.ts';
import { openSearch } from '../../doors/library/search.ts';
import {
  found as deep,
  lane,
  leaseOne,
  offerPages,
  openTimed,
  page as pageOf,
  redirect,
  settlement,
  T,
} from '../../frontier/port-words.contract.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openPlace, type Place } from '../place.ts';
import { openReading } from '../read/reading.ts';
import { addRequest } from '../requests/add-request.ts';
import { doDeletion } from '../requests/do-deletion.ts';
import { listRequests, openRequest } from '../requests/requests.ts';
import { addJudged, judgedList } from '../search/judged.ts';
import { forgetPlanned, listReceipts, optimizeIfDue, planForget } from './forget.ts';

let folder: string;
/** A folder after its first crawl. */
let crawled: string;
let server: LocalServer;
let edition = 1;
/** Links that the first page has besides. */
let lateLinks = '';

/** Words that are only on pages below /docs/zk/, in their addresses, or in an earlier edition of one. */
const SECRETS = [
  ...['zkqtvbem', 'wqhjdrop', 'vxsplonk', 'qjsmbwex', 'jherlkip', 'kzdscrum', 'wvcdkord'],
  ...['zk/bponeq', 'zk/cdtwoq', 'zk/gfyearq-', 'zk/hgtrapq'],
];

const page = (title: string, body: string): string =>
  `<html lang="en"><head><title>${title}</title><meta name="description" content="${title.startsWith('Z') ? 'Kzdscrum of it' : 'Plain'}"></head><body><main>${body}</main></body></html>`;
const filler = 'These words stand on every page of this small site, so that its chunks are long enough. '.repeat(8);

const answer: RequestListener = (request, response) => {
  const { url = '' } = request;
  const years = Array.from({ length: 5 }, (_, i) => `<a href="/docs/zk/gfyearq-${i}">Year ${i}</a>`).join(' ');
  const pages: Record<string, string> = {
    '/docs/': page(
      'Home',
      `<h1>Welcome</h1><p>${filler}</p><a href="/docs/keep">The kept page</a> <a href="/docs/zk/bponeq">Xwnchvor handbook</a>
       <a href="/docs/old">Xwnchvor by another way</a> <a href="/docs/zk/cdtwoq?x=1">Two</a> <a href="/docs/copy">Copy</a> ${years}
       <a href="/docs/zk/hgtrapq">forbidden</a> ${lateLinks}`,
    ),
    '/docs/keep': page('Kept', `<h1>Staying</h1><p>Steadfast words. ${filler}</p><a href="/docs/zk/bponeq">it</a>`),
    '/docs/zk/bponeq': page(
      'Zkqtvbem one',
      `<h1 id="wqhjdrop">Wqhjdrop</h1><p>Vxsplonk ${edition === 1 ? 'Jherlkip said once.' : 'said now.'} ${filler}</p>
       <pre><code class="language-js">wvcdkord.qjsmbwexCall(1)</code></pre><a href="/docs/keep">Xwnchvor of ours</a>`,
    ),
    '/docs/zk/cdtwoq': page('Zkqtvbem two', `<h1>Wqhjdrop two</h1><p>Vxsplonk again and again. ${filler}</p>`),
  };
  pages['/docs/copy'] = pages['/docs/zk/cdtwoq'] as string;
  if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /');
  else if (url === '/docs/old') response.writeHead(302, { location: '/docs/zk/bponeq' }).end();
  else if (url === '/docs/zk/hgtrapq') response.writeHead(403).end();
  else {
    const late = /^\/docs\/late-\d+$/.test(url);
    const year = /^\/docs\/zk\/gfyearq-(\d)$/.exec(url)?.[1];
    const body = late
      ? page('Late', `<p>Late words of ${url}</p>`)
      : year === undefined
        ? pages[url.replace(/\?.*/, '')]
        : page(`Zkqtvbem ${year}`, `<p>Vxsplonk ${year}</p>`);
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  }
};

beforeAll(async () => {
  server = await startServer(answer);
  crawled = mkdtempSync(join(tmpdir(), 'docent-forget-'));
  await crawlInto(crawled);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(crawled, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-forget-'));
  edition = 1;
  lateLinks = '';
  server.requestLines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settings(data = folder): Settings {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: data, DOCENT_RETAIN: 'full', DOCENT_OWN_SITE: 'true' };
  return loadSettings({ cwd: data, env });
}

const here = (): Place => openPlace(settings());
const at = (path: string): string => `${server.origin}${path}`;
const place = (path: string): string => `127.0.0.1:${server.port}${path}`;
const slug = (): string => `127.0.0.1-${server.port}_docs`;
const plan = (what: string): ReturnType<typeof planForget> => planForget(here(), what);

async function crawlInto(data: string): Promise<void> {
  expect((await openDocent({ settings: settings(data) }).crawl(at('/docs/')).result).exitCode).toBe(0);
}

/** The first crawl of a folder is the same for all: it is copied. */
async function crawl(): Promise<void> {
  if (existsSync(dataFile(folder))) await crawlInto(folder);
  else cpSync(crawled, folder, { recursive: true });
}

/** Two crawls, the second of which finds one page changed. */
async function crawlTwice(): Promise<void> {
  await crawl();
  edition = 2;
  await crawl();
}

/** A refresh that finds thirty new pages and is stopped while they wait. */
async function stopRefresh(): Promise<void> {
  await crawl();
  lateLinks = Array.from({ length: 30 }, (_, i) => `<a href="/docs/late-${i}">Late ${i}</a>`).join(' ');
  const run = openDocent({ settings: settings() }).refresh(slug(), { all: true });
  for await (const event of run) if (event.type === 'visited' && event.url === at('/docs/')) run.stop();
  await run.result;
  expect(rows('SELECT count(*) FROM queue WHERE depth > 1000')[0]?.[0]).toBeGreaterThan(20);
}

/** Which of these are somewhere in the bytes of the folder's files, whatever their case; ends of terms count. */
function bytesHolding(words: readonly string[]): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(dataFile(folder))));
  const bytes = files.map((name) => readFileSync(join(folder, name)).toString('latin1').toLowerCase());
  return words.filter((word) => bytes.some((text) => text.includes(word) || text.includes(word.slice(2))));
}

function rows(sql: string): readonly unknown[][] {
  const db = new DatabaseSync(dataFile(folder), { readOnly: true });
  try {
    return db.prepare(sql).all().map(Object.values);
  } finally {
    db.close();
  }
}

async function found(query: string): Promise<readonly string[]> {
  const search = openSearch({ settings: settings() });
  try {
    return (await search.search(query)).results.map(({ url }) => url.replace(server.origin, ''));
  } finally {
    await search.close();
  }
}

/** F5: the counts match the rows, and nothing refers to a removed row. */
async function checkWhole(): Promise<void> {
  const reading = await openReading(here());
  for (const { provider } of await reading.providers()) {
    const { discovered, ...counts } = await reading.counts(provider);
    const sum = rows(`SELECT u.state, count(*) FROM urls u JOIN providers p ON p.id = u.provider
      WHERE p.slug = '${provider}' AND u.kind = 'page' AND u.generation = p.generation GROUP BY 1`);
    expect(Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))).toEqual(Object.fromEntries(sum));
    expect(discovered).toBe(sum.reduce((total, [, n]) => total + Number(n), 0));
  }
  await reading.close();
  for (const [table, column] of [
    ...[
      ['pages', 'url'],
      ['chunks', 'page'],
      ['versions', 'url'],
      ['visits', 'url'],
      ['page_links', 'url'],
      ['queue', 'url'],
    ],
    ...[
      ['delayed', 'url'],
      ['leases', 'url'],
      ['changes', 'url'],
      ['search_forward', 'page'],
      ['search_anchors', 'page'],
    ],
    ...[
      ['search_links', 'source'],
      ['urls', 'parent'],
    ],
  ])
    expect(
      rows(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM urls)`),
    ).toEqual([]);
  expect(rows('PRAGMA integrity_check')).toEqual([['ok']]);
}

describe('forget', () => {
  it('C5: a path leaves no byte of its texts, titles, headings, symbols, URLs and links, and all else stays', async () => {
    await crawl();
    expect(bytesHolding(SECRETS)).toEqual(SECRETS);
    edition = 2;
    await crawl();
    expect(await found('vxsplonk')).not.toEqual([]);
    const planned = await planForget(here(), place('/docs/zk'), { most: 99 });
    expect(planned.urls.map((url) => url.replace(server.origin, '')).toSorted()).toEqual([
      ...['/docs/zk/bponeq', '/docs/zk/cdtwoq', ...Array.from({ length: 5 }, (_, i) => `/docs/zk/gfyearq-${i}`)],
      '/docs/zk/hgtrapq',
    ]);
    expect(planned).toMatchObject({ kind: 'path', removed: { urls: 8, pages: 7, versions: 1, links: 9, robots: 0 } });
    const done = await forgetPlanned(here().store, planned);
    expect(done).toMatchObject({ end: 'forgotten', removed: planned.removed, receipt: { id: 1, blocked: false } });
    expect(bytesHolding(SECRETS)).toEqual([]);
    for (const [links] of rows('SELECT links FROM page_links'))
      expect(unpackLinks(links as Uint8Array).filter(({ url }) => url.includes('/zk/'))).toEqual([]);
    expect(rows(`SELECT term FROM search_terms WHERE term LIKE 'vxspl%' OR term LIKE 'qjsmb%'`)).toEqual([]);
    expect(await found('vxsplonk')).toEqual([]);
    expect(await found('steadfast')).toEqual(['/docs/keep#staying'].map(() => expect.stringContaining('/docs/keep')));
    await checkWhole();
    expect(await plan(place('/docs/zk'))).toMatchObject({
      removed: { urls: 0, pages: 0, links: 0 },
      receipt: { id: 1 },
    });
  });

  it('C5: what other pages call a forgotten page is not in the index, and what it called others is not either', async () => {
    await crawl();
    expect(await found('xwnchvor')).not.toEqual([]);
    await forgetPlanned(here().store, await plan(at('/docs/zk/bponeq')));
    const anchors = rows('SELECT texts FROM search_anchors').flat().join(' ');
    expect(anchors).not.toContain('xwnchvor');
    expect(rows(`SELECT count(*) FROM search_links WHERE terms LIKE '%xwnchvor handbook%'`)).toEqual([[0]]);
    await checkWhole();
  });

  it('C5: a judged query goes with its page, and one that names it goes too', async () => {
    await crawl();
    const store = here().store;
    await addJudged(store, 'wvcdkord', at('/docs/zk/bponeq'), 1);
    await addJudged(store, `what is ${at('/docs/zk/bponeq')}?`, at('/docs/keep'), 1);
    await addJudged(store, 'steadfast', at('/docs/keep'), 1);
    await forgetPlanned(here().store, await plan(at('/docs/zk/bponeq')));
    expect((await judgedList(store)).queries.map(({ query }) => query)).toEqual(['steadfast']);
    await checkWhole();
  });

  it('C5: a URL is that page only, and comes back with the next crawl unless it is blocked', async () => {
    await crawl();
    const done = await forgetPlanned(here().store, await plan(at('/docs/zk/bponeq')));
    expect(done.removed).toMatchObject({ urls: 1, pages: 1 });
    expect(await found('wvcdkord')).toEqual([]);
    edition = 3;
    await crawl();
    expect(await found('wvcdkord')).toEqual([expect.stringContaining('/docs/zk/bponeq')]);
    await forgetPlanned(here().store, await plan(at('/docs/zk/bponeq')), { block: true, reason: 'asked' });
    await crawl();
    expect(await found('wvcdkord')).toEqual([]);
    const reading = await openReading(here());
    expect((await reading.blocklist()).filter(({ by }) => by === 'operator')).toMatchObject([
      { pattern: place('/docs/zk/bponeq'), reason: 'asked', by: 'operator' },
    ]);
    await reading.close();
    expect((await listReceipts(here().store)).receipts.map(({ blocked }) => blocked)).toEqual([false, true]);
  });

  it('C5: a provider leaves nothing: no page, no URL, no host, no robots.txt, no run', async () => {
    await crawlTwice();
    const planned = await plan(`provider:${slug()}`);
    expect(planned).toMatchObject({ patterns: [place('/docs')], removed: { robots: 1, links: 0 } });
    expect((await forgetPlanned(here().store, planned)).removed).toEqual(planned.removed);
    for (const table of [
      'urls',
      'pages',
      'chunks',
      'versions',
      'visits',
      'lanes',
      'templates',
      'robots',
      'providers',
      'queue',
      'changes',
      'runs',
      'run_hosts',
      'search_words',
      'search_links',
      'search_targets',
    ])
      expect([table, rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    expect(bytesHolding([...SECRETS, 'steadfast', 'welcome'])).toEqual([]);
    await checkWhole();
    await crawl();
    expect(await found('steadfast')).toEqual([expect.stringContaining('/docs/keep')]);
  });

  it('C5: a delivery that waits for its receiver names what is forgotten no more; those of a forgotten provider are removed', async () => {
    await crawl();
    const watch = await here().store.openWatch();
    const queue = (id: string, provider: string, body: object): Promise<void> =>
      watch.writer.keepAlerts({ raised: [], continuing: [], ended: [] }, 1, [
        { id, receiver: 'one', event: 'alert', provider, body: JSON.stringify(body) },
      ]);
    const pages = ['/docs/keep', '/docs/zk/bponeq'].map((path) => ({ kind: 'new', url: at(path) }));
    await queue('listed', slug(), { run: 1, pages, more: 0 });
    await queue('named', 'other', { text: `see ${at('/docs/zk/cdtwoq')}.` });
    await queue('neither', 'other', { text: at('/docs/keep') });
    await watch.close();
    const bodies = () =>
      rows('SELECT id, body FROM outbox ORDER BY seq').map(([id, body]) => [id, JSON.parse(`${body}`)]);
    await forgetPlanned(here().store, await plan(place('/docs/zk')));
    expect(bodies()).toEqual([
      ['listed', { run: 1, pages: [{ kind: 'new', url: at('/docs/keep') }], more: 0 }],
      ['neither', { text: at('/docs/keep') }],
    ]);
    await forgetPlanned(here().store, await plan(`provider:${slug()}`));
    expect(bodies().map(([id]) => id)).toEqual(['neither']);
  });

  it('C4: a dry run reads a folder of an earlier version, which has no table for all that could name a page', async () => {
    await crawl();
    const db = new DatabaseSync(dataFile(folder));
    db.exec('DROP TABLE outbox; DROP TABLE questions; PRAGMA user_version = 6');
    db.close();
    expect(await plan(place('/docs/zk'))).toMatchObject({ removed: { urls: 8, pages: 7 } });
  });

  it('C5: killed after any step, doing it again completes it, and the receipt is written once and counts all', async () => {
    await crawlTwice();
    const planned = await plan(place('/docs/zk'));
    let kills = 0;
    for (;;) {
      let steps = 0;
      const onStep = (): void => {
        if (++steps > kills % 3) throw new Error('killed');
      };
      // Each attempt gets further by what the ones before it have done.
      const done = await forgetPlanned(here().store, await plan(place('/docs/zk')), kills > 9 ? {} : { onStep }).catch(
        () => undefined,
      );
      kills++;
      if (done === undefined) {
        expect(await listReceipts(here().store)).toMatchObject({
          receipts: [],
          unfinished: [{ what: place('/docs/zk') }],
        });
        continue;
      }
      expect(done.removed).toEqual(planned.removed);
      break;
    }
    expect(kills).toBeGreaterThan(5);
    expect(await listReceipts(here().store)).toMatchObject({
      receipts: [{ id: 1 }],
      unfinished: [],
      broken: undefined,
    });
    expect(bytesHolding(SECRETS)).toEqual([]);
    await checkWhole();
  });

  it('C5: what was begun by a crawl that stopped goes on without what is forgotten', async () => {
    const run = openDocent({ settings: settings() }).crawl(at('/docs/'));
    for await (const event of run) if (event.type === 'visited') run.stop();
    await forgetPlanned(here().store, await plan(place('/docs/zk')), { block: true });
    await checkWhole();
    await crawl();
    expect(await found('steadfast')).toHaveLength(1);
    expect(server.requestLines.filter((line) => line.includes('/zk/'))).toEqual([]);
    await checkWhole();
  });

  it('C5: a refresh that was stopped, in which pages wait further back, goes on without what is forgotten', async () => {
    await stopRefresh();
    await forgetPlanned(here().store, await plan(at('/docs/late-20')));
    await checkWhole();
    expect(rows('SELECT queued - (SELECT count(*) FROM queue WHERE lane = lanes.id) FROM lanes')).toEqual([[0]]);
    for (const how of ['refresh', 'refresh', 'crawl'] as const) {
      const run = openDocent({ settings: settings() })[how](how === 'crawl' ? at('/docs/') : slug());
      expect([how, (await run.result).exitCode]).toEqual([how, 0]);
      await checkWhole();
    }
  });

  it('C5: a URL that redirects led to what is forgotten begins again at its own address, at its place in the refresh', async () => {
    let ledger = await openTimed((clock) => here().store.openLedger(clock), T);
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, 'a/1');
    await ledger.settle(await leaseOne(ledger), settlement(pageOf('one')));
    await ledger.finish('docs', T);
    await ledger.begin(lane(), { fresh: false, now: T, run: { kind: 'refresh' } });
    await ledger.settle(await leaseOne(ledger), { ...settlement(pageOf('one')), found: [deep('a/2', { depth: 1 })] });
    await ledger.settle(await leaseOne(ledger), settlement(redirect('b/secret')));
    await ledger.close();
    expect(rows('SELECT l.host, q.depth FROM queue q JOIN lanes l ON l.id = q.lane')).toEqual([[2, 1_000_001]]);
    await forgetPlanned(here().store, await plan('https://b.test/secret'));
    expect(rows('SELECT l.host, q.depth FROM queue q JOIN lanes l ON l.id = q.lane')).toEqual([[1, 1_000_001]]);
    expect(rows('SELECT queued FROM lanes')).toEqual([[1]]);
    await checkWhole();
    ledger = await openTimed((clock) => here().store.openLedger(clock), T);
    await ledger.begin(lane(), { fresh: false, now: T, run: { kind: 'refresh' } });
    expect(await leaseOne(ledger)).toMatchObject({ url: 'https://a.test/2', hops: ['https://a.test/2'] });
    await ledger.close();
  });

  it('C5: a provider whose refresh was stopped leaves no host and no lane, and is crawled anew without requesting twice', async () => {
    await stopRefresh();
    await forgetPlanned(here().store, await plan(`provider:${slug()}`));
    for (const table of ['queue', 'delayed', 'leases', 'lanes', 'hosts'])
      expect([table, rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    server.requestLines.length = 0;
    await crawl();
    expect(server.requestLines.toSorted()).toEqual([...new Set(server.requestLines)].toSorted());
    await checkWhole();
  });

  it('C4: while a crawl owns the folder nothing is forgotten, and a dry run still lists what would be', async () => {
    await crawl();
    const { ledger } = await here().store.openLedger();
    const planned = await plan(place('/docs/zk'));
    expect(planned.removed.pages).toBe(7);
    await expect(forgetPlanned(here().store, planned)).rejects.toMatchObject({ code: 'DOC_STORE_BUSY' });
    await ledger.close();
    expect(await found('vxsplonk')).not.toEqual([]);
  });

  it(
    'C5: while a process reads an older state there is no receipt, and doing it again empties the log',
    more,
    async () => {
      await crawl();
      const reader = new DatabaseSync(dataFile(folder), { readOnly: true });
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM pages').get();
      const first = await forgetPlanned(here().store, await plan(place('/docs/zk')));
      expect(first).toMatchObject({ end: 'unwiped', removed: { pages: 7 } });
      expect(await found('vxsplonk')).toEqual([]);
      reader.close();
      expect(await forgetPlanned(here().store, await plan(place('/docs/zk')))).toMatchObject({
        end: 'forgotten',
        removed: { pages: 7 },
      });
      expect(bytesHolding(SECRETS)).toEqual([]);
    },
  );

  it('C5: a request whose receipt was written before a kill is closed with that receipt', async () => {
    await crawl();
    const { store } = here();
    const added = await addRequest(here(), { kind: 'deletion', what: place('/docs/zk'), contact: 'owner' });
    await forgetPlanned(here().store, await plan(added.what));
    const request = await openRequest(store, added.id, 'deletion');
    await doDeletion(store, request, await plan(request.what), {});
    expect(await listRequests(store, { state: 'all' })).toMatchObject([{ state: 'done', receipt: 1 }]);
    expect((await listReceipts(store)).receipts).toHaveLength(1);
    await expect(openRequest(store, added.id, 'deletion')).rejects.toThrow('closed');
  });

  it('C5: receipts form a chain in which a change shows', async () => {
    await crawl();
    for (const path of ['/docs/zk/bponeq', '/docs/zk/cdtwoq', '/docs/keep'])
      await forgetPlanned(here().store, await plan(at(path)));
    expect(await listReceipts(here().store)).toMatchObject({
      receipts: [{ id: 1 }, { id: 2 }, { id: 3 }],
      broken: undefined,
    });
    const db = new DatabaseSync(dataFile(folder));
    db.exec(`UPDATE receipts SET what = 'https://elsewhere.example/' WHERE id = 2`);
    expect((await listReceipts(here().store)).broken).toBe(2);
    db.exec('DELETE FROM receipts WHERE id = 2');
    expect((await listReceipts(here().store)).broken).toBe(3);
    db.close();
  });

  it('C5: a word that means nothing is refused, a provider may be named by its id alone', async () => {
    await crawl();
    await expect(plan('nonsense')).rejects.toMatchObject({ code: 'DOC_USAGE' });
    for (const word of [slug(), `provider:${slug()}`])
      expect(await plan(word)).toMatchObject({ what: `provider:${slug()}` });
    expect(await plan(`provider:${at('/docs/')}`)).toMatchObject({
      kind: 'provider',
      removed: { pages: expect.any(Number) },
    });
    expect((await plan('elsewhere.example/docs')).removed).toMatchObject({ urls: 0, pages: 0, links: 0, robots: 0 });
  });

  it('C5: terms that a stopped crawl has left in the index leave it without a crawl', async () => {
    await crawl();
    const db = new DatabaseSync(dataFile(folder));
    db.exec(`INSERT OR REPLACE INTO search_meta (name, value) VALUES ('dropped', 1)`);
    db.close();
    expect(await optimizeIfDue(here().store)).toBe(true);
    expect(rows(`SELECT value FROM search_meta WHERE name = 'dropped'`)).toEqual([[0]]);
    expect(await found('steadfast')).toHaveLength(1);
  });
});
