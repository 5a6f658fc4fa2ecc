// The port of small writes beside a running crawl, which picks them up within seconds (C4).
import type { Blocklist } from './port.ts';
import type { Inbox, InboxWriter } from './port-inbox.ts';
import type { RunWish } from './port-runs.ts';
import type { HostMemory, Turns } from './port-turns.ts';

/** Each write is one short transaction. */
export interface SideWriter extends InboxWriter, Turns, HostMemory {
  readonly blocklist: Blocklist;
  /** For a process that takes up requests while it crawls nothing. */
  readonly inbox: Inbox;
  /** The operator's wish for a run of any process; kept across restarts. */
  setWish(run: number, wish: RunWish): Promise<void>;
  /** Closes the writer, and ends its turns. */
  close(): Promise<void>;
}

export interface SideWriterOptions {
  /**
   * How long an act waits for another transaction without blocking the process. Default: up to 5 s, and the process is blocked
   * meanwhile.
   */
  readonly busyMs?: number | undefined;
  /** Default: the machine's. */
  readonly clock?: (() => number) | undefined;
}
