// M5: when a cron expression is next due in a time zone. croner knows days, zones and clock changes; this decides what a skipped time means.
import { createRequire } from 'node:module';
import type { Cron as CronerJob } from 'croner';
import { DocentError } from '../../core/errors.ts';
import { type Cron, checkTimeZone, parseCron } from './cron-fields.ts';

const DAY_MS = 86_400_000;

let loaded: typeof import('croner') | undefined;

/** Loaded with the first schedule that is looked at: a program that imports docent may have none. */
function croner(): typeof import('croner') {
  loaded ??= createRequire(import.meta.url)('croner') as typeof import('croner');
  return loaded;
}

/**
 * The first time after `after` at which the expression is due. Times on a clock (`30 2 * * *`) come once on every matching day: one
 * that the clock skips in spring comes when it has skipped, one that it shows twice in autumn comes the first time. Hours as
 * they pass (`0 * * * *`) come in every hour there is. Throws DOC_CONFIG for an expression or a time zone that does not exist.
 */
export function nextRun(cron: string | Cron, after: number, timeZone: string): number {
  const rule = typeof cron === 'string' ? parseCron(cron) : cron;
  checkTimeZone(timeZone);
  const found = rule.everyHour ? nextMatch(jobOf(rule, timeZone), after) : nextOnClock(rule, after, timeZone);
  // parseCron has refused dates that never come.
  if (found === undefined) throw new DocentError('DOC_CONFIG', `schedule is "${rule.text}": it would never run`);
  return found;
}

/**
 * croner takes several times a day for hours as they pass: it leaves out those the clock skips, and repeats those it shows
 * twice. So the day and the time are looked for on a clock that is never changed, and found in the zone one by one.
 */
function nextOnClock(rule: Cron, after: number, zone: string): number | undefined {
  const job = jobOf(rule, 'UTC');
  let wall: number | undefined = wallOf(after, zone);
  for (;;) {
    wall = nextMatch(job, wall);
    if (wall === undefined) return undefined;
    const at = instantOf(wall, zone);
    if (at !== undefined && at > after) return at;
  }
}

/** As in Vixie's cron, an open day (a step such as every second one included) leaves the day to the other field: both must match. */
function jobOf({ minutes, hours, days, months, weekdays, anyDay, anyWeekday }: Cron, timezone: string): CronerJob {
  const text = [minutes, hours, days, months, weekdays].map((values) => values.join()).join(' ');
  return new (croner().Cron)(text, { timezone, mode: '5-part', domAndDow: anyDay || anyWeekday });
}

function nextMatch(job: CronerJob, after: number): number | undefined {
  return job.nextRun(new Date(after))?.getTime();
}

/** The wall-clock time of a zone, as if it were UTC. */
function wallOf(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = new (croner().CronDate)(new Date(at), zone);
  return Date.UTC(year, month, day, hour, minute, second);
}

/** When the clocks of a zone first show this time, or when they have skipped it, be it a whole day (Samoa, 2011). */
function instantOf(wall: number, zone: string): number | undefined {
  const date = new Date(wall);
  const text = `${date.getUTCMinutes()} ${date.getUTCHours()} ${date.getUTCDate()} ${date.getUTCMonth() + 1} *`;
  const at = nextMatch(new (croner().Cron)(text, { timezone: zone, mode: '5-part' }), wall - 2 * DAY_MS);
  const isDayLeftOut = at !== undefined && at > wall + 2 * DAY_MS;
  return isDayLeftOut ? instantOf((Math.floor(wall / DAY_MS) + 1) * DAY_MS, zone) : at;
}
