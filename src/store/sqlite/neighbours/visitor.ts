// The other processes' side of the door: who serves the folder, a ring, the folder for oneself, and what changes.
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../../core/file-lock.ts';
import { PRIVATE_FILE } from '../../../core/make-folder.ts';
import { endClaimOf } from '../../../core/process-claim.ts';
import type { GrantedRoom, ServerBeside } from '../../port-neighbours.ts';
import { changesIn } from './changes.ts';
import {
  beat,
  doorOf,
  HEARTBEAT_MS,
  isOwn,
  liveIn,
  makeDoor,
  newDoorClaim,
  RING,
  removeEmptyDoor,
  serverFile,
} from './door.ts';

/** What is in flight lands within seconds; a server that takes longer than this to leave the folder does not leave it. */
const LEAVES_MS = 20_000;

/** As `Neighbours.server`; reads one small file. */
export function serverIn(folder: string): ServerBeside | undefined {
  const found = liveIn(serverFile(folder));
  if (found === undefined || isOwn(found)) return undefined;
  return { pid: found.pid, machine: found.machine, isAway: found.leftTo !== undefined };
}

/** As `Neighbours.ring`. */
export function ringIn(folder: string): boolean {
  try {
    writeFileSync(join(doorOf(folder), RING), '', { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch {
    // It waits there already; or the server has ended, or is out of reach, and the caller does not wait for long.
    return false;
  }
}

/** As `Neighbours.requestRoom`. */
export async function requestRoomIn(folder: string): Promise<GrantedRoom | undefined> {
  if (serverIn(folder) === undefined) return undefined;
  const task = `room-${randomUUID()}`;
  const path = join(doorOf(folder), task);
  const mine = newDoorClaim();
  const timer = setInterval(() => beat(path), HEARTBEAT_MS);
  const leave = async (): Promise<void> => {
    clearInterval(timer);
    rmSync(path, { force: true });
    removeEmptyDoor(folder);
    endClaimOf(mine.incarnation);
  };
  try {
    // A server that ends at this moment takes its folder away.
    makeDoor(folder);
    replaceFile(path, JSON.stringify(mine), PRIVATE_FILE);
    if (await isLeftTo(folder, task)) return { leave };
  } catch (error) {
    await leave();
    throw error;
  }
  await leave();
  return undefined;
}

/** As `Neighbours.changes`. */
export function changesBeside(folder: string, signal: AbortSignal): AsyncGenerator<void, void> {
  return changesIn([folder, doorOf(folder)], signal);
}

/** Waits until the server has left the folder to this task, or has ended; false where it does not leave. */
async function isLeftTo(folder: string, task: string): Promise<boolean> {
  let until = performance.now() + LEAVES_MS;
  for await (const _ of changesIn([doorOf(folder)])) {
    const server = liveIn(serverFile(folder));
    if (server === undefined || server.leftTo === task) return true;
    // Another task comes before this one.
    if (server.leftTo !== undefined) until = performance.now() + LEAVES_MS;
    if (performance.now() > until) break;
  }
  return false;
}
