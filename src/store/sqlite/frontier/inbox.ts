// Requests of other processes to the process that crawls the folder, in the inbox table: `seed`, `wanted`; a requested run is `run` or `refused`.
import type { DatabaseSync } from 'node:sqlite';
import type { Inbox, InboxWriter } from '../../../frontier/port-inbox.ts';
import { guarded } from '../open.ts';

/** Both sides of the inbox, on a connection that may write. */
export function createInbox(db: DatabaseSync, folder: string): Inbox & InboxWriter {
  const seeds = db.prepare(`SELECT id, kind, provider, url FROM inbox
    WHERE kind IN ('seed', 'wanted') AND provider IN (SELECT value FROM json_each(?)) ORDER BY id`);
  const runs = db.prepare(`SELECT id, url FROM inbox WHERE kind = 'run' ORDER BY id`);
  const add = db.prepare('INSERT INTO inbox (kind, provider, url) VALUES (?, ?, ?)');
  const refuse = db.prepare(`UPDATE inbox SET kind = 'refused', url = ? WHERE id = ? AND kind = 'run'`);
  const item = db.prepare('SELECT kind, url FROM inbox WHERE id = ?');
  const remove = db.prepare('DELETE FROM inbox WHERE id = ?');
  const removeAll = db.prepare('DELETE FROM inbox WHERE id IN (SELECT value FROM json_each(?))');
  return {
    async seeds(providers) {
      const rows = guarded(folder, () => seeds.all(JSON.stringify(providers)));
      return rows.map(({ id, kind, provider, url }) => ({
        ...{ id: Number(id), provider: String(provider), url: String(url) },
        ...(kind === 'wanted' && { wanted: true }),
      }));
    },
    async requestedRuns() {
      return guarded(folder, () => runs.all()).map(({ id, url }) => ({ id: Number(id), request: String(url) }));
    },
    async takenUp(ids) {
      if (ids.length > 0) guarded(folder, () => removeAll.run(JSON.stringify(ids)));
    },
    async refuseRun(id, why) {
      guarded(folder, () => refuse.run(why, id));
    },
    async addSeed(provider, url) {
      guarded(folder, () => add.run('seed', provider, url));
    },
    async addWanted(provider, url) {
      guarded(folder, () => add.run('wanted', provider, url));
    },
    async requestRun(request) {
      return Number(guarded(folder, () => add.run('run', '', request)).lastInsertRowid);
    },
    async answerTo(id) {
      const row = guarded(folder, () => item.get(id));
      if (row === undefined) return { state: 'begun' };
      return row.kind === 'refused' ? { state: 'refused', why: String(row.url) } : { state: 'waiting' };
    },
    async takeBack(id) {
      return guarded(folder, () => remove.run(id)).changes > 0;
    },
  };
}
