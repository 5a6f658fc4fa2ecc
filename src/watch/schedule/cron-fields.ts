// M5: reads a cron expression: five fields with names, ranges, steps and lists, or a name such as @weekly; and the name of a time zone.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { formatFor } from '../../core/figures.ts';

/** A cron expression, read. Sets are sorted lists. */
export interface Cron {
  readonly text: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Whether the day of the month is open (`*`), so that the weekday alone decides. */
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
  /** Whether it goes by hours as they pass, `*` or a step of it, rather than by times on a clock. */
  readonly everyHour: boolean;
}

interface FieldRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of values; the first is the name of `min`. */
  readonly words?: readonly string[];
}

const fieldRules = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  {
    name: 'month',
    min: 1,
    max: 12,
    words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // 7 is Sunday too.
  { name: 'day of the week', min: 0, max: 7, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
] as const satisfies readonly FieldRule[];

const nicknames: Readonly<Record<string, string>> = Object.freeze({
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
});

const LONGEST = 256;
/** Days each month has at most, January first. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The expression, read. Throws DOC_CONFIG naming the field, what it holds and what is allowed; a date that never comes is refused too. */
export function parseCron(text: string): Cron {
  const trimmed = text.trim().toLowerCase();
  if (text.length > LONGEST) throw misfit(text.slice(0, 40), `it is longer than ${counted(LONGEST, 'character')}`);
  const expression = trimmed.startsWith('@') ? nicknames[trimmed] : trimmed;
  if (expression === undefined) throw misfit(text, `the names are ${Object.keys(nicknames).join(', ')}`);
  const parts = expression.split(/\s+/);
  if (parts.length !== fieldRules.length || expression === '')
    throw misfit(text, 'it needs five fields: minute, hour, day of the month, month, day of the week');
  const [minutes, hours, days, months, weekdays] = fieldRules.map((rule, at) => readField(parts[at] ?? '', rule, text));
  const cron: Cron = {
    text: trimmed,
    minutes: minutes as readonly number[],
    hours: hours as readonly number[],
    days: days as readonly number[],
    months: months as readonly number[],
    weekdays: sorted((weekdays as readonly number[]).map((day) => day % 7)),
    anyDay: isOpen(parts[2]),
    anyWeekday: isOpen(parts[4]),
    everyHour: isOpen(parts[1]),
  };
  const comes = !cron.anyWeekday || cron.months.some((month) => (cron.days[0] ?? 32) <= (MONTH_DAYS[month - 1] ?? 0));
  if (!comes) throw misfit(text, `no ${monthNames(cron.months)} has a day ${cron.days[0]}, so it would never run`);
  return cron;
}

/** Throws DOC_CONFIG for an unknown time zone. */
export function checkTimeZone(timeZone: string): void {
  try {
    formatFor(timeZone);
  } catch (error) {
    const message = `time zone is ${JSON.stringify(timeZone)}: it must be a name such as Europe/Berlin or UTC`;
    throw new DocentError('DOC_CONFIG', message, { cause: error });
  }
}

/** As in the cron of Paul Vixie: a field that begins with `*` is open, and leaves the day to the other one. */
function isOpen(part: string | undefined): boolean {
  return part?.startsWith('*') === true;
}

function readField(part: string, rule: FieldRule, text: string): readonly number[] {
  const values = new Set<number>();
  for (const item of part.split(',')) {
    const [range = '', step, more] = item.split('/');
    if (more !== undefined || item === '') throw wrong(item, rule, text);
    const by = step === undefined ? 1 : /^\d{1,3}$/.test(step) ? Number(step) : 0;
    if (by < 1) throw wrong(item, rule, text);
    const [from, to] = boundsOf(range, step !== undefined, rule) ?? [];
    if (from === undefined || to === undefined) throw wrong(item, rule, text);
    if (from > to) throw misfit(text, `the ${rule.name} ${item} runs backwards`);
    for (let value = from; value <= to; value += by) values.add(value);
  }
  return sorted(values);
}

function boundsOf(range: string, stepped: boolean, rule: FieldRule): readonly [number, number] | undefined {
  const top = rule.max === 7 ? 6 : rule.max;
  if (range === '*') return [rule.min, top];
  const [low = '', high, more] = range.split('-');
  const from = valueIn(low, rule);
  // 5/15 is 5-59/15.
  const to = high === undefined ? (stepped ? top : from) : valueIn(high, rule);
  if (more !== undefined || from === undefined || to === undefined) return undefined;
  // fri-sun
  return high !== undefined && to === 0 && from > 0 && rule.max === 7 ? [from, 7] : [from, to];
}

function valueIn(word: string, { min, max, words }: FieldRule): number | undefined {
  const named = words?.indexOf(word) ?? -1;
  if (named >= 0) return named + min;
  const value = /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function sorted(values: Iterable<number>): readonly number[] {
  return [...new Set(values)].sort((one, other) => one - other);
}

function monthNames(months: readonly number[]): string {
  return months.map((month) => fieldRules[3].words[month - 1]).join(' or ');
}

function wrong(item: string, { name, min, max, words }: FieldRule, text: string): DocentError {
  const named = words === undefined ? '' : ` or ${words[0]} to ${words.at(-1)}`;
  return misfit(
    text,
    `the ${name} ${JSON.stringify(item)} must be *, ${min} to ${max}${named}, a range, a list or a step`,
  );
}

function misfit(text: string, why: string): DocentError {
  return new DocentError('DOC_CONFIG', `schedule is ${JSON.stringify(text)}: ${why}`);
}
