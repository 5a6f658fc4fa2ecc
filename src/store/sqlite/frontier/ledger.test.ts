// The embedded ledger: the same acts are answered the same way, and what only SQLite can get wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inAll, more, scaled } from '../../../../test/support/how-long.ts';
import { Shuffle, shuffled } from '../../../../test/support/shuffled-store.ts';
import type { LedgerUnderTest } from '../../../frontier/port.contract.ts';
import type { Lease } from '../../../frontier/port.ts';
import { type Act, anyAct } from '../../../frontier/port-acts.contract.ts';
import {
  again,
  begun,
  found,
  lane,
  leaseOne,
  offerPages,
  page,
  refused,
  settlement,
  T,
  type TimedLedger,
  visit,
} from '../../../frontier/port-words.contract.ts';
import { inFolder, testFolders } from '../folders.contract.ts';

const folders = testFolders();

it(
  'F6: returns the same for every act of a random crawl however long acts take, ids, tokens, order and times included',
  scaled,
  async () => {
    const crawl = fc.array(anyAct, { minLength: 10, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(crawl, fc.integer(), async (acts, seed) => {
        const shuffle = new Shuffle(seed);
        const { ledger, reopen } = await folders.underTest(T);
        const slow = {
          ledger: shuffled(ledger, shuffle),
          reopen: async (now: number) => shuffled(await reopen(now), shuffle),
        };
        expect(await history(slow, acts)).toEqual(await history(await folders.underTest(T), acts));
      }),
      { numRuns: inAll(8, 60) },
    );
  },
);

describe('memory beside the tables', () => {
  it('F6: an act that fails half way changes neither', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, 'a/1', 'a/2', 'b/1');
    const [held] = await ledger.lease(1, T);
    const seen = async () => [await ledger.counts('docs'), await ledger.hosts('docs'), await ledger.nextDue(T)];
    const before = await seen();
    const break_ = (table: string, event: string) =>
      inFolder(folder, (db) =>
        db.exec(`CREATE TRIGGER broken ${event} ON ${table} BEGIN SELECT raise(FAIL, 'broken'); END`),
      );
    const mend = (): void => inFolder(folder, (db) => db.exec('DROP TRIGGER broken'));
    const links = [found('a/9'), found('new/9'), found('a/8', { template: '/{n}' })];
    const acts: readonly [string, string, () => Promise<unknown>][] = [
      ['counters', 'BEFORE INSERT', () => ledger.lease(9, T)],
      ['providers', 'BEFORE UPDATE', () => ledger.offer(links, T)],
      [
        'providers',
        'BEFORE UPDATE',
        () => ledger.settle(held as Lease, settlement(page('1', { links }), { nextAt: T + 9, gapMs: 9 })),
      ],
      ['lanes', 'BEFORE UPDATE', () => ledger.release(held as Lease, { nextAt: T + 9, gapMs: 9 })],
      ['lanes', 'BEFORE UPDATE', () => ledger.begin(lane({ perHost: 1 }), { fresh: true, now: T })],
      [
        'providers',
        'BEFORE UPDATE',
        () => ledger.endWaiting('docs', 'a.test', { state: 'blocked', by: 'host:parked', detail: '' }, T),
      ],
      ['hosts', 'BEFORE UPDATE', () => ledger.holdHost('a.test', T + 9, '')],
      ['requests', 'BEFORE INSERT', () => ledger.noteRequest('a.test', T)],
      ['turns', 'BEFORE INSERT', () => ledger.takeTurn('b.test', T, { gapMs: 0 })],
    ];
    for (const [table, event, act] of acts) {
      break_(table, event);
      await expect(act()).rejects.toMatchObject({ code: 'DOC_STORE' });
      mend();
      expect(await seen()).toEqual(before);
    }
    expect(await ledger.requestsSince(0)).toMatchObject({ count: 0 });
    expect(await ledger.offer([found('new/9'), found('a/9')], T)).toEqual(['added', 'added']);
    expect(await ledger.settle(held as Lease, settlement(page('1')))).toMatchObject({ state: 'indexed' });
    expect((await ledger.lease(9, T)).map(({ token }) => token)).toEqual([2, 3, 4, 5]);
  });

  it('F6: a provider whose beginning fails was not begun', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    inFolder(folder, (db) =>
      db.exec(`CREATE TRIGGER broken BEFORE INSERT ON providers BEGIN SELECT raise(FAIL, 'no'); END`),
    );
    await expect(ledger.begin(lane(), { fresh: false, now: T })).rejects.toMatchObject({ code: 'DOC_STORE' });
    await expect(ledger.counts('docs')).rejects.toThrow('docs was not begun');
    expect(await ledger.lastCrawl('docs')).toBeUndefined();
  });

  it('M4: of a URL that is visited again and again the last twenty visits are remembered', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, 'a/x');
    for (let i = 0; i < 30; i++) await visit(ledger, 'a/x', again(T, false));
    inFolder(folder, (db) => expect(db.prepare('SELECT count(*) AS n FROM visits').get()).toEqual({ n: 20 }));
  });

  it('U4: refused links to any number of hosts leave no lane behind', async () => {
    const { ledger } = await begun(folders.underTest);
    await ledger.offer(
      Array.from({ length: 50 }, (_, i) => refused(`h${i}/x`, 'scope:host')),
      T,
    );
    expect(await ledger.hosts('docs')).toEqual([]);
  });

  it('F7: knows a URL also when it is not among those remembered', more, async () => {
    const { ledger } = await begun(folders.underTest);
    const many = Array.from({ length: 45_000 }, (_, i) => found(`a/${i}`));
    await ledger.offer(many, T);
    const again = await ledger.offer(many, T);
    expect(again.every((answer) => answer === 'known')).toBe(true);
    expect(await ledger.counts('docs')).toMatchObject({ waiting: 45_000 });
  });

  it('R23: what is known of robots.txt survives', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    expect(ledger.loadRobots('https://a.test')).toBeUndefined();
    ledger.saveRobots('https://a.test', '{"status":404}', new Uint8Array());
    ledger.saveRobots('https://a.test', '{"status":200}', new TextEncoder().encode('User-agent: *'));
    const later = folders.open(folders.crashed(folder), T);
    const { saved, body } = later.loadRobots('https://a.test') ?? {};
    expect([saved, new TextDecoder().decode(body)]).toEqual(['{"status":200}', 'User-agent: *']);
  });

  it('close releases the folder, twice without harm', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.close();
    await ledger.close();
    await expect(ledger.offer([], T)).rejects.toThrow();
    const next = folders.open(folder, T);
    await next.begin(lane(), { fresh: false, now: T });
    await offerPages(next, 'a/1');
    expect((await leaseOne(next)).token).toBe(1);
  });
});

/** Everything a ledger returns in the course of a crawl. */
async function history(
  { ledger: first, reopen }: Pick<LedgerUnderTest, 'ledger' | 'reopen'>,
  acts: readonly Act[],
): Promise<readonly unknown[]> {
  const limits = ['docs', 'other'].map((provider) =>
    lane({ provider, perHost: 2, perProvider: 3, maxPages: 5, gapMs: 20 }),
  );
  const answers: unknown[] = [];
  const leases: Lease[] = [];
  let ledger: TimedLedger = first;
  let now = T;
  let refreshes = false;
  const begin = async (fresh: boolean) => {
    const run = { kind: refreshes ? 'refresh' : 'crawl' } as const;
    for (const limit of limits) answers.push(await ledger.begin(limit, { fresh, run, now }));
  };
  const take = (which: number) => leases[which % Math.max(leases.length, 1)];
  await begin(false);
  for (const [i, act] of acts.entries()) {
    const provider = i % 3 === 0 ? 'other' : 'docs';
    refreshes = i % 2 === 0;
    switch (act.do) {
      case 'offer': {
        const { by, depth, names } = act;
        const lastmod = i % 4 === 0 ? now + i : undefined;
        const facts = { provider, depth, lastmod, ...(depth === 2 && { kind: 'sitemap' as const }) };
        answers.push(
          await ledger.offer(
            names.map((name) => (by ? refused(name, by, facts) : found(name, facts))),
            now,
          ),
        );
        break;
      }
      case 'lease': {
        const got = await ledger.lease(act.count, now);
        answers.push(got);
        leases.push(...got);
        break;
      }
      case 'settle': {
        const lease = take(act.which);
        if (lease === undefined) break;
        const ownLinks = act.outcome.kind === 'page' ? act.outcome.links : [];
        const links = ownLinks.map((link) => ({ ...link, provider: lease.provider }));
        const isList = lease.kind === 'sitemap' && act.outcome.kind === 'page';
        const visited = act.outcome.kind === 'page' ? { ...act.outcome, links } : act.outcome;
        const outcome = isList ? ({ kind: 'list', links, detail: '' } as const) : visited;
        const host = { nextAt: now + act.hold, gapMs: act.hold, error: act.hold > 150 };
        const rhythm = { sameMs: 2 * i, changedMs: i, lastmodSaysSame: i % 2 === 0 };
        answers.push(await ledger.settle(lease, { ...settlement(outcome, host), rhythm }));
        break;
      }
      case 'release':
      case 'repeat': {
        const lease = take(act.which);
        if (lease !== undefined) await ledger.release(lease);
        break;
      }
      case 'hold':
        await ledger.holdHost(act.host, now + act.ms, 'host:parked');
        break;
      case 'pass':
        now += act.ms;
        break;
      case 'give-up':
        answers.push(
          await ledger.endWaiting(provider, act.host, { state: 'blocked', by: 'terms:forbidden', detail: '' }, now),
        );
        break;
      case 'kill':
        ledger = await reopen(now);
        await begin(false);
        break;
      case 'finish':
        answers.push(await ledger.finish(provider, now));
        await begin(false);
        break;
      case 'fresh':
        await begin(true);
        break;
    }
    answers.push([act.do, await ledger.nextDue(now)]);
    for (const { provider } of limits)
      answers.push(await ledger.counts(provider), await ledger.hosts(provider), await ledger.seeds(provider));
  }
  await ledger.close();
  return answers;
}
