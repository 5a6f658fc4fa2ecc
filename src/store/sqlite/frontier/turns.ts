// F4: the turns of hosts as rows, which every process of a folder sees; the ledger's memory beside them is in others.ts.
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  closingAfter,
  type RememberedHost,
  withAnswer,
  withoutUnanswered,
} from '../../../frontier/decide/host-memory.ts';
import { decideTurn, type TurnFacts, wantedBy } from '../../../frontier/decide/turn.ts';
import type { HostClosing, HostNews, Turn, TurnAnswer, TurnWish } from '../../../frontier/port.ts';
import { decodeClosing, encodeClosing } from '../../../frontier/port-decode.ts';
import { TURN_LIFETIME_MS } from '../../../frontier/port-turns.ts';
import { isDead, isOwnerInForce, type Worker } from '../owner.ts';
import { turnsSince } from '../schema.ts';
import type { Row } from './statements.ts';

const DAY_MS = 86_400_000;

const texts = {
  hostOf: 'SELECT * FROM hosts WHERE name = ?',
  addHost: 'INSERT INTO hosts (name) VALUES (?)',
  turnsAt: 'SELECT * FROM turns WHERE host = ?',
  leasesAt: `SELECT leases.url, leases.gap_ms, leases.until, leases.worker FROM leases JOIN lanes ON lanes.id = leases.lane
    WHERE lanes.host = (SELECT id FROM hosts WHERE name = ?)`,
  owner: 'SELECT * FROM owner',
  addTurn: 'INSERT INTO turns (token, host, gap_ms, until, pid, machine, worker) VALUES (?, ?, ?, ?, ?, ?, ?)',
  endTurn: 'DELETE FROM turns WHERE token = ?',
  endTurnsOf: 'DELETE FROM turns WHERE worker = ? RETURNING host, gap_ms',
  // Its URL is queued again when the folder is opened; until then no caller waits for it.
  voidLease: 'UPDATE leases SET until = 0 WHERE url = ?',
  touch: `INSERT INTO counters (name, value) VALUES ('touched', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`,
  hostNews: `UPDATE hosts SET next_at = max(next_at, ?1), gap_ms = ?2, recent = ?3, closed_until = ?4, closing = ?5, touched = ?6
    WHERE name = ?7`,
  remember: `UPDATE hosts SET recent = ?, parked_until = ?, parked_by = ?, closed_until = ?, closing = ?, touched = ?
    WHERE name = ?`,
  want: 'UPDATE hosts SET wanted_until = max(wanted_until, ?), touched = ? WHERE name = ?',
  serve: 'UPDATE hosts SET wanted_until = 0, others = others + 1, touched = ? WHERE name = ?',
  addRequest: 'INSERT INTO requests (at, host) VALUES (?, ?)',
  forgetRequests: 'DELETE FROM requests WHERE at < ?',
  requests: 'SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ?',
  hostRequests: 'SELECT count(*) AS count, min(at) AS oldest FROM requests WHERE at > ? AND host = ?',
} as const;

/** Takes and ends turns; each call is part of the caller's transaction. */
export class TurnRows {
  readonly #sql;
  readonly #worker: Omit<Worker, 'leave'>;

  constructor(db: DatabaseSync, worker: Omit<Worker, 'leave'>) {
    this.#worker = worker;
    this.#sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Record<
      keyof typeof texts,
      ReturnType<DatabaseSync['prepare']>
    >;
  }

  /** Takes a host's turn for a process beside the owner, and counts its request. */
  take(host: string, wish: TurnWish, now: number): TurnAnswer {
    const { addHost, hostOf } = this.#sql;
    if (hostOf.get(host) === undefined) addHost.run(host);
    this.#dropLost(host, now);
    const row = hostOf.get(host) as Row;
    const wait = decideTurn(
      host,
      { clock: clockOf(row), underWay: this.underWayAt(host), since: this.#since },
      wish,
      now,
    );
    if (wait !== undefined) {
      const until = wantedBy(wait);
      if (until !== undefined) this.#sql.want.run(until, this.#touch(), host);
      return { wait };
    }
    this.#sql.serve.run(this.#touch(), host);
    if (wish.bounds !== undefined) {
      this.#sql.addRequest.run(now, host);
      this.#sql.forgetRequests.run(now - DAY_MS);
    }
    return { turn: this.add(host, wish, now) };
  }

  /** Ends a turn of a process that is not the owner, and notes what it reports of the host. */
  end({ host, token }: Turn, news: HostNews): void {
    this.#sql.endTurn.run(token);
    this.#note(host, news);
  }

  /** Ends all turns of this worker. */
  endAll(now: number): void {
    for (const { host, gap_ms: gap } of this.#sql.endTurnsOf.all(this.#worker.incarnation))
      this.#note(String(host), { nextAt: now + Number(gap), gapMs: Number(gap) });
  }

  /** Writes a turn down. */
  add(host: string, { gapMs, lifetimeMs = TURN_LIFETIME_MS }: TurnWish, now: number): Turn {
    const turn = { host, token: randomUUID(), until: now + lifetimeMs };
    const { pid, machine, incarnation } = this.#worker;
    this.#sql.addTurn.run(turn.token, host, Math.ceil(gapMs), turn.until, pid, machine, incarnation);
    return turn;
  }

  /** Removes turns of dead processes; the host's gap runs from now. */
  #dropLost(host: string, now: number): void {
    for (const turn of this.#sql.turnsAt.all(host)) {
      if (!isLost(turn, now)) continue;
      this.#sql.endTurn.run(String(turn.token));
      this.#note(host, { nextAt: now + Number(turn.gap_ms), gapMs: Number(turn.gap_ms) });
    }
    for (const lease of this.#sql.leasesAt.all(host)) {
      if (Number(lease.until) === 0 || !isLeaseLost(lease, this.#sql.owner.get(), now)) continue;
      this.#sql.voidLease.run(Number(lease.url));
      this.#note(host, { nextAt: now + Number(lease.gap_ms), gapMs: Number(lease.gap_ms) });
    }
  }

  /** The gaps that requests under way keep, once lost turns have been removed. */
  underWayAt(host: string): readonly number[] {
    const leases = this.#sql.leasesAt.all(host).filter(({ until }) => Number(until) > 0);
    return [...this.#sql.turnsAt.all(host), ...leases].map(({ gap_ms: gap }) => Number(gap));
  }

  /** Forgets of these hosts what nobody answered. */
  forgetUnanswered(hosts: readonly string[]): void {
    const { hostOf, remember } = this.#sql;
    for (const host of hosts) {
      const row = hostOf.get(host);
      if (row === undefined) continue;
      const { recent, parkedUntil, parkedBy, closing } = withoutUnanswered(rememberedOf(row));
      remember.run(recent, parkedUntil, parkedBy, ...encodeClosing(closing), this.#touch(), host);
    }
  }

  #note(host: string, news: HostNews): void {
    const { hostOf, addHost, hostNews } = this.#sql;
    if (hostOf.get(host) === undefined) addHost.run(host);
    const known = rememberedOf(hostOf.get(host) as Row);
    const closing = closingAfter(known.closing, news);
    const { nextAt, gapMs, error } = news;
    const letters = withAnswer(known.recent, error);
    hostNews.run(Math.ceil(nextAt), Math.ceil(gapMs), letters, ...encodeClosing(closing), this.#touch(), host);
  }

  #touch(): number {
    return Number(this.#sql.touch.get()?.value);
  }

  readonly #since: TurnFacts['since'] = (time, host) => {
    const { requests, hostRequests } = this.#sql;
    const row = (host === undefined ? requests.get(time) : hostRequests.get(time, host)) as Row;
    return { count: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
  };
}

/** Whether a turn is lost: its time is over, or its process is dead. */
export function isLost(turn: Row, now: number): boolean {
  return Number(turn.until) <= now || isDead(turn);
}

/** Whether a lease is lost: its time is over, or the process that took it does not own the folder any more. */
export function isLeaseLost({ until, worker }: Row, owner: Row | undefined, now: number): boolean {
  if (Number(until) <= now) return true;
  return owner === undefined || owner.incarnation !== worker || !isOwnerInForce(owner, Date.now());
}

/** The gaps that requests under way to a host keep, on a read-only connection; an older folder has no turns. */
export function underWayAt(db: DatabaseSync, host: string, now: number): readonly number[] {
  if (Number(db.prepare('PRAGMA user_version').get()?.user_version) < turnsSince) return [];
  const turns = db.prepare(texts.turnsAt).all(host);
  const owner = db.prepare(texts.owner).get();
  const leases = db.prepare(texts.leasesAt).all(host);
  const inForce = [
    ...turns.filter((turn) => !isLost(turn, now)),
    ...leases.filter((lease) => !isLeaseLost(lease, owner, now)),
  ];
  return inForce.map(({ gap_ms: gap }) => Number(gap));
}

/** A row of `hosts` as the rules know it. */
export function clockOf(row: Row) {
  return {
    nextAt: Number(row.next_at),
    gapMs: row.gap_ms === null ? undefined : Number(row.gap_ms),
    parkedUntil: Number(row.parked_until) || undefined,
    parkedBy: String(row.parked_by) || undefined,
    closing: closingOf(row),
  };
}

/** What a row of `hosts` remembers of a host. */
export function rememberedOf(row: Row): RememberedHost {
  return {
    recent: String(row.recent),
    parkedUntil: Number(row.parked_until),
    parkedBy: String(row.parked_by),
    closing: closingOf(row),
  };
}

/** A folder of an earlier version has no closings. */
function closingOf(row: Row): HostClosing | undefined {
  return decodeClosing(row.closing, Number(row.closed_until));
}
