// Proves that a shuffled store does what it is for: acts are late, one at a time, in an order that only the seed decides.
import { describe, expect, it } from 'vitest';
import { Shuffle, shuffled } from './shuffled-store.ts';

/** A part that notes its acts. */
function notebook() {
  const notes: number[] = [];
  const write = async (n: number): Promise<number> => {
    notes.push(n);
    return n;
  };
  const part = {
    notes,
    write,
    frozen: Object.freeze({ write }),
    open: async () => ({ inner: { write }, close: async () => {} }),
    takes: async (other: object) => other === part,
    fails: async () => {
      notes.push(-1);
      throw new Error('no');
    },
    breaks: (): Promise<void> => {
      throw new Error('broken');
    },
    async *all() {
      yield* notes;
    },
  };
  return part;
}

/** In which order ten acts that are called at once are entered, and answered. */
async function orderOf(seed: number): Promise<readonly [entered: readonly number[], answered: readonly number[]]> {
  const { notes, ...part } = notebook();
  const acts = shuffled(part, new Shuffle(seed));
  const answered: number[] = [];
  await Promise.all(Array.from({ length: 10 }, async (_, n) => answered.push(await acts.write(n))));
  return [notes, answered];
}

describe('a shuffled store', () => {
  it('enters acts that are pending together in another order, and answers them in yet another', async () => {
    const called = Array.from({ length: 10 }, (_, n) => n);
    const [entered, answered] = await orderOf(1);
    expect(entered.toSorted()).toEqual(called);
    expect(entered).not.toEqual(called);
    expect(answered).not.toEqual(entered);
  });

  it('does the same for the same seed, and something else for another', async () => {
    expect(await orderOf(7)).toEqual(await orderOf(7));
    expect(new Set(await Promise.all([1, 2, 3, 4, 5].map(async (seed) => String(await orderOf(seed))))).size).toBe(5);
  });

  it('enters nothing before the caller has gone on, and acts that are awaited in their order', async () => {
    const { notes, ...part } = notebook();
    const acts = shuffled(part, new Shuffle(1));
    const first = acts.write(1);
    expect(notes).toEqual([]);
    await first;
    for (const n of [2, 3, 4]) await acts.write(n);
    expect(notes).toEqual([1, 2, 3, 4]);
  });

  it('shuffles every part that is opened or is a member, and leaves data as it is', async () => {
    const part = notebook();
    const acts = shuffled(part, new Shuffle(1));
    const { inner } = await acts.open();
    const written = [inner.write(1), acts.frozen.write(2)];
    expect(part.notes).toEqual([]);
    expect(await Promise.all(written)).toEqual([1, 2]);
    expect(acts.notes).toBe(part.notes);
    expect(await acts.takes(acts)).toBe(true);
  });

  it('rejects as the engine does, also where that throws at once, and enters it once', async () => {
    const part = notebook();
    const acts = shuffled(part, new Shuffle(1));
    await expect(acts.fails()).rejects.toThrow('no');
    await expect(acts.breaks()).rejects.toThrow('broken');
    expect(part.notes).toEqual([-1]);
  });

  it('reads a list piece by piece, each piece an act', async () => {
    const part = notebook();
    const acts = shuffled(part, new Shuffle(1));
    for (const n of [1, 2, 3]) await acts.write(n);
    const read: number[] = [];
    for await (const n of acts.all()) {
      read.push(n);
      if (n === 1) await acts.write(4);
    }
    expect(read).toEqual([1, 2, 3, 4]);
  });
});
