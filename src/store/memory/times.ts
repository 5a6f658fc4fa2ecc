// FAULTS 35: stored times when the data is opened again: the clock may have been set back or forward meanwhile.
import type { MemoryData } from './records.ts';

/** Moves waiting times back by as much as the clock was set back since a crawl last wrote. */
export function shiftBack(data: MemoryData, now: number): void {
  const ms = data.heardAt - now;
  data.heardAt = now;
  if (ms <= 0) return;
  for (const host of data.hosts.values()) {
    host.nextAt = Math.max(0, host.nextAt - ms);
    host.parkedUntil = Math.max(0, host.parkedUntil - ms);
    if (host.closing !== undefined) host.closing = { ...host.closing, until: host.closing.until - ms };
  }
  for (const url of data.urls) {
    if (url.place === undefined || url.place.notBefore === 0) continue;
    url.place = { ...url.place, notBefore: url.place.notBefore - ms };
    url.row.notBefore -= ms;
  }
}

/** Limits waiting times to `latest`, and the times of requests to now. */
export function clampTimes(data: MemoryData, now: number, latest: number): void {
  for (const url of data.urls) {
    if (url.place !== undefined) url.place = { ...url.place, notBefore: Math.min(url.place.notBefore, latest) };
    url.row.notBefore = Math.min(url.row.notBefore, latest);
  }
  for (const host of data.hosts.values()) {
    host.nextAt = Math.min(host.nextAt, latest);
    host.parkedUntil = Math.min(host.parkedUntil, latest);
    if (host.closing !== undefined) host.closing = { ...host.closing, until: Math.min(host.closing.until, latest) };
  }
  for (const request of data.requests) request.at = Math.min(request.at, now);
}
