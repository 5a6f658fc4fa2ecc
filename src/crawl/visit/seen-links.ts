// Links this run has offered already: most of a page's links are menus, and need no second look.
import type { PageLink } from '../../core/page-links.ts';
import { reasonHas } from '../../core/reasons.ts';
import type { FoundUrl } from '../../frontier/port.ts';
import { isAsWritten } from './discover.ts';

/** More than this are forgotten, which only costs a second look. */
const MOST_REMEMBERED = 100_000;

/** Remembers offers that the ledger has accepted: it is updated only after a settlement. */
export class SeenLinks {
  readonly #depths = new Map<string, number>();

  /** Whether offering this URL at this depth would bring the ledger nothing new. */
  has(provider: string, { url, asWritten }: Pick<PageLink, 'url' | 'asWritten'>, depth: number): boolean {
    const id = `${provider} ${url}`;
    if ((this.#depths.get(id) ?? Number.POSITIVE_INFINITY) <= depth) return true;
    return asWritten !== undefined && this.#depths.has(asWrittenId(id));
  }

  /** Remembers offers that are in the ledger; refusals that a better way may lift are not among them. */
  remember(found: readonly FoundUrl[]): void {
    if (this.#depths.size > MOST_REMEMBERED) this.#depths.clear();
    for (const { provider, url, depth, refused } of found) {
      if (refused !== undefined && reasonHas(refused.by, 'soft')) continue;
      const id = `${provider} ${url}`;
      if (isAsWritten(refused)) this.#depths.set(asWrittenId(id), 0);
      else this.#depths.set(id, refused === undefined ? depth : 0);
    }
  }
}

/** U13: a link that is refused as it was written does not decide about another to the same URL. */
function asWrittenId(id: string): string {
  return `refused ${id}`;
}
