// M5: which providers are due, and when the others will be; slots of a cron expression, each run once whatever the clock does.
import { hash } from 'node:crypto';
import { nextRun } from './cron.ts';
import type { Cron } from './cron-fields.ts';
import { parseCron } from './cron-fields.ts';

/** The next run of a provider, kept in the store: drawn once, so that a restart changes nothing. */
export interface PlannedRun {
  /** The expression it was planned by; another expression or time zone plans anew. */
  readonly cron: string;
  readonly timeZone: string;
  /** The time the expression names; what two schedulers compare before one of them runs it. */
  readonly slot: number;
  /** The time of the slot plus its jitter. */
  readonly dueAt: number;
}

export interface ScheduleEntry {
  readonly provider: string;
  /** Undefined: weekly, at a time that is the provider's own. */
  readonly cron?: string | undefined;
  readonly timeZone: string;
  readonly enabled: boolean;
  /** Whether a run of it is under way; it is not started twice. */
  readonly running?: boolean | undefined;
  readonly planned?: PlannedRun | undefined;
}

export interface DueRun {
  readonly provider: string;
  readonly slot: number;
  /** How many more slots passed since then; they are not run one by one. Counted to 99. */
  readonly missed: number;
  /** Takes the place of `slot` in the store, if that is still there; a process that finds another slot there does not run it. */
  readonly next: PlannedRun;
}

export interface NextRun {
  readonly provider: string;
  readonly planned: PlannedRun;
  /** Whether it differs from what is stored, and is to be stored. */
  readonly isNew: boolean;
}

/** Runs are put off by at most this long, and by at most a tenth of the time to the slot after. */
const MOST_JITTER_MS = 10 * 60_000;
/** A clock set back by at most this much is waited for; a plan further off was made by a wrong clock. */
const CLOCK_JUMP_MS = 2 * 3_600_000;
const MOST_MISSED = 99;

/** Once a week at a day, hour and minute that follow from the provider's name, between 00:00 and 05:59: sources do not all start at once. */
export function defaultCron(provider: string): string {
  const bits = Number.parseInt(hash('sha256', provider, 'hex').slice(0, 12), 16);
  return `${bits % 60} ${Math.floor(bits / 60) % 6} * * ${Math.floor(bits / 360) % 7}`;
}

/** The providers to start now, the longest due first. Throws DOC_CONFIG for an expression or time zone that does not exist. */
export function dueRuns(now: number, entries: readonly ScheduleEntry[], random: () => number): readonly DueRun[] {
  const due: (DueRun & { readonly dueAt: number })[] = [];
  for (const entry of entries) {
    const { planned } = entry;
    if (!entry.enabled || entry.running || planned === undefined || planned.dueAt > now) continue;
    const { cron, slot, dueAt } = nextOf(entry, now, random);
    // An invalid plan is made anew by `nextRuns`, and stored before anything is due by it.
    if (slot !== planned.slot || dueAt !== planned.dueAt) continue;
    const rule = parseCron(cron);
    // From the later of both: neither a clock set forward nor one set back again repeats a slot.
    const next = planAfter(rule, Math.max(now, slot), entry.timeZone, random);
    due.push({ provider: entry.provider, slot, missed: missedSlots(rule, slot, now, entry.timeZone), next, dueAt });
  }
  due.sort((one, other) => one.dueAt - other.dueAt || (one.provider < other.provider ? -1 : 1));
  return due.map(({ provider, slot, missed, next }) => ({ provider, slot, missed, next }));
}

/** When each enabled provider runs next, the first one first; what is new among it is to be stored. Throws as `dueRuns`. */
export function nextRuns(now: number, entries: readonly ScheduleEntry[], random: () => number): readonly NextRun[] {
  const runs = entries
    .filter(({ enabled }) => enabled)
    .map((entry) => {
      const planned = nextOf(entry, now, random);
      return { provider: entry.provider, planned, isNew: planned !== entry.planned };
    });
  return runs.sort((one, other) => one.planned.dueAt - other.planned.dueAt || (one.provider < other.provider ? -1 : 1));
}

/** The stored plan, as long as it is valid; else a new plan. */
function nextOf(entry: ScheduleEntry, now: number, random: () => number): PlannedRun {
  const { planned, timeZone } = entry;
  const rule = parseCron(entry.cron ?? defaultCron(entry.provider));
  const holds =
    planned !== undefined &&
    planned.cron === rule.text &&
    planned.timeZone === timeZone &&
    (planned.slot <= now || planned.slot <= furthest(rule, now, timeZone));
  return holds ? planned : planAfter(rule, now, timeZone, random);
}

/** No plan made by a correct clock is later than this: the slot after the next, and as much as a clock may jump. */
function furthest(rule: Cron, now: number, timeZone: string): number {
  return nextRun(rule, nextRun(rule, now, timeZone), timeZone) + CLOCK_JUMP_MS;
}

function planAfter(rule: Cron, after: number, timeZone: string, random: () => number): PlannedRun {
  const slot = nextRun(rule, after, timeZone);
  const gap = nextRun(rule, slot, timeZone) - slot;
  const jitter = Math.floor(random() * Math.min(MOST_JITTER_MS, gap / 10));
  return { cron: rule.text, timeZone, slot, dueAt: slot + jitter };
}

function missedSlots(rule: Cron, slot: number, now: number, timeZone: string): number {
  let missed = 0;
  for (let at = nextRun(rule, slot, timeZone); at <= now && missed < MOST_MISSED; missed++)
    at = nextRun(rule, at, timeZone);
  return missed;
}
