// A short list in the data folder that only its owner may read: mode 0600, one writer at a time, read again when it changes.
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.ts';
import { DocentError } from '../../core/errors.ts';
import { replaceFile, withFileLock } from '../../core/file-lock.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { makeFolder, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { unwritable } from '../../core/unwritable.ts';

export interface SecretRecordsOptions<T> {
  readonly path: string;
  readonly isOne: (one: unknown) => one is T;
  /** What it lists, in words that finish "it should list the … of this folder". */
  readonly what: string;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface SecretRecords<T> {
  /**
   * The records; the same array as long as the file is the same. The file is looked at again at most once a second. Throws
   * DOC_STORE for a file that is damaged or cannot be kept private, until it is in order again.
   */
  current(): readonly T[];
  /** The records, from a file that was looked at in the last tenth of a second: for one that is missing. Throws as `current`. */
  latest(): readonly T[];
  /** Writes what `change` makes of the records in the file. Throws what `change` throws, DOC_STORE, and DOC_FILE. */
  change(change: (records: readonly T[]) => readonly T[]): Promise<readonly T[]>;
}

/** For files that no other user may read. */
export const PRIVATE = 0o600;
const OTHERS = 0o077;
const LOOK_MS = 1_000;
const LATEST_MS = 100;

/** The records of a file, which need not be there yet; nothing is read before the first use. */
export function openSecretRecords<T>(options: SecretRecordsOptions<T>): SecretRecords<T> {
  const { path, clock = systemClock, log = silentLog } = options;
  let state: { readonly records: readonly T[]; readonly problem?: unknown } = { records: [] };
  let seen: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function look(): void {
    lookedAt = clock.mono();
    const now = stampOf(path);
    if (now === seen) return;
    try {
      keepPrivate(path, log);
      state = { records: recordsIn(path, options.isOne, options.what) };
      seen = now;
    } catch (problem) {
      // Nothing is valid by a list that cannot be read.
      state = { records: [], problem };
      seen = undefined;
    }
  }

  function recordsWithin(ms: number): readonly T[] {
    if (clock.mono() - lookedAt >= ms) look();
    if (state.problem !== undefined) throw state.problem;
    return state.records;
  }

  return {
    current: () => recordsWithin(LOOK_MS),
    latest: () => recordsWithin(LATEST_MS),
    async change(change) {
      makePlaceFor(path);
      await withFileLock(path, async () => {
        keepPrivate(path, log);
        const records = change(recordsIn(path, options.isOne, options.what));
        replaceFile(path, `${JSON.stringify(records, null, 2)}\n`, PRIVATE);
      });
      look();
      return recordsWithin(LOOK_MS);
    },
  };
}

/** Makes the folder of a file. Throws DOC_FILE. */
export function makePlaceFor(path: string): void {
  try {
    makeFolder(dirname(path), PRIVATE_FOLDER);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Differs when the file may differ: it is always replaced as a whole. */
function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? 'missing' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** Takes the rights of other users away, with a warning. Throws DOC_STORE where that is not possible. */
function keepPrivate(path: string, log: Log): void {
  // Windows has no such rights.
  if (process.getuid === undefined) return;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & OTHERS) === 0) return;
  const mode = (stats.mode & 0o777).toString(8);
  try {
    chmodSync(path, PRIVATE);
  } catch (cause) {
    const reason = `other users may read it (mode ${mode}), and that cannot be changed: ${(cause as Error).message}`;
    throw new DocentError('DOC_STORE', `${path} is not private: ${reason}`, { cause });
  }
  log.warn({ path, mode }, `${basename(path)} could be read by other users of this machine; its mode is 600 now`);
}

/** The records in a file, none where there is none. Throws DOC_STORE when they cannot be read. */
function recordsIn<T>(path: string, isOne: (one: unknown) => one is T, what: string): readonly T[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DocentError('DOC_STORE', `cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  const records = parsed(text, isOne);
  if (records === undefined)
    throw new DocentError('DOC_STORE', `${path} is damaged: it should list the ${what} of this folder`);
  return records;
}

function parsed<T>(text: string, isOne: (one: unknown) => one is T): readonly T[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isOne) ? list : undefined;
  } catch {
    return undefined;
  }
}
