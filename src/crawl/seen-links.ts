// Links this run has offered already: most of a page's links are menus, and need no second look.
import { type Found, softRefusals } from '../frontier/port.ts';

/** More than this are forgotten, which only costs a second look. */
const MOST_REMEMBERED = 100_000;

/** A memory of what the ledger has taken, never of what it has not: it is told only after a settlement. */
export class SeenLinks {
  readonly #depths = new Map<string, number>();

  /** Whether offering this URL at this depth could tell the ledger nothing new. */
  has(provider: string, url: string, depth: number): boolean {
    return (this.#depths.get(`${provider} ${url}`) ?? Number.POSITIVE_INFINITY) <= depth;
  }

  /** Remembers offers that are in the ledger; refusals that a better way may lift are not among them. */
  remember(found: readonly Found[]): void {
    if (this.#depths.size > MOST_REMEMBERED) this.#depths.clear();
    for (const { provider, url, depth, refused } of found) {
      if (refused !== undefined && softRefusals.has(refused.by)) continue;
      this.#depths.set(`${provider} ${url}`, refused === undefined ? depth : 0);
    }
  }
}
