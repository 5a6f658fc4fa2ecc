// C4: small writes beside a crawl of the same process.
import type { SideWriter, SideWriterOptions } from '../../frontier/port-beside.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import { createMemoryInbox } from './inbox.ts';
import type { MemoryData } from './records.ts';
import { endTurn, forgetIn, hostIn, takeTurn } from './turns.ts';

/** A writer that writes at once, without waiting for a lock. */
export function createMemorySideWriter(
  data: MemoryData,
  { clock = Date.now }: Pick<SideWriterOptions, 'clock'> = {},
): SideWriter {
  const own = new Map<string, { readonly host: string; readonly gapMs: number }>();
  const inbox = createMemoryInbox(data);
  return {
    ...inbox,
    inbox,
    blocklist: createMemoryBlocklist(data.blocked),
    async setWish(run, wish) {
      const provider = data.providers.values().find(({ runId }) => runId === run);
      if (provider !== undefined) provider.wish = wish;
    },
    async takeTurn(host, wish) {
      const answer = takeTurn(data, host, wish, { now: clock(), isLedgers: false });
      if (answer.turn !== undefined) own.set(answer.turn.token, { host, gapMs: wish.gapMs });
      return answer;
    },
    async endTurn(turn, news) {
      own.delete(turn.token);
      endTurn(data, turn, news);
    },
    async forgetUnanswered(hosts) {
      forgetIn(data, hosts);
    },
    async close() {
      for (const [token, { host, gapMs }] of own)
        if (hostIn(data, host).turns.some((turn) => turn.token === token))
          endTurn(data, { host, token, until: 0 }, { nextAt: clock() + gapMs, gapMs });
      own.clear();
    },
  };
}
