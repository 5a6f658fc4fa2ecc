// Wrong tokens per address of a client, so that a program that tries many of them soon gets a 429.
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { countByNetwork } from './network-counts.ts';

export interface Failures {
  /**
   * Notes a wrong token of a client; returns the seconds it must wait if it has sent too many, else undefined. The first that is
   * too many is logged.
   */
  note(address: string): number | undefined;
}

/** Of these many failures within the time each is reported as what it is. */
const MOST_FAILURES = 10;
const WITHIN_MS = 60_000;

/**
 * Counts failures. Only failures are limited: a right token passes however many wrong ones its address has sent, or a client with an
 * outdated token would lock out all others behind the same proxy. Secrets of 32 random bytes are not found by trying.
 */
export function countFailures(log: Log, clock?: Clock): Failures {
  const counts = countByNetwork(WITHIN_MS, clock);
  return {
    note(address) {
      const { n, seconds } = counts.note(address);
      if (n === MOST_FAILURES + 1) log.warn({ address }, 'http.wrong_tokens');
      return n <= MOST_FAILURES ? undefined : seconds;
    },
  };
}
