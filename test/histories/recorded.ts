// What was recorded of the engine before its rules were moved: one hash for each history, in recorded.json.

export interface Recorded {
  readonly commit: string;
  /** Plain histories in which the ledger in memory answered otherwise than that engine. */
  readonly otherwiseInMemory: readonly number[];
  /** Of the traces of histories 1, 2, 3 and so on. */
  readonly hashes: readonly string[];
}
