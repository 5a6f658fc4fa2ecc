// C4: a task that needs the store to itself, beside a server of another process, as that one's files show it.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { DocentError } from '../../core/errors.ts';
import { processSpace, processStart } from '../../core/process-start.ts';
import { openStore } from '../../store/open-store.ts';
import type { Neighbours } from '../../store/port-neighbours.ts';
import { withRoom } from './with-room.ts';

let folder: string;
let neighbours: Neighbours;
const door = (): string => join(folder, 'doorbell');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-room-'));
  ({ neighbours } = openStore({ kind: 'sqlite', folder }));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Announces the process that started this one as the server. */
function announce(leftTo?: string): void {
  mkdirSync(door(), { recursive: true });
  const incarnation = `${randomUUID()} ${processSpace()} ${processStart(process.ppid)}`;
  const claim = { pid: process.ppid, machine: hostname(), incarnation, claimedAt: Date.now(), leftTo };
  writeFileSync(join(door(), 'server'), JSON.stringify(claim));
}

/** The name of the request for the folder, as soon as there is one. */
function requested(): Promise<string> {
  return until(() => readdirSync(door()).find((name) => /^room-.{36}$/.test(name)));
}

const busy = (): DocentError => new DocentError('DOC_STORE_BUSY', 'in use by pid 1');

it('C4: is run once where the store is free, and fails as it does where no server has it', async () => {
  const task = vi.fn(async () => 1);
  expect(await withRoom(neighbours, task)).toBe(1);
  expect(task).toHaveBeenCalledOnce();
  const error = busy();
  await expect(withRoom(neighbours, () => Promise.reject(error))).rejects.toBe(error);
  announce();
  const other = new Error('no space');
  await expect(withRoom(neighbours, () => Promise.reject(other))).rejects.toBe(other);
  expect(readdirSync(door())).toEqual(['server']);
});

it('C4: waits until the server has left the store to it, and lets it come back', async () => {
  announce();
  let isFree = false;
  const done = withRoom(neighbours, async () => {
    if (!isFree) throw busy();
    return readdirSync(door()).toSorted();
  });
  const room = await requested();
  // Another task comes first.
  announce('own');
  isFree = true;
  announce(room);
  expect(await done).toEqual([room, 'server']);
  expect(readdirSync(door())).toEqual(['server']);
});

it('C4: is tried again when the server ends meanwhile', async () => {
  announce();
  let tries = 0;
  const done = withRoom(neighbours, async () => {
    if (++tries === 1) throw busy();
    return tries;
  });
  await requested();
  rmSync(join(door(), 'server'));
  expect(await done).toBe(2);
  expect(existsSync(door())).toBe(false);
});
