// C4: small writes beside a crawl of the same process.
import type { SideWriter } from '../../frontier/port-beside.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import { createMemoryInbox } from './inbox.ts';
import type { MemoryData } from './records.ts';

const DAY_MS = 86_400_000;

/** Writes at once: nobody is waited for. */
export function createMemorySideWriter(data: MemoryData): SideWriter {
  return {
    ...createMemoryInbox(data),
    blocklist: createMemoryBlocklist(data.blocked),
    async setWish(run, wish) {
      const provider = data.providers.values().find(({ runId }) => runId === run);
      if (provider !== undefined) provider.wish = wish;
    },
    async noteRequest(host, at) {
      data.requests = [...data.requests.filter((request) => request.at >= at - DAY_MS), { at, host }];
    },
    async close() {},
  };
}
