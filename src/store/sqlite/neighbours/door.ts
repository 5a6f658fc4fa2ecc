// The files by which processes on a folder find each other, beside its data: a claim of the server, one of each that needs room, a ring.
import { readFileSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { decodeOrNothing, isNumber, isOptional, isShape, isString } from '../../../core/decode.ts';
import { makeFolder, PRIVATE_FOLDER } from '../../../core/make-folder.ts';
import { isInForce, newIncarnation, type ProcessClaim } from '../../../core/process-claim.ts';
import { unwritable } from '../../../core/unwritable.ts';

/** The folder of these files, inside a data folder. Processes of other versions read and write them too: no name here changes. */
export const DOORBELL = 'doorbell';
/** Who serves the folder; the time of the file is the server's heartbeat. */
const SERVER = 'server';
/** Somebody has put something into the inbox. */
export const RING = 'ring';
/** A process needs the folder to itself; a draft of such a file has a longer name. */
export const ROOM = /^room-[0-9a-f-]{36}$/;
export const HEARTBEAT_MS = 5_000;

/** What such a file says. */
export interface DoorClaim extends Omit<ProcessClaim, 'heartbeat'> {
  /** Of a server: the name of the task it has left the folder to. */
  readonly leftTo?: string | undefined;
}

const isDoorClaim = isShape<DoorClaim>({
  pid: isNumber,
  machine: isString,
  incarnation: isString,
  claimedAt: isNumber,
  leftTo: isOptional(isString),
});

/** Where these files of a data folder are. */
export function doorOf(folder: string): string {
  return join(folder, DOORBELL);
}

/** The announcement of a folder's server. */
export function serverFile(folder: string): string {
  return join(doorOf(folder), SERVER);
}

/** A claim of this process, which is known as its own until `endClaimOf`. */
export function newDoorClaim(): DoorClaim {
  return { pid: process.pid, machine: hostname(), incarnation: newIncarnation(), claimedAt: Date.now() };
}

/** Whose claim a file holds, if that process is alive. */
export function liveIn(path: string): DoorClaim | undefined {
  let text: string;
  let heartbeat: number;
  try {
    text = readFileSync(path, 'utf8');
    heartbeat = statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
  const found = decodeOrNothing(text, isDoorClaim);
  return found !== undefined && isInForce({ ...found, heartbeat }, Date.now()) ? found : undefined;
}

/** Whether a claim is of this process, in whatever thread. */
export function isOwn({ pid, machine }: DoorClaim): boolean {
  return pid === process.pid && machine === hostname();
}

/** Makes the folder of these files where it is missing. Throws DOC_FILE, and DOC_STORE_FULL where there is no space. */
export function makeDoor(folder: string): void {
  const door = doorOf(folder);
  try {
    makeFolder(door, PRIVATE_FOLDER);
  } catch (cause) {
    throw unwritable(door, cause, 'make');
  }
}

/** Removes the folder of these files once nothing is left in it. */
export function removeEmptyDoor(folder: string): void {
  try {
    rmdirSync(doorOf(folder));
  } catch {
    // A process is about to ring; the next server removes what it left.
  }
}

/** Sets the time of a file; one that somebody removed, or that is out of date, is written again. */
export function beat(path: string, rewrite: () => void = () => {}, isCurrent = true): void {
  try {
    const now = new Date();
    if (!isCurrent || statSync(path, { throwIfNoEntry: false }) === undefined) rewrite();
    else utimesSync(path, now, now);
  } catch {
    // A full disk must not end the process here; a missed beat does no harm.
  }
}
