// How figures are written for people: durations, shares, sizes and local times.
import { counted } from './counted.ts';

/** Milliseconds in words: 32s, 4m 32s, 3h 0m 5s; never negative. */
export function durationText(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1000)) || 0;
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours}h ${minutes}m ${seconds}s`;
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`;
}

/** Milliseconds in their largest unit: 7 days, 36 hours, 5 minutes; never negative. */
export function roughDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000)) || 0;
  if (seconds >= 172_800) return counted(Math.round(seconds / 86_400), 'day');
  if (seconds >= 7_200) return counted(Math.round(seconds / 3_600), 'hour');
  return seconds >= 120 ? counted(Math.round(seconds / 60), 'minute') : counted(seconds, 'second');
}

/** A percentage with one decimal: 10.2%; `n/a` when nothing was measured. */
export function percentText(percent: number | undefined): string {
  return percent === undefined ? 'n/a' : `${oneDecimal(percent)}%`;
}

/** Whole milliseconds: 340ms; `n/a` when nothing was measured. */
export function millisecondsText(ms: number | undefined): string {
  return ms === undefined ? 'n/a' : `${Math.round(ms)}ms`;
}

/** Bytes in the largest unit that leaves a whole: 12 B, 3.4 kB, 3.4 MB. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['kB', 1000];
  return `${oneDecimal(bytes / size)} ${unit}`;
}

const units: readonly (readonly [string, number])[] = Object.freeze([
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
]);

/** One decimal, halves away from zero as people round: 12.25 is 12.3. */
export function oneDecimal(value: number): string {
  // The product of a decimal is often a hair too small: 1.005 * 100 is 100.49999999999999.
  return (Math.round(value * 10 * (1 + Number.EPSILON)) / 10).toFixed(1);
}

/** The share of a part, in percent; undefined when there is no whole. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole > 0 ? (part / whole) * 100 : undefined;
}

/** `2026-02-23 03:00:00` in this time zone; throws a RangeError for a zone that does not exist. */
export function localTime(at: number, timeZone: string): string {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Zones come from configuration; that there are few is not ours to promise. */
const MOST_FORMATS = 64;

/** The Gregorian calendar of a time zone, in digits; made once, since making one costs more than using it. */
export function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}
