// The promises about turns: one request at a time where a gap is kept, in any process, and one count for all.
import { describe, expect, it } from 'vitest';
import type { Turn, TurnAnswer } from './port.ts';
import {
  begun,
  HOUR,
  leaseNames,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  settlement,
  T,
} from './port-words.contract.ts';

const MINUTE = 60_000;
const gap = { gapMs: 1_000 };

function taken(answer: TurnAnswer): Turn {
  if (answer.turn === undefined) throw new Error(`no turn: ${answer.wait.by}, ${answer.wait.detail}`);
  return answer.turn;
}

export function describeTurns(open: OpenLedger): void {
  describe('turns', () => {
    it('F4: a turn for a request that belongs to no URL keeps the gap of its host, and the host waits for its end', async () => {
      const { ledger, reopen } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/1', 'b/1');
      const turn = taken(await ledger.takeTurn('a.test', T, gap));
      expect(turn).toMatchObject({ host: 'a.test', until: T + MINUTE });
      expect(await ledger.takeTurn('a.test', T, gap)).toMatchObject({ wait: { until: T + 100, by: 'host:clock' } });
      expect(await leaseNames(ledger, 9)).toEqual(['b/1']);
      expect(await ledger.takeTurn('b.test', T, gap)).toMatchObject({ wait: { until: T + 100 } });
      await ledger.endTurn(turn, { nextAt: T + 1_500, gapMs: 1_000 });
      expect(await leaseNames(ledger, 9, T + 1_400)).toEqual([]);
      expect(await ledger.takeTurn('a.test', T + 1_400, gap)).toMatchObject({ wait: { until: T + 1_500 } });
      expect(await leaseNames(ledger, 9, T + 1_500)).toEqual(['a/1']);
      // The process that took the turn is dead: it is free again, after the gap.
      taken(await ledger.takeTurn('c.test', T, gap));
      const later = await reopen(T);
      expect(await later.takeTurn('c.test', T, gap)).toMatchObject({ wait: { until: T + 1_000 } });
      taken(await later.takeTurn('c.test', T + 1_000, gap));
    });

    it('F4: turns of three who do not know each other follow one another, and so do leases', async () => {
      const { ledger, beside, clock } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/1', 'a/2');
      const [one, other] = [await beside(), await beside()];
      const turn = taken(await one.takeTurn('a.test', gap));
      expect(await other.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 100, by: 'host:clock' } });
      expect(await ledger.takeTurn('a.test', T, gap)).toMatchObject({ wait: { until: T + 100 } });
      expect(await leaseNames(ledger, 9)).toEqual([]);
      expect(await ledger.nextDue(T)).toBe(T + 100);
      clock.now = T + 500;
      await one.endTurn(turn, { nextAt: T + 1_500, gapMs: 1_000 });
      expect(await leaseNames(ledger, 9, T + 1_499)).toEqual([]);
      expect(await ledger.nextDue(T + 1_499)).toBe(T + 1_500);
      expect(await other.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 1_500, by: 'host:clock' } });
      const lease = await leaseOne(ledger, T + 1_500);
      for (const taker of [one, other])
        expect(await taker.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 1_600 } });
      await ledger.settle(lease, settlement(page('1'), { nextAt: T + 2_500, gapMs: 1_000 }));
      expect(await other.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 2_500 } });
      clock.now = T + 2_500;
      taken(await other.takeTurn('a.test', gap));
      expect(await leaseNames(ledger, 9, T + 2_500)).toEqual([]);
      taken(await one.takeTurn('b.test', gap));
    });

    it('F4: a crawl that was served lets waiting processes go first, and goes on when nobody comes', async () => {
      const { ledger, beside, clock } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      const one = await beside();
      const served = async (at: number): Promise<void> => {
        const lease = await leaseOne(ledger, at);
        expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: at + 100 } });
        await ledger.settle(lease, settlement(page(`${at}`), { nextAt: at + 1_000, gapMs: 1_000 }));
        expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: at + 1_000 } });
      };
      await served(T);
      expect(await leaseNames(ledger, 9, T + 1_000)).toEqual([]);
      expect(await ledger.nextDue(T + 1_000)).toBe(T + 1_100);
      clock.now = T + 1_010;
      const turn = taken(await one.takeTurn('a.test', gap));
      await one.endTurn(turn, { nextAt: T + 2_000, gapMs: 1_000 });
      // The first gets its own turn, although the other waits again.
      expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 2_000 } });
      await served(T + 2_000);
      expect(await leaseNames(ledger, 9, T + 3_200)).toEqual([]);
      expect(await ledger.nextDue(T + 3_200)).toBe(T + 3_300);
      expect(await leaseNames(ledger, 9, T + 3_300)).toEqual(['a/3']);
    });

    it('F4: a crawl without a gap makes room for somebody who keeps one', async () => {
      const { ledger, beside, clock } = await begun(open, { perHost: 2 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      const leases = await ledger.lease(2, T);
      const one = await beside();
      expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 100 } });
      for (const lease of leases) await ledger.settle(lease, settlement(page(lease.url)));
      expect(await leaseNames(ledger, 9, T + 50)).toEqual([]);
      clock.now = T + 100;
      taken(await one.takeTurn('a.test', gap));
    });

    it('F4: where nobody keeps a gap, requests may be under way at the same time', async () => {
      const { ledger, beside } = await begun(open, { perHost: 2 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      const one = await beside();
      taken(await one.takeTurn('a.test', { gapMs: 0 }));
      expect(await leaseNames(ledger, 9)).toEqual(['a/1']);
      taken(await one.takeTurn('a.test', { gapMs: 0 }));
      expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { by: 'host:clock' } });
    });

    it('H3: a pause requested of any process holds the host for all, and a shorter one does not end it', async () => {
      const { ledger, beside, clock } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      const lease = await leaseOne(ledger);
      const [one, other] = [await beside(), await beside()];
      const turn = taken(await one.takeTurn('a.test', { gapMs: 0 }));
      await one.endTurn(turn, { nextAt: T + MINUTE, gapMs: 0, error: true });
      // The ledger has not looked yet when its own visit ends.
      await ledger.settle(lease, settlement(page('1'), { nextAt: T + 10, gapMs: 0, error: false }));
      expect(await leaseNames(ledger, 9, T + 10)).toEqual([]);
      expect(await other.takeTurn('a.test', { gapMs: 0 })).toMatchObject({
        wait: { until: T + MINUTE, by: 'host:pause' },
      });
      await ledger.holdHost('a.test', T + HOUR, 'host:parked');
      expect(await other.takeTurn('a.test', { gapMs: 0 })).toMatchObject({
        wait: { until: T + HOUR, by: 'host:parked' },
      });
      clock.now = T + HOUR;
      expect(await leaseNames(ledger, 1, T + HOUR)).toEqual(['a/2']);
    });

    it('F4: what is reported of a host counts, also when its turn was ended before', async () => {
      const { beside, ledger } = await open(T);
      const one = await beside();
      const turn = taken(await one.takeTurn('a.test', gap));
      await one.endTurn(turn, { nextAt: T + 1_000, gapMs: 1_000 });
      await one.endTurn(turn, { nextAt: T + 30_000, gapMs: 30_000 });
      expect(await ledger.takeTurn('a.test', T + 1_000, gap)).toMatchObject({ wait: { until: T + 30_000 } });
      taken(await ledger.takeTurn('a.test', T + 30_000, gap));
      // Ending the first turn once more does not end the second.
      await ledger.endTurn(turn, { nextAt: 0, gapMs: 1_000 });
      expect(await ledger.takeTurn('a.test', T + 30_000, gap)).toMatchObject({ wait: { until: T + 30_100 } });
    });

    it('F4: a turn whose time is over is void for the next process that looks, and the gap runs from then on', async () => {
      const { ledger, beside, clock } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/1');
      const [one, other] = [await beside(), await beside()];
      for (const host of ['a.test', 'b.test']) taken(await one.takeTurn(host, { gapMs: 2_000, lifetimeMs: 5_000 }));
      expect(await leaseNames(ledger, 9, T + 4_999)).toEqual([]);
      expect(await leaseNames(ledger, 9, T + 6_000)).toEqual([]);
      expect(await ledger.nextDue(T + 6_000)).toBe(T + 8_000);
      expect(await leaseNames(ledger, 9, T + 8_000)).toEqual(['a/1']);
      clock.now = T + 9_000;
      expect(await other.takeTurn('b.test', gap)).toMatchObject({ wait: { until: T + 11_000 } });
      clock.now = T + 11_000;
      taken(await other.takeTurn('b.test', gap));
    });

    it('F4: a lease is in force for others until its time is over', async () => {
      const { ledger, beside, clock } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/1');
      await ledger.lease(1, T, { lifetimeMs: 10_000 });
      const one = await beside();
      clock.now = T + 9_999;
      expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 10_099 } });
    });

    it('F4: closing ends the turns of a process', async () => {
      const { ledger, beside } = await open(T);
      const one = await beside();
      taken(await one.takeTurn('a.test', gap));
      await one.close();
      expect(await ledger.takeTurn('a.test', T, gap)).toMatchObject({ wait: { until: T + 1_000 } });
      taken(await ledger.takeTurn('a.test', T + 1_000, gap));
    });

    it('F4: a turn and its request are one act: all together make as many requests as the bound allows', async () => {
      const { ledger, beside } = await open(T);
      const takers = [await beside(), await beside()];
      const bounds = { budget: { perHour: 5, perDay: 99 } };
      const wish = { gapMs: 0, bounds };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, nth) => takers[nth % 2]?.takeTurn(`h${nth}.test`, wish)),
      );
      expect(answers.filter((answer) => answer?.turn !== undefined)).toHaveLength(5);
      const wait = { until: T + HOUR + 1, by: 'budget:hour' };
      expect(answers.filter((answer) => answer?.turn === undefined)).toMatchObject([{ wait }, { wait }, { wait }]);
      expect(await ledger.spend('x.test', bounds)).toMatchObject(wait);
      expect(await ledger.takeTurn('x.test', T, wish)).toMatchObject({ wait });
      expect(await ledger.requestsSince(0)).toEqual({ count: 5, oldest: T });
      // Without bounds a request is neither counted nor held.
      taken(await ledger.takeTurn('x.test', T, { gapMs: 0 }));
      expect(await ledger.requestsSince(0)).toMatchObject({ count: 5 });
    });

    it('F4: requests of others count for the ledger at once, and its own for them', async () => {
      const { ledger, beside } = await open(T);
      const one = await beside();
      const bounds = { budget: { perHour: 99, perDay: 99, hostPerHour: 3 } };
      await ledger.spend('a.test', bounds);
      taken(await one.takeTurn('a.test', { gapMs: 0, bounds }));
      expect(await ledger.requestsSince(0, 'a.test')).toMatchObject({ count: 2 });
      expect(await ledger.spend('a.test', bounds)).toBeUndefined();
      expect(await one.takeTurn('a.test', { gapMs: 0, bounds })).toMatchObject({ wait: { by: 'budget:host-hour' } });
      expect(await ledger.spend('a.test', bounds)).toMatchObject({ by: 'budget:host-hour' });
    });
  });
}
