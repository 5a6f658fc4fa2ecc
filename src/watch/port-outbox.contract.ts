// The contract of the outbox: every engine keeps these promises, and proves it by running this suite.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lane, T } from '../frontier/port-words.contract.ts';
import { judgeAlerts } from './alerts/alerts.ts';
import { defaultBounds } from './alerts/bounds.ts';
import type { WatchedStore } from './port.contract.ts';
import type { Watch } from './port.ts';
import { mostDeliveries, type NewDelivery, type Outbox } from './port-outbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const delivery = (id: string, more: Partial<NewDelivery> = {}): NewDelivery => ({
  ...{ id, receiver: 'one', event: 'run.ended', provider: 'docs', body: `{"n":"${id}"}` },
  ...more,
});

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeOutbox(name: string, open: () => Promise<WatchedStore>): void {
  describe(`the outbox, ${name}`, () => {
    let store: WatchedStore;
    const watches: Watch[] = [];
    const openWatch = async (): Promise<Watch> => {
      const watch = await store.openWatch();
      watches.push(watch);
      return watch;
    };
    const closeAll = async (): Promise<void> => {
      for (const watch of watches.splice(0)) await watch.close();
    };
    /** A run of `docs` that ended at this time; the number of the run. */
    const ended = async (at: number): Promise<number> => {
      const ledger = await store.openLedger(at);
      await ledger.begin(lane(), { fresh: false, now: at });
      await ledger.finish('docs', at);
      await ledger.close();
      const [run] = await (await openWatch()).reader.runs({ limit: 1 });
      return run?.id as number;
    };
    /** The outbox with these deliveries, queued at T. */
    const filled = async (...deliveries: readonly NewDelivery[]): Promise<Outbox> => {
      const run = await ended(T);
      const { outbox } = await openWatch();
      expect(await outbox.announce({ run, endedAt: T }, deliveries, T)).toBe(true);
      return outbox;
    };
    const idOf = async (taken: ReturnType<Outbox['take']>): Promise<string | undefined> => (await taken)?.id;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(closeAll);

    it('M1: a delivery is taken as it was queued, the oldest of its receiver first, and none twice', async () => {
      const outbox = await filled(delivery('a'), delivery('b', { receiver: 'two' }), delivery('c'));
      expect(await outbox.take('one', T)).toEqual({ ...delivery('a'), queuedAt: T, tries: 1 });
      expect(await idOf(outbox.take('one', T))).toBe('c');
      expect(await outbox.take('one', T)).toBeUndefined();
      expect(await idOf(outbox.take('two', T))).toBe('b');
      expect(await outbox.take('three', T)).toBeUndefined();
    });

    it('M1: what was taken is taken by no other process, until it is put back or a minute is over', async () => {
      const outbox = await filled(delivery('a'));
      const { outbox: other } = await openWatch();
      expect(await outbox.take('one', T)).toBeDefined();
      expect(await other.take('one', T + 30_000)).toBeUndefined();
      expect(await other.nextDue('one')).toBe(T + MINUTE);
      await outbox.putBack('a', T + 5_000);
      expect(await other.nextDue('one')).toBe(T + 5_000);
      expect(await other.take('one', T + 4_999)).toBeUndefined();
      expect(await other.take('one', T + 5_000)).toMatchObject({ id: 'a', tries: 2 });
      expect(await outbox.take('one', T + 5_000 + MINUTE)).toMatchObject({ id: 'a', tries: 3 });
    });

    it('F6, M1: what a process had taken when it ended is free for the next', async () => {
      const outbox = await filled(delivery('a'), delivery('b'));
      expect(await idOf(outbox.take('one', T))).toBe('a');
      await closeAll();
      expect(await (await openWatch()).outbox.take('one', T + 1)).toMatchObject({ id: 'a', tries: 2 });
    });

    it('M1: one that has arrived is removed; nothing is due when nothing waits', async () => {
      const outbox = await filled(delivery('a'));
      await outbox.take('one', T);
      await outbox.remove('a');
      await outbox.remove('a');
      expect(await outbox.nextDue('one')).toBeUndefined();
      expect(await outbox.take('one', T + HOUR)).toBeUndefined();
    });

    it('M1: a receiver is left alone as a whole, and the others are not', async () => {
      const outbox = await filled(delivery('a'), delivery('b'), delivery('c', { receiver: 'two' }));
      await outbox.postpone('one', T + MINUTE);
      expect(await outbox.take('one', T)).toBeUndefined();
      expect(await outbox.take('two', T)).toBeDefined();
      await outbox.postpone('one', T + 1);
      expect(await outbox.nextDue('one'), 'never sooner than before').toBe(T + MINUTE);
      expect(await idOf(outbox.take('one', T + MINUTE))).toBe('a');
    });

    it('M1: a time that lies days ahead is of a clock that was set back, and counts as due', async () => {
      const outbox = await filled(delivery('a'));
      await outbox.postpone('one', T + 24 * HOUR);
      expect(await outbox.take('one', T)).toBeUndefined();
      await outbox.postpone('one', T + 26 * HOUR);
      expect(await outbox.take('one', T)).toBeDefined();
    });

    it('M1: what is too old is removed and counted by receiver, save what is being sent', async () => {
      const outbox = await filled(delivery('a'), delivery('b'), delivery('c', { receiver: 'two' }));
      expect(await outbox.removeOlder(T, T)).toEqual(new Map());
      await outbox.take('one', T);
      expect(await outbox.removeOlder(T + 1, T)).toEqual(new Map([['one', 1], ['two', 1]])); // biome-ignore format: a row
      expect(await outbox.removeOlder(T + 1, T + MINUTE)).toEqual(new Map([['one', 1]]));
    });

    it('F7, M1: at most a thousand wait; the oldest leave', async () => {
      const outbox = await filled(...Array.from({ length: mostDeliveries + 2 }, (_, n) => delivery(`d${n}`)));
      expect(await idOf(outbox.take('one', T))).toBe('d2');
      const removed = await outbox.removeOlder(T + 1, T + MINUTE);
      expect(removed).toEqual(new Map([['one', mostDeliveries]]));
    });

    it('F6, M1: the end of a run is announced once, by whichever process is first, with its deliveries', async () => {
      const run = await ended(T);
      const [one, other] = [(await openWatch()).outbox, (await openWatch()).outbox];
      expect(await one.unannounced(T - 1)).toEqual([{ run, endedAt: T }]);
      expect(await one.unannounced(T)).toEqual([]);
      expect(await one.announce({ run, endedAt: T + 1 }, [delivery('no')], T)).toBe(false);
      expect(await one.announce({ run, endedAt: T }, [delivery('a')], T)).toBe(true);
      expect(await other.announce({ run, endedAt: T }, [delivery('b')], T)).toBe(false);
      expect(await other.unannounced(T - 1)).toEqual([]);
      expect(await idOf(other.take('one', T))).toBe('a');
      expect(await other.take('one', T)).toBeUndefined();
    });

    it('M1: a run that went on and ended again is announced again', async () => {
      const run = await ended(T);
      const { outbox } = await openWatch();
      await outbox.announce({ run, endedAt: T }, [], T);
      const ledger = await store.openLedger(T + HOUR);
      await ledger.begin(lane(), { fresh: false, now: T + HOUR });
      expect(await outbox.unannounced(0)).toEqual([]);
      await ledger.finish('docs', T + 2 * HOUR);
      await ledger.close();
      expect((await outbox.unannounced(0)).map(({ endedAt }) => endedAt)).toEqual([T + 2 * HOUR]);
    });

    it('F6, M1: what begins and ends of alerts is queued in the same act as it is kept', async () => {
      await ended(T);
      const { reader, writer, outbox } = await openWatch();
      const measures = [{ bound: 'error_rate' as const, value: 50 }];
      const news = judgeAlerts({ run: 1, provider: 'docs', bounds: defaultBounds, now: T, open: [], measures });
      await writer.keepAlerts(news, T, [delivery('a', { event: 'alert' })]);
      expect(await reader.alerts()).toHaveLength(1);
      expect(await outbox.take('one', T)).toMatchObject({ id: 'a', event: 'alert' });
      const twice = [delivery('b'), delivery('b')];
      await expect(writer.keepAlerts({ raised: [], continuing: [], ended: [] }, T, twice)).rejects.toThrow();
      expect(await outbox.take('one', T), 'all of it or nothing').toBeUndefined();
    });

    it('C4: works beside a crawl', async () => {
      const outbox = await filled(delivery('a'));
      const ledger = await store.openLedger(T);
      await ledger.begin(lane(), { fresh: true, now: T });
      expect(await outbox.take('one', T)).toBeDefined();
      await outbox.remove('a');
      await ledger.close();
    });
  });
}
