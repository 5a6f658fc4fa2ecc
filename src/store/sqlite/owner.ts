// C4: one process crawls a folder; its name is in the folder, and a process that lost it can write no more.
import { hostname } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../core/errors.ts';
import { endClaimOf, hasEnded, isInForce, newIncarnation } from '../../core/process-claim.ts';
import type { WorkerRecord } from '../port-neighbours.ts';
import type { Row } from './frontier/statements.ts';

const HEARTBEAT_MS = 5_000;
const SQLITE_BUSY = 5;

export interface Owner {
  readonly incarnation: string;
  /** Throws DOC_STORE_BUSY when another process has taken the folder over; call it inside each transaction. */
  check(): void;
  /** Releases the folder, or only stops the heartbeat when another process has it already. */
  release(): void;
  /** Only stops the heartbeat: the connection is closed without a write. */
  retire(): void;
}

/** Takes the folder, or throws DOC_STORE_BUSY naming the process that has it. */
export function claim(db: DatabaseSync, folder: string): Owner {
  const now = Date.now();
  const readOther = (): Row | undefined =>
    db.prepare('SELECT pid, machine, incarnation, started_at, heartbeat FROM owner').get();
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    // A process that keeps the file locked this long is at work in it, and may have no time for a heartbeat.
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) !== SQLITE_BUSY) throw error;
    throw inUse(folder, readOther(), error);
  }
  let incarnation: string;
  try {
    const other = readOther();
    if (other !== undefined && isOwnerInForce(other, now)) throw inUse(folder, other);
    incarnation = newIncarnation();
    db.prepare(
      'INSERT OR REPLACE INTO owner (one, pid, machine, incarnation, started_at, heartbeat) VALUES (1, ?, ?, ?, ?, ?)',
    ).run(process.pid, hostname(), incarnation, now, now);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
  return ownerOf(db, folder, incarnation);
}

/** The processes that crawl into the folder and are alive. */
export function workersOf(db: DatabaseSync): readonly WorkerRecord[] {
  const rows = db.prepare('SELECT pid, machine, incarnation, started_at, heartbeat FROM owner').all();
  return rows
    .filter((row) => isOwnerInForce(row, Date.now()))
    .map(({ pid, machine, incarnation, started_at: startedAt, heartbeat }) => ({
      ...{ incarnation: String(incarnation), pid: Number(pid), machine: String(machine) },
      ...{ startedAt: Number(startedAt), heardAt: Number(heartbeat) },
    }));
}

function inUse(folder: string, other: Row | undefined, cause?: unknown): DocentError {
  const where = other === undefined || other.machine === hostname() ? '' : ` on ${other.machine}`;
  const who = other === undefined ? 'another process' : `pid ${other.pid}${where}`;
  return new DocentError('DOC_STORE_BUSY', `${folder} is in use by ${who}`, { cause });
}

function ownerOf(db: DatabaseSync, folder: string, incarnation: string): Owner {
  const beat = db.prepare('UPDATE owner SET heartbeat = ? WHERE incarnation = ?');
  const mine = db.prepare('SELECT 1 FROM owner WHERE incarnation = ?');
  const timer = setInterval(() => {
    try {
      beat.run(Date.now(), incarnation);
    } catch {
      // A full disk must not end the process here: the next act reports it, and a missed beat does no harm.
    }
  }, HEARTBEAT_MS);
  timer.unref();
  const retire = (): void => {
    clearInterval(timer);
    endClaimOf(incarnation);
  };
  return {
    incarnation,
    check() {
      if (mine.get(incarnation) === undefined)
        throw new DocentError('DOC_STORE_BUSY', `${folder} was taken over by another process`);
    },
    retire,
    release() {
      retire();
      try {
        db.prepare('DELETE FROM owner WHERE incarnation = ?').run(incarnation);
      } catch {
        // A damaged file or a full disk is reported by the act that finds it; a row without its process has no owner.
      }
    },
  };
}

/** A writer in this process, beside the owner. */
export interface Worker {
  readonly incarnation: string;
  readonly pid: number;
  readonly machine: string;
  leave(): void;
}

/** A worker with a name of its own, which is known as this process's until it leaves. */
export function newWorker(): Worker {
  const incarnation = newIncarnation();
  return { incarnation, pid: process.pid, machine: hostname(), leave: () => endClaimOf(incarnation) };
}

/** Whether the process of a turn's row is known to have ended. */
export function isDead({ pid, machine, worker }: Row): boolean {
  return hasEnded({ pid: Number(pid), machine: String(machine), incarnation: String(worker) });
}

/** Whether an owner row is of a live process. */
export function isOwnerInForce(
  { pid, machine, incarnation, started_at: claimedAt, heartbeat }: Row,
  now: number,
): boolean {
  const names = { machine: String(machine), incarnation: String(incarnation) };
  return isInForce({ ...names, pid: Number(pid), claimedAt: Number(claimedAt), heartbeat: Number(heartbeat) }, now);
}
