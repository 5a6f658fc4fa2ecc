// C5: the tables of exports and backups.
import type { DatabaseSync } from 'node:sqlite';
import { decodeTexts } from '../../../core/decode.ts';
import type { BackupRecord, ExportRecord } from '../../../forget/port-copies.ts';
import type { Row } from '../frontier/statements.ts';

export interface CopyLists {
  readonly exports: readonly ExportRecord[];
  readonly backups: readonly BackupRecord[];
}

const texts = {
  export: `INSERT INTO exports (out, format, at, providers, pages) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET format = excluded.format, at = excluded.at, providers = excluded.providers, pages = excluded.pages`,
  backup: 'INSERT INTO backups (file, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
} as const;

/** Puts them into the tables, each in place of an earlier one at the same place. */
export function putCopies(db: DatabaseSync, { exports, backups }: CopyLists): void {
  const addExport = db.prepare(texts.export);
  for (const { out, format, at, providers, pages } of exports)
    addExport.run(out, format, at, JSON.stringify(providers), pages);
  const addBackup = db.prepare(texts.backup);
  for (const { file, at } of backups) addBackup.run(file, at);
}

/** Adds other lists to the tables; of two records of one place the later one stays, so that adding them again changes nothing. */
export function mergeCopies(db: DatabaseSync, others: CopyLists): void {
  putCopies(db, mergedCopies(others, copiesIn(db)));
}

/** The lists with these at their end, each in place of an earlier one at the same place. */
export function notedCopies(lists: CopyLists, more: CopyLists): CopyLists {
  const [outs, files] = [new Set(more.exports.map(({ out }) => out)), new Set(more.backups.map(({ file }) => file))];
  return {
    exports: [...lists.exports.filter(({ out }) => !outs.has(out)), ...more.exports],
    backups: [...lists.backups.filter(({ file }) => !files.has(file)), ...more.backups],
  };
}

/** Both as one, the oldest records first; of two records of one place the later one. */
export function mergedCopies(some: CopyLists, others: CopyLists): CopyLists {
  return {
    exports: latestOf([...some.exports, ...others.exports], ({ out }) => out),
    backups: latestOf([...some.backups, ...others.backups], ({ file }) => file),
  };
}

function latestOf<T extends { readonly at: number }>(records: readonly T[], placeOf: (one: T) => string): readonly T[] {
  const ordered = records.toSorted((one, other) => one.at - other.at);
  const latest = new Map(ordered.map((one) => [placeOf(one), one]));
  return ordered.filter((one) => latest.get(placeOf(one)) === one);
}

/** The tables; none in a folder of before it had them. Throws DamagedValue. */
export function copiesIn(db: DatabaseSync): CopyLists {
  if (!hasCopies(db)) return { exports: [], backups: [] };
  return {
    exports: db.prepare('SELECT * FROM exports').all().map(exportOf),
    backups: db.prepare('SELECT * FROM backups').all().map(backupOf),
  };
}

/** Whether the folder has the tables; one that no newer docent has written into has not. */
export function hasCopies(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'backups'`).get() !== undefined;
}

/** A row of the exports. Throws DamagedValue. */
export function exportOf(row: Row): ExportRecord {
  return {
    ...{ out: String(row.out), format: row.format as ExportRecord['format'], at: Number(row.at) },
    ...{ providers: decodeTexts(row.providers, 'the providers of an export'), pages: Number(row.pages) },
  };
}

export function backupOf(row: Row): BackupRecord {
  return { file: String(row.file), at: Number(row.at) };
}
