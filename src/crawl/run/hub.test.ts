// A2: any number of listeners, each of which sees every event once or learns how many it missed; memory is bounded by the ring.
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../test/support/collect-garbage.ts';
import { type Gap, Hub, type Published } from './hub.ts';

interface Numbered {
  readonly type: 'numbered';
  readonly n: number;
}
type Seen = Published<Numbered>;

const numbered = (n: number): Numbered => ({ type: 'numbered', n });

/** A hub that has published the events `from` to `to`. */
function hubWith(to: number, size: number, incarnation = 'first'): Hub<Numbered> {
  const hub = new Hub<Numbered>({ size, incarnation });
  publish(hub, 1, to);
  return hub;
}

function publish(hub: Hub<Numbered>, from: number, to: number): void {
  for (let n = from; n <= to; n++) hub.publish(numbered(n));
}

/** The next items of a listener. */
async function take<T>(iterator: AsyncIterator<T, void>, count: number): Promise<T[]> {
  const items: T[] = [];
  while (items.length < count) {
    const { value, done } = await iterator.next();
    if (done) throw new Error(`ended after ${items.length} of ${count}`);
    items.push(value);
  }
  return items;
}

const short = ({ event }: { readonly event: Numbered | Gap }): string =>
  event.type === 'gap' ? `gap ${event.missed ?? '?'}` : `${event.n}`;
const shortEvent = (event: Numbered | Gap): string => short({ event });

/** How many of these are still referenced. */
async function heldOf(refs: readonly WeakRef<object>[]): Promise<number> {
  await collectGarbage();
  return refs.filter((ref) => ref.deref() !== undefined).length;
}

/** Publishes events and keeps nothing of them but weak references. */
function publishWeakly(hub: Hub<Numbered>, count: number): WeakRef<object>[] {
  return Array.from({ length: count }, (_, n) => {
    const event = numbered(n + 1);
    hub.publish(event);
    return new WeakRef(event);
  });
}

describe('a listener', () => {
  it('A2: that comes late gets what was published before, then what follows, and ends with the hub', async () => {
    const hub = hubWith(2, 8);
    const listener = hub.subscribe();
    expect(await take(listener, 2)).toEqual([
      { id: 'first-1', event: numbered(1) },
      { id: 'first-2', event: numbered(2) },
    ]);
    const third = listener.next();
    hub.publish(numbered(3));
    expect(await third).toEqual({ done: false, value: { id: 'first-3', event: numbered(3) } });
    hub.end();
    expect(await listener.next()).toEqual({ done: true, value: undefined });
  });

  it('A2: that comes too late for the first events gets a gap that counts them, then what the ring holds', async () => {
    const [gap, ...rest] = await take(hubWith(10, 4).subscribe(), 5);
    expect(gap).toEqual({ id: 'first-6', event: { type: 'gap', missed: 6 } });
    expect(rest.map(short)).toEqual(['7', '8', '9', '10']);
  });

  it('A2: that leaves and comes back with its last id sees every event once', async () => {
    const hub = hubWith(3, 8);
    const before = await take(hub.subscribe(), 2);
    publish(hub, 4, 6);
    hub.end();
    const after = await Array.fromAsync(hub.subscribe({ after: before.at(-1)?.id }));
    expect([...before, ...after].map(short)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('A2: that comes back with the id of a gap goes on behind it', async () => {
    const hub = hubWith(10, 4);
    const [gap] = await take(hub.subscribe(), 1);
    expect(await take(hub.subscribe({ after: gap?.id }), 1)).toEqual([{ id: 'first-7', event: numbered(7) }]);
  });

  it('A2: that begins with the last id gets what comes from now on', async () => {
    const hub = new Hub<Numbered>({ incarnation: 'first' });
    expect(hub.lastId).toBe('first-0');
    publish(hub, 1, 3);
    const listener = hub.subscribe({ after: hub.lastId });
    publish(hub, 4, 4);
    expect(await take(listener, 1)).toEqual([{ id: 'first-4', event: numbered(4) }]);
  });

  it('A2: that is overrun gets a gap with the number it missed, each time', async () => {
    const hub = hubWith(2, 4);
    const listener = hub.subscribe();
    const seen: Seen[] = await take(listener, 1);
    publish(hub, 3, 20);
    seen.push(...(await take(listener, 2)));
    publish(hub, 21, 30);
    seen.push(...(await take(listener, 5)));
    expect(seen.map(short)).toEqual(['1', 'gap 15', '17', 'gap 9', '27', '28', '29', '30']);
  });

  it.each([
    ['of another incarnation', 'second-2'],
    ['of an incarnation that begins alike', 'first-er-2'],
    ['that was not issued yet', 'first-7'],
    ['below the first', 'first--1'],
    ['between two events', 'first-1.5'],
    ['that is no number', 'first-NaN'],
    ['that is empty', ''],
  ])('A2: that comes back with an id %s gets a gap of unknown size, then what the ring holds', async (_, after) => {
    const hub = hubWith(6, 4);
    const [gap, ...rest] = await take(hub.subscribe({ after }), 5);
    expect(gap).toEqual({ id: 'first-2', event: { type: 'gap' } });
    expect(rest.map(short)).toEqual(['3', '4', '5', '6']);
  });

  it('A2: has ids that no other hub issues', async () => {
    const [one, other] = [new Hub<Numbered>(), new Hub<Numbered>()];
    for (const hub of [one, other]) publish(hub, 1, 1);
    expect(one.lastId).toMatch(/^[\da-f]{12}-1$/);
    expect(one.lastId).not.toBe(other.lastId);
    expect((await take(other.subscribe({ after: one.lastId }), 2)).map(short)).toEqual(['gap ?', '1']);
  });

  it('A2: whose signal is aborted ends, also while it waits; one that shares the signal or the hub does its own', async () => {
    const hub = new Hub<Numbered>();
    const abort = new AbortController();
    const { signal } = abort;
    const [first, second, other] = [hub.subscribe({ signal }), hub.subscribe({ signal }), hub.subscribe()];
    publish(hub, 1, 1);
    await take(first, 1);
    await first.return();
    const waiting = [second, other].map((listener) => take(listener, 2));
    // Both have read the first event, and wait for the second.
    await setImmediate();
    abort.abort();
    await expect(waiting[0]).rejects.toThrow('ended after 1 of 2');
    publish(hub, 2, 2);
    expect((await waiting[1])?.map(short)).toEqual(['1', '2']);
    expect(await Array.fromAsync(hub.subscribe({ signal, after: 'unknown' }))).toEqual([]);
  });

  it('A2: of a run that failed gets what was published, then the fault, whenever it comes', async () => {
    const hub = hubWith(1, 4);
    const fault = new Error('the disk is gone');
    const early = hub.subscribe();
    await take(early, 1);
    const waiting = early.next();
    hub.end(fault);
    await expect(waiting).rejects.toBe(fault);
    const late = hub.subscribe();
    expect((await take(late, 1)).map(short)).toEqual(['1']);
    await expect(late.next()).rejects.toBe(fault);
  });

  it('A2: sees nothing that was published after the end', async () => {
    const hub = hubWith(1, 4);
    hub.end();
    publish(hub, 2, 2);
    expect((await Array.fromAsync(hub.subscribe())).map(short)).toEqual(['1']);
    expect(hub.lastId).toBe('first-1');
  });

  it('A2: sees each event once or in a gap that counts exactly, whatever the order of acts', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('read' as const), count: fc.integer({ min: 1, max: 12 }) }),
      fc.constant({ kind: 'come back' as const, count: 0 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), async (acts, size) => {
        const hub = new Hub<Numbered>({ size, incarnation: 'first' });
        let [published, seen] = [0, 0];
        let listener = hub.subscribe();
        const read = async (): Promise<void> => {
          for (const { id, event } of await take(listener, 1)) {
            if (event.type === 'numbered') expect(event.n).toBe(seen + 1);
            seen += event.type === 'gap' ? (event.missed as number) : 1;
            expect(id).toBe(`first-${seen}`);
          }
        };
        for (const { kind, count } of acts) {
          if (kind === 'publish') {
            publish(hub, published + 1, published + count);
            published += count;
          } else if (kind === 'come back') listener = hub.subscribe({ after: `first-${seen}` });
          else for (let nth = 0; nth < count && seen < published; nth++) await read();
        }
        hub.end();
        while (seen < published) await read();
        expect((await listener.next()).done).toBe(true);
      }),
    );
  });
});

describe('a reader of everything', () => {
  it('A7: misses nothing once it reads, though more than the ring holds is published meanwhile', async () => {
    const hub = hubWith(2, 4);
    const reader = hub.all();
    const seen = await take(reader, 1);
    publish(hub, 3, 50);
    hub.end();
    for await (const event of reader) seen.push(event);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => numbered(n + 1)));
  });

  it('A7: that waits for the first event misses none of a burst larger than the ring', async () => {
    const hub = new Hub<Numbered>({ size: 2 });
    const reader = hub.all();
    const first = reader.next();
    publish(hub, 1, 9);
    expect(await first).toEqual({ done: false, value: numbered(1) });
    expect((await take(reader, 8)).map(shortEvent)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('A7: that comes late gets a gap for what the ring has lost, then all that it holds', async () => {
    const hub = hubWith(10, 4);
    hub.end();
    expect((await Array.fromAsync(hub.all())).map(shortEvent)).toEqual(['gap 6', '7', '8', '9', '10']);
  });

  it('A7: is not the only one: two of them see every event each, at their own pace', async () => {
    const hub = hubWith(1, 4);
    const [fast, slow] = [hub.all(), hub.all()];
    const seen = [await take(fast, 1), await take(slow, 1)];
    for (let n = 2; n <= 20; n++) {
      const next = fast.next();
      publish(hub, n, n);
      seen[0]?.push((await next).value as Numbered);
    }
    hub.end(new Error('over'));
    seen[1]?.push(...(await take(slow, 19)));
    expect(seen[1]).toEqual(Array.from({ length: 20 }, (_, n) => numbered(n + 1)));
    expect(seen[0]).toEqual(seen[1]);
    for (const reader of [fast, slow]) await expect(reader.next()).rejects.toThrow('over');
  });
});

describe('memory', () => {
  it('A2: of a hub that nobody reads holds the ring and nothing else', async () => {
    const hub = new Hub<Numbered>({ size: 16 });
    const refs = publishWeakly(hub, 5_000);
    expect(await heldOf(refs)).toBe(16);
    expect(refs.slice(-16).every((ref) => ref.deref() !== undefined)).toBe(true);
    hub.end();
  });

  it('A2: of 200 listeners that all stopped reading is that of the ring, and each sees what it holds', async () => {
    const hub = new Hub<Numbered>({ size: 16 });
    const listeners = Array.from({ length: 200 }, () => hub.subscribe());
    publish(hub, 1, 1);
    for (const listener of listeners) await take(listener, 1);
    const refs = publishWeakly(hub, 5_000);
    expect(await heldOf(refs)).toBe(16);
    for (const listener of listeners)
      expect((await take(listener, 17)).map(short).slice(0, 2)).toEqual(['gap 4984', '4985']);
  });

  it('A7: of a reader of everything is what it has not read, and nothing once it is dropped without a word', async () => {
    const hub = new Hub<Numbered>({ size: 16 });
    let reader: AsyncGenerator<Numbered | Gap, void> | undefined = hub.all();
    publish(hub, 1, 1);
    await take(reader, 1);
    const refs = publishWeakly(hub, 1_000);
    expect(await heldOf(refs)).toBe(1_000);
    for (let nth = 0; nth < 900; nth++) await reader.next();
    // The event it is at, and the one it returned last.
    expect(await heldOf(refs)).toBeLessThanOrEqual(102);
    reader = undefined;
    expect(await heldOf(refs)).toBe(16);
  });
});
