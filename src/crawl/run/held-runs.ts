// The runs a worker has opened, what it has leased of them, and the operator's wishes for them.
import type { Lease, Ledger } from '../../frontier/port.ts';
import { LEASE_MS, type RunWish } from '../../frontier/port-runs.ts';

/** Leases are renewed this often: several times before they end. */
const RENEW_MS = LEASE_MS / 5;

/** A request that was not answered yet. */
export interface RequestUnderWay {
  readonly url: string;
  readonly since: number;
  /** No answer is waited for any longer. */
  readonly until: number;
  readonly isSeed: boolean;
}

export class HeldRuns {
  readonly #ledger: Pick<Ledger, 'renew' | 'wishOf'>;
  readonly #wishes = new Map<number, RunWish>();
  readonly #leases = new Map<Lease, RequestUnderWay | undefined>();
  /** When a visit last ended. */
  #endedAt = 0;
  #renewedAt = 0;

  constructor(ledger: Pick<Ledger, 'renew' | 'wishOf'>) {
    this.#ledger = ledger;
  }

  /** Every run of this worker. */
  get runs(): readonly number[] {
    return [...this.#wishes.keys()];
  }

  get inFlight(): number {
    return this.#leases.size;
  }

  /** Whether one of the runs was to pause when the wishes were last read. */
  get hasPaused(): boolean {
    return this.#wishes.values().some((wish) => wish === 'pause');
  }

  open(run: number): void {
    this.#wishes.set(run, 'go');
  }

  take(lease: Lease): void {
    this.#leases.set(lease, undefined);
  }

  end(lease: Lease, now: number): void {
    this.#leases.delete(lease);
    this.#endedAt = now;
  }

  /** Notes a request of a visit; what it requested before has been answered. */
  request(lease: Lease, url: string, since: number, mostMs: number): void {
    if (this.#leases.has(lease))
      this.#leases.set(lease, { url, since, until: since + mostMs, isSeed: lease.depth === 0 });
  }

  /** The request that has gone without an answer for longest, and since when nothing at all was heard. */
  get longest(): (RequestUnderWay & { readonly quietSince: number }) | undefined {
    const [first] = [...this.#leases.values()].flatMap((one) => one ?? []).toSorted((a, b) => a.since - b.since);
    return first && { ...first, quietSince: Math.max(first.since, this.#endedAt) };
  }

  /** Renews the leases of visits that take long; those of a dead worker run out. */
  async renew(now: number): Promise<void> {
    if (now - this.#renewedAt < RENEW_MS) return;
    this.#renewedAt = now;
    if (this.#leases.size > 0) await this.#ledger.renew([...this.#leases.keys()]);
  }

  /** The operator's wish for all runs: `go` while one is to go on, else `pause` while one is to pause. */
  async wish(): Promise<RunWish> {
    for (const run of this.#wishes.keys()) this.#wishes.set(run, await this.#ledger.wishOf(run));
    const wishes = new Set(this.#wishes.values());
    return wishes.has('go') || wishes.size === 0 ? 'go' : wishes.has('pause') ? 'pause' : 'stop';
  }
}
