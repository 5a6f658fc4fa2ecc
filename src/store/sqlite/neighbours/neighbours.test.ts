// C4: the files by which processes on a folder find each other, as other versions of docent read and write them.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processSpace, processStart } from '../../../core/process-start.ts';
import type { Announcement, DoorLook, Neighbours } from '../../port-neighbours.ts';
import { openSqliteStore } from '../store.ts';
import { DOORBELL } from './door.ts';

let folder: string;
let neighbours: Neighbours;
const place = (): string => join(folder, DOORBELL);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-doorbell-'));
  ({ neighbours } = openSqliteStore(folder));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

interface Written {
  readonly pid?: number;
  readonly machine?: string;
  readonly start?: string;
  readonly leftTo?: string;
}

/** Writes what another process would; left out, that is the process that started this one, and lives. */
function write(name: string, { pid = process.ppid, machine = hostname(), start, leftTo }: Written = {}): void {
  mkdirSync(place(), { recursive: true });
  const incarnation = `${randomUUID()} ${processSpace()} ${start ?? processStart(pid)}`;
  writeFileSync(join(place(), name), JSON.stringify({ pid, machine, incarnation, claimedAt: Date.now(), leftTo }));
}

/** What is at the door now. */
async function lookAt(door: Announcement): Promise<DoorLook> {
  for await (const look of door.looks(new AbortController().signal)) return look;
  throw new Error('the door is not looked at');
}

describe('the server of a folder', () => {
  it('C4: is none where none is announced, and none is made by looking', async () => {
    expect(await neighbours.server()).toBeUndefined();
    expect(await neighbours.ring()).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('C4: is announced by a private file that every version of docent reads, and rung by another', async () => {
    const door = await neighbours.announce();
    const file = join(place(), 'server');
    expect([statSync(place()).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...{ pid: process.pid, machine: hostname(), claimedAt: expect.any(Number) },
      incarnation: expect.stringMatching(/^[0-9a-f-]{36}/),
    });
    await neighbours.ring();
    expect(readdirSync(place()).toSorted()).toEqual(['ring', 'server']);
    expect(statSync(join(place(), 'ring')).mode & 0o777).toBe(0o600);
    await door.close();
  });

  it('C4: is seen by other processes, with the task it has left the folder to', async () => {
    write('server');
    expect(await neighbours.server()).toEqual({ pid: process.ppid, machine: hostname(), isAway: false });
    write('server', { leftTo: 'room-1' });
    expect(await neighbours.server()).toMatchObject({ isAway: true });
  });

  it('C4: is none when its process has ended, also where another one has its number now', async () => {
    write('server', { start: '1' });
    expect(await neighbours.server()).toBeUndefined();
    write('server', { pid: 2 ** 22 + 1, start: '1' });
    expect(await neighbours.server()).toBeUndefined();
  });

  it('C4: on another machine is one for as long as it is heard', async () => {
    write('server', { machine: 'elsewhere' });
    expect(await neighbours.server()).toMatchObject({ machine: 'elsewhere' });
    const before = new Date(Date.now() - 120_000);
    utimesSync(join(place(), 'server'), before, before);
    expect(await neighbours.server()).toBeUndefined();
  });

  it('C4: is none where the announcement cannot be read', async () => {
    mkdirSync(place());
    for (const text of ['', '{"pid":1', '[]', '{"pid":"1"}']) {
      writeFileSync(join(place(), 'server'), text);
      expect(await neighbours.server()).toBeUndefined();
    }
  });

  it('C4: is one at a time; what a dead one has left does not count', async () => {
    write('server');
    await expect(neighbours.announce()).rejects.toThrow(
      expect.objectContaining({
        code: 'DOC_STORE_BUSY',
        message: `${folder} is served already, by pid ${process.ppid}`,
      }),
    );
    write('server', { start: '1' });
    const door = await neighbours.announce();
    await expect(neighbours.announce()).rejects.toThrow(`by pid ${process.pid}`);
    // Its own process never passes anything to itself.
    expect(await neighbours.server()).toBeUndefined();
    await door.close();
    await door.close();
    expect(existsSync(place())).toBe(false);
    await (await neighbours.announce()).close();
  });

  it('C4: stays announced when somebody removes its file, and leaves that of a successor alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const door = await neighbours.announce();
    await door.leaveTo('room-1');
    rmSync(place(), { recursive: true });
    vi.advanceTimersByTime(5_000);
    expect(JSON.parse(readFileSync(join(place(), 'server'), 'utf8'))).toMatchObject({ leftTo: 'room-1' });
    write('server');
    await door.close();
    expect(await neighbours.server()).toMatchObject({ pid: process.ppid });
  });

  it('C4: hears a ring once, and knows who needs the folder', async () => {
    const door = await neighbours.announce();
    expect(await lookAt(door)).toEqual({ isRung: false, rooms: [] });
    expect([await neighbours.ring(), await neighbours.ring()]).toEqual([true, false]);
    const [alive, dead] = [`room-${randomUUID()}`, `room-${randomUUID()}`];
    write(alive);
    write(dead, { start: '1' });
    // A draft of such a request.
    write(`${alive}.1.12345678.tmp`);
    expect(await lookAt(door)).toEqual({ isRung: true, rooms: [{ task: alive, pid: process.ppid }] });
    expect(await lookAt(door)).toMatchObject({ isRung: false });
    expect(readdirSync(place()).toSorted()).toEqual([alive, `${alive}.1.12345678.tmp`, 'server'].toSorted());
    await door.close();
  });
});
