// Reads of hosts: their list with budgets and pauses, one of them with the rules of its robots.txt, and what that decides.
import { shownData } from '../../../core/url/shown-url.ts';
import type { LedgerReader } from '../../../frontier/port.ts';
import type { HeldAnswer, HeldFilter, HostRequestFilter } from '../../../frontier/port-reader.ts';
import { type HostDetails, type HostList, listHosts, showHost } from '../../read/hosts.ts';
import { type RobotsVerdict, testKeptRobots } from '../../read/test-robots.ts';
import type { ReadPlace } from './read-place.ts';

export const hostReads = {
  /** Hosts by name. */
  hosts: (place: ReadPlace, page: { after?: string | undefined; limit: number }): Promise<HostList> =>
    listHosts(place, page),
  /** One host; undefined where none of that name is known. */
  host: (place: ReadPlace, { name }: { name: string }): Promise<HostDetails | undefined> => showHost(place, name),
  /** Its responses that request a pause, the latest first. */
  hostHeld: (place: ReadPlace, filter: HeldFilter): Promise<readonly HeldAnswer[]> =>
    fromLedger(place, async (reader) => shownData(await reader.held(filter))),
  /** F4: when requests to it were made that a budget counts, the latest first. */
  hostRequests: (place: ReadPlace, filter: HostRequestFilter): Promise<readonly number[]> =>
    fromLedger(place, (reader) => reader.requestTimes(filter)),
  /** What its kept robots.txt decides about a path or URL; undefined where none is kept. Throws DOC_URL for a text that is neither. */
  hostRobotsTest: (place: ReadPlace, at: { host: string; path: string }): Promise<RobotsVerdict | undefined> =>
    testKeptRobots(place, at),
};

/** A list that is read from the ledger; an empty one where nothing was crawled yet. */
async function fromLedger<T>(
  place: ReadPlace,
  task: (reader: LedgerReader) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const reader = await place.store.openReader();
  try {
    return await task(reader);
  } finally {
    await reader.close();
  }
}
