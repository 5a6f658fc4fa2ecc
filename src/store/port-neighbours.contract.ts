// The contract of neighbours: every engine proves by this suite how processes on one store find each other, and what a death leaves behind (C4).
import { describe, expect, it } from 'vitest';
import { startNeighbour } from '../../test/support/neighbour.ts';
import { until, untilPasses } from '../../test/support/until.ts';
import type { Store } from './port.ts';
import type { Announcement, DoorLook } from './port-neighbours.ts';

const busy = expect.objectContaining({ code: 'DOC_STORE_BUSY' });

/** What is found at a door, look by look, until the signal. */
function look(door: Announcement): { readonly looks: readonly DoorLook[]; end(): Promise<void> } {
  const ending = new AbortController();
  const looks: DoorLook[] = [];
  const over = (async () => {
    for await (const found of door.looks(ending.signal)) looks.push(found);
  })();
  return {
    looks,
    end() {
      ending.abort();
      return over;
    },
  };
}

/** Runs the whole contract against an engine; `open` returns a store into which nothing was crawled yet, each time another one. */
export function describeNeighbours(name: string, open: () => Store): void {
  describe.concurrent(`neighbours ${name}`, () => {
    it('C4: there are none where nobody was, and looking for them makes no store', async () => {
      const store = open();
      const { neighbours } = store;
      expect(await neighbours.server()).toBeUndefined();
      expect(await neighbours.ring()).toBe(false);
      expect(await neighbours.requestRoom()).toBeUndefined();
      for await (const _ of neighbours.changes(new AbortController().signal)) break;
      expect(await store.identity()).toBeUndefined();
    });

    it('C4: one process is the server; announced, it needs no data, and is no server to itself', async () => {
      const store = open();
      const first = await store.neighbours.announce();
      await expect(store.neighbours.announce()).rejects.toThrow(busy);
      expect(await store.neighbours.server()).toBeUndefined();
      await first.close();
      await first.close();
      const second = await store.neighbours.announce();
      expect(await store.identity()).toBeUndefined();
      await second.close();
    });

    it('C4: the server of another process is known, also when it is away, until it closes', async () => {
      const { neighbours, ...store } = open();
      await using other = startNeighbour(store);
      await other.does('announce');
      expect(await neighbours.server()).toMatchObject({ pid: other.pid, isAway: false });
      await expect(neighbours.announce()).rejects.toThrow(busy);
      await other.does('leaveTo', 'a task');
      expect(await neighbours.server()).toMatchObject({ isAway: true });
      await other.does('close');
      expect(await neighbours.server()).toBeUndefined();
    });

    it('C4, FAULTS 55: a server that was killed is none, and another takes its place', async () => {
      const { neighbours, ...store } = open();
      await using other = startNeighbour(store);
      await other.does('announce');
      await other.kill();
      expect(await neighbours.server()).toBeUndefined();
      const door = await neighbours.announce();
      await expect(neighbours.announce()).rejects.toThrow(`by pid ${process.pid}`);
      await door.close();
    });

    it('C4: a ring is heard once, also one from before the server looked; until then there is no other', async () => {
      const { neighbours } = open();
      const door = await neighbours.announce();
      expect([await neighbours.ring(), await neighbours.ring()]).toEqual([true, false]);
      const { looks, end } = look(door);
      const rings = (): number => looks.filter(({ isRung }) => isRung).length;
      await until(() => looks.length > 1);
      expect(rings()).toBe(1);
      expect(await neighbours.ring()).toBe(true);
      await until(() => rings() === 2);
      await end();
      await door.close();
    });

    it('C4: room is granted once the server has left to that task, and taken back when it is over', async () => {
      const { neighbours, ...store } = open();
      await using other = startNeighbour(store);
      const door = await neighbours.announce();
      const { looks, end } = look(door);
      const granted = other.does('requestRoom');
      const [room] = await until(() => looks.at(-1)?.rooms.length === 1 && looks.at(-1)?.rooms);
      expect(room?.pid).toBe(other.pid);
      await door.leaveTo('another task that comes first');
      await door.leaveTo(room?.task);
      expect(await granted).toBe(true);
      await other.does('leave');
      await untilPasses(() => expect(looks.at(-1)).toEqual({ isRung: false, rooms: [] }));
      await end();
      await door.close();
    });

    it('C4, FAULTS 55: room that a killed process has, or waits for, is not needed any more', async () => {
      const { neighbours, ...store } = open();
      await using other = startNeighbour(store);
      const door = await neighbours.announce();
      const { looks, end } = look(door);
      other.does('requestRoom').catch(() => {}); // it dies
      await until(() => looks.at(-1)?.rooms.length === 1);
      await other.kill();
      await until(() => looks.at(-1)?.rooms.length === 0);
      await end();
      await door.close();
    });

    it('C4: room is granted where the server ends or is killed meanwhile', async () => {
      for (const act of ['close', 'kill'] as const) {
        const { neighbours, ...store } = open();
        await using other = startNeighbour(store);
        await other.does('announce');
        const requested = neighbours.requestRoom();
        await other.does('waitForRoom');
        if (act === 'kill') await other.kill();
        else await other.does('close');
        const room = await requested;
        expect(room).toBeDefined();
        await room?.leave();
      }
    });

    it('C4, FAULTS 55: who crawls is known by a name of its own, until it ends or is killed', async () => {
      const { neighbours, ...store } = open();
      expect(await neighbours.workers()).toEqual([]);
      await using other = startNeighbour(store);
      await other.does('crawl');
      const [worker] = await neighbours.workers();
      expect(worker).toMatchObject({ pid: other.pid, incarnation: expect.stringMatching(/^[0-9a-f-]{36}/) });
      await other.kill();
      expect(await neighbours.workers()).toEqual([]);
      const { ledger } = await store.openLedger();
      const [own] = await neighbours.workers();
      expect(own?.pid).toBe(process.pid);
      expect(own?.incarnation).not.toBe(worker?.incarnation);
      await ledger.close();
      expect(await neighbours.workers()).toEqual([]);
    });

    it('C4: what another process writes, announces or leaves behind is a change; waiting ends at the signal', async () => {
      const { neighbours, ...store } = open();
      await using other = startNeighbour(store);
      const ending = new AbortController();
      const changes = neighbours.changes(ending.signal)[Symbol.asyncIterator]();
      const seen = async <T>(look: () => Promise<T | undefined | false>): Promise<void> => {
        while (!(await look())) expect(await changes.next()).toMatchObject({ done: false });
      };
      await other.does('write', 'https://docs.test/');
      await seen(store.identity);
      await other.does('announce');
      await seen(neighbours.server);
      await other.kill();
      await seen(async () => (await neighbours.server()) === undefined);
      const next = changes.next();
      ending.abort();
      await next;
      expect(await changes.next()).toMatchObject({ done: true });
      for await (const _ of neighbours.changes(ending.signal)) throw new Error('it has ended');
    });

    it('C4: a door is looked at until the signal', async () => {
      const door = await open().neighbours.announce();
      const { looks, end } = look(door);
      await until(() => looks.length > 0);
      await end();
      for await (const _ of door.looks(AbortSignal.abort())) throw new Error('it has ended');
      await door.close();
    });
  });
}
