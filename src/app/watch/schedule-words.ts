// M5: a cron expression in words, where it is one of the usual ones.
import { type Cron, parseCron } from '../../watch/schedule/cron-fields.ts';

const days = Object.freeze(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']);

/** `Mondays at 03:12`, `every day at 03:00`; the expression itself where there are no short words for it. Throws DOC_CONFIG. */
export function cronInWords(text: string): string {
  const cron = parseCron(text);
  const [hour, minute] = [only(cron.hours), only(cron.minutes)];
  if (cron.months.length < 12 || minute === undefined) return text;
  const isEveryDay = cron.anyDay && cron.anyWeekday;
  if (hour === undefined) return isEveryDay && cron.hours.length === 24 ? `every hour at :${two(minute)}` : text;
  const at = `at ${two(hour)}:${two(minute)}`;
  if (isEveryDay) return `every day ${at}`;
  if (cron.anyDay) return weekdaysOf(cron, at) ?? text;
  const day = only(cron.days);
  return cron.anyWeekday && day !== undefined ? `day ${day} of every month ${at}` : text;
}

function weekdaysOf({ weekdays }: Cron, at: string): string | undefined {
  if (weekdays.join() === '1,2,3,4,5') return `Monday to Friday ${at}`;
  if (weekdays.length > 3) return undefined;
  return `${weekdays.map((day) => `${days[day]}s`).join(', ')} ${at}`;
}

function only(values: readonly number[]): number | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
