// The embedded store: SQLite in one folder; each part is loaded when it is opened, so that unused parts cost no time.
import type { Store } from '../port.ts';
import { fileIn, healthIn } from './folder.ts';

/** The store of a folder. */
export function openSqliteStore(folder: string): Store {
  return {
    ...{ address: { kind: 'sqlite', folder }, name: folder },
    identity: async () => fileIn(folder),
    openLedger: async (clock) => (await import('./frontier/crawl-ledger.ts')).openCrawlLedger(folder, clock),
    openReader: async (options) => (await import('./pages/reader.ts')).openLedgerReader(folder, options),
    openSideWriter: async (options) => (await import('./frontier/side-writer.ts')).openSideWriter(folder, options),
    openWatch: async () => (await import('./watch/open.ts')).openWatch(folder),
    openSearch: async () => (await import('./search/open.ts')).openSearchReader(folder),
    openRequests: async () => (await import('./requests/requests.ts')).openRequests(folder),
    openCopies: async () => (await import('./forget/copies.ts')).openCopies(folder),
    openJudged: async () => (await import('./watch/judged.ts')).openJudged(folder),
    openQuestions: async () => (await import('./watch/questions.ts')).openQuestions(folder),
    openChannel: async (options = {}) => (await import('./channel/memory.ts')).openChannelMemory(folder, options),
    openPages: async (filter) => (await import('./pages/stored-pages.ts')).openStoredPages(folder, filter),
    knownProviders: async () => (await import('./frontier/known-seeds.ts')).knownSeeds(folder),
    storedSums: async () => (await import('./pages/stored-libraries.ts')).storedSums(folder),
    health: async () => healthIn(folder),
    check: async (depth) => (await import('./check-all.ts')).checkAll(folder, depth),
    openBackup: async () => (await import('./backup/backup.ts')).openBackup(folder),
    openRestore: async () => (await import('./backup/open-restore.ts')).openRestore(folder),
    neighbours: {
      announce: async () => (await import('./neighbours/announce.ts')).announceIn(folder),
      workers: async () => (await import('./neighbours/workers.ts')).workersIn(folder),
      server: async () => (await import('./neighbours/visitor.ts')).serverIn(folder),
      ring: async () => (await import('./neighbours/visitor.ts')).ringIn(folder),
      requestRoom: async () => (await import('./neighbours/visitor.ts')).requestRoomIn(folder),
      async *changes(signal) {
        yield* (await import('./neighbours/visitor.ts')).changesBeside(folder, signal);
      },
    },
    openForgetting: async () => (await import('./forget/forgetting.ts')).openForgetting(folder),
  };
}
