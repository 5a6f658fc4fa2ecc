// A day, a moment or a span before now, as callers write it.
import { DocentError } from '../core/errors.ts';

const SPANS = Object.freeze({ min: 60_000, h: 3_600_000, d: 86_400_000 });

/** The time of an ISO date, with or without a time of day, or of a span before now (`24h`). Throws DOC_USAGE, with the name, for anything else. */
export function sinceTime(since: string, { now = Date.now(), name = 'since' } = {}): number {
  const [, n, unit] = /^(\d{1,5})(min|h|d)$/.exec(since) ?? [];
  if (unit !== undefined) return now - Number(n) * SPANS[unit as keyof typeof SPANS];
  const at = /^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN;
  const isDay =
    !Number.isNaN(at) && new Date(Date.parse(since.slice(0, 10))).toISOString().startsWith(since.slice(0, 10));
  if (!isDay)
    throw new DocentError(
      'DOC_USAGE',
      `${name} is "${since}": it must be a date such as 2026-02-23, or a span such as 24h or 3d`,
    );
  return at;
}
