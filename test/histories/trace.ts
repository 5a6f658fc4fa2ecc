// One history on an empty store: every call with its answer, in the order of the calls.
import { createHash } from 'node:crypto';
import type { EmptyFolders } from '../support/empty-folders.ts';
import { Caller, type Entry, type Listener } from './caller.ts';
import { type History, play } from './history.ts';
import { Subject } from './subject.ts';

/** Plays a history; returns what was called and answered, and at its end everything that is kept. */
export async function traceOf(history: History, folders: EmptyFolders, listener?: Listener): Promise<readonly Entry[]> {
  const folder = await folders.newFolder();
  const subject = await Subject.open(folder, history.world);
  const caller = new Caller(subject, listener);
  try {
    await play(history, caller);
    await caller.look();
  } finally {
    await subject.ledger.close();
    folders.remove(folder);
  }
  return caller.trace;
}

/** A short hash of a trace. */
export function hashOf(trace: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const { call, answer } of trace) hash.update(`${call}\n${answer}\n`);
  return hash.digest('base64url').slice(0, 12);
}
