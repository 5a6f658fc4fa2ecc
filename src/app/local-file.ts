// What is said about a file of the operator's that cannot be read.
import { DocentError } from '../core/errors.ts';

/** DOC_FILE with the path and the reason. */
export function unreadableFile(path: string, cause: unknown): DocentError {
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = isMissing ? 'it does not exist' : (cause as Error).message;
  return new DocentError('DOC_FILE', `cannot read ${path}: ${reason}`, { cause });
}
