// Proves that scheduled runs are neither lost nor made twice (M5, FAULTS 35).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../test/support/how-long.ts';
import { parseCron } from './cron-fields.ts';
import { defaultCron, dueRuns, nextRuns, type PlannedRun, type ScheduleEntry } from './schedule.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const monday = Date.parse('2026-02-23T03:00:00Z');
const noJitter = () => 0;

const entry = (more: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  provider: 'openai',
  cron: '0 3 * * 1',
  timeZone: 'UTC',
  enabled: true,
  ...more,
});

/** A store with a scheduler, as the app joins them: plans are kept, a slot is claimed by comparing it. */
function scheduler(cron: string, random: () => number = noJitter) {
  let planned: PlannedRun | undefined;
  const ran: number[] = [];
  return {
    ran,
    tick(now: number): void {
      const entries = [entry({ cron, planned })];
      for (const run of nextRuns(now, entries, random)) if (run.isNew) planned = run.planned;
      for (const run of dueRuns(now, [entry({ cron, planned })], random)) {
        if (planned?.slot !== run.slot) continue;
        planned = run.next;
        ran.push(run.slot);
      }
    },
  };
}

describe('the default schedule', () => {
  it('M5: is weekly, the same for a provider every time, in the small hours, and spread over providers', () => {
    const names = Array.from({ length: 500 }, (_, at) => `provider-${at}`);
    const crons = names.map(defaultCron);
    expect(names.map(defaultCron)).toEqual(crons);
    expect(new Set(crons).size).toBeGreaterThan(400);
    for (const { minutes, hours, weekdays, anyDay } of crons.map(parseCron)) {
      expect([minutes.length, hours.length, weekdays.length, anyDay]).toEqual([1, 1, 1, true]);
      expect(hours[0]).toBeLessThan(6);
    }
    expect(new Set(crons.map((cron) => cron.at(-1))).size).toBe(7);
  });

  it('M5: is used where no schedule is written', () => {
    const [run] = nextRuns(monday, [entry({ cron: undefined })], noJitter);
    expect(run?.planned.cron).toBe(defaultCron('openai'));
    expect((run?.planned.slot ?? 0) - monday).toBeLessThanOrEqual(WEEK);
  });
});

describe('nextRuns', () => {
  it('M5: lists the enabled providers in the order of their next runs, and returns what is to be stored', () => {
    const runs = nextRuns(
      monday,
      [
        entry({ provider: 'late', cron: '0 5 * * *' }),
        entry({ provider: 'off', enabled: false }),
        entry({ provider: 'soon', cron: '0 4 * * *' }),
      ],
      noJitter,
    );
    expect(runs.map(({ provider, isNew }) => [provider, isNew])).toEqual([
      ['soon', true],
      ['late', true],
    ]);
    const stored = entry({ provider: 'soon', cron: '0 4 * * *', planned: runs[0]?.planned });
    expect(nextRuns(monday, [stored], noJitter)[0]).toEqual({ ...runs[0], isNew: false });
  });

  it('M5: jitter is drawn once, is at most ten minutes and at most a tenth of the way to the next slot', () => {
    const [weekly] = nextRuns(monday, [entry()], () => 0.999);
    expect((weekly?.planned.dueAt ?? 0) - (weekly?.planned.slot ?? 0)).toBe(599_400);
    const [often] = nextRuns(monday, [entry({ cron: '*/5 * * * *' })], () => 0.999);
    expect((often?.planned.dueAt ?? 0) - (often?.planned.slot ?? 0)).toBeLessThan(30_000);
    expect(nextRuns(monday, [entry({ planned: weekly?.planned })], () => 0.1)[0]?.planned).toBe(weekly?.planned);
  });

  it('M5: another expression or time zone plans anew', () => {
    const planned = nextRuns(monday, [entry()], noJitter)[0]?.planned;
    expect(nextRuns(monday, [entry({ planned, cron: '0 4 * * 1' })], noJitter)[0]?.isNew).toBe(true);
    expect(nextRuns(monday, [entry({ planned, timeZone: 'Asia/Seoul' })], noJitter)[0]?.isNew).toBe(true);
    expect(() => nextRuns(monday, [entry({ cron: '0 25 * * *' })], noJitter)).toThrow('the hour "25"');
  });

  it('FAULTS 35: a plan that a clock years ahead has made is made anew', () => {
    const planned = nextRuns(Date.UTC(2099, 0), [entry()], noJitter)[0]?.planned;
    const [run] = nextRuns(monday, [entry({ planned })], noJitter);
    expect(run).toMatchObject({ isNew: true, planned: { slot: monday + WEEK } });
  });
});

describe('dueRuns', () => {
  const planned: PlannedRun = { cron: '0 3 * * 1', timeZone: 'UTC', slot: monday, dueAt: monday + 60_000 };

  it('M5: a run is due at its slot and its jitter, not before', () => {
    expect(dueRuns(monday + 59_999, [entry({ planned })], noJitter)).toEqual([]);
    expect(dueRuns(monday + 60_000, [entry({ planned })], noJitter)).toMatchObject([
      { provider: 'openai', slot: monday, missed: 0, next: { slot: monday + WEEK } },
    ]);
  });

  it('M5: missed runs are caught up once', () => {
    const late = monday + 3 * WEEK + HOUR;
    expect(dueRuns(late, [entry({ planned })], noJitter)).toMatchObject([
      { slot: monday, missed: 3, next: { slot: monday + 4 * WEEK } },
    ]);
  });

  it('M5: a provider that is switched off or being crawled is not started', () => {
    const late = monday + HOUR;
    expect(dueRuns(late, [entry({ planned, enabled: false }), entry({ planned, running: true })], noJitter)).toEqual(
      [],
    );
  });

  it('M5: the longest due comes first, and a count of missed runs ends at 99', () => {
    const often = { cron: '* * * * *', timeZone: 'UTC', slot: monday - HOUR * 48, dueAt: monday - HOUR * 48 };
    const due = dueRuns(
      monday + HOUR,
      [entry({ planned }), entry({ provider: 'b', cron: '* * * * *', planned: often })],
      noJitter,
    );
    expect(due.map(({ provider, missed }) => [provider, missed])).toEqual([
      ['b', 99],
      ['openai', 0],
    ]);
  });

  it.each([1, -1])(
    'FAULTS 35: the clock jumps by %i h around a run and back, and it is made exactly once',
    scaled,
    (hours) => {
      for (let jumpAt = -3 * HOUR; jumpAt <= 3 * HOUR; jumpAt += inAll(120, 40) * 60_000)
        for (const lasts of [10 * 60_000, HOUR, 5 * HOUR]) {
          const site = scheduler('0 3 * * 1', () => 0.5);
          for (let real = monday - 6 * HOUR; real < monday + 12 * HOUR; real += inAll(10, 5) * 60_000) {
            const jumped = real >= monday + jumpAt && real < monday + jumpAt + lasts;
            site.tick(real + (jumped ? hours * HOUR : 0));
          }
          expect(site.ran).toEqual([monday]);
        }
    },
  );

  it(
    'FAULTS 35: with a run every hour, no slot is run twice and none of the hours after a jump is lost',
    scaled,
    () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -HOUR, max: HOUR }), { minLength: 1, maxLength: 6 }), (jumps) => {
          const site = scheduler('0 * * * *');
          let real = monday;
          // The clock is wrong by each of them for three hours, and right for the last four.
          for (const [wrong, ticks] of [...jumps.map((jump) => [jump, 36] as const), [0, 48] as const])
            for (let at = 0; at < ticks; at++) {
              real += 5 * 60_000;
              site.tick(real + wrong);
            }
          expect(new Set(site.ran).size).toBe(site.ran.length);
          expect([...site.ran].sort((one, other) => one - other)).toEqual(site.ran);
          const last = Math.floor(real / HOUR) * HOUR;
          expect(site.ran.slice(-2)).toEqual([last - HOUR, last]);
        }),
        { numRuns: inAll(10, 50) },
      );
    },
  );

  it('M5: of two schedulers that find the same run due, the second finds another slot', () => {
    const [first] = dueRuns(monday + HOUR, [entry({ planned })], noJitter);
    expect(dueRuns(monday + HOUR, [entry({ planned: first?.next })], noJitter)).toEqual([]);
    expect(first?.next.slot).not.toBe(planned.slot);
  });
});
