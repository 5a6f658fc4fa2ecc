// F4, F8: the gap between requests to a host, and when it is parked; pure rules.

export interface Pace {
  /** Configured gap between the end of one response and the next request. */
  readonly delayMs: number;
  /** The gap is drawn evenly from this much more or less. */
  readonly jitterMs: number;
  /** The gap is never shorter than this. */
  readonly floorMs: number;
}

/** Timers and clocks on the way differ by a few milliseconds; no server shall see too short a gap. */
const PAD_MS = 20;

/** F4: the gap to keep now; the larger of our own, what robots.txt requests and what the host's errors call for. */
export function gapAfter(pace: Pace, crawlDelaySec: number | null, slowdown: number, random: () => number): number {
  const crawlDelayMs = (crawlDelaySec ?? 0) * 1000;
  if (pace.delayMs === 0 && crawlDelayMs === 0 && slowdown <= 1) return 0;
  const drawn = pace.delayMs === 0 ? 0 : Math.max(pace.floorMs, pace.delayMs + (random() * 2 - 1) * pace.jitterMs);
  const own = slowdown > 1 ? Math.max(drawn * slowdown, SLOWED_MS) : drawn;
  return Math.ceil(Math.max(own, crawlDelayMs)) + PAD_MS;
}

/** A host in trouble gets requests at most this often, even where no delay is configured. */
const SLOWED_MS = 500;

export type HostHealth = 'well' | 'slowed' | 'parked';

const JUDGED_FROM = 10;
const JUDGED_OVER = 20;

/** F8: a host answering mostly errors is slowed as soon as that shows, and parked when it lasts. */
export function hostHealthOf(recentErrors: number, recentAnswers: number): HostHealth {
  if (recentAnswers < JUDGED_FROM || recentErrors * 2 <= recentAnswers) return 'well';
  return recentAnswers >= JUDGED_OVER ? 'parked' : 'slowed';
}

export const slowdownOf: Readonly<Record<HostHealth, number>> = Object.freeze({ well: 1, slowed: 4, parked: 4 });
