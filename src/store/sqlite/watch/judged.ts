// Judged queries and their scores, in the data folder; any process may write them beside a crawl.
import type { DatabaseSync } from 'node:sqlite';
import {
  type JudgedQueries,
  type JudgedQuery,
  type JudgedScore,
  mostJudged,
  mostScores,
} from '../../../watch/port-judged.ts';
import { laterReading } from '../connection.ts';
import type { Row } from '../frontier/statements.ts';
import { guarded, openToChange } from '../open.ts';
import { writeTransaction } from '../write-transaction.ts';

const texts = {
  list: 'SELECT * FROM judged ORDER BY id',
  count: 'SELECT count(*) AS n FROM judged',
  find: 'SELECT id FROM judged WHERE query = ? AND url = ?',
  add: 'INSERT INTO judged (query, url, added_at) VALUES (?, ?, ?)',
  remove: 'DELETE FROM judged WHERE id = ?',
  rank: 'UPDATE judged SET rank = ?, measured_at = ? WHERE id = ?',
  note: 'INSERT OR REPLACE INTO judged_scores (at, queries, found, mrr) VALUES (?, ?, ?, ?)',
  leave: `DELETE FROM judged_scores WHERE at NOT IN (SELECT at FROM judged_scores ORDER BY at DESC LIMIT ${mostScores})`,
  scores: 'SELECT * FROM judged_scores ORDER BY at DESC LIMIT ?',
} as const;

/** The judged queries of a folder; connections are made when they are first needed, and neither owns the folder nor makes one. */
export function openJudged(folder: string): JudgedQueries {
  const reader = laterReading(folder);
  let writer: DatabaseSync | undefined;
  /** A folder of an earlier version has none yet. */
  const rows = (text: string, ...values: number[]): readonly Row[] => {
    const isThere = reader.get().prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'judged'`).get() !== undefined;
    return isThere
      ? reader
          .get()
          .prepare(text)
          .all(...values)
      : [];
  };
  const write = <T>(task: (db: DatabaseSync) => T): T =>
    guarded(folder, () => {
      // Only a crawl makes a folder.
      writer ??= openToChange(folder);
      const db = writer;
      return writeTransaction(db, () => task(db));
    });
  return {
    add: async (query, url, at) =>
      write((db) => {
        const known = db.prepare(texts.find).get(query, url);
        if (known !== undefined) return Number(known.id);
        if (Number(db.prepare(texts.count).get()?.n) >= mostJudged) return undefined;
        return Number(db.prepare(texts.add).run(query, url, at).lastInsertRowid);
      }),
    remove: async (id) => write((db) => db.prepare(texts.remove).run(id).changes > 0),
    list: async () => guarded(folder, () => rows(texts.list).map(judgedOf)),
    measured: async (ranks, { at, queries, found, mrr }) =>
      write((db) => {
        for (const { id, rank } of ranks) db.prepare(texts.rank).run(rank ?? null, at, id);
        db.prepare(texts.note).run(at, queries, found, mrr);
        db.prepare(texts.leave).run();
      }),
    scores: async (limit) => guarded(folder, () => rows(texts.scores, limit).map(scoreOf)),
    async close() {
      reader.close();
      if (writer?.isOpen) writer.close();
    },
  };
}

function judgedOf({ id, query, url, added_at: addedAt, rank, measured_at: measuredAt }: Row): JudgedQuery {
  return {
    ...{ id: Number(id), query: String(query), url: String(url), addedAt: Number(addedAt) },
    ...(rank !== null && { rank: Number(rank) }),
    ...(measuredAt !== null && { measuredAt: Number(measuredAt) }),
  };
}

function scoreOf({ at, queries, found, mrr }: Row): JudgedScore {
  return { at: Number(at), queries: Number(queries), found: Number(found), mrr: Number(mrr) };
}
