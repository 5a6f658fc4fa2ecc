// The port of what was made of a store and lies elsewhere, exports and backups: forgetting names them, since they keep the text (C5).
import type { ExportFormat } from '../core/export-formats.ts';

export interface ExportRecord {
  /** The folder or file, as a whole path. */
  readonly out: string;
  readonly format: ExportFormat;
  /** When it was last made. */
  readonly at: number;
  /** The providers of its pages. */
  readonly providers: readonly string[];
  /** The number of pages. */
  readonly pages: number;
}

export interface BackupRecord {
  /** The file, as a whole path. */
  readonly file: string;
  /** When it was last made, or restored from. */
  readonly at: number;
}

/** What was made of a store, whether or not it still lies there. Every act throws DOC_STORE for data that cannot be used. */
export interface Copies {
  /** The exports, the oldest first; each place once. None where nothing was crawled. */
  exports(): Promise<readonly ExportRecord[]>;
  /** The backups, the oldest first; each place once. None where nothing was crawled. */
  backups(): Promise<readonly BackupRecord[]>;
  /** Notes an export in place of an earlier one at the same place. False where the store may only be read. Throws DOC_STORE where nothing was crawled. */
  noteExport(record: ExportRecord): Promise<boolean>;
  /** As `noteExport`. */
  noteBackup(record: BackupRecord): Promise<boolean>;
}
