// The promises about bounds on requests.
import { describe, expect, it } from 'vitest';
import { HOUR, type OpenLedger, T } from './port-words.contract.ts';

export function describeRequests(open: OpenLedger): void {
  describe('spending requests', () => {
    it('F4: counts a request and returns nothing while there is room, and counts nothing once there is none', async () => {
      const { ledger } = await open(T);
      const budget = { perHour: 2, perDay: 9 };
      expect(await ledger.spend('a.test', { budget })).toBeUndefined();
      expect(await ledger.spend('b.test', { budget })).toBeUndefined();
      const wait = { until: T + HOUR + 1, by: 'budget:hour' };
      for (const host of ['a.test', 'c.test']) expect(await ledger.spend(host, { budget })).toMatchObject(wait);
      expect(await ledger.requestsSince(0)).toEqual({ count: 2, oldest: T });
    });

    it('F4: of concurrent callers only as many spend as there is room for', async () => {
      const { ledger } = await open(T);
      const budget = { perHour: 3, perDay: 9 };
      const waits = await Promise.all(Array.from({ length: 10 }, () => ledger.spend('a.test', { budget })));
      expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
      expect(await ledger.requestsSince(0)).toMatchObject({ count: 3 });
    });

    it('F4: a host has bounds of its own, and so has a run', async () => {
      const { ledger } = await open(T);
      const budget = { perHour: 99, perDay: 99, hostPerHour: 1 };
      expect(await ledger.spend('a.test', { budget })).toBeUndefined();
      expect(await ledger.spend('a.test', { budget })).toMatchObject({ by: 'budget:host-hour' });
      expect(await ledger.spend('b.test', { budget })).toBeUndefined();
      const run = { most: 2, since: T };
      expect(await ledger.spend('b.test', { run })).toBeUndefined();
      expect(await ledger.spend('b.test', { run })).toMatchObject({ by: 'budget:host-run', until: T + HOUR });
      expect(await ledger.spend('b.test')).toBeUndefined();
      expect(await ledger.requestsSince(0, 'b.test')).toMatchObject({ count: 3 });
    });
  });
}
