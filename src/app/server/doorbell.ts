// How other processes reach the server of a data folder: by small files in it, which the server looks at several times a second.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeOrNothing, isNumber, isOptional, isShape, isString } from '../../core/decode.ts';
import { DocentError } from '../../core/errors.ts';
import { replaceFile, withFileLock } from '../../core/file-lock.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { endClaimOf, isInForce, newIncarnation, type ProcessClaim } from '../../core/process-claim.ts';
import { unwritable } from '../../core/unwritable.ts';

/** The folder of these files, inside a data folder. */
export const DOORBELL = 'doorbell';
/** Who serves the folder; the time of the file is the server's heartbeat. */
const SERVER = 'server';
/** Somebody has put something into the inbox. */
const RING = 'ring';
/** A process needs the folder to itself; a draft of such a file has a longer name. */
const ROOM = /^room-[0-9a-f-]{36}$/;
const HEARTBEAT_MS = 5_000;
/** What is in flight lands within seconds; a server that takes longer than this to leave the folder does not leave it. */
const LEAVES_MS = 20_000;
const LOOK_MS = 100;

/** The server of a folder, as other processes see it. */
export interface ServerBeside {
  readonly pid: number;
  readonly machine: string;
  /** It has left the folder to another task, and comes back to it. */
  readonly isAway: boolean;
}

interface Written extends Omit<ProcessClaim, 'heartbeat'> {
  /** Of a server: the name of the task it has left the folder to. */
  readonly leftTo?: string | undefined;
}

const isWritten = isShape<Written>({
  pid: isNumber,
  machine: isString,
  incarnation: isString,
  claimedAt: isNumber,
  leftTo: isOptional(isString),
});

/** What a server found at its door. */
export interface DoorLook {
  /** Whether somebody rang since the last look. */
  readonly isRung: boolean;
  /** Processes that need the folder to themselves, by the names of their requests. */
  readonly rooms: ReadonlyMap<string, { readonly pid: number }>;
}

/** The server's side. */
export interface Doorbell {
  /** Never rejects. */
  look(): Promise<DoorLook>;
  /** The folder is left to this task from now on; undefined: to none any more. Where that cannot be written, it is tried again. */
  leaveTo(task: string | undefined): void;
  /** The server is announced no longer. */
  close(): void;
}

/** The server of a folder, where that is another process and alive; reads two small files. */
export function serverBeside(folder: string): ServerBeside | undefined {
  const found = liveIn(join(folder, DOORBELL, SERVER));
  if (found === undefined || isOwn(found)) return undefined;
  return { pid: found.pid, machine: found.machine, isAway: found.leftTo !== undefined };
}

/** Calls the server's attention to the inbox. False while it has not heard an earlier ring, of whatever process. */
export function ringServer(folder: string): boolean {
  try {
    writeFileSync(join(folder, DOORBELL, RING), '', { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch {
    // It waits there already; or the server has ended, or is out of reach, and the caller does not wait for long.
    return false;
  }
}

/**
 * Announces this process as the server of the folder, which is made where it is missing. Rejects with DOC_STORE_BUSY while another one is,
 * with DOC_FILE where nothing can be written.
 */
export async function hangDoorbell(folder: string): Promise<Doorbell> {
  const place = join(folder, DOORBELL);
  const path = join(place, SERVER);
  makePlace(place);
  const mine = newClaim();
  const write = (leftTo?: string): void => {
    makePlace(place);
    replaceFile(path, JSON.stringify({ ...mine, leftTo } satisfies Written), PRIVATE_FILE);
  };
  try {
    await withFileLock(path, async () => {
      const other = liveIn(path);
      if (other !== undefined)
        throw new DocentError('DOC_STORE_BUSY', `${folder} is served already, by ${nameOf(other)}`);
      write();
    });
  } catch (error) {
    endClaimOf(mine.incarnation);
    throw error;
  }
  let leftTo: string | undefined;
  let isWritten = true;
  let isClosed = false;
  const tryWrite = (): void => {
    isWritten = false;
    write(leftTo);
    isWritten = true;
  };
  const timer = setInterval(() => beat(path, tryWrite, isWritten), HEARTBEAT_MS);
  timer.unref();
  return {
    look: () => lookAt(place),
    leaveTo(task) {
      leftTo = task;
      isWritten = false;
      if (!isClosed) beat(path, tryWrite, false);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      // Another process may have taken this one for dead.
      if (liveIn(path)?.incarnation === mine.incarnation) rmSync(path, { force: true });
      endClaimOf(mine.incarnation);
      removeEmpty(place);
    },
  };
}

/**
 * Runs a task that needs the folder to itself. Where it throws DOC_STORE_BUSY because a server of another process crawls there, the server
 * leaves the folder, the task runs once more, and the server goes on. Throws what the task throws.
 */
export async function withRoom<T>(folder: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const isBusy = error instanceof DocentError && error.code === 'DOC_STORE_BUSY';
    if (!isBusy || serverBeside(folder) === undefined) throw error;
    const name = `room-${randomUUID()}`;
    const path = join(folder, DOORBELL, name);
    const mine = newClaim();
    const timer = setInterval(() => beat(path), HEARTBEAT_MS);
    try {
      // A server that ends at this moment takes its folder away.
      makePlace(join(folder, DOORBELL));
      replaceFile(path, JSON.stringify(mine), PRIVATE_FILE);
      if (!(await isLeftTo(folder, name))) throw error;
      return await task();
    } finally {
      clearInterval(timer);
      rmSync(path, { force: true });
      removeEmpty(join(folder, DOORBELL));
      endClaimOf(mine.incarnation);
    }
  }
}

/** Waits until the server has left the folder to this task, or has ended; false where it does not leave. */
async function isLeftTo(folder: string, name: string): Promise<boolean> {
  let until = performance.now() + LEAVES_MS;
  for (; performance.now() < until; await sleep(LOOK_MS)) {
    const server = liveIn(join(folder, DOORBELL, SERVER));
    if (server === undefined || server.leftTo === name) return true;
    // Another task comes before this one.
    if (server.leftTo !== undefined) until = performance.now() + LEAVES_MS;
  }
  return false;
}

async function lookAt(place: string): Promise<DoorLook> {
  const names = await readdir(place).catch((): string[] => []);
  const isRung = names.includes(RING);
  const remove = (name: string): Promise<void> => rm(join(place, name), { force: true }).catch(() => {});
  // Removed before the inbox is read: what is put in afterwards rings again.
  if (isRung) await remove(RING);
  const rooms = new Map<string, { readonly pid: number }>();
  for (const name of names.filter((one) => ROOM.test(one))) {
    const claim = liveIn(join(place, name));
    if (claim !== undefined) rooms.set(name, { pid: claim.pid });
    else await remove(name);
  }
  return { isRung, rooms };
}

/** Whose claim a file holds, if that process is alive. */
function liveIn(path: string): Written | undefined {
  let text: string;
  let heartbeat: number;
  try {
    text = readFileSync(path, 'utf8');
    heartbeat = statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
  const found = decodeOrNothing(text, isWritten);
  return found !== undefined && isInForce({ ...found, heartbeat }, Date.now()) ? found : undefined;
}

function isOwn({ pid, machine }: Written): boolean {
  return pid === process.pid && machine === hostname();
}

function newClaim(): Written {
  return { pid: process.pid, machine: hostname(), incarnation: newIncarnation(), claimedAt: Date.now() };
}

function nameOf({ pid, machine }: Written): string {
  return machine === hostname() ? `pid ${pid}` : `pid ${pid} on ${machine}`;
}

function makePlace(place: string): void {
  try {
    makeFolder(place, PRIVATE_FOLDER);
  } catch (cause) {
    throw unwritable(place, cause, 'make');
  }
}

/** Sets the time of the file; one that somebody removed, or that is out of date, is written again. */
function beat(path: string, rewrite: () => void = () => {}, isCurrent = true): void {
  try {
    const now = new Date();
    if (!isCurrent || statSync(path, { throwIfNoEntry: false }) === undefined) rewrite();
    else utimesSync(path, now, now);
  } catch {
    // A full disk must not end the process here; a missed beat does no harm.
  }
}

function removeEmpty(place: string): void {
  try {
    rmdirSync(place);
  } catch {
    // A process is about to ring; the next server removes what it left.
  }
}
