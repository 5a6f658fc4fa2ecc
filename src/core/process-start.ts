// When a process of this machine was started, in a form that no clock changes: a process number alone may be another's by now.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { isAlive } from './alive.ts';

/** Where process numbers mean the same: one start of one machine, and one container on it. Undefined where that is unknown. */
export function processSpace(): string | undefined {
  if (process.platform !== 'linux') return process.platform === 'darwin' ? 'darwin' : undefined;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** When the process was started; `ended` when it no longer runs, undefined where that cannot be found out. */
export function processStart(pid: number): string | 'ended' | undefined {
  if (!isAlive(pid)) return 'ended';
  try {
    if (process.platform === 'linux') return startInProc(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform !== 'darwin') return undefined;
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
    const output = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000, env });
    return output.trim().replace(/\s+/g, '-') || undefined;
  } catch {
    return undefined;
  }
}

/** Ticks since the machine was started. The name of the program comes before it in brackets, and may contain brackets. */
function startInProc(stat: string): string | undefined {
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? 'ended' : rest[18];
}
