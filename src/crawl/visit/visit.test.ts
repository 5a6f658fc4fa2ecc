// Proves the way of one URL, steps 5 to 9, against real servers: one request per visit, and what it means for URL and host.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CrawlWorld,
  html,
  leaseOf,
  openWorld,
  siteOf,
  storedFacts,
  T,
  type WorldOptions,
} from '../../../test/support/crawl-world.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import type { Lease } from '../../frontier/port.ts';
import { compileScope } from '../../frontier/scope.ts';
import type { Visit } from './trail.ts';
import { visit } from './visit.ts';

let server: LocalServer;

beforeEach(async () => {
  server = await startServer(siteOf({}));
});
afterEach(() => server[Symbol.asyncDispose]());

interface Visited {
  readonly path?: string;
  readonly lease?: Partial<Lease>;
  readonly options?: WorldOptions;
  /** Done before the visit. */
  readonly first?: (world: CrawlWorld) => unknown;
}

/** Visits a page of the site. */
async function visited({ path = '/page', lease = {}, options = {}, first }: Visited = {}): Promise<Visit> {
  await using world = await openWorld(`${server.origin}/`, options);
  await first?.(world);
  return await visit(leaseOf(`${server.origin}${path}`, lease), world.visitNeeds);
}

const requested = (): readonly string[] => server.requestLines.map((line) => line.replace('GET ', ''));
const gapped = { pace: { delayMs: 1_000, jitterMs: 0, floorMs: 0 } };

describe('before anything is requested', () => {
  it('R26: a URL that has come onto the blocklist since it was queued is blocked', async () => {
    const block = ({ visitNeeds, policy }: CrawlWorld) =>
      visitNeeds.block(`${server.origin}/page`, policy.key, 'a loop');
    const { outcome, host } = await visited({ first: block });
    expect(outcome).toMatchObject({ kind: 'ended', state: 'blocked', by: 'blocklist' });
    expect(host).toBeUndefined();
    expect(requested()).toEqual([]);
  });

  it('U4, F3: a URL that is out of scope or too deep by now is skipped; what counts as a seed never is', async () => {
    server.answer(siteOf({ '/page': html('A') }));
    const deep = { policy: { maxDepth: 0 } };
    expect((await visited({ options: deep })).outcome).toMatchObject({ state: 'skipped', by: 'scope:depth' });
    const outside = { options: { policy: { scope: compileScope({ seeds: [`${server.origin}/docs/`] }) } } };
    expect((await visited(outside)).outcome).toMatchObject({ state: 'skipped', by: expect.stringMatching(/^scope:/) });
    expect(requested()).toEqual([]);
    expect((await visited({ ...outside, lease: { depth: 0 } })).outcome.kind).toBe('page');
  });

  it('U3: a URL that was stored with a query that is dropped now offers the page it leads to', async () => {
    const { outcome, found } = await visited({ path: '/page?a=1' });
    expect(outcome).toMatchObject({ state: 'skipped', by: 'query:dropped' });
    expect(found).toMatchObject([{ url: `${server.origin}/page`, depth: 1 }]);
    expect(requested()).toEqual([]);
  });

  it('F9: a page that is not due is as it was, and its stored links are offered', async () => {
    await using world = await openWorld(`${server.origin}/`, {
      policy: { interval: { leastMs: 1_000, mostMs: 8_000, adaptive: false }, refresh: 'due' },
    });
    server.answer(siteOf({ '/': html('A', '/a') }));
    await world.begin();
    const first = await world.lease();
    await world.ledger.settle(first, await visit(first, world.visitNeeds));
    await world.ledger.endWaiting(world.policy.provider, first.host, { state: 'failed', by: 'http:500', detail: '' });
    await world.ledger.finish(world.policy.provider);
    await world.begin();
    server.requestLines.length = 0;
    // Seeds are always requested, so this page is tested at depth 1.
    const { outcome, host } = await visit({ ...(await world.lease()), depth: 1 }, world.visitNeeds);
    expect(outcome).toMatchObject({ kind: 'unchanged', at: T, skippedBy: { by: 'refresh:not-due' } });
    expect(outcome).toMatchObject({ links: [{ url: `${server.origin}/a`, depth: 2 }] });
    expect(host).toBeUndefined();
    expect(requested()).toEqual([]);
  });

  it('M5: a URL that was 404 lately ends as gone, without a request', async () => {
    const policy = { interval: { leastMs: 1_000, mostMs: 8_000, adaptive: false }, refresh: 'due' } as const;
    const { outcome } = await visited({ options: { policy }, lease: { gone: [{ at: T, status: 404 }] } });
    expect(outcome).toMatchObject({ kind: 'ended', state: 'gone', notRequested: true });
    expect(requested()).toEqual([]);
  });

  it('F4: at a bound of the host nothing is requested, and the host waits', async () => {
    server.answer(siteOf({ '/robots.txt': '' }));
    const { outcome } = await visited({
      options: { policy: { bounded: true }, budget: { hostPerHour: 1 } },
      first: spendOne,
    });
    expect(outcome).toMatchObject({ kind: 'again', retry: false, by: 'budget:host-hour', notBefore: 0 });
    expect(requested()).not.toContain('/page');
  });

  it('H8: a page that is to be rendered is skipped, since there is no renderer', async () => {
    server.answer(siteOf({ '/robots.txt': '', '/page': html('A') }));
    const { outcome } = await visited({ lease: { mode: 'render' } });
    expect(outcome).toMatchObject({ kind: 'ended', state: 'skipped', by: 'content:needs-browser' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining('no renderer') });
    expect(requested()).toEqual(['/robots.txt']);
  });

  const spendOne = (world: CrawlWorld) => world.ledger.spend(new URL(server.origin).host);
});

describe('robots.txt', () => {
  it('R1: is requested first, and a line of it blocks the page', async () => {
    server.answer(siteOf({ '/robots.txt': 'User-agent: *\nDisallow: /page\n', '/page': html('A') }));
    const { outcome, steps } = await visited();
    expect(outcome).toMatchObject({ kind: 'ended', state: 'blocked', by: 'robots:rfc9309:line-2' });
    expect(steps.map(({ step }) => step)).toEqual(['robots-check', 'blocked']);
    expect(requested()).toEqual(['/robots.txt']);
  });

  it('F4: is the only request of its visit where the host keeps a gap; the page waits for its turn', async () => {
    server.answer(siteOf({ '/robots.txt': '', '/page': html('A') }));
    const { outcome, host } = await visited({ options: { policy: gapped } });
    expect(outcome).toMatchObject({ kind: 'again', retry: false, by: 'robots:asked', notBefore: 0 });
    expect(requested()).toEqual(['/robots.txt']);
    expect(host?.nextAt).toBeGreaterThanOrEqual(T + 1_000);
  });

  it('R17: its Crawl-delay is the host’s gap', async () => {
    server.answer(siteOf({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7\n', '/page': html('A') }));
    const { host } = await visited();
    expect(host?.gapMs).toBeGreaterThanOrEqual(7_000);
    expect(host?.gapMs).toBeLessThan(7_500);
  });

  it('R11: answers 503: the URL waits, the host is left alone, and closes with the run', async () => {
    server.answer(siteOf({ '/robots.txt': 503, '/page': html('A') }));
    const { outcome, closing, host } = await visited({ options: { env: { DOCENT_RETRY_BASE_MS: '30000' } } });
    expect(outcome).toMatchObject({ kind: 'again', retry: false });
    expect(closing).toMatchObject({ by: 'robots:rfc9309:closed', ends: 'blocked', until: T + 30_000 });
    expect(host?.closing).toBe(closing);
    expect(requested()).not.toContain('/page');
  });

  it('R27: is not looked at where it is switched off', async () => {
    server.answer(siteOf({ '/robots.txt': 'User-agent: *\nDisallow: /\n', '/page': html('A') }));
    const { outcome } = await visited({ options: { env: { DOCENT_RESPECT_ROBOTS: 'false' } } });
    expect(outcome.kind).toBe('page');
    expect(requested()).toEqual(['/page']);
  });
});

describe('an answer', () => {
  it('step 7: with a page is read, with its links, its facts and the host’s clock', async () => {
    server.answer(siteOf({ '/page': html('Alpha', '/a') }));
    const { outcome, steps, facts, host, status } = await visited();
    expect(outcome).toMatchObject({ kind: 'page', page: { title: 'Alpha' }, links: [{ url: `${server.origin}/a` }] });
    expect(steps.map(({ step }) => step)).toEqual(['robots-check', 'fetching', 'parsing', 'extracting', 'page']);
    expect(facts).toMatchObject({ status: 200, isPage: true, read: { empty: false } });
    expect(facts?.bytes).toBeGreaterThan(0);
    expect(host).toEqual({ nextAt: T, gapMs: 0, error: false, closing: 'open' });
    expect(status).toBe(200);
  });

  it('F9: 304 leaves the page as it was', async () => {
    server.answer(({ url, headers }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(headers['if-none-match'] === '"e"' ? 304 : 500).end();
    });
    const first = ({ policy }: CrawlWorld) => Object.assign(policy, { reading: { ...policy.reading, want: 'links' } });
    const { outcome } = await visited({ first, lease: { stored: storedFacts({ etag: '"e"' }) } });
    expect(outcome).toMatchObject({ kind: 'unchanged', at: T, links: [] });
    expect(outcome).not.toHaveProperty('skippedBy');
  });

  it.each([
    [301, false],
    [302, true],
  ])('U11, F10: %i leads on, for good or for now', async (code, isTemporary) => {
    server.answer(siteOf({ '/page': code }, { location: '/moved' }));
    const { outcome, facts } = await visited();
    expect(outcome).toMatchObject({ kind: 'redirect', to: `${server.origin}/moved` });
    expect('temporary' in outcome).toBe(isTemporary);
    expect(facts?.isPage).toBe(false);
    expect(requested()).not.toContain('/moved');
  });

  it.each([
    [404, 'gone', false],
    [401, 'skipped', false],
  ])('F8, H3: %i ends the URL, and is no error of the host', async (code, state, error) => {
    server.answer(siteOf({ '/page': code }));
    const { outcome, host } = await visited();
    expect(outcome).toMatchObject({ kind: 'ended', state });
    expect(host?.error).toBe(error);
  });

  it('F8, H3: 500 is an error of the host, and is tried again', async () => {
    server.answer(siteOf({ '/page': 500 }));
    const { outcome, host } = await visited();
    expect(outcome).toMatchObject({ kind: 'again', retry: true, by: 'http:500' });
    expect(host).toMatchObject({ error: true, nextAt: T });
  });

  it('F4: 429 with Retry-After holds the whole host', async () => {
    server.answer(siteOf({ '/robots.txt': '', '/page': 429 }, { 'retry-after': '90' }));
    const { host } = await visited();
    expect(host).toMatchObject({ error: true, nextAt: T + 90_000, gapMs: 0 });
  });

  it('F8: a host in trouble gets fewer requests', async () => {
    server.answer(siteOf({ '/page': html('A') }));
    const trouble = ({ hosts }: CrawlWorld) =>
      void hosts.note(new URL(server.origin).host, { recentErrors: 8, recentAnswers: 10 });
    expect((await visited({ first: trouble })).outcome).toMatchObject({ kind: 'again', by: 'robots:asked' });
    expect((await visited({ first: trouble, options: { policy: gapped } })).host?.gapMs).toBeGreaterThanOrEqual(4_000);
  });

  it('H4: that is no page is skipped by its type', async () => {
    server.answer((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'));
    const { outcome } = await visited({ options: { env: { DOCENT_RESPECT_ROBOTS: 'false' } } });
    expect(outcome).toMatchObject({ kind: 'ended', state: 'skipped', by: 'content:type' });
  });

  it('F8, H3: that never comes is an error of the host', async () => {
    server.answer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else response.destroy();
    });
    const { outcome, host, facts } = await visited();
    expect(outcome).toMatchObject({ kind: 'again', retry: true, by: expect.stringMatching(/^DOC_/) });
    expect(host).toMatchObject({ error: 'unanswered', closing: { by: outcome.kind === 'again' && outcome.by } });
    expect(facts).toMatchObject({ isPage: true, status: undefined });
  });

  it('F5: that the end of the run does not wait for leaves the URL untouched', async () => {
    await using world = await openWorld(`${server.origin}/`);
    server.answer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else world.abort.abort();
    });
    const { untouched, outcome } = await visit(leaseOf(`${server.origin}/page`), world.visitNeeds);
    expect(untouched).toBe(true);
    expect(outcome).toMatchObject({ kind: 'again', retry: false, by: 'run:stopped' });
  });

  it('F9: with a sitemap is a list of links', async () => {
    const loc = (path: string) => `<url><loc>${server.origin}${path}</loc></url>`;
    server.answer(siteOf({ '/sitemap.xml': `<urlset>${loc('/a')}${loc('/b')}</urlset>` }));
    const { outcome } = await visited({ path: '/sitemap.xml', lease: { kind: 'sitemap', depth: 0 } });
    expect(outcome).toMatchObject({ kind: 'list', links: [{ depth: 1 }, { depth: 1 }] });
  });
});

describe('a sitemap', () => {
  it.each([429, 503])('F4: that answers %i pauses its whole host, as a page does', async (status) => {
    server.answer(siteOf({ '/sitemap.xml': status }, { 'retry-after': '7' }));
    const { outcome, host } = await visited({ path: '/sitemap.xml', lease: { kind: 'sitemap', depth: 0 } });
    expect(outcome).toMatchObject({ kind: 'again', by: `http:${status}`, notBefore: T + 7_000 });
    expect(host).toMatchObject({ nextAt: T + 7_000, error: true });
  });
});
