// The port of copies of a store: made into one file while a crawl writes, and put back (C4).
import type { Receipt } from '../forget/port.ts';
import type { BackupRecord, ExportRecord } from '../forget/port-copies.ts';

/** The contents of a copy. */
export interface CopyFacts {
  /** The version of its tables. */
  readonly version: number;
  readonly providers: number;
  readonly pages: number;
  /** URLs that wait to be requested, those that were in flight at the time among them. */
  readonly waiting: number;
}

/** A store that can be copied into one file. */
export interface Backup {
  /**
   * Copies the data as it is now into a file, in place of what is there, and looks through every page of the copy. A crawl beside
   * it goes on, and none of what it writes meanwhile is in the copy. Throws DOC_STORE when there is nothing to copy or it
   * cannot be read, DOC_STORE_DAMAGED, DOC_STORE_FULL when there is no space.
   */
  copyTo(file: string): Promise<CopyFacts>;
}

/** A store's records of removals, without removed text, and of what was made of it. */
export interface Removals {
  readonly receipts: readonly Receipt[];
  /** Removals that began and have no receipt yet. */
  readonly unfinished: readonly Pick<Receipt, 'kind' | 'what'>[];
  readonly requests: readonly StoredRow[];
  readonly blocklist: readonly StoredRow[];
  readonly exports: readonly ExportRecord[];
  readonly backups: readonly BackupRecord[];
  /** False where the data is damaged, and some records may be missing. */
  readonly isWhole: boolean;
}

/** A row as the engine keeps it, for the same engine. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A store that this process has locked against other writers. */
export interface Occupied {
  /**
   * Locks out readers, too, and brings all of the data into its one file, without a log. Returns its records of
   * removals, of damaged data as much as can be read; undefined for none. Throws DOC_STORE_BUSY while another process has it open.
   */
  shutOut(): Promise<Removals | undefined>;
  /** Unlocks the store; does nothing the second time. */
  leave(): Promise<void>;
}

/** A store whose data a backup can replace, step by step; a process that is killed on the way leaves either of the two, whole. */
export interface Restore {
  /**
   * What is where the backup goes: data, or nothing of any. Names that others use there do not count. Throws DOC_USAGE where something
   * else is.
   */
  state(others: readonly string[]): Promise<'data' | 'nothing'>;
  /** Whether a file is data in use by a process, and no backup. */
  isInUse(file: string): Promise<boolean>;
  /**
   * Throws DOC_STORE_BUSY when a process crawls into the store. Otherwise no other process can write there until `leave`, or until this
   * process has ended, however long it takes. Damaged data has no owner.
   */
  occupy(): Promise<Occupied>;
  /** Puts a copy of a backup beside the data. Throws what the file system throws. */
  stage(file: string): Promise<void>;
  /**
   * Looks through every page of the staged copy, brings its tables up to date, queues again what was in flight, and notes the file it
   * came from as one of its backups: what is forgotten from now on is still in there. `file` is its path. Throws DOC_STORE for what is
   * no whole backup, DOC_STORE_VERSION for a newer one.
   */
  prepare(file: string, now: number): Promise<CopyFacts>;
  /**
   * Adds removals to the staged copy, whose own exports and backups stay listed, and returns the receipts that were not in it, since it
   * holds their text again. Those that follow others than before are sealed anew (`resealed` of forget/decide/receipt-chain.ts).
   */
  carry(removals: Removals): Promise<readonly Receipt[]>;
  /**
   * Puts the staged copy in the place of the data, which then waits beside it for `settle`. Throws what the file system throws; the
   * store then holds what it held.
   */
  swap(occupied: Occupied | undefined): Promise<void>;
  /**
   * Ends what a swap began, also one whose process was killed: data that was replaced is moved to a place beside the folder, which
   * is returned; nothing half made stays, nor a folder that `stage` made and nothing is in. Throws what the file system throws; the old
   * data is then where it was.
   */
  settle(time: string): Promise<string | undefined>;
  /** The path of replaced data that waits for `settle`. */
  unsettled(): Promise<string | undefined>;
}
