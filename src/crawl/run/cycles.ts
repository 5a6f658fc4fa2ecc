// U10: endless paths are entered in the blocklist, so that the operator sees where a site loops; a few per host are enough.
import { hostKey } from '../../core/url/host.ts';
import type { BlockEntry, FoundUrl, Ledger } from '../../frontier/port.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';

const CYCLE = 'trap:cycle';
/** At most this many entries per host, in any process. */
const MOST_ENTERED = 10;

export interface CycleNeeds {
  readonly ledger: { readonly blocklist: Pick<Ledger['blocklist'], 'list'> };
  readonly visitNeeds: Pick<VisitNeeds, 'block' | 'blocked' | 'policyOf'>;
}

/** Enters the endless paths among a page's links, up to the limit of each host. */
export async function enterCycles(links: readonly FoundUrl[], { ledger, visitNeeds }: CycleNeeds): Promise<void> {
  const { block, blocked, policyOf } = visitNeeds;
  const cycles = links.flatMap(({ url, host, refused, provider }) => {
    if (refused?.by !== CYCLE) return [];
    const { key } = policyOf(provider);
    return blocked(url, key) === undefined ? [{ url, host, key, detail: refused.detail }] : [];
  });
  if (cycles.length === 0) return;
  const entered = countByHost(await ledger.blocklist.list());
  for (const { url, host, key, detail } of cycles) {
    const count = entered.get(host) ?? 0;
    if (count >= MOST_ENTERED) continue;
    entered.set(host, count + 1);
    await block(url, key, `${CYCLE}, ${detail}`);
  }
}

/** How many endless paths of each host are in the blocklist. */
function countByHost(entries: readonly BlockEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pattern, by, reason } of entries) {
    if (by !== 'crawler' || !reason.startsWith(`${CYCLE},`)) continue;
    const host = hostKey(`https://${pattern}`);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}
