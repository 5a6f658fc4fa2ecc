// Questions that found nothing, in the data folder; any process may count them beside a crawl.
import type { DatabaseSync } from 'node:sqlite';
import {
  type KeptQuestion,
  type KeptQuestions,
  mostQuestions,
  type QuestionFilter,
} from '../../../watch/port-questions.ts';
import { laterReading } from '../connection.ts';
import { emptyLog } from '../forget/wipe.ts';
import type { Row } from '../frontier/statements.ts';
import { guarded, openToChange } from '../open.ts';
import { writeTransaction } from '../write-transaction.ts';

/** The step of the schema that added questions. */
const QUESTIONS_SINCE = 7;

/** An answer may wait for its question to be counted, so not long. */
const NOTE_BUSY_MS = 500;
const CLEAR_BUSY_MS = 5_000;

/** Whether a question was held to one library, among others or alone. */
export const HELD_TO = `instr(', ' || library || ', ', ', ' || ? || ', ') > 0`;

const texts = {
  known: 'SELECT found FROM questions WHERE text = ? AND library = ?',
  improve: 'UPDATE questions SET found = max(found, ?) WHERE text = ? AND library = ?',
  add: `INSERT INTO questions (text, library, times, first_at, last_at) VALUES (?1, ?2, 1, ?3, ?3)
    ON CONFLICT DO UPDATE SET times = times + 1, last_at = max(last_at, excluded.last_at)`,
  // The question just counted stays, also where a clock was set back.
  leave: `DELETE FROM questions WHERE id IN (SELECT id FROM questions
    ORDER BY (text = ? AND library = ?) DESC, last_at DESC, id DESC LIMIT -1 OFFSET ${mostQuestions})`,
} as const;

/** The questions of a folder; connections are made when they are first needed, and neither owns the folder nor makes one. */
export function openQuestions(folder: string): KeptQuestions {
  const reader = laterReading(folder, QUESTIONS_SINCE);
  let writer: DatabaseSync | undefined;
  const write = (busyMs: number): DatabaseSync => {
    // Throws where there is no crawl, or an older one: only a crawl makes a folder, or brings it up to date.
    reader.get();
    writer ??= openToChange(folder);
    writer.exec(`PRAGMA busy_timeout = ${busyMs}`);
    return writer;
  };
  return {
    note: async ({ text, library = '', found, at }) =>
      guarded(folder, () => {
        if (found > 0) {
          const known = reader.get().prepare(texts.known).get(text, library);
          if (known === undefined || Number(known.found) >= found) return false;
          return write(NOTE_BUSY_MS).prepare(texts.improve).run(found, text, library).changes > 0;
        }
        const db = write(NOTE_BUSY_MS);
        writeTransaction(db, () => {
          db.prepare(texts.add).run(text, library, at);
          db.prepare(texts.leave).run(text, library);
        });
        return true;
      }),
    list: async ({ limit, ...filter }) =>
      guarded(folder, () => {
        const { where, values } = condition(filter);
        const sql = `SELECT * FROM questions ${where} ORDER BY times DESC, last_at DESC, id DESC LIMIT ?`;
        return reader
          .get()
          .prepare(sql)
          .all(...values, limit)
          .map(questionOf);
      }),
    count: async (filter) =>
      guarded(folder, () => {
        const { where, values } = condition(filter);
        const row = reader
          .get()
          .prepare(`SELECT count(*) AS n FROM questions ${where}`)
          .get(...values);
        return Number(row?.n);
      }),
    clear: async (filter) =>
      guarded(folder, () => {
        const { where, values } = condition(filter);
        const db = write(CLEAR_BUSY_MS);
        const { changes } = db.prepare(`DELETE FROM questions ${where}`).run(...values);
        // The file no longer holds the questions, the log still does; a crawl beside this empties it sooner or later.
        emptyLog(db);
        return Number(changes);
      }),
    async close() {
      reader.close();
      if (writer?.isOpen) writer.close();
    },
  };
}

function condition({ library }: QuestionFilter = {}): { readonly where: string; readonly values: readonly string[] } {
  return library === undefined ? { where: '', values: [] } : { where: `WHERE ${HELD_TO}`, values: [library] };
}

function questionOf({ text, library, times, first_at, last_at, found }: Row): KeptQuestion {
  return {
    text: String(text),
    ...(library !== '' && { library: String(library) }),
    ...{ times: Number(times), firstAt: Number(first_at), lastAt: Number(last_at), found: Number(found) },
  };
}
