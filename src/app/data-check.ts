// What `docent doctor` finds in a data folder.
import { DocentError } from '../core/errors.ts';
import { holdsData } from '../store/sqlite/backup-restore.ts';
import { unsettledData } from '../store/sqlite/backup-swap.ts';
import { damaged, problemIn } from '../store/sqlite/check.ts';
import { storeError } from '../store/sqlite/open.ts';

export interface DataCheck {
  /** What is wrong and what to do about it; undefined for data that is as it should be. */
  readonly problem?: string | undefined;
  /** Where data lies that a restore replaced, which was killed before it could put it beside the folder. */
  readonly unsettled?: string | undefined;
}

/** Looks through the data of a folder; undefined where there is none. */
export function checkData(folder: string, isDeep: boolean): DataCheck | undefined {
  if (!holdsData(folder)) return undefined;
  return { problem: problemOf(folder, isDeep), unsettled: unsettledData(folder) };
}

function problemOf(folder: string, isDeep: boolean): string | undefined {
  let error: unknown;
  try {
    const problem = problemIn(folder, isDeep ? 'deep' : 'quick');
    if (problem === undefined) return undefined;
    error = damaged(folder, problem);
  } catch (cause) {
    error = storeError(folder, cause);
  }
  return error instanceof DocentError ? `${error.message}. ${error.hint}` : String(error);
}
