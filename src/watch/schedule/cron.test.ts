// Proves when schedules are due: fields, days, time zones, and clocks that are set forward and back (M5).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRun } from './cron.ts';
import { parseCron } from './cron-fields.ts';

const next = (cron: string, after: string, zone = 'UTC'): string =>
  new Date(nextRun(cron, Date.parse(after), zone)).toISOString();

describe('parseCron', () => {
  it.each([
    ['*/15 * * * *', { minutes: [0, 15, 30, 45] }],
    ['5/20 * * * *', { minutes: [5, 25, 45] }],
    ['1,3-5,10-20/5 0 * * *', { minutes: [1, 3, 4, 5, 10, 15, 20] }],
    ['0 0 * JAN,Mar mon-fri', { months: [1, 3], weekdays: [1, 2, 3, 4, 5] }],
    ['0 0 * * 7', { weekdays: [0] }],
    ['0 0 * * fri-sun', { weekdays: [0, 5, 6] }],
    ['0 0 * * 5-7', { weekdays: [0, 5, 6] }],
    ['0 0 * * sun-tue', { weekdays: [0, 1, 2] }],
    ['0 0 * * */2', { weekdays: [0, 2, 4, 6] }],
    ['@weekly', { minutes: [0], hours: [0], weekdays: [0] }],
    ['  @Daily ', { hours: [0], anyDay: true, anyWeekday: true }],
    ['0 0 29 2 *', { days: [29], months: [2] }],
    ['0 0 31 2 1', { days: [31] }],
  ])('M5: %s is understood', (text, expected) => {
    expect(parseCron(text)).toMatchObject(expected);
  });

  it.each([
    ['', 'it needs five fields'],
    ['* * * *', 'it needs five fields'],
    ['0 0 0 * * *', 'it needs five fields'],
    ['@often', 'the names are @yearly'],
    ['@constructor', 'the names are @yearly'],
    ['60 * * * *', 'the minute "60" must be *, 0 to 59'],
    ['* 24 * * *', 'the hour "24" must be'],
    ['* * 0 * *', 'the day of the month "0"'],
    ['* * * 13 *', 'the month "13" must be *, 1 to 12 or jan to dec'],
    ['* * * * 8', 'the day of the week "8"'],
    ['* * * * monday', 'the day of the week "monday"'],
    ['*/0 * * * *', 'the minute "*/0"'],
    ['1-2-3 * * * *', 'the minute "1-2-3"'],
    ['1/2/3 * * * *', 'the minute "1/2/3"'],
    ['1,,2 * * * *', 'the minute ""'],
    ['-1 * * * *', 'the minute "-1"'],
    ['1.5 * * * *', 'the minute "1.5"'],
    ['30-10 * * * *', 'the minute 30-10 runs backwards'],
    ['0 0 31 2 *', 'no feb has a day 31, so it would never run'],
    ['0 0 31 4,jun *', 'no apr or jun has a day 31'],
    [`${'1,'.repeat(200)}1 * * * *`, 'it is longer than 256 characters'],
  ])('M5: %s is refused, and the message names the fault', (text, message) => {
    expect(() => parseCron(text)).toThrow(message);
  });

  it('M5: any text is read or refused as a configuration error, never anything else', () => {
    const part = fc.constantFrom('*', '0', '7', '31', 'mon', 'feb', '1-5', '*/2', '1,2', '-', '/', 'x', '99');
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { minLength: 5, maxLength: 5 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (cron) => {
        try {
          parseCron(cron);
        } catch (error) {
          expect(error).toMatchObject({ code: 'DOC_CONFIG' });
        }
      }),
    );
  });
});

describe('nextRun', () => {
  it.each([
    ['0 3 * * 1', '2026-02-22T00:00:00Z', '2026-02-23T03:00:00.000Z'],
    ['0 3 * * 1', '2026-02-23T02:59:59.999Z', '2026-02-23T03:00:00.000Z'],
    ['0 3 * * 1', '2026-02-23T03:00:00Z', '2026-03-02T03:00:00.000Z'],
    ['*/15 * * * *', '2026-02-23T03:01:10Z', '2026-02-23T03:15:00.000Z'],
    ['59 23 31 12 *', '2026-12-31T23:59:00Z', '2027-12-31T23:59:00.000Z'],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 29 2 *', '2096-02-29T00:00:00Z', '2104-02-29T00:00:00.000Z'],
    ['0 0 31 * *', '2026-04-01T00:00:00Z', '2026-05-31T00:00:00.000Z'],
  ])('M5: %s after %s comes at %s', (cron, after, expected) => {
    expect(next(cron, after)).toBe(expected);
  });

  it('M5: where both days are named, either is enough; beside an open one, the other decides', () => {
    expect(next('0 0 13 * 5', '2026-02-01T00:00:00Z')).toBe('2026-02-06T00:00:00.000Z'); // a Friday
    expect(next('0 0 14 * 5', '2026-02-13T00:00:00Z')).toBe('2026-02-14T00:00:00.000Z'); // a Saturday
    expect(next('0 0 13 * *', '2026-02-01T00:00:00Z')).toBe('2026-02-13T00:00:00.000Z');
    expect(next('0 0 * * 5', '2026-02-13T00:00:00Z')).toBe('2026-02-20T00:00:00.000Z');
  });

  it('M5: a step over all days is open too, as in Vixie’s cron', () => {
    // Every second day of the month, if it is a Thursday.
    expect(next('30 7 */2 * 4', '2026-02-05T12:00:00Z')).toBe('2026-02-19T07:30:00.000Z');
    expect(next('30 7 5 * */3', '2026-02-01T12:00:00Z')).toBe('2026-04-05T07:30:00.000Z');
  });

  it('M5: a time is that of its zone', () => {
    expect(next('0 3 * * *', '2026-02-23T00:00:00Z', 'Asia/Seoul')).toBe('2026-02-23T18:00:00.000Z');
    expect(next('0 3 * * *', '2026-02-23T00:00:00Z', 'Asia/Kathmandu')).toBe('2026-02-23T21:15:00.000Z');
    expect(next('0 0 * * 1', '2026-02-22T12:00:00Z', 'Pacific/Kiritimati')).toBe('2026-03-01T10:00:00.000Z');
    expect(() => nextRun('@daily', 0, 'Mars/Olympus')).toThrow('time zone is "Mars/Olympus": it must be a name');
  });

  it('M5: a time that the clock skips in spring comes when it has skipped, and once', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00, at 01:00 UTC.
    const skipped = next('30 2 * * *', '2026-03-28T12:00:00Z', 'Europe/Berlin');
    expect(skipped).toBe('2026-03-29T01:00:00.000Z');
    expect(next('30 2 * * *', skipped, 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z');
    const several = next('0,15,30,45 2 * * *', '2026-03-28T12:00:00Z', 'Europe/Berlin');
    expect(several).toBe('2026-03-29T01:00:00.000Z');
    expect(next('0,15,30,45 2 * * *', several, 'Europe/Berlin')).toBe('2026-03-30T00:00:00.000Z');
  });

  it('M5: a time that the clock shows twice in autumn comes the first time only', () => {
    // Berlin, 25 October 2026: 03:00 becomes 02:00, at 01:00 UTC.
    const first = next('30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin');
    expect(first).toBe('2026-10-25T00:30:00.000Z');
    expect(next('30 2 * * *', first, 'Europe/Berlin')).toBe('2026-10-26T01:30:00.000Z');
    expect(next('30 2 * * *', '2026-10-25T01:10:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:30:00.000Z');
    expect(next('0-45/15 2 * * *', '2026-10-25T00:45:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:00:00.000Z');
    expect(next('* 2 * * *', '2026-10-25T01:10:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:00:00.000Z');
  });

  it('M5: hours as they pass come in every hour there is', () => {
    expect(next('0 * * * *', '2026-03-29T00:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(next('0 * * * *', '2026-10-25T00:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T01:00:00.000Z');
    expect(next('*/30 */2 * * *', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T01:00:00.000Z');
  });

  it('M5: a midnight that does not exist, a day that does not exist, a clock moved by half an hour', () => {
    // Beirut, 29 March 2026: 00:00 becomes 01:00.
    expect(next('0 0 * * *', '2026-03-28T12:00:00Z', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z');
    // Samoa had no 30 December 2011.
    expect(next('0 3 30 12 *', '2011-12-29T00:00:00Z', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
    // Lord Howe Island, 5 April 2026: 02:00 becomes 01:30.
    expect(next('45 1 * * *', '2026-04-04T12:00:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('M5: for any schedule and time the next run is later, is a whole minute, and none lies between', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata');
    const field = (max: number) => fc.oneof(fc.constant('*'), fc.nat(max).map(String));
    const cron = fc
      .tuple(field(59), field(23), fc.constant('*'), fc.constant('*'), field(6))
      .map((all) => all.join(' '));
    const time = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(cron, zones, time, time, (text, zone, one, other) => {
        const at = nextRun(text, one, zone);
        expect(at).toBeGreaterThan(one);
        expect(at % 60_000).toBe(0);
        if (other >= one && other < at) expect(nextRun(text, other, zone)).toBe(at);
        expect(nextRun(text, at - 1, zone)).toBe(at);
      }),
      { numRuns: 200 },
    );
  });

  it('M5: even the 29th of February is found at once', () => {
    // Looking at each of the four million minutes before it would hang.
    for (let nth = 0; nth < 100; nth++) {
      expect(nextRun('*/5 * 29 2 *', Date.UTC(2096, 2), 'Europe/Berlin')).toBe(Date.parse('2104-02-28T23:00:00Z'));
      expect(nextRun('0 0 29 2 *', Date.UTC(2096, 2), 'Europe/Berlin')).toBe(Date.parse('2104-02-28T23:00:00Z'));
    }
  });
});
