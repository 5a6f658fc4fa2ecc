// Proves how a run ends: what is concluded, what is reported, and the exit code (F5, R11, E2).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrawlWorld, html, openWorld, siteOf, T, type WorldOptions } from '../../../test/support/crawl-world.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { runStateText } from '../../watch/states/run-state.ts';
import { Settling } from '../visit/settle.ts';
import type { RunResult } from './events.ts';
import { type FinishNeeds, finish } from './finish.ts';
import { StoppedWaiting } from './patient-ledger.ts';

let server: LocalServer;

beforeEach(async () => {
  server = await startServer(siteOf({}));
});
afterEach(() => server[Symbol.asyncDispose]());

type Visited = CrawlWorld & Pick<FinishNeeds, 'pagesCut' | 'isStopped'>;

/** A run that has visited this many URLs of the site. */
async function visited(
  pages: Parameters<typeof siteOf>[0],
  count: number,
  options: WorldOptions = {},
): Promise<Visited> {
  server.answer(siteOf(pages));
  const world = await openWorld(`${server.origin}/`, options);
  await world.begin();
  const settling = new Settling(world);
  for (let i = 0; i < count; i++) await settling.visit(await world.lease());
  world.events.length = 0;
  return { ...world, pagesCut: (provider) => settling.pagesCut(provider), isStopped: world.stop.isRequested };
}

const endOf = ({ exitCode, providers }: RunResult): string => `${exitCode} ${providers.map(runStateText).join()}`;

describe('finish', () => {
  it('F5: everything has an end: the exit code is 0, and the end is reported with its counts', async () => {
    await using world = await visited({ '/': html('Home', '/a', '/a?x=1'), '/a': html('A') }, 2);
    const result = await finish(false, world);
    const ended = { provider: world.policy.provider, complete: true, state: 'complete', mergedByQuery: 1, pagesCut: 0 };
    expect(result).toMatchObject({ exitCode: 0, providers: [{ ...ended, counts: { indexed: 2, waiting: 0 } }] });
    expect(world.events).toMatchObject([{ type: 'ended', ...ended }]);
    expect(await world.ledger.lastCrawl(world.policy.provider)).toMatchObject({ ended: true });
  });

  it('F5: with work waiting it is 3', async () => {
    await using world = await visited({ '/': html('Home', '/a') }, 1);
    expect(endOf(await finish(false, world))).toBe('3 incomplete');
  });

  it('F5: why something waits is reported: a cap before a host, a host before nothing', async () => {
    await using world = await visited({ '/': html('Home', '/a') }, 1, { maxRunPages: 1 });
    world.hosts.close('127.0.0.1', { by: 'host:parked', detail: '' }, T);
    expect(endOf(await finish(false, world))).toBe('3 incomplete (limit)');
    await using other = await visited({ '/': html('Home', '/a') }, 1);
    other.hosts.close('127.0.0.1', { by: 'host:parked', detail: '' }, T);
    expect(endOf(await finish(false, other))).toBe('3 incomplete (host)');
  });

  it('F5: where no seed was read it is 1, and the run has failed', async () => {
    await using world = await visited({ '/': 404 }, 1);
    expect(endOf(await finish(false, world))).toBe('1 failed');
  });

  it('F5: stopped it is 130, whatever else is so, and what waits goes on waiting', async () => {
    await using world = await visited({ '/robots.txt': 404, '/': html('Home', '/a') }, 1);
    const { host } = new URL(server.origin);
    world.hosts.close(host, { by: 'robots:rfc9309:closed', detail: '', ends: 'blocked' }, T);
    world.stop.request();
    expect(endOf(await finish(true, world))).toBe('130 stopped');
    expect(await world.ledger.counts(world.policy.provider)).toMatchObject({ waiting: 1, blocked: 0 });
  });

  it.each(['blocked', 'failed'] as const)(
    'R11: what waits for a robots.txt that is out of reach ends as %s',
    async (state) => {
      await using world = await visited({ '/': html('Home', '/a') }, 1);
      const { host } = new URL(server.origin);
      world.hosts.close(host, { by: 'robots:rfc9309:closed', detail: 'out of reach', ends: state }, T);
      expect(endOf(await finish(false, world))).toBe('0 complete');
      expect(await world.ledger.counts(world.policy.provider)).toMatchObject({ waiting: 0, [state]: 1 });
    },
  );

  it('FAULTS 57: stopped while the last act waits for space, it is interrupted', async () => {
    await using world = await visited({ '/': html('Home') }, 1);
    const ledger = new Proxy(world.ledger, {
      get(target, name) {
        if (name === 'finish') throw new StoppedWaiting();
        const member = Reflect.get(target, name) as unknown;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    expect(endOf(await finish(false, { ...world, ledger }))).toBe('130 stopped');
    expect(world.events).toMatchObject([{ type: 'ended', complete: false }]);
  });

  /** Pages with the same banner above different texts. */
  const alike = (count: number): Record<string, string> => {
    const banner = '<main><p>This banner stands on each and every page of the whole site.</p>';
    const paths = Array.from({ length: count }, (_, i) => `/${i}`);
    const pages = ['/', ...paths].map((path) => {
      const links = path === '/' ? paths.map((to) => `<a href="${to}">${to}</a>`).join(' ') : '';
      const text = `<h1>Page ${path}</h1><p>The page ${path} is about ${path} and nothing else at all.</p><p>${links}</p>`;
      return [path, `<title>${path}</title>${banner}${text}</main>`] as const;
    });
    return Object.fromEntries(pages);
  };

  it('E2: what most pages have in common is learnt, and reported', async () => {
    await using world = await visited(alike(12), 13);
    await finish(false, world);
    expect(world.events[0]).toMatchObject({ type: 'note', by: 'chrome:learnt' });
    expect(await world.ledger.chrome(world.policy.provider)).not.toBe('');
  });

  it('E2: a run that was stopped learns nothing', async () => {
    await using world = await visited(alike(12), 13);
    await finish(true, world);
    expect(await world.ledger.chrome(world.policy.provider)).toBe('');
  });
});
