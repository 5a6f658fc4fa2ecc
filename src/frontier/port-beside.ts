// The port of small writes beside a running crawl, which picks them up within seconds (C4).
import type { Blocklist } from './port.ts';
import type { InboxWriter } from './port-inbox.ts';
import type { RunWish } from './port-runs.ts';

/** Each write is one short transaction. */
export interface SideWriter extends InboxWriter {
  readonly blocklist: Blocklist;
  /** What the operator wants of a run, whoever works on it; kept across restarts. */
  setWish(run: number, wish: RunWish): Promise<void>;
  /** F4: counts a request for the rolling budgets; a crawl counts it from its next start on. */
  noteRequest(host: string, at: number): Promise<void>;
  close(): Promise<void>;
}

export interface SideWriterOptions {
  /** How long a write waits for another's transaction; nothing else happens in the process meanwhile. Default: 5 s. */
  readonly busyMs?: number | undefined;
}
