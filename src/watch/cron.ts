// M5: when a cron expression is next due in a time zone; the one place that knows days, zones and clock changes.
import { DocentError } from '../core/errors.ts';
import { type Cron, parseCron } from './cron-fields.ts';
import { formatFor } from './figures.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Between two 29ths of February there may be eight years (1896 and 1904, 2096 and 2104). */
const LOOK_AHEAD_DAYS = 9 * 366;

/**
 * The first time after `after` at which the expression is due. Times on a clock (`30 2 * * *`) come once on every matching day: one
 * that the clock skips in spring comes when it has skipped, one that it shows twice in autumn comes the first time. Hours as
 * they pass (`0 * * * *`) come in every hour there is. Throws DOC_CONFIG for an expression or a time zone that does not exist.
 */
export function nextRun(cron: string | Cron, after: number, timeZone: string): number {
  const rule = typeof cron === 'string' ? parseCron(cron) : cron;
  checkTimeZone(timeZone);
  const found = rule.everyHour ? nextPassing(rule, after, timeZone) : nextOnClock(rule, after, timeZone);
  // parseCron has refused what never comes.
  if (found === undefined) throw new DocentError('DOC_CONFIG', `schedule is "${rule.text}": it would never run`);
  return found;
}

/** Throws DOC_CONFIG when nobody knows the time zone. */
export function checkTimeZone(timeZone: string): void {
  try {
    formatFor(timeZone);
  } catch (error) {
    const message = `time zone is ${JSON.stringify(timeZone)}: it must be a name such as Europe/Berlin or UTC`;
    throw new DocentError('DOC_CONFIG', message, { cause: error });
  }
}

function nextOnClock(cron: Cron, after: number, zone: string): number | undefined {
  // One day earlier: where the clock is put back over midnight, a date comes twice.
  const first = Math.floor(wallOf(after, zone) / DAY_MS) * DAY_MS - DAY_MS;
  for (let day = first; day <= first + LOOK_AHEAD_DAYS * DAY_MS; day += DAY_MS) {
    if (!isDay(cron, day)) continue;
    for (const hour of cron.hours)
      for (const minute of cron.minutes) {
        const at = instantOf(day + (hour * 60 + minute) * MINUTE_MS, zone);
        if (at > after) return at;
      }
  }
  return undefined;
}

function nextPassing(cron: Cron, after: number, zone: string): number | undefined {
  const last = after + LOOK_AHEAD_DAYS * DAY_MS;
  let at = Math.floor(after / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  while (at <= last) {
    const wall = wallOf(at, zone);
    const day = Math.floor(wall / DAY_MS) * DAY_MS;
    const minutes = Math.floor((wall - day) / MINUTE_MS);
    if (!isDay(cron, day)) at = Math.max(at + MINUTE_MS, instantOf(day + DAY_MS, zone));
    // To the end of the hour; where the clock is changed on the way, the next look sees it.
    else if (!cron.hours.includes(Math.floor(minutes / 60))) at += (60 - (minutes % 60)) * MINUTE_MS;
    else if (!cron.minutes.includes(minutes % 60)) at += MINUTE_MS;
    else return at;
  }
  return undefined;
}

/** A day as its midnight in UTC. Where both fields name days, either is enough; an open one leaves it to the other. */
function isDay(cron: Cron, day: number): boolean {
  const date = new Date(day);
  if (!cron.months.includes(date.getUTCMonth() + 1)) return false;
  const inMonth = cron.days.includes(date.getUTCDate());
  const inWeek = cron.weekdays.includes(date.getUTCDay());
  return cron.anyDay || cron.anyWeekday ? inMonth && inWeek : inMonth || inWeek;
}

/** What the clocks of a zone show, as if they showed UTC. */
function wallOf(at: number, zone: string): number {
  // Its text, 02/23/2026, 03:00:00, is read several times as fast as its parts.
  const [month = 1, day, year = 1970, hour, minute, second] = formatFor(zone)
    .format(at)
    .split(/[^0-9]+/, 6)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far a wall time can be from the instant it stands for, with a whole day skipped (Samoa, 2011). */
const FAR_MS = 38 * 3_600_000;

/** When the clocks of a zone first show this, or when they have skipped it. */
function instantOf(wall: number, zone: string): number {
  const offsetAt = (at: number): number => wallOf(at, zone) - at;
  const [before, after] = [offsetAt(wall - FAR_MS), offsetAt(wall + FAR_MS)];
  if (before === after) return wall - before;
  for (const at of [wall - Math.max(before, after), wall - Math.min(before, after)])
    if (at + offsetAt(at) === wall) return at;
  let low = wall - FAR_MS;
  let high = wall + FAR_MS;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
