// Builds the search index of crawled pages from their stored text, as a rebuild does, and tells where the time goes.
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { indexPage } from '../../src/crawl/index-page.ts';
import { rebuildIndex } from '../../src/crawl/rebuild-index.ts';
import type { Ledger } from '../../src/frontier/port.ts';
import { surfaceKeys } from '../../src/search/suggestions.ts';
import { openLedger } from '../../src/store/sqlite/ledger.ts';
import { chunkOf, pageOf } from '../../src/store/sqlite/put-page.ts';
import { SearchIndex } from '../../src/store/sqlite/search-index.ts';

export interface Built {
  readonly pages: number;
  readonly withoutText: number;
  readonly chunks: number;
  /** As long as somebody waits for it: a thread analyses while this one reads and writes. */
  readonly wallMs: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** What this thread did of it, and how long it waited for the other. */
  readonly readMs: number;
  readonly writeMs: number;
  readonly linksMs: number;
  readonly waitMs: number;
  readonly bytes: number;
}

/** Brings the index of a crawl's database up to date. */
export async function buildIndex(file: string): Promise<Built> {
  const ledger = openLedger(dirname(file));
  const spent = { behindIndex: 0, toIndex: 0, putIndex: 0, refreshIndex: 0, cleanIndex: 0 };
  const timed = <Name extends keyof typeof spent>(name: Name): Ledger[Name] =>
    (async (...given: never[]) => {
      const start = performance.now();
      try {
        return await (ledger[name] as (...given: never[]) => Promise<unknown>).call(ledger, ...given);
      } finally {
        spent[name] += performance.now() - start;
      }
    }) as Ledger[Name];
  const start = performance.now();
  const used = process.cpuUsage();
  const { rebuilt, withoutText } = await rebuildIndex(
    {
      ...{ behindIndex: timed('behindIndex'), toIndex: timed('toIndex'), putIndex: timed('putIndex') },
      ...{ refreshIndex: timed('refreshIndex'), cleanIndex: timed('cleanIndex') },
    },
    () => ({}),
  );
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  await ledger.close();
  const { toIndex: readMs, putIndex: writeMs, refreshIndex, cleanIndex } = spent;
  const linksMs = refreshIndex + cleanIndex;
  return {
    ...{ pages: rebuilt, withoutText, wallMs, cpuMs: (user + system) / 1_000 },
    ...{ readMs, writeMs, linksMs, waitMs: wallMs - readMs - writeMs - linksMs },
    ...sizeOf(file),
  };
}

/** Chunks in the index of a database, and octets of all its tables. */
export function sizeOf(file: string): { readonly chunks: number; readonly bytes: number } {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const chunks = Number(db.prepare('SELECT count(*) AS n FROM search_forward').get()?.n);
    const bytes = Number(db.prepare(`SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE 'search_%'`).get()?.n);
    return { chunks, bytes };
  } finally {
    db.close();
  }
}

/** Indexes every page of a database that was filled by hand. */
export function indexPages(db: DatabaseSync): void {
  const index = new SearchIndex(db);
  const chunksOf = db.prepare('SELECT * FROM chunks WHERE page = ? ORDER BY seq');
  db.exec('BEGIN');
  for (const row of db.prepare('SELECT * FROM pages ORDER BY url').all()) {
    const page = Number(row.url);
    const { finalUrl: url, title, facts } = pageOf(row);
    const { description, keywords } = facts;
    const stored = chunksOf.all(page);
    const chunks = stored.map(chunkOf).map((chunk) => ({ ...chunk, text: chunk.text ?? '' }));
    const entry = indexPage({ url, title, description, keywords }, chunks, [], {});
    index.put({ page, rows: stored.map((chunk) => Number(chunk.row)), index: entry });
  }
  index.refresh(1e9, surfaceKeys);
  db.exec('COMMIT');
}

if (process.argv[1]?.endsWith('build-index.ts')) console.log(await buildIndex(process.argv[2] as string));
