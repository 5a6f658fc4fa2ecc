// The loop of a run: leases what is due, starts its visits, and sleeps until there is something to do or nothing left.
import type { Lease, Ledger } from '../../frontier/port.ts';
import type { HeldRuns } from './held-runs.ts';
import type { PageCaps } from './page-caps.ts';
import { StoppedWaiting } from './patient-ledger.ts';
import type { Pause } from './pause.ts';
import { GRACE_MS, type Sleep, type Stop } from './stop.ts';
import { INBOX_MS, type Upkeep } from './upkeep.ts';

/** Dependencies of the loop. */
export interface LoopNeeds {
  readonly ledger: Pick<Ledger, 'lease' | 'release'>;
  readonly now: () => number;
  /** Visits under way at once. */
  readonly concurrency: number;
  readonly held: HeldRuns;
  readonly caps: Pick<PageCaps, 'isReached'>;
  readonly pause: Pick<Pause, 'isOverBudget' | 'length'>;
  readonly upkeep: Pick<Upkeep, 'look' | 'takeSeeds' | 'lookAtWish' | 'isPaused'>;
  readonly stop: Stop;
  readonly sleep: Sleep;
  /** Visits a leased URL and settles it; what it throws ends the run. */
  readonly visit: (lease: Lease) => Promise<void>;
}

export class Loop {
  readonly #needs: LoopNeeds;
  #fault: unknown;

  constructor(needs: LoopNeeds) {
    this.#needs = needs;
  }

  /** Runs until there is nothing left to do; returns whether it was stopped before. Throws what a visit threw. */
  async run(): Promise<boolean> {
    const { held, now, stop, sleep, upkeep, pause, caps } = this.#needs;
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault;
      sleep.begin();
      if (stop.isRequested()) {
        if (held.inFlight === 0 || stop.isAtOnce) return true;
        await sleep.sleep(GRACE_MS);
        continue;
      }
      try {
        await held.renew(now());
        await upkeep.look();
        if ((await this.#leaseMore()) > 0) continue;
        const ms = await pause.length(upkeep.isPaused);
        // A visit may have landed meanwhile, and be the last: what it threw ends the run, and what it brought is due.
        if (this.#fault !== undefined || (ms === undefined && sleep.isWoken)) continue;
        if (ms === undefined) {
          // F1: a seed may have come since the inbox was last read; and nothing is due of a run that is to pause.
          if ((await upkeep.takeSeeds()) > 0) continue;
          if (!caps.isReached && (await upkeep.lookAtWish())) continue;
          if (caps.isReached || !held.hasPaused) {
            // A run may go on by now that was to pause when the ledger was read.
            if ((await pause.length(upkeep.isPaused)) === undefined) return false;
            continue;
          }
          // One of several runs is to pause, and the others are done.
          await sleep.sleep(INBOX_MS);
          continue;
        }
        await sleep.sleep(ms);
      } catch (error) {
        if (!(error instanceof StoppedWaiting)) throw error;
      }
    }
  }

  /** Leases what fits and starts the visits; returns how many. Where the run is stopped meanwhile, all are returned as they were. */
  async #leaseMore(): Promise<number> {
    const { concurrency, held, caps, pause, upkeep, ledger, stop, visit } = this.#needs;
    const room = concurrency - held.inFlight;
    if (room <= 0 || caps.isReached) return 0;
    if (await pause.isOverBudget()) return 0;
    if (upkeep.isPaused) return 0;
    const leases = await ledger.lease(room, { runs: held.runs });
    if (stop.isRequested()) {
      for (const lease of leases) await ledger.release(lease);
      return 0;
    }
    for (const lease of leases) {
      held.take(lease);
      visit(lease).then(
        () => this.#land(lease),
        (error: unknown) => {
          if (!(error instanceof StoppedWaiting)) this.#fault ??= error;
          this.#land(lease);
        },
      );
    }
    return leases.length;
  }

  #land(lease: Lease): void {
    const { held, now } = this.#needs;
    held.end(lease, now());
    this.#needs.sleep.wake();
  }
}
