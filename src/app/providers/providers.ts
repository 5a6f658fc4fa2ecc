// `docent providers show`: one policy, what is stored of it, and what a crawl would do; nothing is requested.
import { counted, grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { Field } from '../../core/options/field.ts';
import type { OptionName } from '../../core/options/table.ts';
import type { Verdict } from '../../core/verdict.ts';
import { presets } from '../../seed/presets.ts';
import { idKey, type Provider } from '../../seed/provider.ts';
import { providerFields } from '../../seed/provider-fields.ts';
import { mayRun, termsInWords } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { policyFor } from '../crawl/policies.ts';
import type { Target } from '../crawl/targets.ts';
import { ownHeadersInWords } from '../own-headers.ts';
import { type ConfigPlace, readProviderList } from './config-file.ts';
import type { ProviderList } from './config-file-providers.ts';
import { unknownProvider } from './edit.ts';
import { isDefault, valueIn } from './fields-text.ts';

/** How many pages of a provider are stored. */
export async function storedPages(store: Store, id: string): Promise<number> {
  const reader = await store.openReader({ checked: true });
  try {
    return (await reader.content(id)).pages;
  } finally {
    await reader.close();
  }
}

export interface ProviderField {
  readonly field: string;
  readonly value: unknown;
  /** `default`, `preset`, or a place in words. */
  readonly from: string;
}

export interface ShownProvider {
  readonly id: string;
  readonly name: string;
  readonly from: 'file' | 'preset';
  readonly fields: readonly ProviderField[];
  readonly terms: string;
  /** C8: whether a command may run it, and the schedule. */
  readonly mayRun: { readonly command: Verdict; readonly schedule: Verdict };
  /** What a crawl would do, in words; a problem that would stop it instead. */
  readonly crawl: readonly string[];
}

/** One provider whole. Throws DOC_USAGE for an unknown id. */
export function showProvider(settings: Settings, place: ConfigPlace, id: string): ShownProvider {
  return showPolicy(settings, readProviderList(place), findProvider(settings, place, id));
}

/** One policy whole; `list` is what the configuration file holds. */
export function showPolicy(settings: Settings, list: ProviderList, { provider, from }: KnownPolicy): ShownProvider {
  const written = from === 'file' ? list.get(provider.provider_id) : undefined;
  const fields = (providerFields as readonly Field[]).flatMap((field): readonly ProviderField[] => {
    const option = overriding[field.name];
    const origin = option === undefined ? undefined : settings.origins[option];
    if (option !== undefined && origin !== undefined)
      return [{ field: field.name, value: settings.options[option], from: origin }];
    const value = valueIn(provider, field.name);
    if (value === undefined) return [];
    const at = field.name.split('.');
    const isWritten = written !== undefined && hasValue(written, at);
    const place_ = isWritten
      ? list.where(provider.provider_id, at)
      : written?.seed_url !== undefined && field.name === 'seed_urls'
        ? list.where(provider.provider_id, ['seed_url'])
        : undefined;
    return [
      { field: field.name, value, from: place_ ?? (from === 'file' || isDefault(field, value) ? 'default' : 'preset') },
    ];
  });
  return {
    id: provider.provider_id,
    name: provider.name,
    from,
    fields,
    terms: termsInWords(provider),
    mayRun: { command: mayRun(provider, 'command'), schedule: mayRun(provider, 'schedule') },
    crawl: foreseenCrawl({ provider, plain: false }, settings),
  };
}

/** The provider of that id or alias. Throws DOC_USAGE. */
export function findProvider(settings: Settings, place: ConfigPlace, id: string): KnownPolicy {
  const all = knownPolicies(settings);
  const found =
    all.find(({ provider }) => idKey(provider.provider_id) === idKey(id)) ??
    all.find(({ provider }) => provider.aliases.includes(id));
  if (found === undefined) throw unknownProvider(id, place, readProviderList(place));
  return found;
}

/** Options that replace a field of every provider, where they are set. */
const overriding: Readonly<Record<string, OptionName | undefined>> = Object.freeze({
  request_delay_ms: 'request_delay_ms',
  query: 'query',
  retain: 'retain',
  robots_dialect: 'robots_dialect',
});

/** A policy, and whether it is the configuration's own or ships with docent. */
export interface KnownPolicy {
  readonly provider: Provider;
  readonly from: 'file' | 'preset';
}

/** Every policy of the configuration, then the presets it does not change. */
export function knownPolicies(settings: Settings): readonly KnownPolicy[] {
  const own = new Set(settings.providers.map(({ provider_id }) => provider_id));
  return [
    ...settings.providers.map((provider) => ({ provider, from: 'file' as const })),
    ...presets
      .filter(({ provider_id }) => !own.has(provider_id))
      .map((provider) => ({ provider, from: 'preset' as const })),
  ];
}

function hasValue(written: unknown, at: readonly string[]): boolean {
  let value: unknown = written;
  for (const name of at) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value !== undefined && value !== null;
}

const nobody = (): Promise<never> => Promise.reject(new DocentError('DOC_INTERNAL', 'this is not for asking'));

/** What a crawl of a target would do, in words; a problem that would stop it instead. */
export function foreseenCrawl(target: Target, settings: Settings): readonly string[] {
  try {
    const http = { get: nobody, close: async () => {} };
    const policy = policyFor(target, settings, { log: silentLog, now: Date.now, http, robotsGet: () => nobody });
    const { pace, maxPages, maxDepth, bounded, scope, agent, reading } = policy;
    const { requests_per_hour: perHour, requests_per_day: perDay } = settings.options;
    const minutes = Math.ceil((maxPages * pace.delayMs) / 60_000);
    return [
      scope.description,
      `at most ${counted(maxPages, 'page')}, up to ${counted(maxDepth, 'link')} away from a seed`,
      pace.delayMs === 0
        ? 'no pause between requests'
        : `${pace.delayMs / 1000} s ± ${pace.jitterMs / 1000} s between requests, more where robots.txt requires it`,
      ...(minutes === 0 ? [] : [`about ${minutes} min for that many pages`]),
      bounded
        ? `within ${counted(perHour, 'request')} an hour and ${grouped(perDay)} a day over everything`
        : 'no hourly or daily bound',
      ...(bounded ? ['the first run is a trial of 20 pages unless --yes is passed'] : []),
      `keeps ${reading.retain === 'full' ? 'the whole text' : '500 characters of each chunk'}`,
      `as ${agent}`,
      ...ownHeadersInWords(target.provider),
    ];
  } catch (error) {
    if (error instanceof DocentError) return [`it would be refused: ${error.message}`];
    throw error;
  }
}
