// Recorded results of the engine before its rules were moved: one hash for each history, in recorded.json.

export interface Recorded {
  readonly commit: string;
  /** Plain histories in which that engine was wrong, as the ledger in memory shows: number and hash of how they go since. */
  readonly mended: readonly string[];
  /** Hashes of the traces of histories 1, 2, 3 and so on. */
  readonly hashes: readonly string[];
}
