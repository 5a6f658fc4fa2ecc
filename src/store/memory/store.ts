// The store in memory: for tests, and for programs that crawl and read in one process and write nothing to disk.
import { DocentError } from '../../core/errors.ts';
import type { Store } from '../port.ts';
import type { Neighbours } from '../port-neighbours.ts';
import { dataFor, dropData, holdsData, keptIn } from './kept.ts';

const lacks = Object.freeze({
  runs: 'store: memory keeps no runs, and so no reports, alerts, schedules and receipts; use store: sqlite',
  search: 'store: memory keeps no search index; use store: sqlite',
  requests: 'store: memory keeps no requests that people file; use store: sqlite',
  judged: 'store: memory keeps no judged queries; use store: sqlite',
  questions: 'store: memory keeps no questions; use store: sqlite',
});

/** No other process knows of what this one has in memory. */
const alone: Neighbours = {
  announce: async () => ({ async *looks() {}, leaveTo: async () => {}, close: async () => {} }),
  workers: async () => [],
  server: async () => undefined,
  ring: async () => false,
  requestRoom: async () => undefined,
  async *changes() {
    yield;
  },
};

/** The store that this process keeps under the name of a folder; every caller with that name shares it. */
export function openMemoryStore(folder: string): Store {
  const refuse = (part: keyof typeof lacks) => async (): Promise<never> => {
    throw new DocentError('DOC_CONFIG', lacks[part]);
  };
  return {
    lacks,
    neighbours: alone,
    exists: () => holdsData(folder),
    ...{ address: { kind: 'memory', folder }, name: folder },
    identity: async () => (holdsData(folder) ? keptIn(folder).identity : undefined),
    openLedger: async (clock) => (await import('./at-once.ts')).openMemoryAtOnce(folder).openLedger(clock),
    openReader: async () => (await import('./reader.ts')).createMemoryReader(keptIn(folder).data),
    openSideWriter: async (options) =>
      (await import('./side-writer.ts')).createMemorySideWriter(dataFor(folder), options),
    openWatch: refuse('runs'),
    openSearch: refuse('search'),
    openRequests: refuse('requests'),
    openQuestions: refuse('questions'),
    openJudged: refuse('judged'),
    openChannel: async ({ make } = {}) =>
      (await import('./channel.ts')).createChannelMemory(make ? dataFor(folder) : keptIn(folder).data),
    openPages: async (filter) => (await import('./stored-pages.ts')).openMemoryPages(keptIn(folder).data, filter),
    knownProviders: async () => (await import('./providers.ts')).knownProviders(keptIn(folder).data),
    storedSums: async () => (await import('./providers.ts')).storedSums(keptIn(folder).data),
    // Data in memory cannot be damaged.
    check: async () => (holdsData(folder) ? {} : undefined),
    drop: () => dropData(folder),
  };
}
