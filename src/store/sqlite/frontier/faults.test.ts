// What a data folder survives: other owners, damage, newer versions, full disks.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DocentError } from '../../../core/errors.ts';
import {
  countedStates,
  found,
  lane,
  leaseOne,
  offerPages,
  page,
  settlement,
  T,
} from '../../../frontier/port-words.contract.ts';
import { inFolder, NO_PROCESS, testFolders } from '../folders.contract.ts';
import { FILE } from '../open.ts';
import { openLedgerReader } from '../pages/reader.ts';
import { openLedger } from './ledger.ts';

const folders = testFolders();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Another process that opens the folder, leases one of five URLs and reports it. */
async function crawlElsewhere(folder: string): Promise<ChildProcess> {
  const code = `
    import { openLedger } from ${JSON.stringify(new URL('./ledger.ts', import.meta.url).href)};
    const ledger = openLedger(${JSON.stringify(folder)}, () => ${T});
    const limits = ${JSON.stringify(lane())};
    await ledger.begin(limits, { fresh: false, now: ${T} });
    await ledger.offer(${JSON.stringify(['a/1', 'a/2', 'a/3', 'a/4', 'a/5'].map((name) => found(name)))}, ${T});
    const [lease] = await ledger.lease(1, ${T});
    await ledger.settle(lease, ${JSON.stringify(settlement(page('1')))});
    await ledger.lease(2, ${T});
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

function codeOf(task: () => unknown): unknown {
  try {
    task();
    return undefined;
  } catch (error) {
    return error instanceof DocentError ? error.code : error;
  }
}

describe('the owner of a folder', () => {
  it('FAULTS 60, 55: a second crawler hears who has it; when that one is killed, it goes on at once', async () => {
    const folder = folders.newFolder();
    const child = await crawlElsewhere(folder);
    expect(() => openLedger(folder, () => T)).toThrow(`in use by pid ${child.pid}`);
    expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE_BUSY');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const ledger = folders.open(folder, T);
    expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({
      how: 'resumed',
      generation: 1,
      waiting: 4,
    });
    expect(await countedStates(ledger)).toEqual({ indexed: 1, waiting: 4 });
    expect((await ledger.lease(9, T)).map(({ token }) => token)).toEqual([4, 5, 6, 7]);
  });

  it('FAULTS 60: a second ledger in the same process is refused too, and does the first no harm', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    expect(() => openLedger(folder, () => T)).toThrow(`in use by pid ${process.pid}`);
    await ledger.begin(lane(), { fresh: false, now: T });
  });

  it.each([
    ['a dead process', { pid: NO_PROCESS }, true],
    ['a process that has been silent for a minute', { pid: process.ppid, heartbeat: Date.now() - 61_000 }, true],
    ['a living process', { pid: process.ppid }, false],
    ['an earlier process with our number, as in a restarted container', { started_at: 1 }, true],
    ['a process of another machine, whose number means nothing here', { pid: NO_PROCESS, machine: 'elsewhere' }, false],
    ['a machine that has been silent for a minute', { machine: 'elsewhere', heartbeat: Date.now() - 61_000 }, true],
    ['a heartbeat from the future', { pid: process.ppid, heartbeat: Date.now() + 86_400_000 }, true],
  ])('FAULTS 60: takes a folder over from %s, or not', async (_, facts, taken) => {
    const folder = folders.newFolder();
    await folders.open(folder, T).close();
    const now = Date.now();
    const owner = {
      one: 1,
      pid: process.pid,
      machine: hostname(),
      incarnation: 'x',
      started_at: now,
      heartbeat: now,
      ...facts,
    };
    const names = Object.keys(owner);
    inFolder(folder, (db) =>
      db.prepare(`INSERT INTO owner (${names}) VALUES (${names.map(() => '?')})`).run(...Object.values(owner)),
    );
    expect(codeOf(() => folders.open(folder, T))).toBe(taken ? undefined : 'DOC_STORE_BUSY');
  });

  it.skipIf(process.platform === 'win32')(
    'C4, FAULTS 60: a living or stopped process keeps its folder, however the clock is set; a dead one does not',
    async () => {
      const folder = folders.newFolder();
      const code = `
      import { openLedger } from ${JSON.stringify(new URL('./ledger.ts', import.meta.url).href)};
      openLedger(${JSON.stringify(folder)}, () => ${T}); console.log('owner'); setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
      child.kill('SIGSTOP');
      for (const step of [-86_400_000, -61_000, 61_000, 86_400_000]) {
        inFolder(folder, (db) => db.prepare('UPDATE owner SET heartbeat = ?').run(Date.now() + step));
        expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE_BUSY');
      }
      // The number of another process that lives, which was started at another time.
      inFolder(folder, (db) => db.prepare('UPDATE owner SET heartbeat = ?, pid = ?').run(Date.now(), process.ppid));
      await folders.open(folder, T).close();
      child.kill('SIGKILL');
    },
  );

  it('C4: a row that this process could not remove keeps it out for a minute at most', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    const row = inFolder(folder, (db) => db.prepare('SELECT * FROM owner').get()) as Record<string, string | number>;
    await ledger.close();
    const names = Object.keys(row);
    inFolder(folder, (db) =>
      db.prepare(`INSERT INTO owner (${names}) VALUES (${names.map(() => '?')})`).run(...Object.values(row)),
    );
    expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE_BUSY');
    inFolder(folder, (db) => db.prepare('UPDATE owner SET heartbeat = ?').run(Date.now() - 61_000));
    await folders.open(folder, T).close();
  });

  it('FAULTS 62: an owner that was taken over while it slept can write nothing', async () => {
    const folder = folders.newFolder();
    const sleeper = folders.open(folder, T);
    await sleeper.begin(lane(), { fresh: false, now: T });
    await offerPages(sleeper, 'a/1', 'a/2');
    const lease = await leaseOne(sleeper);
    inFolder(folder, (db) => db.prepare('UPDATE owner SET heartbeat = 0, pid = ?').run(NO_PROCESS));
    const next = folders.open(folder, T);
    await next.begin(lane(), { fresh: false, now: T });
    const busy = { code: 'DOC_STORE_BUSY', message: expect.stringContaining('taken over') };
    await expect(sleeper.settle(lease, settlement(page('1')))).rejects.toMatchObject(busy);
    await expect(sleeper.release(lease)).rejects.toMatchObject(busy);
    await expect(sleeper.lease(1, T)).rejects.toMatchObject(busy);
    await expect(sleeper.offer([found('a/9')], T)).rejects.toMatchObject(busy);
    await expect(sleeper.begin(lane(), { fresh: true, now: T })).rejects.toMatchObject(busy);
    await expect(sleeper.holdHost('a.test', T, '')).rejects.toMatchObject(busy);
    await expect(sleeper.noteRequest('a.test', T)).rejects.toMatchObject(busy);
    expect(await countedStates(next)).toEqual({ waiting: 2 });
    await sleeper.close();
    expect(await next.lease(9, T)).toHaveLength(2);
  });

  it('C4: crawlers that start at the same moment on a new folder: one gets it, the others hear so', async () => {
    const folder = folders.newFolder();
    const code = `
      import { openLedger } from ${JSON.stringify(new URL('./ledger.ts', import.meta.url).href)};
      try { openLedger(${JSON.stringify(folder)}, () => ${T}); console.log('owner'); setInterval(() => {}, 1000); }
      catch (error) { console.log(error.code, error.message); }`;
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        children.push(child);
        const [first] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
        return String(first).split(' ', 1)[0]?.trim();
      }),
    );
    expect(outcomes.toSorted()).toEqual(['DOC_STORE_BUSY', 'DOC_STORE_BUSY', 'DOC_STORE_BUSY', 'owner']);
  });
});

describe('a folder that cannot be used', () => {
  const filled = async (pages: number): Promise<string> => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    for (let i = 0; i < pages; i++) await offerPages(ledger, ...Array.from({ length: 20 }, (_, k) => `a/${i}/${k}`));
    return folder;
  };

  it('C4: of a newer version is refused and left as it is', async () => {
    const folder = folders.newFolder();
    await folders.open(folder, T).close();
    inFolder(folder, (db) => db.exec('PRAGMA user_version = 99'));
    expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE_VERSION');
    expect(codeOf(() => openLedgerReader(folder))).toBe('DOC_STORE_VERSION');
  });

  it('FAULTS 58: below a file', () => {
    const folder = folders.newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    expect(codeOf(() => openLedger(join(folder, 'file', 'data'), () => T))).toBe('DOC_STORE');
    expect(codeOf(() => openLedger(join(folder, 'file'), () => T))).toBe('DOC_STORE');
    expect(codeOf(() => openLedgerReader(join(folder, 'file', 'data')))).toBeUndefined();
  });

  it('FAULTS 58: whose database is a folder', () => {
    const folder = folders.newFolder();
    mkdirSync(join(folder, FILE), { recursive: true });
    expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE');
  });

  it.each(['no database at all, but text that is long enough to be looked at'.repeat(20), '\0'.repeat(5_000)])(
    'FAULTS 59: with garbage in its file',
    (text) => {
      const folder = folders.newFolder();
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, FILE), text);
      expect(codeOf(() => openLedger(folder, () => T))).toBe('DOC_STORE_DAMAGED');
      expect(readFileSync(join(folder, FILE), 'utf8')).toBe(text);
    },
  );

  it('FAULTS 59: whose database was truncated anywhere throws a clear error', async () => {
    const source = await filled(200);
    inFolder(source, (db) => db.exec(`UPDATE owner SET pid = ${NO_PROCESS}; PRAGMA wal_checkpoint(TRUNCATE)`));
    const { size } = statSync(join(source, FILE));
    expect(size).toBeGreaterThan(500_000);
    for (const bytes of [1, 100, 4_095, 4_096, 8_192, size * 0.1, size * 0.5, size - 4_096, size - 1]) {
      const folder = folders.newFolder();
      mkdirSync(folder);
      cpSync(join(source, FILE), join(folder, FILE));
      truncateSync(join(folder, FILE), Math.floor(bytes));
      expect(codeOf(() => folders.open(folder, T))).toBe('DOC_STORE_DAMAGED');
    }
  });

  it('FAULTS 59: damaged in the middle, it is reported on opening', async () => {
    const source = await filled(200);
    inFolder(source, (db) => db.exec(`UPDATE owner SET pid = ${NO_PROCESS}; PRAGMA wal_checkpoint(TRUNCATE)`));
    const { size } = statSync(join(source, FILE));
    for (const part of [0.1, 0.3, 0.6, 0.9]) {
      const folder = folders.newFolder();
      mkdirSync(folder);
      const bytes = readFileSync(join(source, FILE));
      bytes.fill(0x5a, Math.floor(size * part), Math.floor(size * part) + 60_000);
      writeFileSync(join(folder, FILE), bytes);
      expect(codeOf(() => folders.open(folder, T))).toBe('DOC_STORE_DAMAGED');
    }
  });

  it('FAULTS 59: whose log was truncated anywhere opens at a consistent prefix', async () => {
    const source = await filled(60);
    const wal = `${FILE}-wal`;
    const { size } = statSync(join(source, wal));
    const waiting: number[] = [];
    for (const part of [1, 0.99, 0.9, 0.7, 0.5, 0.3]) {
      const folder = folders.newFolder();
      mkdirSync(folder);
      for (const name of [FILE, wal]) cpSync(join(source, name), join(folder, name));
      truncateSync(join(folder, wal), Math.floor(size * part));
      inFolder(folder, (db) => db.prepare('UPDATE owner SET pid = ?').run(NO_PROCESS));
      const ledger = folders.open(folder, T);
      await ledger.begin(lane(), { fresh: false, now: T });
      const { waiting: n } = await ledger.counts('docs');
      const leased = new Set<number>();
      for (let more = await ledger.lease(99, T); more.length > 0; more = await ledger.lease(99, T))
        for (const lease of more) {
          leased.add(lease.id);
          await ledger.settle(lease, settlement({ kind: 'ended', state: 'skipped', by: 'content:type', detail: '' }));
        }
      expect(leased.size).toBe(n);
      expect(n % 20).toBe(0);
      waiting.push(n);
    }
    expect(waiting[0]).toBe(1_200);
    expect(waiting).toEqual(waiting.toSorted((a, b) => b - a));
    expect(waiting.at(-1)).toBeLessThan(1_200);
  });
});

describe('a full disk', () => {
  it('FAULTS 57: is reported, stays readable, and goes on once there is room', async ({ skip, onTestFinished }) => {
    // In the test, so that listing or filtering tests mounts nothing.
    const disk = folders.newFolder();
    if (!mountSmall(disk)) skip('no tmpfs can be mounted here');
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', disk]);
    });
    const folder = join(disk, 'data');
    const filler = join(disk, 'filler');
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, 'a/1', 'a/2');
    const lease = await leaseOne(ledger);
    // All of the disk: what is left does not hold one page.
    for (const block of [65_536, 4_096, 1]) fill(filler, block);
    let offered = 0;
    const full = async (): Promise<void> => {
      for (; offered < 10_000; offered += 10)
        await offerPages(ledger, ...Array.from({ length: 10 }, (_, i) => `a/more/${offered + i}`));
    };
    const before = await full().catch((error: unknown) => error);
    expect(before).toMatchObject({ code: 'DOC_STORE_FULL' });
    const settling = settlement(page('1', { links: Array.from({ length: 500 }, (_, i) => found(`a/link/${i}`)) }));
    await expect(ledger.settle(lease, settling)).rejects.toMatchObject({ code: 'DOC_STORE_FULL' });
    expect(await countedStates(ledger)).toEqual({ waiting: 2 + offered });
    const reader = openLedgerReader(folder);
    expect(await reader.counts('docs')).toMatchObject({ waiting: 2 + offered });
    await reader.close();
    rmSync(filler);
    expect(await ledger.settle(lease, settling)).toMatchObject({ state: 'indexed', added: 500 });
    expect(await countedStates(ledger)).toEqual({ waiting: 1 + offered + 500, indexed: 1 });
    await ledger.close();
  });
});

function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(path: string, block: number): void {
  for (;;) {
    try {
      writeFileSync(path, Buffer.alloc(block), { flag: 'a' });
    } catch {
      return;
    }
  }
}
