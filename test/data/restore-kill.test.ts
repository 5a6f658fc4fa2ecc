// A restore that is killed at any of its steps: the folder holds the old data or the new, and nothing is lost (C4, C5).

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elsewhere } from '../../src/app/forget/elsewhere.ts';
import { backupData, restoreData } from '../../src/doors/library/backup.ts';
import { openStore } from '../../src/store/open-store.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

/** More steps than a restore has. */
const MOST_STEPS = 60;
const script = join(root, 'test/kill/restore-until.ts');

let folder: string;
let source: string;
let backup: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-restore-kill-'));
  source = join(folder, 'source');
  backup = join(folder, 'backup.sqlite');
  await (await openStore({ kind: 'sqlite', folder: source }).openLedger()).ledger.close();
  await marked(source, 'in-backup.example');
  await backupData({ data: source, file: backup, env: {} });
  await marked(source, 'after-backup.example');
  write(
    source,
    `INSERT INTO receipts (at, what, kind, removed, blocked, digest) VALUES (1, 'gone.example', 'path', '{}', 0, 'x');
     INSERT INTO filed_requests (what, contact, note, asked_at, deadline) VALUES ('ask.example', 'someone', '', 1, 2);
     INSERT INTO exports (out, format, at, providers, pages) VALUES ('/gone/pages.jsonl', 'jsonl', 1, '[]', 1);
     INSERT INTO counters (name, value) VALUES ('mark of the old data', 1)`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function marked(data: string, pattern: string): Promise<void> {
  const side = await openStore({ kind: 'sqlite', folder: data }).openSideWriter();
  await side.blocklist.add({ pattern, reason: 'test', by: 'operator', at: 1 });
  await side.close();
}

function write(data: string, sql: string): void {
  const db = new DatabaseSync(join(data, 'docent.sqlite'));
  db.exec(sql);
  db.close();
}

/** The data that must never be lost, and whether it is the old data. */
function heldIn(data: string): { readonly isOld: boolean; readonly kept: unknown } {
  const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true });
  try {
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const column = (sql: string): unknown[] =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0]);
    return {
      isOld: column(`SELECT 1 FROM counters WHERE name = 'mark of the old data'`).length > 0,
      kept: {
        blocklist: column('SELECT pattern FROM blocklist ORDER BY pattern'),
        receipts: column('SELECT what FROM receipts'),
        requests: column(`SELECT what FROM filed_requests WHERE state = 'open'`),
        exports: column('SELECT out FROM exports'),
        backups: column('SELECT file FROM backups'),
      },
    };
  } finally {
    db.close();
  }
}

const kept = () => ({
  blocklist: ['after-backup.example', 'in-backup.example'],
  receipts: ['gone.example'],
  requests: ['ask.example'],
  exports: ['/gone/pages.jsonl'],
  backups: [backup],
});

describe('a restore that is killed', () => {
  it('C4, C5: at any step loses nothing of the blocklist, the receipts and the open requests', scaled, async () => {
    const ends = new Set<boolean>();
    const stride = inAll(3, 1);
    let next = 1;
    let isDone = false;
    const one = async (): Promise<void> => {
      while (!isDone && next <= MOST_STEPS) {
        const step = next;
        next += stride;
        const place = join(folder, `step-${step}`);
        const data = join(place, 'data');
        cpSync(source, data, { recursive: true });
        const { code, stderr } = await run(pinnedNode, [script, backup, data, String(step)], { cwd: folder });
        expect({ step, stderr }).toEqual({ step, stderr: '' });
        if (code === 0) isDone = true;
        const killed = heldIn(data);
        expect({ step, kept: killed.kept }).toEqual({ step, kept: kept() });
        ends.add(killed.isOld);
        // Text that is forgotten now may also lie in the data that was replaced.
        const store = openStore({ kind: 'sqlite', folder: data });
        const [forgetting, copies] = [await store.openForgetting(), await store.openCopies()];
        if (!killed.isOld) expect(oldDataIn((await elsewhere(copies, [], forgetting)).copiesOfData)).toHaveLength(1);

        const again = await restoreData({ file: backup, data, force: true, env: {} });
        expect({ step, ...heldIn(data) }).toEqual({ step, isOld: false, kept: kept() });
        const asides = readdirSync(place)
          .filter((name) => name !== 'data')
          .map((name) => join(place, name));
        expect(asides).toEqual(
          expect.arrayContaining([again.before, again.settled].filter((path) => path !== undefined)),
        );
        expect({ step, old: oldDataIn(asides).length }).toEqual({ step, old: 1 });
        expect(readdirSync(data).filter((name) => !name.startsWith('docent.'))).toEqual([]);
        rmSync(place, { recursive: true });
      }
    };
    await Promise.all([one(), one()]);
    expect(isDone).toBe(true);
    expect(ends).toEqual(new Set([true, false]));
  });
});

function oldDataIn(places: readonly string[]): readonly string[] {
  return places.filter((place) => place !== backup && heldIn(place).isOld);
}
