// X2: the channel's memory in the data folder; any process may use it beside a crawl.
import type { DatabaseSync } from 'node:sqlite';
import { type ChannelMemory, mostAnswers } from '../../../channel/port.ts';
import { decodeDecision, decodeService } from '../../../channel/port-decode.ts';
import { laterReading } from '../connection.ts';
import { holdsData } from '../folder.ts';
import { guarded, openForWriting, openToChange } from '../open.ts';
import { patience } from '../patience.ts';
import { writeTransaction } from '../write-transaction.ts';

/** The step of the schema that added its tables. */
const CHANNEL_SINCE = 11;
/** Short, because a user waits for an answer meanwhile. */
const BUSY_MS = 500;

const texts = {
  decision: 'SELECT decision FROM channel_decisions WHERE provider = ?',
  decisions: 'SELECT decision FROM channel_decisions ORDER BY provider',
  keepDecision: `INSERT INTO channel_decisions (provider, decision) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET decision = excluded.decision`,
  service: `SELECT state FROM channel_service WHERE one = 1`,
  keepService: `INSERT INTO channel_service (one, state) VALUES (1, ?) ON CONFLICT DO UPDATE SET state = excluded.state`,
  alias: 'SELECT target FROM channel_aliases WHERE library = ?',
  keepAlias: `INSERT INTO channel_aliases (library, target) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET target = excluded.target`,
  answer: 'SELECT answer FROM channel_answers WHERE key = ? AND until > ?',
  keepAnswer: `INSERT INTO channel_answers (key, provider, until, answer) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET provider = excluded.provider, until = excluded.until, answer = excluded.answer`,
  expire: 'DELETE FROM channel_answers WHERE until <= ?',
  leave: `DELETE FROM channel_answers WHERE key IN (SELECT key FROM channel_answers
    ORDER BY (key = ?) DESC, until DESC LIMIT -1 OFFSET ${mostAnswers})`,
} as const;

/**
 * The memory of a folder; connections are made when they are first needed, and none owns the folder. With `make` a write makes the
 * folder, and brings an older one up to date; without it both are as if nothing were kept, and a write rejects with DOC_STORE.
 */
export function openChannelMemory(
  folder: string,
  { make = false }: { readonly make?: boolean | undefined },
): ChannelMemory {
  const reader = laterReading(folder, CHANNEL_SINCE);
  let writer: DatabaseSync | undefined;
  const write = (): DatabaseSync => {
    if (writer !== undefined) return writer;
    if (!make) reader.get();
    writer = make ? openForWriting(folder) : openToChange(folder);
    writer.exec('PRAGMA busy_timeout = 0');
    return writer;
  };
  /** Before the first write of a check there may be no folder, or an older one. */
  const source = (): DatabaseSync | undefined => {
    if (writer !== undefined) return writer;
    if (make && holdsData(folder)) return write();
    return make ? undefined : reader.get();
  };
  const first = (sql: string, column: string, ...values: (string | number)[]): unknown =>
    source()
      ?.prepare(sql)
      .get(...values)?.[column];
  const patiently = patience(BUSY_MS);
  const keep = (task: (db: DatabaseSync) => void): Promise<void> =>
    patiently(() => guarded(folder, () => task(write())));
  return {
    decision: async (provider) => guarded(folder, () => decodeDecision(first(texts.decision, 'decision', provider))),
    decisions: async () =>
      guarded(folder, () => {
        const rows = source()?.prepare(texts.decisions).all() ?? [];
        return rows.flatMap(({ decision }) => decodeDecision(decision) ?? []);
      }),
    keepDecision: (decision) =>
      keep((db) => db.prepare(texts.keepDecision).run(decision.provider, JSON.stringify(decision))),
    service: async () => guarded(folder, () => decodeService(first(texts.service, 'state'))),
    keepService: (state) => keep((db) => db.prepare(texts.keepService).run(JSON.stringify(state))),
    alias: async (library) =>
      guarded(folder, () => {
        const target = first(texts.alias, 'target', library);
        return typeof target === 'string' ? target : undefined;
      }),
    keepAlias: (library, to) => keep((db) => db.prepare(texts.keepAlias).run(library, to)),
    answer: async (key, now) =>
      guarded(folder, () => {
        const answer = first(texts.answer, 'answer', key, now);
        return typeof answer === 'string' ? answer : undefined;
      }),
    keepAnswer: ({ key, provider, until, answer }, now) =>
      keep((db) =>
        writeTransaction(db, () => {
          db.prepare(texts.expire).run(now);
          db.prepare(texts.keepAnswer).run(key, provider, until, answer);
          db.prepare(texts.leave).run(key);
        }),
      ),
    async close() {
      reader.close();
      if (writer?.isOpen) writer.close();
    },
  };
}
