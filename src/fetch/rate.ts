// The lower bound on speed (H6): a body that trickles is abandoned before its deadline.

import { counted } from '../core/counted.ts';
import { DocentError } from '../core/errors.ts';

/** How long one measurement lasts; a pause shorter than this is never too slow by itself. */
export const rateWindowMs = 10_000;

/**
 * Compares `received()` at the end of each window with the end of the one before and calls `onSlow` with DOC_TIMEOUT when
 * fewer than `minBytesPerSec` came on average. The returned function ends it.
 */
export function watchRate(
  minBytesPerSec: number,
  received: () => number,
  onSlow: (error: DocentError) => void,
): () => void {
  let before = received();
  const timer = setInterval(() => {
    const now = received();
    if ((now - before) / (rateWindowMs / 1000) < minBytesPerSec) {
      onSlow(new DocentError('DOC_TIMEOUT', `slower than ${counted(minBytesPerSec, 'byte')} per second`));
    }
    before = now;
  }, rateWindowMs);
  return () => clearInterval(timer);
}
