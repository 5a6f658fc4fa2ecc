// When something was or will be, for people: in the time zone of the configuration, which is named; JSON has ISO times in UTC.
import { localTime } from '../../../core/figures.ts';

/** `2026-02-23 03:00:00 GMT+1`. */
export function timeText(at: number, timeZone: string): string {
  return `${localTime(at, timeZone)} ${zoneText(at, timeZone)}`;
}

/** `2026-02-23 03:00`, for a table whose head names the zone. */
export function minuteText(at: number, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 16);
}

/** For JSON: `2026-02-23T03:00:00.000Z`. */
export function isoText(at: number): string {
  return new Date(at).toISOString();
}

/** `2026-02-23`: the day in that zone. */
export function dayText(at: number, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10);
}

/** `UTC`, `GMT+1`, `EST`: what the zone is called at that time. */
export function zoneText(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
