// Names of files that are not whole yet: each names its process, so that what a killed process left behind can be removed (C6).
import { hash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../../core/alive.ts';
import { removeAtDeath } from './at-death.ts';

const NAME = /\.partial-(\d{1,10})-([0-9a-f]{8})-[0-9a-f]{8}(?:-journal|-wal|-shm)?$/;
/** Files that SQLite makes beside its own. */
const LOGS = ['-journal', '-wal', '-shm'] as const;
/** Process numbers mean something only on their own machine. */
const MACHINE = hash('sha256', hostname(), 'hex').slice(0, 8);
/** Nothing takes a day without writing; a new container has another name than the killed one. */
const OLD_MS = 24 * 3_600_000;
/** A restarted container may number this process like one that died there. */
const ours = new Map<string, () => void>();

/** A new name beside a path, this process's until `releaseDraft`. */
export function draftName(path: string): string {
  const name = `${path}.partial-${process.pid}-${MACHINE}-${randomUUID().slice(0, 8)}`;
  const kept = ['', ...LOGS].map((log) => removeAtDeath(`${name}${log}`));
  ours.set(basename(name), () => {
    for (const keep of kept) keep();
  });
  return name;
}

/** The draft has its own name now, or is removed. */
export function releaseDraft(draft: string): void {
  ours.get(basename(draft))?.();
  ours.delete(basename(draft));
}

/** Removes drafts in a folder whose processes have ended on this machine, and old ones of others. What cannot be removed stays. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, machine] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    if (machine !== MACHINE && !(await isOld(join(folder, name)))) continue;
    const isOurs = ours.has(name.replace(/-(?:journal|wal|shm)$/, ''));
    const isTheirs = machine === MACHINE && Number(pid) !== process.pid && isAlive(Number(pid));
    if (isOurs || isTheirs) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > OLD_MS;
}
