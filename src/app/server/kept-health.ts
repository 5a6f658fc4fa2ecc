// M4: the health of a folder for probes that come every second: read once for all of them, and kept while reading is slow.
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Health } from '../../watch/alerts/health.ts';

export interface KeptHealthOptions {
  /** Reads that of the folder, in a thread that others keep busy too. Rejects where it could not be read, which is no damage. */
  readonly read: () => Promise<Health>;
  readonly clock?: Clock | undefined;
  /** How long a caller waits for a newer one than there is. Default: a quarter of a second. */
  readonly waitMs?: number | undefined;
}

/** What is younger than this is not read again. */
const FRESH_MS = 1_000;
const WAIT_MS = 250;
/** For this long a folder counts as readable that was, while its readers are busy. */
const KEPT_MS = 60_000;

/**
 * Returns the health; it rejects as `read` where nothing younger than a minute is known. It is read for the first time now, so that the
 * first caller does not wait for a thread to start.
 */
export function keepHealth({ read, clock = systemClock, waitMs = WAIT_MS }: KeptHealthOptions): () => Promise<Health> {
  let kept: { readonly health: Health; readonly at: number } | undefined;
  let reading: Promise<Health> | undefined;

  function readAgain(): Promise<Health> {
    reading ??= read()
      .then((health) => {
        kept = { health, at: clock.mono() };
        return health;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  readAgain().catch(() => {}); // whoever calls reads again
  return async () => {
    const age = kept === undefined ? Number.POSITIVE_INFINITY : clock.mono() - kept.at;
    if (kept !== undefined && age < FRESH_MS) return kept.health;
    const next = readAgain();
    if (kept === undefined || age >= KEPT_MS) return next;
    return Promise.race([next.catch(() => kept?.health as Health), after(waitMs, kept.health)]);
  };
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms).unref());
}
