// C5: removes URLs from a folder with all their data: frontier, page, chunks, index, history.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { urlStates } from '../../../core/end-states.ts';
import { blockPatternOf, urlKey } from '../../../core/url/key.ts';
import type { RemovedCounts } from '../../../forget/port.ts';
import type { Row } from '../frontier/statements.ts';
import type { SearchIndex } from '../search/index.ts';
import { createTakeOut } from './queue.ts';

const texts = {
  pages: 'DELETE FROM pages WHERE url = ?',
  chunks: 'DELETE FROM chunks WHERE page = ?',
  versions: 'DELETE FROM versions WHERE url = ?',
  visits: 'DELETE FROM visits WHERE url = ?',
  changes: 'DELETE FROM changes WHERE url = ?',
  spellings: 'DELETE FROM spellings WHERE url = ?',
  pageLinks: 'DELETE FROM page_links WHERE url = ?',
  pageDrafts: 'DELETE FROM page_drafts WHERE url = ?',
  stamps: 'DELETE FROM stamps WHERE url = ?',
  judged: 'DELETE FROM judged WHERE url = (SELECT url FROM urls WHERE id = ?)',
  urls: 'DELETE FROM urls WHERE id = ?',
  // The operator's own entries stay.
  unblock: `DELETE FROM blocklist WHERE pattern = ? AND by = 'crawler'`,
  isElsewhere: 'SELECT 1 FROM urls WHERE hash = ? AND provider = ?',
  otherProviders: 'SELECT id FROM providers WHERE id <> ?',
  target: 'SELECT id FROM search_targets WHERE hash = ?',
} as const;

/** Links to a key, and to keys that count as the same; ?1 is its number. */
const LED_THERE = 'target IN (SELECT ?1 UNION ALL SELECT id FROM search_targets WHERE same = ?1)';
const linkTexts = {
  // Should the key come back, pages that link to it are read into the index again.
  sources: `UPDATE pages SET index_hash = '' WHERE url IN (SELECT source FROM search_links WHERE ${LED_THERE})`,
  links: `DELETE FROM search_links WHERE ${LED_THERE}`,
  stale: `DELETE FROM search_stale WHERE ${LED_THERE}`,
  part: 'UPDATE search_targets SET same = NULL WHERE same = ?1',
  targets: 'DELETE FROM search_targets WHERE id = ?1',
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

/** Removes URLs; call it inside a transaction. */
export interface RowRemover {
  remove(row: Row): RemovedCounts;
}

/** Prepares the removal. */
export function createRowRemover(db: DatabaseSync, index: SearchIndex): RowRemover {
  const sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Sql;
  const ofLinks = Object.values(linkTexts).map((text) => db.prepare(text));
  const takeOut = createTakeOut(db);
  const uncount = new Map<string, StatementSync>(
    urlStates.map((state) => [
      state,
      db.prepare(`UPDATE providers SET ${state} = ${state} - 1 WHERE id = ? AND generation = ?`),
    ]),
  );
  const isElsewhere = (row: Row): boolean =>
    sql.otherProviders
      .all(Number(row.provider))
      .some(({ id }) => sql.isElsewhere.get(row.hash as Uint8Array, Number(id)) !== undefined);
  return {
    remove(row) {
      const id = Number(row.id);
      const count = (statement: StatementSync): number => Number(statement.run(id).changes);
      takeOut(row);
      if (row.kind === 'page') uncount.get(String(row.state))?.run(Number(row.provider), Number(row.generation));
      index.remove(id);
      if (!isElsewhere(row)) {
        const target = sql.target.get(row.hash as Uint8Array);
        if (target !== undefined) for (const statement of ofLinks) statement.run(Number(target.id));
        for (const query of ['drop', 'tracking', 'keep'] as const)
          sql.unblock.run(blockPatternOf(urlKey(String(row.url), { query })));
      }
      for (const name of ['visits', 'changes', 'spellings', 'pageLinks', 'pageDrafts', 'stamps', 'judged'] as const)
        sql[name].run(id);
      const removed = { pages: count(sql.pages), chunks: count(sql.chunks), versions: count(sql.versions) };
      return { ...removed, urls: count(sql.urls), links: 0, robots: 0 };
    },
  };
}
