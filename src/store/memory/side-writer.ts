// C4: small writes beside a crawl of the same process.
import type { SideWriter } from '../../frontier/port-beside.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import type { MemoryData } from './records.ts';

const DAY_MS = 86_400_000;

/** Writes at once: nobody is waited for. */
export function createMemorySideWriter(data: MemoryData): SideWriter {
  return {
    blocklist: createMemoryBlocklist(data.blocked),
    async addSeed(provider, url) {
      data.inbox.push({ kind: 'seed', provider, url });
    },
    async noteRequest(host, at) {
      data.requests = [...data.requests.filter((request) => request.at >= at - DAY_MS), { at, host }];
    },
    async close() {},
  };
}
