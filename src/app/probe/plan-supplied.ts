// The plan of what is supplied: it is listed whole, so that pages and bytes are counted, not guessed.

import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import type { Supplier } from '../../crawl/run/supplier.ts';
import { type Blocked, toFound } from '../../crawl/visit/discover.ts';

/** What a supplier lists, counted. */
export interface SuppliedCount {
  readonly pages: number;
  readonly bytes: number;
  /** The number of files that are not read, by the reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Counts what a crawl would read. Throws what `Supplier.list` throws. */
export async function countSupplied(policy: CrawlPolicy, supplier: Supplier, blocked: Blocked): Promise<SuppliedCount> {
  const refused: Record<string, number> = {};
  let pages = 0;
  let bytes = 0;
  for await (const page of supplier.list()) {
    const by = (toFound({ url: page.url, depth: page.depth }, policy, blocked).refused ?? page.refused)?.by;
    if (by !== undefined) refused[by] = (refused[by] ?? 0) + 1;
    else {
      pages++;
      bytes += page.bytes ?? 0;
    }
  }
  return { pages, bytes, refused };
}
