// The error for a file or folder that cannot be written: a full disk is no mistake of whoever named it.
import { DocentError } from './errors.ts';

/** No space is left, or none of the user's share. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether the file system reports that there is no space. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has((error as { readonly code?: unknown } | undefined)?.code);
}

/** DOC_STORE_FULL where there is no space, else DOC_FILE; `what` finishes "cannot". */
export function unwritable(path: string, cause: unknown, what = 'write'): DocentError {
  return isDiskFull(cause)
    ? new DocentError('DOC_STORE_FULL', `no space is left for ${path}`, { cause })
    : new DocentError('DOC_FILE', `cannot ${what} ${path}: ${(cause as Error).message}`, { cause });
}
