// The search index of a data folder, opened for reading beside a crawl.
import type { OpenIndexReader } from '../../../search/port.ts';
import { guarded, openForReading } from '../open.ts';
import { SearchReader } from './reader.ts';

/** SQLite's own cache, in KiB: what a search reads again and again is the index's inner pages. */
const CACHE_KIB = 4_000;

/** Opens the index on a connection of its own, which cannot write. Throws as `openForReading`. */
export function openSearchReader(folder: string): OpenIndexReader {
  const db = openForReading(folder);
  try {
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    const reader = guarded(folder, () => new SearchReader(db));
    const [begin, commit] = [db.prepare('BEGIN'), db.prepare('COMMIT')];
    const run = async <T>(task: () => T): Promise<T> => guarded(folder, task);
    return {
      candidates: (query, options) => run(() => reader.candidates(query, options)),
      details: (rows) => run(() => reader.details(rows)),
      wordsNear: (word) => run(() => reader.wordsNear(word)),
      wordsFrom: (prefix, most) => run(() => reader.wordsFrom(prefix, most)),
      places: (pages) => run(() => reader.places(pages)),
      linkedFrom: (url, options) => run(() => reader.linkedFrom(url, options)),
      analyserVersion: () => run(() => reader.analyserVersion()),
      isStale: (version) => run(() => reader.isStale(version)),
      async together(task) {
        await run(() => begin.run());
        try {
          return await task();
        } finally {
          if (db.isTransaction) await run(() => commit.run());
        }
      },
      async close() {
        if (db.isOpen) db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
