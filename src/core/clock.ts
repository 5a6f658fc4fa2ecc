// Time as a parameter: wall time for what is stored, monotonic time for paces and deadlines.

/** Two clocks, passed in wherever time matters, so that tests need no sleeps. */
export interface Clock {
  /** Milliseconds since 1970; may jump when someone sets the machine's clock. */
  wall(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  mono(): number;
}

/** The machine's own clocks. */
export const systemClock: Clock = Object.freeze({
  wall: () => Date.now(),
  mono: () => performance.now(),
});
