// Distinguishes a fault of this machine (no open file, memory or thread left) from a fault of the other side.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { DocentError } from './errors.ts';

const codes: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOBUFS',
  'ENOSPC',
  'EAI_MEMORY',
  'ERR_WORKER_INIT_FAILED',
]);

/** Whether an error, or what caused it, is this machine's. Never throws. */
export function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DocentError && error.code === 'DOC_MACHINE') return true;
  const code = 'code' in error ? error.code : undefined;
  if (codes.has(code)) return true;
  // The module loader wraps the system's error in an error of its own, without a cause.
  if (typeof code === 'string' && code.startsWith('ERR_') && /too many open files/i.test(error.message)) return true;
  return error instanceof AggregateError ? error.errors.some(isMachineFault) : isMachineFault(error.cause);
}

/** The error for people; `what` names the action that failed. */
export function machineFault(what: string, cause: unknown): DocentError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new DocentError('DOC_MACHINE', `${what}: ${message}`, { cause });
}

/** As many as a database opens for itself: its file, its log, the index of the log, a folder. */
const TRIED_FILES = 4;

/** Whether no more files can be opened now: for errors that do not name the cause. */
export function isOutOfFiles(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < TRIED_FILES) opened.push(openSync(devNull, 'r'));
    return false;
  } catch (error) {
    return isMachineFault(error);
  } finally {
    for (const file of opened) closeSync(file);
  }
}
