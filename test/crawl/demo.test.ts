// The bundled site, crawled by the real thing: every rule at work at once, every end state as promised.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoSite } from '../../src/app/demo/site.ts';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
const flags = { request_delay_ms: '0', concurrency: '4', per_host: '4', max_depth: '3', data: folder } as const;
let settings: Settings;
let site: Awaited<ReturnType<typeof startDemoSite>>;
let events: CrawlEvent[] = [];

async function crawl(): Promise<number> {
  events = [];
  const run = openDocent({ settings }).crawl(site.seed);
  for await (const event of run) events.push(event);
  return (await run.result).exitCode;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const requestsFor = (path: string): number =>
  site.requests().filter((request) => request.path.split('?')[0] === path).length;

async function endOf(path: string): Promise<string> {
  const reading = await openReading(openPlace(settings));
  try {
    const [record] = await reading.why(new URL(path, site.seed).href);
    return record === undefined ? 'never found' : `${record.state} ${record.by}`;
  } finally {
    await reading.close();
  }
}

describe('the demo site, crawled', () => {
  beforeAll(async () => {
    settings = loadSettings({
      ...{ cwd: folder, env: { DOCENT_RETRY_BASE_MS: '1000' }, flags: { ...flags } },
    });
    site = await startDemoSite();
    expect(await crawl()).toBe(0);
  });
  afterAll(() => site.close());

  it('F5: every URL has an end state, and the sum is what was discovered', () => {
    const ended = events.find((event) => event.type === 'ended');
    const { discovered, ...states } = ended?.counts ?? { discovered: -1 };
    expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(discovered);
    expect(ended).toMatchObject({
      complete: true,
      counts: { indexed: 62, duplicate: 5, blocked: 2, failed: 3, waiting: 0 },
    });
  });

  it.each([
    ['F9: a page that only the sitemap names', '/docs/guides/benchmarks', 'indexed http:200'],
    ['U11: the target of a redirect', '/docs/guides/upgrading-to-2', 'indexed http:200'],
    ['U11: the redirect itself', '/docs/guides/upgrade', 'duplicate redirect:followed'],
    ['U11: a redirect to a page already stored', '/docs/latest', 'duplicate redirect:known'],
    ['U11 (FAULTS 20): a redirect loop', '/docs/old/faq', 'failed redirect:loop'],
    ['U11: a redirect out of scope', '/docs/chat', 'skipped redirect:scope'],
    ['E6: the same text under another URL', '/docs/handbook/retries', 'duplicate content:duplicate'],
    ['U12: a page whose canonical link names another', '/docs/index.html', 'duplicate canonical:known'],
    ['R28: a page with noindex', '/docs/archive/', 'skipped robots:noindex'],
    ['R28: a page linked to by it all the same', '/docs/archive/v1', 'indexed http:200'],
    ['R24: a page that robots.txt forbids', '/docs/private/roadmap', 'blocked robots:rfc9309:line-3'],
    ['R3: the exception inside it', '/docs/private/press-kit', 'indexed http:200'],
    ['H3: 404', '/docs/guides/cron-jobs', 'failed http:404'],
    ['H3: 410', '/docs/guides/redis-backend', 'failed http:410'],
    ['H3: 401', '/docs/account/usage', 'skipped http:401'],
    ['H3: 403', '/docs/internal/metrics', 'blocked http:403'],
    ['H3: 503 with Retry-After, then 200', '/docs/status', 'indexed http:200'],
    ['F3: a page over 5 MB', '/docs/reference/all-in-one', 'skipped DOC_TOO_LARGE'],
    ['H4: a type that is not kept', '/docs/downloads/schema', 'skipped content:type'],
    ['H4: plain text', '/docs/LICENSE.txt', 'indexed http:200'],
    ['H4: Markdown', '/docs/reference/cheatsheet.md', 'indexed http:200'],
    ['U5: an archive', '/docs/downloads/lantern-2.4.0.tar.gz', 'skipped trap:extension'],
    ['U7: a path that repeats itself', '/docs/guides/loop/loop/loop/', 'skipped trap:cycle'],
    ['U4: a page outside the seed’s folder', '/blog/launch', 'skipped scope:no-match'],
    ['U4: another host', 'https://example.com/lantern/cloud', 'skipped scope:host'],
    ['F9: the sitemap itself', '/sitemap.xml', 'indexed sitemap:read'],
    ['R28: a link with nofollow', '/docs/playground', 'skipped link:nofollow'],
  ])('%s (%s) ends as %s', async (_, path, end) => expect(await endOf(path)).toBe(end));

  it('R24: nothing is requested that was refused before', () => {
    for (const path of ['/docs/private/roadmap', '/docs/playground', '/blog/launch', '/docs/guides/loop/loop/loop/'])
      expect(requestsFor(path), path).toBe(0);
  });

  it('R23: robots.txt and the sitemap are requested once', () => {
    expect(requestsFor('/robots.txt')).toBe(1);
    expect(requestsFor('/sitemap.xml')).toBe(1);
  });

  it('U2, U3: twins and tracking parameters are one page, requested once', () => {
    expect(requestsFor('/docs/install') + requestsFor('/docs/install/')).toBe(1);
    expect(requestsFor('/docs/quickstart')).toBe(1);
  });

  it('U10: a 403 and a cycle enter the blocklist with reason and date', async () => {
    const reading = await openReading(openPlace(settings));
    const entries = (await reading.blocklist()).toSorted((a, b) => a.pattern.localeCompare(b.pattern));
    await reading.close();
    const origin = new URL(site.seed).host;
    const by = { by: 'crawler', at: expect.any(Number) };
    expect(entries).toEqual([
      { pattern: `${origin}/docs/guides/loop/loop/loop`, reason: expect.stringMatching(/^trap:cycle/), ...by },
      { pattern: `${origin}/docs/internal/metrics`, reason: 'answered 403', ...by },
    ]);
  });

  it('F5: the steps of a URL are kept, each with who decided', async () => {
    const reading = await openReading(openPlace(settings));
    const [record] = await reading.why(new URL('/docs/status', site.seed).href);
    await reading.close();
    const steps = record?.steps.map(({ step, by }) => `${step} ${by ?? ''}`.trim());
    expect(steps).toEqual([
      'robots-check robots:rfc9309:no-rule',
      'fetching',
      'rate-limited http:503',
      'robots-check robots:rfc9309:no-rule',
      'fetching',
      'parsing',
      'extracting',
      'indexed http:200',
    ]);
    expect(record?.foundOn.at(0)).toBe(site.seed);
  });

  it('F10, H3: crawled again, unchanged pages cost a 304 and nothing is lost', async () => {
    const before = site.requests().length;
    expect(await crawl()).toBe(0);
    const second = site.requests().slice(before);
    expect(second.filter(({ status }) => status === 304).length).toBeGreaterThan(55);
    expect(second.filter(({ path }) => path === '/robots.txt')).toEqual([]);
    const ended = events.find((event) => event.type === 'ended');
    expect(ended).toMatchObject({ complete: true, counts: { indexed: 0, unchanged: 62, waiting: 0 } });
  });
});
