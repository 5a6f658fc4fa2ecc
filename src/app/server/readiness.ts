// M4: whether a server can respond to what it is for: settings in force, a folder that can be read, a schedule that is kept.
import type { Health, HealthStatus } from '../../watch/alerts/health.ts';
import type { SettingsState } from './live-settings.ts';
import type { ScheduleState } from './open-service.ts';

export interface ReadinessCheck {
  /** `settings`, `scheduler`, or one of the folder's: `store`, `owner`, `runs`, `schedule`, `alerts`, `disk`. */
  readonly name: string;
  readonly status: HealthStatus;
  readonly detail: string;
}

export interface Readiness {
  /** `down`: the server cannot do its work; `degraded`: it can, and the operator should look. */
  readonly status: HealthStatus;
  readonly checks: readonly ReadinessCheck[];
}

/** A folder that cannot be read within this time is not readable. */
const WITHIN_MS = 5_000;
const order: readonly HealthStatus[] = ['ok', 'degraded', 'down'];

/** What readiness follows from. */
export interface ReadinessFacts {
  readonly settings: SettingsState;
  readonly schedule: ScheduleState;
  /** Reads that of the folder. */
  health(): Promise<Health>;
}

/** All checks; never rejects. */
export async function readinessOf(facts: ReadinessFacts, withinMs = WITHIN_MS): Promise<Readiness> {
  const own = [settingsCheck(facts.settings), schedulerCheck(facts.schedule)];
  const checks = [...own, ...(await folderChecks(() => facts.health(), withinMs))];
  const worst = Math.max(...checks.map(({ status }) => order.indexOf(status)));
  return { status: order[worst] ?? 'down', checks };
}

/** A file that was refused leaves the settings before it in force. */
function settingsCheck({ path, problems }: SettingsState): ReadinessCheck {
  const file = path ?? 'no configuration file';
  return problems === undefined
    ? { name: 'settings', status: 'ok', detail: `${file} is in force` }
    : {
        name: 'settings',
        status: 'degraded',
        detail: `${file} was edited and refused, the settings before are in force: ${problems.join('; ')}`,
      };
}

function schedulerCheck({ state, problem }: ScheduleState): ReadinessCheck {
  const words = {
    ...{ starting: 'is starting', kept: 'runs what is due', ended: 'has ended' },
    broken: `could not be kept: ${problem}`,
  } as const;
  return { name: 'scheduler', status: state === 'kept' ? 'ok' : 'down', detail: words[state] };
}

async function folderChecks(health: () => Promise<Health>, withinMs: number): Promise<readonly ReadinessCheck[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it could not be read within ${withinMs / 1_000} s`)), withinMs);
  });
  try {
    return (await Promise.race([health(), late])).checks;
  } catch (error) {
    return [{ name: 'store', status: 'down', detail: (error as Error).message }];
  } finally {
    clearTimeout(timer);
  }
}
