// What a process claims and writes down for others, a folder for instance, and whether that claim is still in force.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from './alive.ts';
import { processSpace, processStart } from './process-start.ts';

/** A claim of a process, as others read it. */
export interface ProcessClaim {
  readonly pid: number;
  readonly machine: string;
  /** A name for this claim, with the process that made it. */
  readonly incarnation: string;
  readonly claimedAt: number;
  /** When the process last confirmed it. */
  readonly heartbeat: number;
}

/** A claim that has been silent for this long is void, where it is unknown whether its process is alive. */
const SILENT_MS = 60_000;
/** The claims of this process, so that one it could not remove does not keep it out. */
const ours = new Set<string>();

/** A name for a claim, which is known as this process's until `endClaimOf`. */
export function newIncarnation(): string {
  const [space, start] = [processSpace(), processStart(process.pid)];
  const made = space === undefined || start === undefined ? randomUUID() : `${randomUUID()} ${space} ${start}`;
  ours.add(made);
  return made;
}

/** The claim of this name is no longer this process's. */
export function endClaimOf(incarnation: string): void {
  ours.delete(incarnation);
}

/** Whether the process of a claim is known to have ended: no heartbeat is needed where the machine itself knows. */
export function hasEnded({
  pid,
  machine,
  incarnation,
}: Pick<ProcessClaim, 'pid' | 'machine' | 'incarnation'>): boolean {
  if (machine !== hostname()) return false;
  if (ours.has(incarnation)) return false;
  const [, space, start] = incarnation.split(' ');
  if (start === undefined) return pid === process.pid || !isAlive(pid);
  // A process number identifies no process in another container, or about the time before the machine was started anew.
  if (space !== processSpace()) return false;
  if (pid === process.pid) return true;
  const found = processStart(pid);
  return found !== undefined && found !== start;
}

/**
 * Whether a claim is of a live process. A heartbeat only counts where nothing better is known: clocks
 * are set, machines sleep, and a stopped process may continue.
 */
export function isInForce({ pid, machine, incarnation, claimedAt, heartbeat }: ProcessClaim, now: number): boolean {
  const isHeard = Math.abs(now - heartbeat) < SILENT_MS;
  // A process number identifies nothing on another machine or container; only the heartbeat does.
  if (machine !== hostname()) return isHeard;
  if (pid === process.pid && ours.has(incarnation)) return true;
  const [, space, start] = incarnation.split(' ');
  if (start !== undefined && space === processSpace()) {
    const found = processStart(pid);
    // Same pid, but not a known claim: another thread's, or one that could not be removed.
    if (found !== undefined) return found === start && (pid !== process.pid || isHeard);
  }
  if (!isHeard) return false;
  // In a restarted container this process may have the number of the dead process.
  if (pid === process.pid) return claimedAt >= now - process.uptime() * 1_000;
  return isAlive(pid);
}
