// Recorded results of the engine before its rules were moved: one hash for each history, in recorded.json.

export interface Recorded {
  readonly commit: string;
  /** Histories that go otherwise since, because that engine was wrong or a rule was changed: number and hash of how they go. */
  readonly mended: readonly string[];
  /** Hashes of the traces of histories 1, 2, 3 and so on. */
  readonly hashes: readonly string[];
}
