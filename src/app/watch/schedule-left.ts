// M5: what schedulers that were killed have left: runs that were cut off, and slots that were taken and never run.
import type { Log } from '../../core/log.ts';
import type { Watch, WatchReader } from '../../watch/port.ts';

/** A run that goes on and fails, and is still not over, is left alone for this long. */
const AGAIN_MS = 3_600_000;
/** Between taking a slot and beginning its run lie moments: after this long no process will. */
const TAKEN_MS = 5 * 60_000;

export interface CutOffRun {
  readonly provider: string;
  readonly run: number;
}

/** Runs that began and never ended, in a folder that no process crawls into. */
export class CutOffRuns {
  readonly #tried = new Map<number, number>();

  /** The first of them that is to go on, and is not `here` already; undefined also while another process crawls. */
  async next(
    reader: WatchReader,
    providers: readonly string[],
    now: number,
    here: ReadonlySet<string> = new Set(),
  ): Promise<CutOffRun | undefined> {
    if ((await reader.owner()) !== undefined && here.size === 0) return undefined;
    for (const provider of providers) {
      if (here.has(provider)) continue;
      const [last] = await reader.runs({ provider, limit: 1 });
      // One that was paused or stopped does not go on by itself.
      if (last === undefined || last.endedAt !== undefined || last.wish !== 'go') continue;
      const tried = this.#tried.get(last.id);
      if (tried === undefined || isPast(tried, AGAIN_MS, now)) return { provider, run: last.id };
    }
    return undefined;
  }

  /** It went on; should it not be over, it is not begun again at once. */
  tried({ run }: CutOffRun, now: number): void {
    this.#tried.set(run, now);
  }
}

/** Slots that a process took and did not run are due again; each is then taken by one process. */
export async function putBackClaims(
  { reader, writer }: Watch,
  now: number,
  log: Log,
  here: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [provider, claimedAt] of await reader.claims()) {
    if (!isPast(claimedAt, TAKEN_MS, now)) continue;
    if (here.has(provider)) continue;
    if ((await reader.owner()) !== undefined && here.size === 0) return;
    const [last] = await reader.runs({ provider, limit: 1 });
    // A run that began has its own row, also when it was cut off.
    if (last !== undefined && (last.endedAt === undefined || last.endedAt >= claimedAt))
      await writer.endClaim(provider, claimedAt);
    else if (await writer.putBack(provider, claimedAt)) log.warn({ provider }, 'schedule.put-back');
  }
}

/** Whether the time differs by more than this, in either direction: a clock that was set back must not cause a wait. */
function isPast(at: number, ms: number, now: number): boolean {
  return Math.abs(now - at) >= ms;
}
