// The date of a sitemap entry: W3C datetime, from a bare year to fractions of a second.

const w3cDate =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?)?)?$/i;

const oldestYear = 1990;

/**
 * The last moment, in ms since 1970, that the date may mean: a day without a time ends at midnight UTC, so that a page
 * changed later on the day it was fetched is not taken for unchanged. A time without a zone is read as UTC. `undefined`
 * for anything else, for a date that does not exist and, with `now` passed, for one in the future (FAULTS 34). Never throws.
 */
export function parseLastmod(text: string, now = Number.POSITIVE_INFINITY): number | undefined {
  if (text.length > 64) return undefined;
  const [, year, month, day, hour, minute, second, zone] = w3cDate.exec(text.trim()) ?? [];
  if (year === undefined || Number(year) < oldestYear) return undefined;
  const parts = [Number(year), Number(month ?? 1), Number(day ?? 1)] as const;
  const time = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)] as const;
  const start = Date.UTC(parts[0], parts[1] - 1, parts[2], ...time);
  if (!exists(start, parts, time)) return undefined;
  const offset = offsetMs(zone);
  if (offset === undefined || start - offset > now) return undefined;
  if (second !== undefined) return start - offset + 999;
  if (minute !== undefined) return start - offset + 59_999;
  if (day !== undefined) return start + 86_399_999;
  return Date.UTC(parts[0], month === undefined ? 12 : parts[1], 1) - 1;
}

// Date.UTC carries 31 February over into March, and the hour 24 into the next day.
function exists(at: number, [year, month, day]: readonly number[], [hour, minute, second]: readonly number[]): boolean {
  const date = new Date(at);
  return (
    date.getUTCFullYear() === year &&
    date.getUTCMonth() + 1 === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  );
}

function offsetMs(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  if (minutes > 14 * 60 || Number(zone.slice(-2)) > 59) return undefined;
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
