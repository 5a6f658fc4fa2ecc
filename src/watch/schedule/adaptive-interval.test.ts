// Proves how often a page is requested again (M5, F9, F10).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAgainAt, type IntervalBounds, intervalBounds, isDue, nextInterval } from './adaptive-interval.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const weekly = intervalBounds(WEEK, true);
const steady = intervalBounds(WEEK, false);
const now = Date.parse('2026-02-23T03:00:00Z');

/** The interval that visits, oldest first, lead to; the first brings the page and is no evidence. */
function intervalOf(visits: readonly { readonly changed: boolean }[], bounds: IntervalBounds): number {
  return visits.slice(1).reduce((last, { changed }) => nextInterval(last, changed, bounds), bounds.leastMs);
}

describe('nextInterval', () => {
  it('M5: halves on a change, grows by half without one, and stays within the schedule', () => {
    expect(nextInterval(4 * WEEK, true, weekly)).toBe(2 * WEEK);
    expect(nextInterval(4 * WEEK, false, weekly)).toBe(6 * WEEK);
    expect(nextInterval(WEEK, true, weekly)).toBe(WEEK);
    expect(nextInterval(7 * WEEK, false, weekly)).toBe(8 * WEEK);
    expect(nextInterval(undefined, false, weekly)).toBe(1.5 * WEEK);
    expect(intervalBounds(200 * DAY, true)).toMatchObject({ leastMs: 200 * DAY, mostMs: 200 * DAY });
    for (const changed of [true, false]) expect(nextInterval(7 * WEEK, changed, steady)).toBe(WEEK);
  });

  it('M5: follows from the visits alone, and is within its bounds for any of them', () => {
    const visits = (...changed: readonly boolean[]) => changed.map((one) => ({ changed: one }));
    expect(intervalOf([], weekly)).toBe(WEEK);
    expect(intervalOf(visits(true, false, false), weekly)).toBe(2.25 * WEEK);
    expect(intervalOf(visits(true, false, false, true), weekly)).toBe(1.125 * WEEK);
    fc.assert(
      fc.property(fc.array(fc.boolean()), (changed) => {
        const interval = intervalOf(visits(...changed), weekly);
        expect(interval).toBeGreaterThanOrEqual(WEEK);
        expect(interval).toBeLessThanOrEqual(8 * WEEK);
      }),
    );
  });
});

describe('isDue', () => {
  const judged = (page: Parameters<typeof isDue>[0]) => {
    const { ok, by } = isDue(page, now, weekly);
    return [ok, by];
  };

  it.each([
    ['a page that was never requested', {}, true, 'refresh:first'],
    ['one of the last run, an hour early', { checkedAt: now - WEEK + 3_600_000 }, true, 'refresh:interval'],
    ['one of this week', { checkedAt: now - DAY }, false, 'refresh:interval'],
    ['one that rests two weeks after one', { checkedAt: now - WEEK, intervalMs: 2 * WEEK }, false, 'refresh:interval'],
    ['the same after two', { checkedAt: now - 2 * WEEK, intervalMs: 2 * WEEK }, true, 'refresh:interval'],
    [
      'one that rested as long as is allowed',
      { checkedAt: now - 8 * WEEK, intervalMs: 99 * WEEK },
      true,
      'refresh:longest',
    ],
    ['one checked by a clock that was far ahead', { checkedAt: now + 30 * DAY }, true, 'refresh:clock'],
  ])('M5: judges %s', (_, page, ok, by) => {
    expect(judged(page)).toEqual([ok, by]);
  });

  it.each([
    ['one that rests eight weeks, after a week', { checkedAt: now - WEEK, intervalMs: 8 * WEEK }, false, true],
    ['one of three days ago, by hand', { checkedAt: now - 3 * DAY, intervalMs: WEEK }, false, false],
    ['one of three days ago, by the schedule', { checkedAt: now - 3 * DAY, intervalMs: 8 * WEEK }, true, true],
    ['one of this minute, by the schedule', { checkedAt: now }, true, true],
    ['one that its sitemap spares, by the schedule', { checkedAt: now - WEEK, lastmod: 1 }, true, false],
    ['the same after eight weeks', { checkedAt: now - 8 * WEEK, lastmod: 1 }, true, true],
  ])('M5: unless pages are adaptive, judges %s', (_, page, isSlot, ok) => {
    expect(isDue(page, now, steady, isSlot).ok).toBe(ok);
  });

  it.each([
    ['modified since', { checkedAt: now - DAY, lastmod: now - 3_600_000 }, true, 'refresh:lastmod'],
    ['not modified since', { checkedAt: now - WEEK, lastmod: now - 2 * WEEK }, false, 'refresh:lastmod'],
    [
      'modified some time on the day it was checked',
      { checkedAt: now - DAY + 1, lastmod: Date.UTC(2026, 1, 22) },
      true,
      'refresh:lastmod',
    ],
    ['not modified for as long as anyone may rest', { checkedAt: now - 8 * WEEK, lastmod: 1 }, true, 'refresh:longest'],
    ['that lied before', { checkedAt: now - WEEK, lastmod: 1, lastmodWrong: true }, true, 'refresh:interval'],
    ['modified in the future', { checkedAt: now - DAY, lastmod: now + 40 * DAY }, false, 'refresh:interval'],
  ])('F9: judges a page %s', (_, page, ok, by) => {
    expect(judged(page)).toEqual([ok, by]);
  });

  it('FAULTS 35: a clock that jumps by an hour changes nothing for a page that was just requested', () => {
    for (const jump of [3_600_000, -3_600_000]) expect(isDue({ checkedAt: now }, now + jump, weekly).ok).toBe(false);
  });
});

describe('dueAgainAt', () => {
  it.each([
    ['after a period, less what runs vary', false, undefined],
    ['after its own interval where it is adaptive', true, 3 * 7 * 86_400_000],
  ])('M5: a page is due %s, and not before', (_, adaptive, intervalMs) => {
    const bounds = intervalBounds(7 * 86_400_000, adaptive);
    const page = { checkedAt: 1_700_000_000_000, intervalMs };
    const at = dueAgainAt(page, bounds);
    expect(isDue(page, at, bounds).ok).toBe(true);
    expect(isDue(page, at - 1, bounds).ok).toBe(false);
  });
});
