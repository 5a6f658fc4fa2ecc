// F4: what other processes do in a folder that this one crawls into: their turns, what they report of hosts and request of runs, and
// their requests.
import { RequestTimes } from '../../../core/request-times.ts';
import { type Context, noteNews } from './context.ts';
import { noRun, wishIn } from './run-state.ts';
import { type LoadedHost, type Others, otherTurn, wantedOf } from './state.ts';
import type { Statements } from './statements.ts';
import { clockOf, isLost, rememberedOf } from './turns.ts';

/** The other processes' data as the tables are now, for hosts that are not in memory yet. */
export function newOthers(sql: Statements): Others {
  const touched = Number(sql.counter.get('touched')?.value ?? 0);
  const others = {
    version: versionOf(sql),
    touched,
    lastRequest: 0,
    requests: new RequestTimes(),
    taken: new Set<LoadedHost>(),
  };
  loadRequests(sql, others);
  return others;
}

/**
 * Brings the memory up to date. A rollback must not undo that, so call it before the act changes anything; within a
 * transaction no other process can write.
 */
export function lookAtOthers({ sql, providers, hosts, others, owner }: Context): void {
  const version = versionOf(sql);
  if (version === others.version) return;
  for (const host of others.taken) host.others = [];
  others.taken.clear();
  for (const row of sql.turnsOfOthers.all(owner)) {
    const host = hosts.get(String(row.host));
    if (host === undefined) continue;
    host.others = [...host.others, otherTurn(row)];
    others.taken.add(host);
  }
  for (const row of sql.touchedAfter.all(others.touched)) {
    const host = hosts.get(String(row.name));
    const { nextAt, gapMs } = clockOf(row);
    if (host !== undefined) Object.assign(host, { nextAt, gapMs, ...rememberedOf(row), ...wantedOf(row) });
    others.touched = Number(row.touched);
  }
  for (const { run } of providers.values()) if (run !== noRun) run.wish = wishIn(sql.wishOf.get(run.id));
  loadRequests(sql, others);
  others.version = version;
}

/** Ends turns of dead processes; the gap of their hosts runs from now. */
export function dropLost(ctx: Context, now: number): void {
  const { sql, tx, others } = ctx;
  for (const host of others.taken) {
    const lost = host.others.filter(({ row }) => isLost(row, now));
    if (lost.length === 0) continue;
    for (const { token, gapMs } of lost) {
      sql.endTurn.run(token);
      noteNews(ctx, host, { nextAt: now + gapMs, gapMs });
    }
    tx.set(
      host,
      'others',
      host.others.filter((turn) => !lost.includes(turn)),
    );
    if (host.others.length > 0) continue;
    others.taken.delete(host);
    tx.onRollback(() => others.taken.add(host));
  }
}

/** At opening: ends turns of dead processes, and limits times that lie too far ahead. */
export function recoverTurns(sql: Statements, owner: string, now: number): void {
  sql.clampTurns.run(now + LONGEST_TURN_MS);
  for (const row of sql.turnsOfOthers.all(owner)) {
    if (!isLost(row, now)) continue;
    sql.endTurn.run(String(row.token));
    sql.gapAfterTurn.run(now + Number(row.gap_ms), String(row.host));
  }
}

/** No request takes longer; clocks may have been set meanwhile. */
const LONGEST_TURN_MS = 3_600_000;

function versionOf(sql: Statements): number {
  return Number(sql.dataVersion.get()?.data_version);
}

function loadRequests(sql: Statements, others: Others): void {
  const last = Number(sql.lastRequest.get()?.last ?? 0);
  // Numbers begin anew only in a table that was emptied.
  if (last < others.lastRequest) Object.assign(others, { lastRequest: 0, requests: new RequestTimes() });
  if (last === others.lastRequest) return;
  for (const { at, host } of sql.requestsAfter.iterate(others.lastRequest))
    others.requests.add(String(host), Number(at));
  others.lastRequest = last;
}
