// F4: the port of the rolling budgets' memory: which requests were made in the last day.

export interface Requests {
  /** F4: notes a request for the rolling budgets. */
  noteRequest(host: string, at: number): Promise<void>;
  /** Requests after that time, over all hosts or to one. */
  requestsSince(since: number, host?: string): Promise<{ readonly count: number; readonly oldest: number | undefined }>;
}
