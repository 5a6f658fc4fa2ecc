// Sources as a server lists them: what is configured, what is stored of it, how its last run went and when the next is due.
import { DocentError } from '../../core/errors.ts';
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
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import { changeRateOf } from '../../watch/report/change-report.ts';
import {
  checkingRun,
  checkTimes,
  lastCheck,
  type SourceState,
  stateOfSource,
} from '../../watch/states/source-state.ts';
import { type RunView, viewsOf } from '../crawl/runs.ts';
import { resolveTargets } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { listedIn } from '../watch/listed.ts';
import { type ScheduleSlot, scheduleSlots } from '../watch/schedule-slots.ts';
import { withWatch } from '../with-watch.ts';
import type { ProviderList, RawPolicy } from './config-file-providers.ts';
import { foreseenCrawl, knownPolicies, type ProviderField, type ShownProvider, showPolicy } from './providers.ts';
import { policyTag, policyToWrite, shownPolicy } from './written-policy.ts';

/** `crawl`: neither the configuration nor a preset names it; something was crawled under this name. */
export type SourceOrigin = 'file' | 'preset' | 'crawl';

export interface SourceRow extends PolicyFacts, StoredFacts {
  readonly state: SourceState;
  /** Why it is failing, forbidden, disabled or not run by schedule. */
  readonly detail?: string | undefined;
  /** When its pages are to be checked; undefined where none were. */
  readonly dueAt?: number | undefined;
  /** When the schedule runs it; only of the configuration's own. */
  readonly schedule?: SourceSchedule | undefined;
}

interface PolicyFacts {
  readonly id: string;
  readonly name: string;
  readonly category?: string | undefined;
  readonly library?: string | undefined;
  readonly from: SourceOrigin;
  readonly seeds: readonly string[];
  readonly enabled: boolean;
  readonly retain: 'preview' | 'full';
  readonly terms: 'allowed' | 'unclear' | 'forbidden' | null;
}

interface StoredFacts {
  /** When its first seed was last requested; null when it never was. */
  readonly lastCrawl: number | null;
  /** Whether its last crawl came to its end; null when there was none. */
  readonly complete: boolean | null;
  readonly pages: number;
  readonly chunks: number;
  readonly counts: Accounting;
  readonly lastRun?: RunView | undefined;
  /** The part of its pages that the last run found new, changed or removed; undefined after its first run. */
  readonly changeRate?: number | undefined;
  /** When every page that is stored was last looked at. */
  readonly lastSuccess?: number | undefined;
}

export type SourceSchedule = Omit<ScheduleSlot, 'provider' | 'name'>;

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
export async function showSource(place: Place, list: ProviderList, id: string): Promise<SourceDetails | undefined> {
  const { settings, store } = place;
  const [source] = (await listSources(place, { id, limit: 1 })) ?? [];
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
  const name = `${await store.identity()}\0${id}`;
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
  { settings, store }: Place,
  { from = [], id, after, limit }: SourceFilter,
  now: number = Date.now(),
): Promise<readonly SourceRow[] | undefined> {
  const known = new Map((await store.knownProviders()).map((one) => [one.provider, one]));
  const isListed = id === undefined ? await withWatch(store, ({ reader }) => listedIn(reader, settings)) : undefined;
  const crawled = [...known.keys()].filter((one) => isListed?.(one) ?? true);
  const all = namedSources(settings, crawled).filter(
    (one) => (from.length === 0 || from.includes(one.from)) && (id === undefined || one.id === id),
  );
  const start = after === undefined ? 0 : all.findIndex((one) => one.id === after) + 1;
  if (after !== undefined && start === 0) return undefined;
  const chosen = all.slice(start, start + limit);
  const slots = await slotsOf({ settings, store }, chosen, now);
  const row = (one: Named, { facts, runs }: Stored): SourceRow => ({
    ...policyFacts(one, known.get(one.id), settings),
    ...facts,
    ...stateFacts(one, facts, runs, slots.get(one.id), now),
    ...scheduleOf(slots.get(one.id)),
  });
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

/** All of them. Throws as `listSources`. */
export async function everySource(
  place: Place,
  filter: Pick<SourceFilter, 'from'> = {},
  now: number = Date.now(),
): Promise<readonly SourceRow[]> {
  return (await listSources(place, { ...filter, limit: Number.MAX_SAFE_INTEGER }, now)) ?? [];
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
async function slotsOf(
  { settings, store }: Place,
  chosen: readonly Named[],
  now: number,
): Promise<ReadonlyMap<string, ScheduleSlot>> {
  const providers = chosen.flatMap(({ from, policy }) => (from === 'file' && policy !== undefined ? [policy] : []));
  if (providers.length === 0) return new Map();
  return new Map(
    (await scheduleSlots({ settings: { ...settings, providers }, store }, now)).map((slot) => [slot.provider, slot]),
  );
}

function scheduleOf(slot: ScheduleSlot | undefined): Pick<SourceRow, 'schedule'> {
  if (slot === undefined) return {};
  const { provider: _, name: __, ...schedule } = slot;
  return { schedule };
}

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

const none: Accounting = Object.freeze({
  ...{ discovered: 0, waiting: 0, indexed: 0, unchanged: 0, duplicate: 0, skipped: 0, blocked: 0, failed: 0 },
  deleted: 0,
});
/** What is stored of a source, and its last runs, the latest first, each with its state. */
interface Stored {
  readonly facts: StoredFacts;
  readonly runs: readonly (readonly [run: RunRecord, view: RunView])[];
}

const nothingStored: Stored = Object.freeze({
  facts: { lastCrawl: null, complete: null, pages: 0, chunks: 0, counts: none },
  runs: [],
});

async function storedOf(
  id: string,
  reader: LedgerReader,
  watch: WatchReader,
  ended: boolean | undefined,
): Promise<Stored> {
  const [first] = await reader.list({ provider: id, limit: 1 });
  const records = await watch.runs({ provider: id, limit: LOOKED_AT });
  const views = await viewsOf(records, watch);
  const runs = records.map((run, nth) => [run, views[nth] as RunView] as const);
  const [last] = records;
  const facts: StoredFacts = {
    lastCrawl: first?.changedAt ?? null,
    complete: ended ?? null,
    ...(await reader.storedCounts(id)),
    counts: await reader.counts(id),
    lastRun: views[0],
    changeRate: last && changeRateOf(last.changes, last.counters.stored, last.counters.storedBefore === undefined),
    lastSuccess: lastCheck(runs.map(([run, view]) => checkingRun(run, view))),
  };
  return { facts, runs };
}

/** The state of a source: by its policy, its runs, and the time at which its pages are to be checked. */
function stateFacts(
  { policy }: Named,
  { pages, lastSuccess: checkedAt }: StoredFacts,
  runs: Stored['runs'],
  slot: ScheduleSlot | undefined,
  now: number,
): Pick<SourceRow, 'state' | 'detail' | 'dueAt'> {
  const mayCrawl = policy === undefined ? undefined : mayRun(policy, 'command');
  const ended = runs.find(([{ endedAt }]) => endedAt !== undefined)?.[1];
  const isScheduled = slot?.nextAt !== undefined;
  const times = checkTimes({
    checkedAt,
    ...(isScheduled && { everyMs: slot.everySec * 1_000, plannedAt: slot.nextAt }),
  });
  const state = stateOfSource(
    {
      refused: mayCrawl?.ok === false ? (mayCrawl.by === 'terms:forbidden' ? 'forbidden' : 'disabled') : undefined,
      latest: runs[0]?.[1].state,
      ended: ended?.state,
      wasReached: runs.some(([run, view]) => checkingRun(run, view).wasReached),
      ...{ pages, times },
    },
    now,
  );
  const unscheduled = policy === undefined ? undefined : mayRun(policy, 'schedule');
  const detail = state === 'failing' ? ended?.why : unscheduled?.ok === false ? unscheduled.detail : undefined;
  return { state, ...(detail !== undefined && { detail }), ...(pages > 0 && { dueAt: times.dueAt }) };
}
