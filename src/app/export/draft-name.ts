// Names of files that are not whole yet: each says whose it is, so that what a killed process left behind can go (C6).
import { hash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../../core/alive.ts';

const NAME = /\.partial-(\d{1,10})-([0-9a-f]{8})-[0-9a-f]{8}(?:-journal|-wal|-shm)?$/;
/** Process numbers say something only on their own machine. */
const MACHINE = hash('sha256', hostname(), 'hex').slice(0, 8);
/** A restarted container may give this process the number of the one that died there. */
const ours = new Set<string>();

/** A new name beside a path, this process's until `releaseDraft`. */
export function draftName(path: string): string {
  const name = `${path}.partial-${process.pid}-${MACHINE}-${randomUUID().slice(0, 8)}`;
  ours.add(basename(name));
  return name;
}

/** The draft has its own name now, or is gone. */
export function releaseDraft(draft: string): void {
  ours.delete(basename(draft));
}

/** Removes drafts in a folder whose processes have ended on this machine. What cannot be removed stays. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, machine] = NAME.exec(name) ?? [];
    if (pid === undefined || machine !== MACHINE) continue;
    const isOurs = ours.has(name.replace(/-(?:journal|wal|shm)$/, ''));
    if (isOurs || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}
