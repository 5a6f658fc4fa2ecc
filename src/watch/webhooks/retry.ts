// What follows from a try of a delivery that did not succeed: another one after a pause, or none.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses before another try: some 40 hours in all. A delivery that is older than `longestMs` is not sent any more. */
export const deliveryLimits = Object.freeze({
  pauses: Object.freeze([
    ...[1_000, 5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 12 * HOUR],
  ]),
  longestMs: 48 * HOUR,
});

/** A try that failed: with a status, or without an answer. */
export interface FailedTry {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export type AfterFailure =
  | { readonly kind: 'again'; readonly at: number; readonly isReceivers: boolean }
  /** `refused`: the receiver, or the address guard, does not take it. `late`: there is no try or no time left. */
  | { readonly kind: 'refused' | 'late' };

/**
 * What follows from the try number `tries` (1 = the first) of a delivery queued at `queuedAt`. `isReceivers`: the failure is not
 * of this delivery, and others to the same receiver would fail as well.
 */
export function afterFailure(failed: FailedTry, tries: number, queuedAt: number, now: number): AfterFailure {
  const { status, code, retryAfterMs = 0 } = failed;
  const isRefused = status === undefined ? code === 'DOC_ADDRESS' : !isPassing(status);
  if (isRefused) return { kind: 'refused' };
  const pause = deliveryLimits.pauses[tries - 1];
  const at = now + Math.max(pause ?? 0, retryAfterMs);
  if (pause === undefined || at - queuedAt > deliveryLimits.longestMs) return { kind: 'late' };
  return { kind: 'again', at, isReceivers: status === undefined || status === 429 || status === 503 };
}

/** 408, 429 and 5xx pass; a redirect, which is not followed, and every other status is the receiver's last word. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
