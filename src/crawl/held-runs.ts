// The runs a worker has opened, what it has leased of them, and what the operator wants of them.
import type { Lease, Ledger } from '../frontier/port.ts';
import { LEASE_MS } from '../frontier/port-runs.ts';

/** Leases are renewed this often: several times before they end. */
const RENEW_MS = LEASE_MS / 5;

export class HeldRuns {
  readonly #ledger: Pick<Ledger, 'renew' | 'wishOf'>;
  readonly #runs: number[] = [];
  readonly #leases = new Set<Lease>();
  #renewedAt = 0;

  constructor(ledger: Pick<Ledger, 'renew' | 'wishOf'>) {
    this.#ledger = ledger;
  }

  get runs(): readonly number[] {
    return this.#runs;
  }

  get inFlight(): number {
    return this.#leases.size;
  }

  open(run: number): void {
    this.#runs.push(run);
  }

  take(lease: Lease): void {
    this.#leases.add(lease);
  }

  end(lease: Lease): void {
    this.#leases.delete(lease);
  }

  /** Visits that take long keep what they have leased; a worker that dies renews nothing. */
  async renew(now: number): Promise<void> {
    if (now - this.#renewedAt < RENEW_MS) return;
    this.#renewedAt = now;
    if (this.#leases.size > 0) await this.#ledger.renew([...this.#leases]);
  }

  /** `pause` while any of the runs is to pause, `stop` when all are to stop. */
  async wish(): Promise<'go' | 'pause' | 'stop'> {
    const wishes = [];
    for (const run of this.#runs) wishes.push(await this.#ledger.wishOf(run));
    if (wishes.includes('pause')) return 'pause';
    return wishes.length > 0 && wishes.every((wish) => wish === 'stop') ? 'stop' : 'go';
  }
}
