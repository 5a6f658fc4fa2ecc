// Proves what follows from a visit, against real servers: for the ledger, the host, the blocklist and listeners.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrawlWorld, html, openWorld, siteOf, T, type WorldOptions } from '../../../test/support/crawl-world.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import type { FoundUrl } from '../../frontier/port.ts';
import { Settling } from './settle.ts';

let server: LocalServer;

beforeEach(async () => {
  server = await startServer(siteOf({}));
});
afterEach(() => server[Symbol.asyncDispose]());

type Settled = CrawlWorld & { readonly settling: Settling; readonly host: string };

/** A run whose visits are settled one by one. */
async function begun(options: WorldOptions = {}): Promise<Settled> {
  const world = await openWorld(`${server.origin}/`, options);
  await world.begin();
  world.events.length = 0;
  return { ...world, settling: new Settling(world), host: new URL(server.origin).host };
}

/** Visits the next URLs; returns what was reported. */
async function visitNext(world: Settled, count = 1): Promise<readonly string[]> {
  for (let i = 0; i < count; i++) await world.settling.visit(await world.lease());
  return world.events.map((event) => ('by' in event ? `${event.type} ${event.by}` : event.type));
}

describe('a visit', () => {
  it('F5: is settled with its links, and reported', async () => {
    server.answer(siteOf({ '/': html('Home', '/a', '/b') }));
    await using world = await begun();
    await visitNext(world);
    expect(world.events).toMatchObject([
      { type: 'visited', url: `${server.origin}/`, state: 'indexed', by: 'http:200', status: 200, depth: 0, found: 2 },
    ]);
    expect(await world.ledger.counts(world.policy.provider)).toMatchObject({ indexed: 1, waiting: 2 });
  });

  it('F6: whose lease is no longer in force changes nothing, and reports nothing', async () => {
    server.answer(siteOf({ '/': html('Home', '/a') }));
    await using world = await begun();
    const lease = await world.lease();
    await world.ledger.release(lease);
    await world.settling.visit(lease);
    expect(world.events).toEqual([]);
    expect(await world.ledger.counts(world.policy.provider)).toMatchObject({ indexed: 0, waiting: 1 });
  });

  it('F5: that the end of the run cut short releases its URL as it was', async () => {
    await using world = await begun();
    world.abort.abort();
    expect(await visitNext(world)).toEqual([]);
    expect(await world.lease()).toMatchObject({ url: `${server.origin}/`, attempt: 0 });
  });

  it('links that are in the ledger are not offered a second time; those of a duplicate may come again', async () => {
    const same = (to: string) =>
      `<title>Same</title><main><p>Both pages say the same.</p><a href="${to}">on</a></main>`;
    server.answer(siteOf({ '/': html('Home', '/a', '/b'), '/a': same('/c'), '/b': same('/d') }));
    await using world = await begun();
    await visitNext(world, 3);
    const isSeen = (path: string) =>
      world.visitNeeds.seen.has(world.policy.provider, { url: `${server.origin}${path}` }, 2);
    expect(['/c', '/d'].filter(isSeen)).toEqual(['/c']);
  });

  it('F9: brings the sitemaps that robots.txt names, once', async () => {
    const rules = `Sitemap: ${server.origin}/s.xml\n`;
    const sitemap = `<urlset><url><loc>${server.origin}/a</loc></url></urlset>`;
    server.answer(siteOf({ '/robots.txt': rules, '/': html('Home'), '/a': html('A'), '/s.xml': sitemap }));
    await using world = await begun();
    const looked: string[] = [];
    const robots = new Proxy(world.policy.robots, {
      get(target, name) {
        const member = Reflect.get(target, name) as (url: string) => unknown;
        return (url: string) => {
          if (name === 'sitemaps') looked.push(url);
          return member.call(target, url);
        };
      },
    });
    Object.assign(world.policy, { robots });
    await visitNext(world, 3);
    expect(looked).toEqual([`${server.origin}/`]);
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /', 'GET /s.xml', 'GET /a']);
    expect(await world.ledger.nextDue()).toBeUndefined();
  });

  it('F9: a long sitemap is offered in pieces, and all of it arrives', async () => {
    const urls = Array.from({ length: 2_500 }, (_, i) => `<url><loc>${server.origin}/${i}</loc></url>`).join('');
    server.answer(siteOf({ '/s.xml': `<urlset>${urls}</urlset>` }));
    const policy = { seeds: [], sitemapUrl: `${server.origin}/s.xml`, maxPerTemplate: 10_000 };
    await using world = await begun({ policy });
    const pieces: number[] = [];
    const ledger = new Proxy(world.ledger, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'offer')
          return (found: readonly FoundUrl[]) => {
            pieces.push(found.length);
            return target.offer(found);
          };
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    await new Settling({ ...world, ledger }).visit(await world.lease());
    expect(pieces).toEqual([2_000]);
    expect((await world.ledger.counts(world.policy.provider)).waiting).toBe(2_500);
  });
});

describe('what follows', () => {
  it('F3: the caps are reported when they are reached, after the visit', async () => {
    server.answer(siteOf({ '/': html('Home') }));
    await using world = await begun({ maxRunPages: 1, policy: { maxPages: 1 } });
    expect(await visitNext(world)).toEqual(['visited http:200', 'warning cap:run', 'warning cap:pages']);
    expect(world.caps.isReached).toBe(true);
  });

  it('H3: a 403 is reported as a warning with its URL', async () => {
    server.answer(siteOf({ '/': 403 }));
    await using world = await begun();
    await visitNext(world);
    expect(world.events[0]).toMatchObject({ type: 'warning', by: 'http:403', url: `${server.origin}/` });
  });

  it('U10: endless paths are entered in the blocklist', async () => {
    server.answer(siteOf({ '/': html('Home', '/x/l/l/l/l') }));
    await using world = await begun();
    await visitNext(world);
    expect(await world.ledger.blocklist.list()).toMatchObject([{ pattern: `${world.host}/x/l/l/l/l`, by: 'crawler' }]);
  });

  it('a page that was read in part is reported and counted', async () => {
    server.answer(siteOf({ '/': `<title>Long</title><main><p>${'word '.repeat(220_000)}</p></main>` }));
    await using world = await begun();
    expect(await visitNext(world)).toContain('warning extract:text-cut');
    expect(world.settling.pagesCut(world.policy.provider)).toBe(1);
    expect(world.settling.pagesCut('another')).toBe(0);
  });
});

describe('the host', () => {
  /** Answers of the host to other requests. */
  async function answered(world: Settled, count: number, error: boolean): Promise<void> {
    for (let i = 0; i < count; i++) {
      const { turn } = await world.ledger.takeTurn(world.host, { gapMs: 0 });
      if (turn === undefined) throw new Error('the host is busy');
      await world.ledger.endTurn(turn, { nextAt: T, gapMs: 0, error });
    }
  }

  it('F8: is parked for an hour once most of its last twenty answers are errors, in any process', async () => {
    server.answer(siteOf({ '/': 500 }));
    await using world = await begun();
    await answered(world, 9, false);
    await answered(world, 10, true);
    expect(await visitNext(world)).toEqual(['warning host:parked', 'visited http:500']);
    expect(world.events[0]).toMatchObject({ detail: `${world.host} is parked: 11 of the last 20 answers were errors` });
    expect(await world.ledger.nextDue()).toBe(T + 3_600_000);
    expect(world.hosts.isClosed(world.host)).toBe(true);
  });

  it('F8: is not parked by an answer that is none of its errors', async () => {
    server.answer(siteOf({ '/': 404 }));
    await using world = await begun();
    await answered(world, 19, true);
    expect(await visitNext(world)).toEqual(['visited http:404']);
    expect(world.hosts.isClosed(world.host)).toBe(false);
    expect(world.hosts.stateOf(world.host)).toEqual({ recentErrors: 19, recentAnswers: 20 });
  });

  it('R11: is closed while its robots.txt is out of reach, and open once that answers', async () => {
    server.answer(siteOf({ '/robots.txt': 500 }));
    await using world = await begun();
    await visitNext(world);
    expect(world.hosts.isClosed(world.host)).toBe(true);
    server.answer(siteOf({ '/': html('Home') }));
    world.clock.now += 24 * 3_600_000;
    await visitNext(world);
    expect(world.hosts.isClosed(world.host)).toBe(false);
  });
});
