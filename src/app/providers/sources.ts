// Sources as a server lists them: what is configured, what is stored of it, how its last run went and when the next is due.
import { DocentError } from '../../core/errors.ts';
import { shareOf } from '../../core/figures.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { shownData } from '../../core/url/shown-url.ts';
import { refuse } from '../../core/verdict.ts';
import type { Accounting, LedgerReader } from '../../frontier/port.ts';
import type { KnownProvider } from '../../frontier/port-providers.ts';
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import { mayRun, termsInWords } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { hasSucceeded } from '../../watch/metrics/metrics.ts';
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import { nextRun } from '../../watch/schedule/cron.ts';
import { type RunView, viewsOf } from '../crawl/runs.ts';
import { resolveTargets } from '../crawl/targets.ts';
import { withWatch } from '../data-store.ts';
import { listedIn } from '../watch/listed.ts';
import { readSchedule, type ScheduleRow, stateOfRefusal } from '../watch/schedule.ts';
import type { ProviderList, RawPolicy } from './config-file-providers.ts';
import {
  foreseenCrawl,
  knownPolicies,
  type ProviderField,
  type ProviderRow,
  type ShownProvider,
  showPolicy,
} from './providers.ts';
import { policyTag, policyToWrite, shownPolicy } from './written-policy.ts';

/** `crawl`: neither the configuration nor a preset names it; something was crawled under this name. */
export type SourceOrigin = 'file' | 'preset' | 'crawl';

export interface SourceRow extends Omit<ProviderRow, 'from'> {
  readonly from: SourceOrigin;
  readonly library?: string | undefined;
  readonly state: ScheduleRow['state'] | 'paused';
  /** Why it is not run by schedule, where it is not. */
  readonly detail?: string | undefined;
  /** When the schedule runs it; only of the configuration's own. */
  readonly schedule?: SourceSchedule | undefined;
  readonly lastRun?: RunView | undefined;
  /** The part of its pages that the last run found new, changed or removed. */
  readonly changeRate?: number | undefined;
  /** When a run last ended with nothing waiting. */
  readonly lastSuccess?: number | undefined;
  readonly counts: Accounting;
  readonly chunks: number;
}

export interface SourceSchedule extends Pick<ScheduleRow, 'cron' | 'isDefault' | 'words' | 'timeZone' | 'nextAt'> {
  readonly overdue: boolean;
  /** The time from one run to the next, in seconds: how old the pages of a source become by its schedule. */
  readonly everySec: number;
}

export interface SourceFilter {
  /** Only of these origins; none: of every one. */
  readonly from?: readonly SourceOrigin[] | undefined;
  /** Only this one. */
  readonly id?: string | undefined;
  /** Those behind the one of this id. */
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Named {
  readonly id: string;
  readonly from: SourceOrigin;
  readonly policy?: Provider | undefined;
}

/** A source whole: its row, and its policy with where each value came from. */
export interface SourceDetails {
  readonly source: SourceRow;
  /** When the page that was not looked at for the longest was last known to be as it is stored. */
  readonly verifiedAt?: number | undefined;
  /** As it is written, or would be; undefined where none is. */
  readonly policy?: RawPolicy | undefined;
  /** Of the policy as it is written. */
  readonly tag?: string | undefined;
  readonly fields: readonly ProviderField[];
  readonly terms: string;
  readonly mayRun: ShownProvider['mayRun'];
  readonly crawl: readonly string[];
}

/** One source; undefined where there is none of this id. `list` is what the configuration file holds. Throws as `listSources`. */
export async function showSource(
  settings: Settings,
  store: Store,
  list: ProviderList,
  id: string,
): Promise<SourceDetails | undefined> {
  const [source] = (await listSources(settings, store, { id, limit: 1 })) ?? [];
  if (source === undefined) return undefined;
  const known = knownPolicies(settings).find(({ provider }) => provider.provider_id === id);
  const verifiedAt = source.pages > 0 ? await verifiedSince(source, store) : undefined;
  if (known === undefined) return { source, verifiedAt, ...plainDetails(await seedsOf(store, id), settings) };
  const policy = (known.from === 'file' ? list.get(id) : undefined) ?? policyToWrite(known.provider);
  const { fields, terms, mayRun: verdicts, crawl } = shownData(showPolicy(settings, list, known));
  const own = { policy: shownPolicy(policy), tag: policyTag(policy), fields, terms, mayRun: verdicts, crawl };
  return { source, verifiedAt, ...own };
}

/** By data and source, for this thread: 25,000 pages with their text take a third of a second to look through. */
const kept = new Map<string, { readonly state: string; readonly verifiedAt: number | undefined }>();
const MOST_KEPT = 100;

/** Kept until something of the source changes: by runs, which count, or by removal, which changes the accounting. */
async function verifiedSince({ id, counts, pages, lastRun }: SourceRow, store: Store): Promise<number | undefined> {
  const state = JSON.stringify([counts, pages, lastRun?.id, lastRun?.requests, lastRun?.endedAt]);
  const name = `${store.identity()}\0${id}`;
  const before = kept.get(name);
  if (before?.state === state) return before.verifiedAt;
  const verifiedAt = (await store.storedSums()).find(({ provider }) => provider === id)?.verifiedAt;
  kept.delete(name);
  kept.set(name, { state, verifiedAt });
  if (kept.size > MOST_KEPT) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
  return verifiedAt;
}

async function seedsOf(store: Store, id: string): Promise<readonly string[]> {
  return (await store.knownProviders()).find(({ provider }) => provider === id)?.seeds ?? [];
}

/** What holds for a source that only its crawls know. */
function plainDetails(
  seeds: readonly string[],
  settings: Settings,
): Pick<SourceDetails, 'fields' | 'terms' | 'mayRun' | 'crawl'> {
  const sites = seeds.filter((seed) => parseHttpUrl(seed) !== undefined);
  const [target] = resolveTargets(sites, settings);
  if (target === undefined) {
    const verdict = refuse('provider:unknown', 'where it is read from is not kept; crawl it again by its path');
    return { fields: [], terms: 'no verdict', mayRun: { command: verdict, schedule: verdict }, crawl: [] };
  }
  const schedule = refuse('provider:unknown', 'it is not in the configuration, so no schedule runs it');
  return {
    ...{ fields: [], terms: termsInWords(target.provider) },
    mayRun: { command: mayRun(target.provider, 'plain'), schedule },
    crawl: shownData(foreseenCrawl(target, settings)),
  };
}

/** The error for a source that is not there. */
export function unknownSource(id: string): DocentError {
  return new DocentError('DOC_USAGE', `there is no source "${id}"`);
}

/** A policy that ships with docent. */
export interface PresetPolicy extends Pick<SourceRow, 'id' | 'name' | 'category'> {
  readonly aliases: readonly string[];
  /** The configuration has a policy of this id. */
  readonly configured: boolean;
  readonly policy: RawPolicy;
}

/** Every preset, in its own form. */
export function presetPolicies({ providers }: Pick<Settings, 'providers'>): readonly PresetPolicy[] {
  const own = new Set(providers.map(({ provider_id }) => provider_id));
  return presets.map((preset) => {
    const { provider_id: id, name, category, aliases } = preset;
    return { ...{ id, name, category, aliases }, configured: own.has(id), policy: policyToWrite(preset) };
  });
}

/** The last runs among which one that ended whole is looked for. */
const LOOKED_AT = 10;

/**
 * The sources of the configuration, those that were crawled without it, as far as something is stored of them or they run now (F5), then
 * the presets; undefined where `after` is none of them. The one of an `id` is there also where it is not listed.
 * Throws DOC_STORE for a folder that cannot be read.
 */
export async function listSources(
  settings: Settings,
  store: Store,
  { from = [], id, after, limit }: SourceFilter,
  now: number = Date.now(),
): Promise<readonly SourceRow[] | undefined> {
  const known = new Map((store.exists() ? await store.knownProviders() : []).map((one) => [one.provider, one]));
  const isListed =
    id === undefined && store.exists() ? await withWatch(store, ({ reader }) => listedIn(reader, settings)) : undefined;
  const crawled = [...known.keys()].filter((one) => isListed?.(one) ?? true);
  const all = namedSources(settings, crawled).filter(
    (one) => (from.length === 0 || from.includes(one.from)) && (id === undefined || one.id === id),
  );
  const start = after === undefined ? 0 : all.findIndex((one) => one.id === after) + 1;
  if (after !== undefined && start === 0) return undefined;
  const chosen = all.slice(start, start + limit);
  const schedule = await scheduleOf(settings, chosen, now);
  const row = (one: Named, facts: StoredFacts): SourceRow => ({
    ...policyFacts(one, known.get(one.id), settings),
    ...facts,
    ...runFacts(one, facts, schedule.get(one.id)),
    ...(schedule.has(one.id) && { schedule: slotsOf(schedule.get(one.id) as ScheduleRow, now) }),
  });
  if (!store.exists()) return chosen.map((one) => row(one, nothingStored));
  const reader = await store.openReader();
  try {
    const ended = new Map((await reader.providers()).map((one) => [one.provider, one.ended]));
    return await withWatch(store, async (watch) => {
      const rows: SourceRow[] = [];
      for (const one of chosen) {
        const isKnown = known.has(one.id);
        rows.push(row(one, isKnown ? await storedOf(one.id, reader, watch.reader, ended.get(one.id)) : nothingStored));
      }
      return rows;
    });
  } finally {
    await reader.close();
  }
}

function namedSources(settings: Settings, stored: readonly string[]): readonly Named[] {
  const policies = knownPolicies(settings).map(({ provider, from }) => ({
    ...{ id: provider.provider_id, from, policy: provider },
  }));
  const configured = new Set(policies.map(({ id }) => id));
  const crawled = stored.filter((id) => !configured.has(id)).map((id): Named => ({ id, from: 'crawl' }));
  const [own, presets] = [
    policies.filter(({ from }) => from === 'file'),
    policies.filter(({ from }) => from !== 'file'),
  ];
  return [...own, ...crawled, ...presets];
}

/** The schedule of those that the configuration names. */
async function scheduleOf(
  settings: Settings,
  chosen: readonly Named[],
  now: number,
): Promise<ReadonlyMap<string, ScheduleRow>> {
  const providers = chosen.flatMap(({ from, policy }) => (from === 'file' && policy !== undefined ? [policy] : []));
  if (providers.length === 0) return new Map();
  return new Map((await readSchedule({ ...settings, providers }, now)).map((row) => [row.provider, row]));
}

function slotsOf({ cron, isDefault, words, timeZone, nextAt, overdue }: ScheduleRow, now: number): SourceSchedule {
  const next = nextRun(cron, now, timeZone);
  const everySec = Math.round((nextRun(cron, next, timeZone) - next) / 1_000);
  return { ...{ cron, isDefault, words, timeZone, overdue, everySec }, ...(nextAt !== undefined && { nextAt }) };
}

type PolicyFacts = Pick<
  SourceRow,
  'id' | 'name' | 'category' | 'library' | 'from' | 'seeds' | 'enabled' | 'retain' | 'terms'
>;

function policyFacts({ id, from, policy }: Named, known: KnownProvider | undefined, settings: Settings): PolicyFacts {
  const { options } = settings;
  if (policy === undefined) {
    const retain = options.retain ?? 'preview';
    const seeds = shownData(known?.seeds ?? []);
    return { ...{ id, name: id, from, seeds, retain }, enabled: true, terms: null };
  }
  const { name, category, library, enabled, retain, tos } = policy;
  const seeds = shownData(policy.seed_urls);
  return { ...{ id, name, category, library, from, seeds, enabled, retain }, terms: tos.verdict ?? null };
}

type StoredFacts = Pick<
  SourceRow,
  'lastCrawl' | 'complete' | 'pages' | 'chunks' | 'counts' | 'lastRun' | 'changeRate' | 'lastSuccess'
>;

const none: Accounting = Object.freeze({
  ...{ discovered: 0, waiting: 0, indexed: 0, unchanged: 0, duplicate: 0, skipped: 0, blocked: 0, failed: 0 },
  deleted: 0,
});
const nothingStored: StoredFacts = Object.freeze({
  lastCrawl: null,
  complete: null,
  pages: 0,
  chunks: 0,
  counts: none,
});

async function storedOf(
  id: string,
  reader: LedgerReader,
  watch: WatchReader,
  ended: boolean | undefined,
): Promise<StoredFacts> {
  const [first] = await reader.list({ provider: id, limit: 1 });
  const runs = await watch.runs({ provider: id, limit: LOOKED_AT });
  const [last] = runs;
  return {
    lastCrawl: first?.changedAt ?? null,
    complete: ended ?? null,
    ...(await reader.storedCounts(id)),
    counts: await reader.counts(id),
    lastRun: last === undefined ? undefined : (await viewsOf([last], watch))[0],
    changeRate: last === undefined ? undefined : changeRateOf(last),
    lastSuccess: runs.find((run) => run.endedAt !== undefined && hasSucceeded(run))?.endedAt,
  };
}

function changeRateOf({ changes, counters }: RunRecord): number {
  return shareOf(changes.new + changes.updated + changes.deleted, counters.stored) ?? 0;
}

function runFacts(
  { policy }: Named,
  { lastRun }: Pick<SourceRow, 'lastRun'>,
  row: ScheduleRow | undefined,
): Pick<SourceRow, 'state' | 'detail'> {
  if (lastRun?.state === 'running' || lastRun?.state === 'paused') return { state: lastRun.state };
  if (row !== undefined) return { state: row.state, detail: row.detail };
  if (policy === undefined) return { state: 'ok' };
  const verdict = mayRun(policy, 'schedule');
  if (verdict.ok) return { state: 'ok' };
  return { state: stateOfRefusal(verdict.by), detail: verdict.detail };
}
