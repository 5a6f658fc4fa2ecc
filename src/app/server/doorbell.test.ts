// C4: how processes and the server of a folder find each other: an announcement that ends with its process, a bell, and room for a task.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { DocentError } from '../../core/errors.ts';
import { processSpace, processStart } from '../../core/process-start.ts';
import { DOORBELL, hangDoorbell, ringServer, serverBeside, withRoom } from './doorbell.ts';

let folder: string;
const place = (): string => join(folder, DOORBELL);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-doorbell-'));
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

/** The name of the request for the folder, as soon as there is one. */
function requested(): Promise<string> {
  return until(() => readdirSync(place()).find((name) => /^room-.{36}$/.test(name)));
}

const busy = (): DocentError => new DocentError('DOC_STORE_BUSY', 'in use by pid 1');

describe('the server of a folder', () => {
  it('is none where none is announced, and none is made by looking', () => {
    expect(serverBeside(folder)).toBeUndefined();
    expect(ringServer(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is seen by other processes, with the task it has left the folder to', () => {
    write('server');
    expect(serverBeside(folder)).toEqual({ pid: process.ppid, machine: hostname(), isAway: false });
    write('server', { leftTo: 'room-1' });
    expect(serverBeside(folder)).toMatchObject({ isAway: true });
  });

  it('is none when its process has ended, also where another one has its number now', () => {
    write('server', { start: '1' });
    expect(serverBeside(folder)).toBeUndefined();
    write('server', { pid: 2 ** 22 + 1, start: '1' });
    expect(serverBeside(folder)).toBeUndefined();
  });

  it('on another machine is one for as long as it is heard', () => {
    write('server', { machine: 'elsewhere' });
    expect(serverBeside(folder)).toMatchObject({ machine: 'elsewhere' });
    const before = new Date(Date.now() - 120_000);
    utimesSync(join(place(), 'server'), before, before);
    expect(serverBeside(folder)).toBeUndefined();
  });

  it('is none where the announcement cannot be read', () => {
    mkdirSync(place());
    for (const text of ['', '{"pid":1', '[]', '{"pid":"1"}']) {
      writeFileSync(join(place(), 'server'), text);
      expect(serverBeside(folder)).toBeUndefined();
    }
  });

  it('is one at a time; what a dead one has left does not count', async () => {
    write('server');
    await expect(hangDoorbell(folder)).rejects.toThrow(
      expect.objectContaining({
        code: 'DOC_STORE_BUSY',
        message: `${folder} is served already, by pid ${process.ppid}`,
      }),
    );
    write('server', { start: '1' });
    const bell = await hangDoorbell(folder);
    await expect(hangDoorbell(folder)).rejects.toThrow(`by pid ${process.pid}`);
    // Its own process never passes anything to itself.
    expect(serverBeside(folder)).toBeUndefined();
    bell.close();
    bell.close();
    expect(existsSync(place())).toBe(false);
    (await hangDoorbell(folder)).close();
  });

  it('stays announced when somebody removes its file, and leaves that of a successor alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const bell = await hangDoorbell(folder);
    bell.leaveTo('room-1');
    rmSync(place(), { recursive: true });
    vi.advanceTimersByTime(5_000);
    expect(JSON.parse(readFileSync(join(place(), 'server'), 'utf8'))).toMatchObject({ leftTo: 'room-1' });
    write('server');
    bell.close();
    expect(serverBeside(folder)).toMatchObject({ pid: process.ppid });
  });

  it('hears a ring once, and knows who needs the folder', async () => {
    const bell = await hangDoorbell(folder);
    expect(await bell.look()).toEqual({ isRung: false, rooms: new Map() });
    expect([ringServer(folder), ringServer(folder)]).toEqual([true, false]);
    const [alive, dead] = [`room-${randomUUID()}`, `room-${randomUUID()}`];
    write(alive);
    write(dead, { start: '1' });
    // A draft of such a request.
    write(`${alive}.1.12345678.tmp`);
    expect(await bell.look()).toEqual({ isRung: true, rooms: new Map([[alive, { pid: process.ppid }]]) });
    expect(await bell.look()).toMatchObject({ isRung: false });
    expect(readdirSync(place()).toSorted()).toEqual([alive, `${alive}.1.12345678.tmp`, 'server'].toSorted());
    bell.close();
  });
});

describe('a task that needs the folder to itself', () => {
  it('is run once where the folder is free, and fails as it does where no server has it', async () => {
    const task = vi.fn(async () => 1);
    expect(await withRoom(folder, task)).toBe(1);
    expect(task).toHaveBeenCalledOnce();
    const error = busy();
    await expect(withRoom(folder, () => Promise.reject(error))).rejects.toBe(error);
    write('server');
    const other = new Error('no space');
    await expect(withRoom(folder, () => Promise.reject(other))).rejects.toBe(other);
    expect(readdirSync(place())).toEqual(['server']);
  });

  it('waits until the server has left the folder to it, and lets it come back', async () => {
    write('server');
    let isFree = false;
    const done = withRoom(folder, async () => {
      if (!isFree) throw busy();
      return readdirSync(place()).toSorted();
    });
    const room = await requested();
    // Another task comes first.
    write('server', { leftTo: 'own' });
    isFree = true;
    write('server', { leftTo: room });
    expect(await done).toEqual([room, 'server']);
    expect(readdirSync(place())).toEqual(['server']);
  });

  it('is tried again when the server ends meanwhile', async () => {
    write('server');
    let tries = 0;
    const done = withRoom(folder, async () => {
      if (++tries === 1) throw busy();
      return tries;
    });
    await requested();
    rmSync(join(place(), 'server'));
    expect(await done).toBe(2);
    expect(existsSync(place())).toBe(false);
  });
});
