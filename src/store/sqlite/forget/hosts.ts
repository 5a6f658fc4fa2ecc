// C5: what is left of hosts and providers without URLs.
import type { DatabaseSync } from 'node:sqlite';
import { hostKey, withoutWww } from '../../../core/url/host.ts';
import { HELD_TO } from '../watch/questions.ts';

const LANES_IN_USE =
  'SELECT lane AS id FROM urls UNION SELECT hop_lane FROM urls WHERE hop_lane IS NOT NULL UNION SELECT lane FROM queue UNION SELECT lane FROM delayed';

/** Removes lanes without URLs and the hosts behind them, unless a host still requests a pause. */
export function removeUnusedHosts(db: DatabaseSync, now: number): void {
  db.exec(`DELETE FROM lanes WHERE id NOT IN (${LANES_IN_USE})`);
  db.exec('DELETE FROM templates WHERE lane NOT IN (SELECT id FROM lanes)');
  db.prepare(
    'DELETE FROM hosts WHERE id NOT IN (SELECT host FROM lanes) AND max(next_at, parked_until, closed_until) <= ?',
  ).run(now);
}

/** The lanes of URLs that stay; for a count before anything is removed. */
export class LanesKept {
  readonly #lanes = new Set<number>();

  keep(row: Readonly<Record<string, unknown>>): void {
    for (const lane of [row.lane, row.hop_lane]) if (typeof lane === 'number') this.#lanes.add(lane);
  }

  /** The names of their hosts. */
  hosts(db: DatabaseSync): ReadonlySet<string> {
    const all = db.prepare('SELECT l.id, h.name FROM lanes l JOIN hosts h ON h.id = l.host').all();
    return new Set(all.filter(({ id }) => this.#lanes.has(Number(id))).map(({ name }) => String(name)));
  }
}

/** The hosts of all lanes there are. */
export function hostsInUse(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare('SELECT DISTINCT h.name FROM lanes l JOIN hosts h ON h.id = l.host').all();
  return new Set(rows.map(({ name }) => String(name)));
}

/** Kept robots.txt files of hosts that are not in use. They are kept by origin or, in one dialect, by host name. */
export function unusedRobots(db: DatabaseSync, inUse: ReadonlySet<string>): readonly string[] {
  const names = new Set([...inUse].map((host) => host.replace(/:\d+$/, '')));
  const isUsed = (origin: string): boolean =>
    origin.includes('://') ? inUse.has(hostKey(origin)) : names.has(withoutWww(origin));
  const rows = db.prepare('SELECT origin FROM robots').all();
  return rows.map(({ origin }) => String(origin)).filter((origin) => !isUsed(origin));
}

/** Removes what is kept of a provider besides its URLs: its counts, runs, alerts, questions held to it, answers of Context7, deliveries, and when it is due. */
export function forgetProviderRows(db: DatabaseSync, slug: string, id: number): void {
  const ofRuns = '(SELECT id FROM runs WHERE provider = ?)';
  for (const text of [
    `DELETE FROM changes WHERE run IN ${ofRuns}`,
    `DELETE FROM run_hosts WHERE run IN ${ofRuns}`,
    'DELETE FROM runs WHERE provider = ?',
    'DELETE FROM providers WHERE id = ?',
  ])
    db.prepare(text).run(id);
  for (const text of [
    'DELETE FROM estimates WHERE provider = ?',
    'DELETE FROM planned WHERE provider = ?',
    'DELETE FROM inbox WHERE provider = ?',
    `DELETE FROM alerts WHERE alert ->> 'provider' = ?`,
    `DELETE FROM questions WHERE ${HELD_TO}`,
    'DELETE FROM channel_decisions WHERE provider = ?',
    'DELETE FROM channel_answers WHERE provider = ?',
    'DELETE FROM outbox WHERE provider = ?',
  ])
    db.prepare(text).run(slug);
}
