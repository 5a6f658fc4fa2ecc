// How long a request may wait, and how that is shown.
import { describe, expect, it } from 'vitest';
import { deadlineOf, isOverdue, timeLeft } from './deadline.ts';

const HOUR = 3_600_000;

describe('the deadline of a request', () => {
  it.each([
    ['deletion', 48],
    ['inquiry', 7 * 24],
    ['proposal', 14 * 24],
  ] as const)('C5, A4: of a %s is %i hours after it was received', (kind, hours) => {
    expect(deadlineOf(kind, 5)).toBe(5 + hours * HOUR);
  });

  it('C5: is overdue when it has passed and the request is open', () => {
    const deadline = deadlineOf('deletion', 0);
    expect(isOverdue({ state: 'open', deadline }, deadline)).toBe(false);
    expect(isOverdue({ state: 'open', deadline }, deadline + 1)).toBe(true);
    expect(isOverdue({ state: 'done', deadline }, deadline + 1)).toBe(false);
  });

  it.each([
    [-7 * 24 * HOUR, '7 days left'],
    [-72 * HOUR, '3 days left'],
    [-72 * HOUR + 1, '71 h left'],
    [-31 * HOUR, '31 h left'],
    [-40 * 60_000, '40 min left'],
    [0, '0 min left'],
    [3 * HOUR, '3 h overdue'],
    [100 * HOUR, '4 days overdue'],
  ])('is shown %i ms from it as %s', (past, words) => {
    expect(timeLeft(10 ** 12, 10 ** 12 + past)).toBe(words);
  });
});
