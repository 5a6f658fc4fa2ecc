// The inbox in memory: seeds and runs that other parts of this process request of the crawl.
import type { Inbox, InboxWriter } from '../../frontier/port-inbox.ts';
import type { MemoryData } from './records.ts';

/** Both sides of the inbox of this data. */
export function createMemoryInbox({ inbox }: MemoryData): Inbox & InboxWriter {
  const remove = (id: number): boolean => inbox.items.delete(id);
  const add = (item: {
    readonly kind: 'seed' | 'wanted' | 'run';
    readonly provider: string;
    readonly text: string;
  }): number => {
    inbox.items.set(++inbox.last, item);
    return inbox.last;
  };
  return {
    async seeds(providers) {
      return [...inbox.items]
        .filter(([, { kind, provider }]) => (kind === 'seed' || kind === 'wanted') && providers.includes(provider))
        .map(([id, { kind, provider, text }]) => ({
          id,
          provider,
          url: text,
          ...(kind === 'wanted' && { wanted: true }),
        }));
    },
    async requestedRuns() {
      return [...inbox.items].filter(([, { kind }]) => kind === 'run').map(([id, { text }]) => ({ id, request: text }));
    },
    async takenUp(ids) {
      for (const id of ids) remove(id);
    },
    async refuseRun(id, why) {
      if (inbox.items.get(id)?.kind === 'run') inbox.items.set(id, { kind: 'refused', provider: '', text: why });
    },
    async addSeed(provider, url) {
      add({ kind: 'seed', provider, text: url });
    },
    async addWanted(provider, url) {
      add({ kind: 'wanted', provider, text: url });
    },
    requestRun: async (request) => add({ kind: 'run', provider: '', text: request }),
    async answerTo(id) {
      const item = inbox.items.get(id);
      if (item === undefined) return { state: 'begun' };
      return item.kind === 'refused' ? { state: 'refused', why: item.text } : { state: 'waiting' };
    },
    takeBack: async (id) => remove(id),
  };
}
