// The time by which sessions and tokens end: it never goes back, so that what has ended does not begin again with a clock set back.
import { readFileSync } from 'node:fs';
import { type Clock, systemClock } from '../../core/clock.ts';
import { replaceFile } from '../../core/file-lock.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { PRIVATE_FILE } from '../../core/make-folder.ts';
import { ownFile } from './own-files.ts';

/** The latest time that a folder has seen, also by processes before this one. */
export interface SeenTime {
  /** Milliseconds since 1970, at least what was returned before. */
  now(): number;
  /** Whether a time is over; that it is, is remembered. */
  isOver(at: number): boolean;
}

/** How far the file may be behind, save for what is known to have ended. */
const NOTE_MS = 60_000;
/** What a date can be. */
const LATEST = 8.64e15;
/** More than clocks are set back by to be right. */
const WORTH_SAYING_MS = 10 * 60_000;

/** The seen time of a folder; nothing is read or made before the first use. */
export function openSeenTime(folder: string, clock: Clock = systemClock, log: Log = silentLog): SeenTime {
  const path = ownFile(folder, 'seenTime');
  /** What the file holds, and the last time that was returned, with the monotonic time of that. */
  let noted: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let lastMono = 0;

  function now(): number {
    const mono = clock.mono();
    const wall = clock.wall();
    if (noted === undefined) {
      noted = timeIn(path);
      last = noted;
      lastMono = mono;
      if (noted - wall > WORTH_SAYING_MS)
        log.warn(
          { path, seen: new Date(noted).toISOString() },
          'the clock was set back: sessions and tokens that had ended stay ended; if it was wrong before, remove this file',
        );
    }
    // It goes on while the clock is behind; a machine that slept has a monotonic clock that is.
    last = Math.max(wall, last + mono - lastMono);
    lastMono = mono;
    return last;
  }

  function note(at: number): void {
    noted = at;
    try {
      replaceFile(path, `${Math.floor(at)}\n`, PRIVATE_FILE);
    } catch (error) {
      // This process goes on with what it has seen.
      log.debug({ err: error as Error }, 'the time could not be noted');
    }
  }

  return {
    now,
    isOver(at) {
      const current = now();
      const isOver = current >= at;
      const known = noted ?? 0;
      if (current - known >= NOTE_MS || (isOver && known < at)) note(current);
      return isOver;
    },
  };
}

function timeIn(path: string): number {
  try {
    const time = Number(readFileSync(path, 'utf8'));
    return time > 0 && time < LATEST ? time : 0;
  } catch {
    return 0;
  }
}
