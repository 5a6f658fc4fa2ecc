// Proves what cron expressions are called.
import { expect, it } from 'vitest';
import { cronInWords } from './schedule-words.ts';

it.each([
  ['0 3 * * 1', 'Mondays at 03:00'],
  ['5 0 * * 0', 'Sundays at 00:05'],
  ['5 0 * * 7', 'Sundays at 00:05'],
  ['30 2 * * mon,thu', 'Mondays, Thursdays at 02:30'],
  ['0 6 * * 1-5', 'Monday to Friday at 06:00'],
  ['0 3 * * *', 'every day at 03:00'],
  ['@daily', 'every day at 00:00'],
  ['@hourly', 'every hour at :00'],
  ['15 * * * *', 'every hour at :15'],
  ['0 3 1 * *', 'day 1 of every month at 03:00'],
  ['*/10 * * * *', '*/10 * * * *'],
  ['0 3 1 1 *', '0 3 1 1 *'],
  ['0 3 1 * 1', '0 3 1 * 1'],
  ['0 3,15 * * *', '0 3,15 * * *'],
  ['0 * * * 1', '0 * * * 1'],
])('M5: %s is %s', (cron, words) => {
  expect(cronInWords(cron)).toBe(words);
});
