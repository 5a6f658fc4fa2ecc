// The neighbours port: processes on one store find each other. One serves it; others call it, need the store for a moment, or wait for what it writes.

/** The server of a store, as other processes see it. */
export interface ServerBeside {
  readonly pid: number;
  readonly machine: string;
  /** It has left the store to another task, and comes back to it. */
  readonly isAway: boolean;
}

/** A process needs the store to itself, for a task of this name. */
export interface WantedRoom {
  readonly task: string;
  readonly pid: number;
}

/** What a server finds at its door. */
export interface DoorLook {
  /** Whether somebody rang since the last look. */
  readonly isRung: boolean;
  /** The rooms that live processes request. One that is missing here and was there before is not needed any more. */
  readonly rooms: readonly WantedRoom[];
}

/** The side of the server. */
export interface Announcement {
  /** What is at the door: now, and whenever that may have changed. Never throws; ends at the signal. */
  looks(signal: AbortSignal): AsyncIterable<DoorLook>;
  /** The store is left to this task from now on; undefined: to none any more. Never rejects: where that cannot be written, it is tried again. */
  leaveTo(task: string | undefined): Promise<void>;
  /** The server is announced no longer; does nothing the second time. */
  close(): Promise<void>;
}

/** The store is left to a task of this process. */
export interface GrantedRoom {
  /** The task is over: the server comes back. */
  leave(): Promise<void>;
}

/** A process that works on the runs of a store. */
export interface WorkerRecord {
  /** Unique among all workers there ever were. */
  readonly incarnation: string;
  readonly pid: number;
  readonly machine: string;
  readonly startedAt: number;
  /** The time of its last sign of life. */
  readonly heardAt: number;
}

/** An announcement and a requested room are void once their process is dead. Nothing of this needs data in the store. */
export interface Neighbours {
  /** Announces this process as the server. Rejects with DOC_STORE_BUSY while another one is, with DOC_FILE where nothing can be written. */
  announce(): Promise<Announcement>;
  /** The processes that crawl into the store and are alive, this one among them. */
  workers(): Promise<readonly WorkerRecord[]>;
  /** The server, where that is another process and alive. */
  server(): Promise<ServerBeside | undefined>;
  /** Calls the server's attention to the inbox. False while it has not heard an earlier ring, of whatever process. */
  ring(): Promise<boolean>;
  /**
   * Requests of the server that it leaves the store to a task of this process, and waits until it has, or has ended. Undefined where
   * there is no server, and where it does not leave. Rejects with DOC_FILE where nothing can be written.
   */
  requestRoom(): Promise<GrantedRoom | undefined>;
  /**
   * Yields at once, and whenever something in the store or among its neighbours may have changed, by whatever process. Also without a
   * change it yields from time to time, as often as the engine sees fit, at least every 5 s: a process that dies reports nothing. While
   * everything changes it yields a few times a second. Never throws; ends at the signal.
   */
  changes(signal: AbortSignal): AsyncIterable<void>;
}
