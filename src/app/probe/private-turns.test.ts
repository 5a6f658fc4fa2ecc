// Turns that only one process knows of keep the promises of the port, and remember no more hosts than they need.
import { describe, expect, it } from 'vitest';
import type { Turn } from '../../frontier/port.ts';
import { PrivateTurns } from './private-turns.ts';

const T = 1_800_000_000_000;
const gap = { gapMs: 1_000 };

describe('turns of one process', () => {
  it('F4: follow one another with the gap in between; a pause is not shortened', async () => {
    let now = T;
    const turns = new PrivateTurns(() => now);
    const { turn } = await turns.takeTurn('h', gap);
    expect(await turns.takeTurn('h', gap)).toMatchObject({ wait: { until: T + 100, by: 'host:clock' } });
    await turns.endTurn(turn as Turn, { nextAt: T + 9_000, gapMs: 1_000 });
    await turns.endTurn(turn as Turn, { nextAt: T + 1_000, gapMs: 1_000 });
    expect(await turns.takeTurn('h', gap)).toMatchObject({ wait: { until: T + 9_000, by: 'host:pause' } });
    now = T + 9_000;
    expect((await turns.takeTurn('h', gap)).turn).toBeDefined();
  });

  it('F4: a turn whose time is over is void, and the gap runs from then on', async () => {
    let now = T;
    const turns = new PrivateTurns(() => now);
    await turns.takeTurn('h', { ...gap, lifetimeMs: 5_000 });
    now = T + 5_000;
    expect(await turns.takeTurn('h', gap)).toMatchObject({ wait: { until: T + 6_000 } });
  });

  it('F4: with a folder that can only be read, the later clock and the sum of all requests count', async () => {
    const turns = new PrivateTurns(() => T);
    const folder = {
      hostTurn: async (host: string) => ({ nextAt: host === 'h' ? T + 700 : 0, gapMs: 1_000, underWay: [] }),
      requestsSince: async (_: number, host?: string) =>
        host === undefined ? { count: 2, oldest: T - 60_000 } : { count: 0, oldest: undefined },
    };
    expect(await turns.takeTurn('h', gap, folder)).toMatchObject({ wait: { until: T + 700 } });
    const bounds = { budget: { perHour: 3, perDay: 9 } };
    expect((await turns.takeTurn('a', { gapMs: 0, bounds }, folder)).turn).toBeDefined();
    expect(await turns.takeTurn('b', { gapMs: 0, bounds }, folder)).toMatchObject({
      wait: { by: 'budget:hour', until: T - 60_000 + 3_600_001 },
    });
  });

  it('F4: hosts that may be requested at once need not be remembered', async () => {
    const turns = new PrivateTurns(() => T);
    for (let nth = 0; nth < 1_500; nth++) {
      const { turn } = await turns.takeTurn(`h${nth}`, gap);
      await turns.endTurn(turn as Turn, { nextAt: nth === 0 ? T + 60_000 : T, gapMs: 0 });
    }
    expect(turns.size).toBeLessThanOrEqual(1_000);
    expect(await turns.takeTurn('h0', gap)).toMatchObject({ wait: { by: 'host:pause' } });
  });
});
