// A day or a moment as callers write it.
import { DocentError } from '../core/errors.ts';

/** The time of an ISO date, with or without a time of day. Throws DOC_USAGE for anything else. */
export function sinceTime(since: string): number {
  const at = /^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN;
  const isDay =
    !Number.isNaN(at) && new Date(Date.parse(since.slice(0, 10))).toISOString().startsWith(since.slice(0, 10));
  if (!isDay) throw new DocentError('DOC_USAGE', `since is "${since}": it must be a date such as 2026-02-23`);
  return at;
}
