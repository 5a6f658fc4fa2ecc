import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryRequests } from '../../test/support/memory-requests.ts';
import { decideSpend } from './decide/spend.ts';
import { gapAfter, hostHealthOf, slowdownOf } from './politeness.ts';
import type { Budget, Wait } from './port-requests.ts';
import { templateOf } from './template.ts';

const HOUR = 3_600_000;

type Requests = ReturnType<typeof createMemoryRequests>;

function waitAt(requests: Requests, budget: Budget, now: number, host = 'h.test'): Wait | undefined {
  return decideSpend(requests.since, { budget }, host, now);
}

describe('F4: the gap between two requests to a host', () => {
  const pace = { delayMs: 1500, jitterMs: 500, floorMs: 1000 };

  it('F4: is drawn evenly from 1.5 s ± 500 ms and never under 1 s', async () => {
    await fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999999, noNaN: true }), (random) => {
        const gap = gapAfter(pace, null, 1, () => random);
        return gap >= 1000 && gap <= 2021;
      }),
    );
    expect(gapAfter({ ...pace, delayMs: 1000 }, null, 1, () => 0)).toBeGreaterThanOrEqual(1000);
  });

  it('F4, R17: is the larger of our own and Crawl-delay', () => {
    expect(gapAfter(pace, 10, 1, () => 0.5)).toBe(10_020);
    expect(gapAfter(pace, 0.1, 1, () => 0.5)).toBe(1520);
    expect(gapAfter({ delayMs: 0, jitterMs: 0, floorMs: 0 }, 2, 1, () => 0.5)).toBe(2020);
  });

  it('F4: is nothing at all where the delay is 0 and none is requested', () => {
    expect(gapAfter({ delayMs: 0, jitterMs: 0, floorMs: 0 }, null, 1, () => 0.5)).toBe(0);
  });

  it('F8: grows while the host answers mostly errors', () => {
    expect(gapAfter(pace, null, slowdownOf.slowed, () => 0.5)).toBe(6020);
    expect(gapAfter({ delayMs: 0, jitterMs: 0, floorMs: 0 }, null, slowdownOf.slowed, () => 0.5)).toBe(520);
  });
});

describe('F8: the health of a host', () => {
  it.each([
    [0, 0, 'well'],
    [5, 9, 'well'],
    [5, 10, 'well'],
    [6, 10, 'slowed'],
    [10, 20, 'well'],
    [11, 20, 'parked'],
    [20, 20, 'parked'],
  ] as const)('F8: %i errors of the last %i answers: %s', (errors, answers, health) =>
    expect(hostHealthOf(errors, answers)).toBe(health),
  );
});

describe('F4: rolling budgets', () => {
  it('F4: the bound is reached with the last request it allows, and ends an hour after the oldest', async () => {
    const ledger = createMemoryRequests();
    for (let i = 0; i < 3; i++) ledger.note('h.test', 1_000 + i);
    const budget = { perHour: 3, perDay: 100 };
    expect(waitAt(ledger, budget, 2_000)).toMatchObject({ until: 1_000 + HOUR + 1, by: 'budget:hour' });
    expect(waitAt(ledger, budget, 1_001 + HOUR)).toBeUndefined();
    expect(waitAt(ledger, { perHour: 4, perDay: 100 }, 2_000)).toBeUndefined();
  });

  it('F4: per host only that host’s requests count, and the longest wait wins', async () => {
    const ledger = createMemoryRequests();
    for (let i = 0; i < 3; i++) ledger.note('a.test', 1_000 + i);
    ledger.note('b.test', 1_500);
    const budget = { perHour: 100, perDay: 100, hostPerHour: 3, hostPerDay: 3 };
    expect(waitAt(ledger, budget, 2_000, 'a.test')).toMatchObject({ by: 'budget:host-day' });
    expect(waitAt(ledger, budget, 2_000, 'b.test')).toBeUndefined();
  });
});

describe('U8: path templates', () => {
  it.each([
    ['/docs/intro', undefined],
    ['/calendar/2026/01', '/calendar/{n}/{n}'],
    ['/page-12.html', '/page-{n}.html'],
    ['/v/3f2504e0-4f89-11d3-9a0c-0305e82c3301/x', '/v/{uuid}/x'],
    ['/s/0123456789abcdef0123', '/s/{hash}'],
  ])('U8: %s', (path, template) => expect(templateOf(path)).toBe(template));
});
