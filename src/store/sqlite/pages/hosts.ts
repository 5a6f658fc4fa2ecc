// Hosts as a reader lists them: their clocks, what waits for them, and how often they answered 429 and 503.
import type { DatabaseSync } from 'node:sqlite';
import { answersIn } from '../../../frontier/decide/host-memory.ts';
import { decodeSteps } from '../../../frontier/port-decode.ts';
import type { HeldAnswer, HeldFilter, HostFilter, KnownHost } from '../../../frontier/port-reader.ts';
import { clockOf, underWayAt } from '../frontier/turns.ts';

const HOSTS = `SELECT * FROM hosts
  WHERE (:host IS NULL OR name = :host) AND name > :after ORDER BY name LIMIT :limit`;
const LANES = `SELECT p.slug, l.queued + (SELECT count(*) FROM delayed WHERE lane = l.id)
    + (SELECT count(*) FROM leases WHERE lane = l.id) AS waiting
  FROM lanes l JOIN providers p ON p.id = l.provider WHERE l.host = ? ORDER BY p.slug`;
/** By the index of such visits: there are few of them among all. */
const HELD = `SELECT h.name, v.status, count(*) AS count FROM visits v JOIN urls u ON u.id = v.url JOIN lanes l ON l.id = u.lane
  JOIN hosts h ON h.id = l.host WHERE v.status IN (429, 503) GROUP BY h.name, v.status`;
const HELD_OF = `SELECT u.url, p.slug, v.status, v.steps FROM visits v JOIN urls u ON u.id = v.url JOIN lanes l ON l.id = u.lane
  JOIN hosts h ON h.id = l.host JOIN providers p ON p.id = u.provider
  WHERE v.status IN (429, 503) AND h.name = :host AND (:status IS NULL OR v.status = :status)`;

/** Responses that request a pause, the latest first. */
export function readHeld(db: DatabaseSync, { host, status, limit, offset = 0 }: HeldFilter): readonly HeldAnswer[] {
  const answers = db
    .prepare(HELD_OF)
    .all({ host, status: status ?? null })
    .map((row) => {
      const { at = 0, by = '', detail = '' } = decodeSteps(row.steps).at(-1) ?? {};
      const answered = row.status as HeldAnswer['status'];
      return { url: String(row.url), provider: String(row.slug), status: answered, at, by, detail };
    });
  return answers.toSorted((a, b) => b.at - a.at).slice(offset, offset + limit);
}

/** Hosts by name. */
export function readHosts(
  db: DatabaseSync,
  { host, after = '', limit }: HostFilter,
  now: number,
): readonly KnownHost[] {
  const rows = db.prepare(HOSTS).all({ host: host ?? null, after, limit });
  if (rows.length === 0) return [];
  const lanes = db.prepare(LANES);
  const held = new Map(
    db
      .prepare(HELD)
      .all()
      .map((row) => [`${row.status} ${row.name}`, Number(row.count)]),
  );
  return rows.map((row) => {
    const [name, recent] = [String(row.name), String(row.recent)];
    const own = lanes.all(Number(row.id));
    return {
      host: name,
      ...clockOf(row),
      waiting: own.reduce((sum, { waiting }) => sum + Number(waiting), 0),
      ...answersIn(recent),
      providers: own.map(({ slug }) => String(slug)),
      underWay: underWayAt(db, name, now).length,
      tooMany: held.get(`429 ${name}`) ?? 0,
      unavailable: held.get(`503 ${name}`) ?? 0,
    };
  });
}
