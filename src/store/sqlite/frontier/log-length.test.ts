// The write-ahead log while others read.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { FILE } from '../open.ts';
import { keepLogShort } from './log-length.ts';

it('C4: a log that a reader has kept from starting anew is cut off when the reader has finished', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-log-'));
  const path = join(folder, FILE);
  const size = (): number => statSync(`${path}-wal`).size;
  const writer = new DatabaseSync(path);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x BLOB)');
  const reader = new DatabaseSync(path, { readOnly: true });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const leave = keepLogShort(writer, folder, { longBytes: 1_000_000, lookMs: 1_000 });
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM t').get();
    for (let nth = 0; nth < 40; nth++) writer.exec('INSERT INTO t VALUES (zeroblob(200000))');
    vi.advanceTimersByTime(1_000);
    expect(size()).toBeGreaterThan(4_000_000);
    expect(reader.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(0);
    reader.exec('COMMIT');
    vi.advanceTimersByTime(1_000);
    expect(size()).toBeLessThan(1_000_000);
    expect(reader.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(40);
    expect(writer.prepare('PRAGMA busy_timeout').get()?.timeout).toBe(5_000);
  } finally {
    leave();
    vi.useRealTimers();
    reader.close();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
