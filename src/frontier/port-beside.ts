// The port of small writes beside a running crawl, which picks them up within seconds (C4).
import type { Blocklist } from './port.ts';
import type { InboxWriter } from './port-inbox.ts';
import type { RunWish } from './port-runs.ts';
import type { Turns } from './port-turns.ts';

/** Each write is one short transaction. */
export interface SideWriter extends InboxWriter, Turns {
  readonly blocklist: Blocklist;
  /** What the operator wants of a run, whoever works on it; kept across restarts. */
  setWish(run: number, wish: RunWish): Promise<void>;
  /** F4: counts a request for the rolling budgets. */
  noteRequest(host: string, at: number): Promise<void>;
  /** Ends its turns, too. */
  close(): Promise<void>;
}

export interface SideWriterOptions {
  /** How long a write waits for another's transaction; nothing else happens in the process meanwhile. Default: 5 s. */
  readonly busyMs?: number | undefined;
  /** Default: the machine's. */
  readonly clock?: (() => number) | undefined;
}
