// Time as a parameter: wall time for what is stored, monotonic time for paces and deadlines.

/** Two clocks, passed in wherever time matters, so that tests need no sleeps. */
export interface Clock {
  /** Milliseconds since 1970; may jump when the machine's clock is set. */
  wall(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  mono(): number;
}

/** The machine's own clocks. */
export const systemClock: Clock = Object.freeze({
  wall: () => Date.now(),
  mono: () => performance.now(),
});

/** This number of interruptions in a row does not happen. */
const LOOKS = 5;

/** Wall time that does not jump: the machine's at the start, then carried on by the monotonic clock. */
export function steadyClock(clock: Clock = systemClock): () => number {
  // An interruption between the two looks would leave the clock behind, and requests would come too early by as much.
  const offset = Math.max(...Array.from({ length: LOOKS }, () => clock.wall() - clock.mono()));
  return () => Math.round(offset + clock.mono());
}
