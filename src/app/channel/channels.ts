// `docent channels`: where each provider's documentation is taken from, why, how old Context7's copy is, and what is left of the quota.

import type { ChannelDecision, ServiceState } from '../../channel/port.ts';
import { type Refusal, refusalOf } from '../../channel/service-state.ts';
import { DocentError } from '../../core/errors.ts';
import type { Repository } from '../../core/github-repository.ts';
import { type Log, silentLog } from '../../core/log.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { presets } from '../../seed/presets.ts';
import { hasSite, type Provider, repositoryOfProvider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { type HostWord, stateOfHost } from '../../watch/states/host-state.ts';
import { resolveTargets } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { channelKey, libraryWanted, openChannel, retryPolicies, usesContext7 } from './open-channel.ts';

/** Where one provider's documentation comes from. */
export interface ChannelRow {
  readonly provider: string;
  readonly channel: Provider['channel'];
  /** Whether questions may leave this machine. */
  readonly ask: boolean;
  /** What answers questions now. */
  readonly source: 'crawl' | 'context7' | 'api';
  readonly by: ReasonName;
  readonly detail: string;
  /** The id in Context7, and when it made its copy; null where nothing was found. */
  readonly library: string | null;
  readonly updatedAt: number | null;
  /** When it was last checked; null: never. */
  readonly checkedAt: number | null;
}

export interface Channels {
  readonly url: string;
  /** Whether CONTEXT7_API_KEY is set. */
  readonly hasKey: boolean;
  readonly state: HostWord;
  /** Why it is not ok. */
  readonly why: string | null;
  readonly pausedUntil: number | null;
  readonly quota: {
    readonly at: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly resetAt: number | null;
  } | null;
  readonly providers: readonly ChannelRow[];
}

/** What was decided last; nothing is requested. Throws DOC_USAGE for a name that is no provider, DOC_STORE for data that cannot be used. */
export async function readChannels(place: Place, words: readonly string[] = []): Promise<Channels> {
  const { settings, store } = place;
  const providers = await chosenProviders(place, words);
  const memory = await store.openChannel();
  try {
    const decisions = new Map((await memory.decisions()).map((one) => [one.provider, one]));
    return channelsOf(settings, providers, decisions, await memory.service());
  } catch (error) {
    // A folder of an older version has no decisions yet; a check brings it up to date.
    if (!(error instanceof DocentError) || error.code !== 'DOC_STORE') throw error;
    return channelsOf(settings, providers, new Map(), undefined);
  } finally {
    await memory.close();
  }
}

/**
 * Looks for each provider in Context7 now, whatever was decided before, and tries again what was switched off. Nothing but the names of
 * libraries is sent. Throws as `readChannels`, and the signal's reason; what Context7 does is a decision.
 */
export async function checkChannels(
  place: Place,
  words: readonly string[] = [],
  log: Log = silentLog,
  signal?: AbortSignal,
): Promise<Channels> {
  const providers = await chosenProviders(place, words);
  const channel = await openChannel({ ...place, log, signal }, { make: true });
  try {
    await channel.client.switchOn();
    const decisions = new Map<string, ChannelDecision>();
    for (const provider of providers.filter(usesContext7)) {
      signal?.throwIfAborted();
      decisions.set(provider.provider_id, await channel.client.decide(libraryWanted(provider), retryPolicies.check, 0));
    }
    return channelsOf(place.settings, providers, decisions, await channel.memory.service());
  } finally {
    await channel.close();
  }
}

/** The named providers; else those of the configuration, and presets of which something is stored; else all presets. */
async function chosenProviders({ settings, store }: Place, words: readonly string[]): Promise<readonly Provider[]> {
  if (words.length > 0) {
    const targets = resolveTargets(words, settings);
    const plain = targets.find((target) => target.plain);
    if (plain !== undefined)
      throw new DocentError('DOC_USAGE', `${plain.provider.provider_id} is no provider: only those have channels`);
    return targets.map(({ provider }) => provider);
  }
  const own = new Set(settings.providers.map(({ provider_id }) => provider_id));
  const stored = await storedOf(
    presets.filter(({ provider_id: id }) => !own.has(id)),
    store,
  );
  const chosen = [...settings.providers, ...stored];
  return chosen.length > 0 ? chosen : presets;
}

/** Those of which a page is stored. */
async function storedOf(some: readonly Provider[], store: Store): Promise<readonly Provider[]> {
  const ledger = await store.openReader({ checked: false });
  try {
    const crawled = new Set((await ledger.providers()).map(({ provider }) => provider));
    const found: Provider[] = [];
    for (const one of some) {
      const id = one.provider_id;
      if (crawled.has(id) && (await ledger.storedCounts(id)).pages > 0) found.push(one);
    }
    return found;
  } finally {
    await ledger.close();
  }
}

function channelsOf(
  settings: Settings,
  providers: readonly Provider[],
  decisions: ReadonlyMap<string, ChannelDecision>,
  service: ServiceState | undefined,
): Channels {
  const refusal = service === undefined ? undefined : refusalOf(service, Date.now());
  const { at, limit = null, remaining = null, resetAt = null } = service?.quota ?? {};
  return {
    url: settings.options.context7_url,
    hasKey: channelKey() !== undefined,
    state: serviceState(service, refusal, decisions.size > 0),
    why: refusal?.detail ?? null,
    pausedUntil: refusal?.kind === 'paused' ? refusal.until : null,
    quota: at === undefined ? null : { at, limit, remaining, resetAt },
    providers: providers.map((provider) => rowOf(provider, decisions.get(provider.provider_id), refusal)),
  };
}

/** Context7 is a host like others. */
function serviceState(service: ServiceState | undefined, refusal: Refusal | undefined, wasAsked: boolean): HostWord {
  const { quota, failures = 0 } = service ?? {};
  const heldBy = quota?.remaining === 0 ? 'budget:api' : 'host:parked';
  return stateOfHost({
    ...{ isStopped: refusal?.kind === 'off', ...(refusal?.kind === 'paused' && { heldBy }) },
    ...{ recentAnswers: wasAsked || quota !== undefined || failures > 0 ? 1 : 0, recentErrors: 0 },
    ...{ isBudgetSpent: false, isSlowed: failures > 0 },
  });
}

function rowOf(provider: Provider, decision: ChannelDecision | undefined, refusal: Refusal | undefined): ChannelRow {
  const { provider_id, channel, context7 } = provider;
  const { library = null, updatedAt = null, checkedAt = null } = decision ?? {};
  return {
    provider: provider_id,
    channel,
    ask: context7.ask,
    library,
    updatedAt,
    checkedAt,
    ...sourceOf(provider, decision, refusal),
  };
}

function sourceOf(
  provider: Provider,
  decision: ChannelDecision | undefined,
  refusal: Refusal | undefined,
): Pick<ChannelRow, 'source' | 'by' | 'detail'> {
  const { channel, context7, provider_id: id } = provider;
  const crawl = (by: ReasonName, detail: string) => ({ source: 'crawl' as const, by, detail });
  const repository = repositoryOfProvider(provider);
  if (repository !== undefined) return { source: 'api', by: 'channel:api', detail: apiWords(provider, repository) };
  if (channel === 'crawl') return crawl('channel:crawl', 'Context7 is never asked');
  if (decision === undefined) return crawl('channel:crawl', `not checked yet: docent channels check ${id}`);
  const { source, by, detail } = decision;
  if (source === 'crawl') return crawl(by, detail);
  if (!context7.ask) {
    const consent = `no question may leave this machine: docent providers edit ${id} context7.ask=true`;
    return crawl('channel:consent', `Context7 has it (${detail}), but ${consent}`);
  }
  if (refusal !== undefined) return crawl(refusal.kind === 'off' ? 'channel:off' : 'channel:limited', refusal.detail);
  return { source, by, detail };
}

function apiWords(provider: Provider, { server, owner, name, ref, folder }: Repository): string {
  const where = `${folder === '' ? 'all documents' : `the documents in ${folder}`} of ${server}/${owner}/${name} at ${ref}`;
  return `${where}; ${hasSite(provider) ? 'its site is crawled where GitHub refuses' : 'it has no site to be crawled'}`;
}

/** Configured `context7-first` providers that Context7 has, where the file does not set whether questions are sent. */
export function withoutChoice(
  { providers: rows }: Pick<Channels, 'providers'>,
  { providers }: Pick<Settings, 'providers'>,
  file: { get(id: string): Readonly<Record<string, unknown>> | undefined },
): readonly Provider[] {
  const found = new Set(rows.filter(({ library }) => library !== null).map(({ provider }) => provider));
  return providers.filter(({ provider_id: id, channel }) => {
    const written = file.get(id);
    const section = written?.context7;
    const isSet = typeof section === 'object' && section !== null && 'ask' in section;
    return written !== undefined && channel === 'context7-first' && found.has(id) && !isSet;
  });
}
