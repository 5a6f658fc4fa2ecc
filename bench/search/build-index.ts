// Builds a search index beside a crawl's data, from chunks kept whole: for measuring without crawling again.
import { DatabaseSync } from 'node:sqlite';
import { unpackLinks } from '../../src/core/page-links.ts';
import { analyse, analyserVersion } from '../../src/search/analyser.ts';
import { entryMaker } from '../../src/search/forward-entry.ts';
import type { AnchorLink, ChunkEntry } from '../../src/search/port.ts';
import { surfaceKeys, surfacesOf } from '../../src/search/suggestions.ts';
import { SearchIndex } from '../../src/store/sqlite/search-index.ts';
import { searchSchema } from '../../src/store/sqlite/search-schema.ts';

export interface Built {
  readonly chunks: number;
  readonly analyseMs: number;
  readonly writeMs: number;
  readonly linksMs: number;
  readonly bytes: number;
  readonly forwardBytes: number;
}

/** The term a word becomes in the index. */
function termOf(word: string): string {
  return analyse(word, 'symbols')[0]?.term ?? word;
}

interface PageRow {
  readonly url: number;
  readonly final_url: string;
  readonly title: string;
  readonly facts: string;
}

interface ChunkRow {
  readonly row: number;
  readonly headings: string;
  readonly ids: string;
  readonly symbols: string;
  readonly text: string;
}

/** Adds index tables to a crawl's database. */
export function buildIndex(file: string): Built {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -40000');
  try {
    return indexPages(db);
  } finally {
    db.close();
  }
}

/** Indexes every stored page of a database. */
export function indexPages(db: DatabaseSync): Built {
  db.exec(searchSchema);
  const index = new SearchIndex(db, { analyserVersion, keysOf: surfaceKeys, termOf });
  const pages = db.prepare('SELECT url, final_url, title, facts FROM pages ORDER BY url').all() as unknown as PageRow[];
  const chunksOf = db.prepare('SELECT row, headings, ids, symbols, text FROM chunks WHERE page = ? ORDER BY seq');
  const linksOf = db.prepare('SELECT links FROM page_links WHERE url = ?');
  const byUrl = new Map(pages.map(({ url, final_url }) => [final_url, url]));
  const times = { analyse: 0, write: 0, links: 0 };
  let chunkCount = 0;
  let forwardBytes = 0;
  db.exec('BEGIN');
  for (const [nth, { url: page, final_url, title, facts }] of pages.entries()) {
    const { description, keywords } = JSON.parse(facts) as { description?: string; keywords?: string[] };
    const rows = chunksOf.all(page) as unknown as ChunkRow[];
    let start = performance.now();
    const entryOf = entryMaker({ url: final_url, title, description, keywords });
    const chunks: { row: number; entry: ChunkEntry }[] = rows.map(({ row, headings, ids, symbols, text }) => ({
      row,
      entry: entryOf({
        headings: JSON.parse(headings) as string[],
        ids: JSON.parse(ids) as string[],
        symbols: JSON.parse(symbols) as string[],
        text,
      }),
    }));
    const words = [...surfacesOf(rows.map(({ text }) => text).join('\n'))];
    times.analyse += performance.now() - start;
    start = performance.now();
    index.put({ page, chunks, words });
    times.write += performance.now() - start;
    start = performance.now();
    const packed = linksOf.get(page)?.links;
    const links: AnchorLink[] = [];
    if (packed instanceof Uint8Array)
      for (const link of unpackLinks(packed)) {
        const target = byUrl.get(link.url.replace(/#.*$/s, ''));
        if (target === undefined || !link.inContent || link.nofollow) continue;
        const terms = analyse(link.text, 'text')
          .map(({ term }) => term)
          .join(' ');
        if (terms.length < 300) links.push({ target, terms });
      }
    index.putLinks(page, links);
    times.links += performance.now() - start;
    chunkCount += chunks.length;
    for (const { entry } of chunks) forwardBytes += entry.forward.length;
    if (nth % 16 === 15) db.exec('COMMIT; BEGIN');
  }
  const start = performance.now();
  index.refresh(1e9);
  times.links += performance.now() - start;
  db.exec('COMMIT');
  const bytes = Number(db.prepare(`SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE 'search_%'`).get()?.n ?? 0);
  return {
    chunks: chunkCount,
    analyseMs: times.analyse,
    writeMs: times.write,
    linksMs: times.links,
    bytes,
    forwardBytes,
  };
}

if (process.argv[1]?.endsWith('build-index.ts')) console.log(buildIndex(process.argv[2] as string));
