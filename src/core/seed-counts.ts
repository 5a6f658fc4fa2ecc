// F5: how many of a run's seeds were read.

/** A provider's seeds, and how many of them brought neither a page nor links. */
export interface SeedCounts {
  readonly all: number;
  readonly failed: number;
}
