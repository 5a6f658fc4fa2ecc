// The server's side of the door: its announcement, and what it finds there.
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DocentError } from '../../../core/errors.ts';
import { replaceFile, withFileLock } from '../../../core/file-lock.ts';
import { PRIVATE_FILE } from '../../../core/make-folder.ts';
import { endClaimOf } from '../../../core/process-claim.ts';
import type { Announcement, DoorLook, WantedRoom } from '../../port-neighbours.ts';
import { changesIn } from './changes.ts';
import {
  beat,
  type DoorClaim,
  doorOf,
  HEARTBEAT_MS,
  liveIn,
  makeDoor,
  newDoorClaim,
  RING,
  ROOM,
  removeEmptyDoor,
  serverFile,
} from './door.ts';

/** Announces this process as the server of a folder, which is made where it is missing. Rejects as `Neighbours.announce`. */
export async function announceIn(folder: string): Promise<Announcement> {
  const path = serverFile(folder);
  makeDoor(folder);
  const mine = newDoorClaim();
  const write = (leftTo?: string): void => {
    makeDoor(folder);
    replaceFile(path, JSON.stringify({ ...mine, leftTo } satisfies DoorClaim), PRIVATE_FILE);
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
    looks: (signal) => looksAt(doorOf(folder), signal),
    async leaveTo(task) {
      leftTo = task;
      isWritten = false;
      if (!isClosed) beat(path, tryWrite, false);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      // Another process may have taken this one for dead.
      if (liveIn(path)?.incarnation === mine.incarnation) rmSync(path, { force: true });
      endClaimOf(mine.incarnation);
      removeEmptyDoor(folder);
    },
  };
}

async function* looksAt(door: string, signal: AbortSignal): AsyncGenerator<DoorLook, void> {
  for await (const _ of changesIn([door], signal)) yield await lookAt(door);
}

async function lookAt(door: string): Promise<DoorLook> {
  const names = await readdir(door).catch((): string[] => []);
  const isRung = names.includes(RING);
  const remove = (name: string): Promise<void> => rm(join(door, name), { force: true }).catch(() => {});
  // Removed before the inbox is read: what is put in afterwards rings again.
  if (isRung) await remove(RING);
  const rooms: WantedRoom[] = [];
  for (const task of names.filter((one) => ROOM.test(one))) {
    const claim = liveIn(join(door, task));
    if (claim !== undefined) rooms.push({ task, pid: claim.pid });
    else await remove(task);
  }
  return { isRung, rooms };
}

function nameOf({ pid, machine }: DoorClaim): string {
  return machine === hostname() ? `pid ${pid}` : `pid ${pid} on ${machine}`;
}
