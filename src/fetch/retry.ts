// When a failed request is tried again: the retry column of SPEC H3 as data, and Retry-After.

import type { ErrorCode } from '../core/errors.ts';

export interface RetryRow {
  /** Wait before each retry in milliseconds; its length is the number of retries. */
  readonly delays: readonly number[];
  /** Whether the server's Retry-After takes the place of the delay. */
  readonly retryAfter: boolean;
}

export interface RetryTable {
  readonly statuses: Readonly<Record<number, RetryRow>>;
  /** Every 5xx without a row of its own. */
  readonly otherServerError: RetryRow;
  readonly codes: Readonly<Partial<Record<ErrorCode, RetryRow>>>;
}

const row = (retryAfter: boolean, ...delays: number[]): RetryRow =>
  Object.freeze({ retryAfter, delays: Object.freeze(delays) });

const once = row(false, 30_000);
const twice = row(false, 30_000, 60_000);

/** H3. What is not listed is not tried again. A body that broke off counts as a broken connection. */
export const retryTable: RetryTable = Object.freeze({
  statuses: Object.freeze({
    429: row(true, 60_000),
    500: twice,
    502: twice,
    503: row(true, 30_000, 60_000, 120_000),
    504: twice,
  }),
  otherServerError: twice,
  codes: Object.freeze({ DOC_DNS: once, DOC_CONNECT: once, DOC_TIMEOUT: once, DOC_TRUNCATED: once }),
});

export interface Failure {
  readonly status?: number;
  /** Wins over the status: a 200 whose body broke off is a broken body. */
  readonly code?: ErrorCode;
  readonly retryAfterMs?: number;
}

/** Milliseconds to wait before retry number `attempt` (0 = the first); undefined when there are no more retries. */
export function retryDelay(failure: Failure, attempt: number, table: RetryTable = retryTable): number | undefined {
  const found = failure.code === undefined ? rowOfStatus(failure.status, table) : table.codes[failure.code];
  const delay = found?.delays[attempt];
  if (found === undefined || delay === undefined) return undefined;
  return found.retryAfter ? (failure.retryAfterMs ?? delay) : delay;
}

function rowOfStatus(status: number | undefined, table: RetryTable): RetryRow | undefined {
  if (status === undefined) return undefined;
  return table.statuses[status] ?? (status >= 500 && status <= 599 ? table.otherServerError : undefined);
}

/** The longest wait a server can request: a day. */
export const maxRetryAfterMs = 86_400_000;

/** The three date forms of RFC 9110; Date.parse alone would take almost any text for a date. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Wall time of a date header in one of the three forms of RFC 9110; undefined for anything else. */
export function parseHttpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  const date = httpDate.test(text) ? text : asctime.test(text) ? `${text} GMT` : undefined;
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Milliseconds from `now` (wall time) that a Retry-After header requests: 0 to a day; undefined when it is not readable. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^[+-]?\d+$/.test(text)) return clamp(Number(text) * 1000);
  const at = parseHttpDate(text);
  return at === undefined ? undefined : clamp(at - now);
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), maxRetryAfterMs);
}
