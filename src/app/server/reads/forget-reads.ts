// Reads of what would be removed, what was, and what is never fetched.
import type { BlockEntry } from '../../../frontier/port.ts';
import { type ForgetPlan, listReceipts, planForget, type ReceiptList } from '../../forget/forget.ts';
import { type ReadPlace, reading } from './read-place.ts';

/** What would be removed. */
export type ForgetOutlook = Omit<ForgetPlan, 'target' | 'folder' | 'providers'>;

/** Which entries of the blocklist are listed. */
export interface BlocklistFilter {
  readonly by?: BlockEntry['by'] | undefined;
  /** In the entry or its reason, in any case. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export const forgetReads = {
  /** What forgetting a word would remove; undefined where nothing was crawled yet. Rejects as `planForget`. */
  async forgetPlan(
    place: ReadPlace,
    { what, limit }: { what: string; limit: number },
  ): Promise<ForgetOutlook | undefined> {
    if ((await place.store.identity()) === undefined) return undefined;
    const plan = await planForget(place, what, { most: limit });
    const { target: _, folder: __, providers: ___, ...outlook } = plan;
    return outlook;
  },
  /** Every receipt, the oldest first; none where nothing was crawled yet. */
  receipts: (place: ReadPlace): Promise<ReceiptList> => listReceipts(place.store),
  /** Entries of the blocklist, the latest first, and how many there are. */
  blocklist: (
    place: ReadPlace,
    { by, text = '', limit, offset }: BlocklistFilter,
  ): Promise<{ readonly entries: readonly BlockEntry[]; readonly total: number }> =>
    reading(place, async (reader) => {
      const wanted = text.toLowerCase();
      const found = (await reader.blocklist()).filter(
        (entry) =>
          (by === undefined || entry.by === by) && `${entry.pattern} ${entry.reason}`.toLowerCase().includes(wanted),
      );
      const latest = found.toSorted((one, other) => other.at - one.at);
      return { entries: latest.slice(offset, offset + limit), total: found.length };
    }),
};
