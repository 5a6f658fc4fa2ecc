// How an engine reads what it keeps of deletions, exports and backups as JSON.
import { decodeJson, type Is, isCounts, isShape, isString, isStrings } from '../core/decode.ts';
import { type ExportFormat, exportFormats } from '../core/export-formats.ts';
import type { Receipt } from './port.ts';
import type { BackupRecord, ExportRecord } from './port-copies.ts';

const nothingRemoved: Receipt['removed'] = { urls: 0, pages: 0, chunks: 0, versions: 0, links: 0, robots: 0 };

/** What a deletion removed. Counts that are missing are 0: a missing number must not lose the receipt. Throws DamagedValue. */
export function decodeRemoved(json: unknown): Receipt['removed'] {
  const counts = decodeJson(json, 'a receipt', isCounts);
  return { ...nothingRemoved, ...counts };
}

const isFormat: Is<ExportFormat> = (value): value is ExportFormat => exportFormats.some((format) => format === value);
/** A time or a count. */
const isWhole: Is<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const isExportRecord: Is<ExportRecord> = isShape<ExportRecord>({
  ...{ out: isString, format: isFormat, at: isWhole, providers: isStrings, pages: isWhole },
});

export const isBackupRecord: Is<BackupRecord> = isShape<BackupRecord>({ file: isString, at: isWhole });
