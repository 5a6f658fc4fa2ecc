// M4: the health, derived from facts: the store, the crawling process, the schedule, alerts and the disk.
import { bytesText, durationText } from '../../core/figures.ts';
import { isPlanLate } from '../states/source-state.ts';

/** `down`: docent cannot answer; `degraded`: it can, but the operator should look. */
export type HealthStatus = 'ok' | 'degraded' | 'down';

export interface HealthFacts {
  /** Why the data folder cannot be read, if it cannot. */
  readonly storeProblem?: string | undefined;
  /** Nothing was crawled yet, and that is fine: a server waits for its first crawl. */
  readonly isNew?: boolean | undefined;
  /** The process that crawls the folder, if there is one. */
  readonly owner?: { readonly pid: number; readonly heartbeatAt: number } | undefined;
  readonly providers: readonly {
    readonly provider: string;
    readonly running: boolean;
    /** The last run that ended. */
    readonly lastRun?: { readonly endedAt: number; readonly failed: boolean } | undefined;
    /** The next run of the schedule; long past means that no scheduler runs. */
    readonly dueAt?: number | undefined;
  }[];
  readonly openAlerts: number;
  readonly freeBytes?: number | undefined;
}

export interface HealthCheck {
  readonly name: 'store' | 'owner' | 'runs' | 'schedule' | 'alerts' | 'disk';
  readonly status: HealthStatus;
  readonly detail: string;
}

export interface Health {
  /** The status of the worst check. */
  readonly status: HealthStatus;
  /** 200, or 503 when it is down; degraded still serves. */
  readonly httpStatus: 200 | 503;
  readonly checks: readonly HealthCheck[];
}

/** The limits beyond which a check is not `ok`. */
export const healthLimits = Object.freeze({
  /** A crawling process writes a heartbeat every few seconds; one that is silent for this long is not crawling. */
  heartbeatMs: 60_000,
  freeBytes: 500_000_000,
  /** With less than this any write would fail. */
  fullBytes: 10_000_000,
});

const worst: readonly HealthStatus[] = ['ok', 'degraded', 'down'];

/** The verdict, with every check and what it saw. A clock that was set back an hour changes no status. */
export function healthOf(facts: HealthFacts, now: number): Health {
  const checks = [
    storeCheck(facts),
    ownerCheck(facts, now),
    runsCheck(facts),
    scheduleCheck(facts, now),
    alertsCheck(facts),
    diskCheck(facts),
  ];
  const status = worst[Math.max(...checks.map((check) => worst.indexOf(check.status)))] ?? 'down';
  return { status, httpStatus: status === 'down' ? 503 : 200, checks };
}

function storeCheck({ storeProblem, isNew = false }: HealthFacts): HealthCheck {
  if (storeProblem !== undefined) return { name: 'store', status: 'down', detail: storeProblem };
  return { name: 'store', status: 'ok', detail: isNew ? 'nothing was crawled yet' : 'readable' };
}

function ownerCheck({ owner, providers }: HealthFacts, now: number): HealthCheck {
  const running = providers.filter((one) => one.running).map(({ provider }) => provider);
  if (owner === undefined) {
    const detail =
      running.length === 0 ? 'no process crawls' : `${running.join(', ')} began, and no process crawls it any more`;
    return { name: 'owner', status: running.length === 0 ? 'ok' : 'degraded', detail };
  }
  const silent = Math.max(0, now - owner.heartbeatAt);
  const detail = `pid ${owner.pid}, last heard of ${durationText(silent)} ago`;
  return { name: 'owner', status: silent > healthLimits.heartbeatMs ? 'degraded' : 'ok', detail };
}

function runsCheck({ providers }: HealthFacts): HealthCheck {
  const failed = providers.filter(({ lastRun }) => lastRun?.failed === true).map(({ provider }) => provider);
  const last = providers.reduce((latest, { lastRun }) => Math.max(latest, lastRun?.endedAt ?? 0), 0);
  const ended = last === 0 ? 'no run yet' : `last run ended ${new Date(last).toISOString()}`;
  return failed.length === 0
    ? { name: 'runs', status: 'ok', detail: ended }
    : { name: 'runs', status: 'degraded', detail: `the last run failed: ${failed.join(', ')}` };
}

function scheduleCheck({ providers }: HealthFacts, now: number): HealthCheck {
  const late = providers.filter(({ dueAt, running }) => !running && isPlanLate(dueAt, now));
  if (late.length === 0) return { name: 'schedule', status: 'ok', detail: 'nothing is overdue' };
  return {
    name: 'schedule',
    status: 'degraded',
    detail: `overdue: ${late.map(({ provider }) => provider).join(', ')}`,
  };
}

function alertsCheck({ openAlerts }: HealthFacts): HealthCheck {
  return { name: 'alerts', status: openAlerts === 0 ? 'ok' : 'degraded', detail: `${openAlerts} open` };
}

function diskCheck({ freeBytes }: HealthFacts): HealthCheck {
  if (freeBytes === undefined) return { name: 'disk', status: 'ok', detail: 'not measured' };
  const { fullBytes, freeBytes: enough } = healthLimits;
  const status = freeBytes < fullBytes ? 'down' : freeBytes < enough ? 'degraded' : 'ok';
  return { name: 'disk', status, detail: `${bytesText(freeBytes)} free` };
}
