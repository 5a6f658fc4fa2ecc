// The contract of the channel's memory: every engine keeps these promises, and proves it by running this suite.
import { describe, expect, it } from 'vitest';
import { type ChannelDecision, type ChannelMemory, mostAnswers } from './port.ts';

const T = Date.UTC(2026, 1, 23);

export interface ChannelMemoryUnderTest {
  readonly memory: ChannelMemory;
  /** The same memory for a process that starts anew. */
  reopen(): Promise<ChannelMemory>;
}

const decision = (provider: string, more: Partial<ChannelDecision> = {}): ChannelDecision => ({
  provider,
  source: 'crawl',
  by: 'channel:miss',
  detail: 'Context7 lists no library called so',
  checkedAt: T,
  until: T + 1,
  wanted: '["so"]',
  ...more,
});

/** Runs the whole contract against an engine; `open` makes an empty memory each time. */
export function describeChannelMemory(name: string, open: () => Promise<ChannelMemoryUnderTest>): void {
  describe(`the channel's memory ${name}`, () => {
    it('X2: knows nothing before something is kept', async () => {
      const { memory } = await open();
      expect(await memory.decision('stripe')).toBeUndefined();
      expect(await memory.decisions()).toEqual([]);
      expect(await memory.service()).toBeUndefined();
      expect(await memory.alias('/a/b')).toBeUndefined();
      expect(await memory.answer('key', T)).toBeUndefined();
    });

    it('X1: keeps the latest decision of each provider, and lists them by name', async () => {
      const { memory } = await open();
      await memory.keepDecision(decision('stripe'));
      await memory.keepDecision(decision('auth0'));
      const found = decision('stripe', {
        ...{
          source: 'context7',
          by: 'channel:context7',
          detail: 'today',
          library: '/websites/stripe',
          updatedAt: T - 5,
        },
      });
      await memory.keepDecision(found);
      expect(await memory.decision('stripe')).toEqual(found);
      expect((await memory.decisions()).map(({ provider }) => provider)).toEqual(['auth0', 'stripe']);
    });

    it('X2: keeps how the service is doing, and where libraries have moved to', async () => {
      const { memory } = await open();
      const state = { failures: 2, pausedUntil: T + 60_000, why: 'limited', quota: { at: T, limit: 50, remaining: 0 } };
      await memory.keepService({ failures: 0 });
      await memory.keepService(state);
      await memory.keepAlias('/old/name', '/first/name');
      await memory.keepAlias('/old/name', '/new/name');
      expect(await memory.service()).toEqual(state);
      expect(await memory.alias('/old/name')).toBe('/new/name');
    });

    it('X2: has an answer until its time, and the latest under one key', async () => {
      const { memory } = await open();
      const kept = { key: 'k', provider: 'stripe', until: T + 10, answer: 'first' };
      await memory.keepAnswer(kept, T);
      await memory.keepAnswer({ ...kept, answer: 'zweite 응답' }, T);
      expect(await memory.answer('k', T + 9)).toBe('zweite 응답');
      expect(await memory.answer('k', T + 10)).toBeUndefined();
      await memory.keepAnswer({ ...kept, key: 'later', until: T + 99 }, T + 10);
      // The expired answer is removed: no clock brings it back.
      expect(await memory.answer('k', T)).toBeUndefined();
    });

    it('X2: keeps a bounded number of answers, the one just kept among them', async () => {
      const { memory } = await open();
      for (let n = 0; n < mostAnswers; n++)
        await memory.keepAnswer({ key: `k${n}`, provider: 'p', until: T + 100 + n, answer: 'x' }, T);
      await memory.keepAnswer({ key: 'new', provider: 'p', until: T + 1, answer: 'y' }, T);
      expect(await memory.answer('new', T)).toBe('y');
      expect(await memory.answer('k0', T)).toBeUndefined();
      expect(await memory.answer('k1', T)).toBe('x');
    });

    it('X2: has everything that was kept after a restart', async () => {
      const { memory, reopen } = await open();
      await memory.keepDecision(decision('stripe'));
      await memory.keepService({ failures: 1 });
      await memory.keepAlias('/a/b', '/c/d');
      await memory.keepAnswer({ key: 'k', provider: 'p', until: T + 1, answer: 'x' }, T);
      await memory.close();
      const again = await reopen();
      expect(await again.decisions()).toEqual([decision('stripe')]);
      expect(await again.service()).toEqual({ failures: 1 });
      expect(await again.alias('/a/b')).toBe('/c/d');
      expect(await again.answer('k', T)).toBe('x');
      await again.close();
    });
  });
}
