// C4: one process crawls a folder; its name is in the folder, and a process that lost it can write no more.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { isAlive } from '../../core/alive.ts';
import { DocentError } from '../../core/errors.ts';
import { processSpace, processStart } from '../../core/process-start.ts';
import type { WorkerRecord } from '../../frontier/port-runs.ts';
import type { Row } from './frontier/statements.ts';

const HEARTBEAT_MS = 5_000;
/** An owner that has been silent for this long is taken for dead, where it is unknown whether its process is alive. */
const SILENT_MS = 60_000;
const SQLITE_BUSY = 5;
/** The claims and workers of this process, so that a row it could not remove does not keep it out. */
const ours = new Set<string>();

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
  const incarnation = newIncarnation();
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
  try {
    const other = readOther();
    if (other !== undefined && isInForce(other, now)) throw inUse(folder, other);
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
    .filter((row) => isInForce(row, Date.now()))
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
  ours.add(incarnation);
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
    ours.delete(incarnation);
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
  ours.add(incarnation);
  return { incarnation, pid: process.pid, machine: hostname(), leave: () => void ours.delete(incarnation) };
}

/** Whether the process of a row is known to have ended: no heartbeat is needed where the machine itself knows. */
export function isDead({ pid: number, machine, worker }: Row): boolean {
  if (machine !== hostname()) return false;
  const [pid, incarnation] = [Number(number), String(worker)];
  if (ours.has(incarnation)) return false;
  const [, space, start] = incarnation.split(' ');
  if (start === undefined) return pid === process.pid || !isAlive(pid);
  // A process number identifies no process in another container, or about the time before the machine was started anew.
  if (space !== processSpace()) return false;
  if (pid === process.pid) return true;
  const found = processStart(pid);
  return found !== undefined && found !== start;
}

/** A name for this claim, with the process that made it. */
function newIncarnation(): string {
  const [space, start] = [processSpace(), processStart(process.pid)];
  return space === undefined || start === undefined ? randomUUID() : `${randomUUID()} ${space} ${start}`;
}

/**
 * Whether an owner row is of a live process. A heartbeat only counts where nothing better is known: clocks
 * are set, machines sleep, and a stopped process may continue.
 */
export function isInForce(owner: Row, now: number): boolean {
  const isHeard = Math.abs(now - Number(owner.heartbeat)) < SILENT_MS;
  // A process number identifies nothing on another machine or container; only the heartbeat does.
  if (owner.machine !== hostname()) return isHeard;
  const pid = Number(owner.pid);
  const incarnation = String(owner.incarnation);
  if (pid === process.pid && ours.has(incarnation)) return true;
  const [, space, start] = incarnation.split(' ');
  if (start !== undefined && space === processSpace()) {
    const found = processStart(pid);
    // Same pid, but not a known claim: another thread's, or one that could not be removed.
    if (found !== undefined) return found === start && (pid !== process.pid || isHeard);
  }
  if (!isHeard) return false;
  // In a restarted container this process may have the number of the dead process.
  if (pid === process.pid) return Number(owner.started_at) >= now - process.uptime() * 1_000;
  return isAlive(pid);
}
