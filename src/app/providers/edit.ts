// `docent providers add|edit|remove|enable|disable|seed`: changes of the configuration file, each checked before it is saved.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, DocentError } from '../../core/errors.ts';
import type { Origin } from '../../core/options/field.ts';
import { suggest } from '../../core/suggest.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { compileSelector } from '../../extract/html/content-selector.ts';
import { compileScope, ownFolder } from '../../frontier/scope.ts';
import { presets } from '../../seed/presets.ts';
import { type Provider, readProvider } from '../../seed/provider.ts';
import { isOwnOrLoopback } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { FILE } from '../../store/sqlite/open.ts';
import { openSideDoor } from '../reading.ts';
import { type ConfigPlace, changeProviders } from './config-file.ts';
import type { FieldChange, ProviderList, RawPolicy } from './config-file-providers.ts';
import { fieldNamed, fieldValue, readChanges, toRaw, valuesOf } from './fields-text.ts';

/** What was said on the command line about a new provider: field names with their texts, lists with several. */
export type GivenFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A provider that is not saved yet. */
export interface Draft {
  readonly provider: Provider;
  readonly raw: RawPolicy;
}

/**
 * The policy behind `add <word>`: a preset's id, a URL, or a new id with seeds; with the given fields on top. Nothing is saved. Throws
 * DOC_USAGE when a seed is missing, a ConfigError naming field, value and what is allowed.
 */
export function draftProvider(word: string, given: GivenFields, today: string): Draft {
  const preset = presets.find(({ provider_id, aliases }) => provider_id === word || aliases.includes(word));
  const isUrl = /^https?:/i.test(word);
  if (isUrl && parseHttpUrl(word) === undefined) throw new DocentError('DOC_URL', `"${word}" is not an http(s) URL`);
  const values = new Map(preset === undefined ? [] : valuesOf(preset));
  values.set('provider_id', preset?.provider_id ?? (isUrl ? idOfUrl(word) : word));
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) values.set(name, typeof value === 'string' ? fieldValue(fieldNamed(name), value) : value);
  if (isUrl) values.set('seed_urls', [...new Set([word, ...(given.seed_urls ?? [])])]);
  const seeds = values.get('seed_urls') as readonly string[] | undefined;
  if (seeds === undefined) throw noSeeds(word);
  if (values.get('allowed_path_patterns') === undefined) values.set('allowed_path_patterns', foldersOf(seeds));
  if (values.get('tos.verdict') !== undefined && values.get('tos.checked_at') === undefined)
    values.set('tos.checked_at', today);
  const raw = toRaw(values);
  return { raw, provider: checked(raw, () => 'the command') };
}

/** Saves a draft. Throws DOC_USAGE when its id is there already, and as `changeProviders`. */
export async function saveDraft(place: ConfigPlace, { raw, provider }: Draft): Promise<void> {
  await changeProviders(place, (list) => {
    if (list.get(provider.provider_id) !== undefined)
      throw new DocentError(
        'DOC_USAGE',
        `${provider.provider_id} is in ${place.path} already; "docent providers edit ${provider.provider_id} key=value" changes it`,
      );
    list.add(raw);
  });
}

export interface Edited {
  readonly provider: Provider;
  readonly changes: readonly FieldChange[];
  /** Whether a preset was copied into the file first. */
  readonly copied: boolean;
}

/** Changes fields by `key=value` words; a preset is copied into the file first. Throws as `readChanges` and `changeProviders`. */
export function editProvider(place: ConfigPlace, id: string, words: readonly string[], today: string): Promise<Edited> {
  return changeProviders(place, (list) => {
    const { copied, id: own } = present(list, place, id);
    const before = readProvider(list.get(own), () => place.path, []);
    const asked = readChanges(words, before);
    if (asked.some(([field]) => field === 'provider_id'))
      throw new DocentError(
        'DOC_USAGE',
        'provider_id is the name its pages are stored under, and stays; add another provider instead',
      );
    const isRead = asked.some(([field, value]) => field === 'tos.verdict' && value !== undefined);
    const isDated = asked.some(([field]) => field === 'tos.checked_at');
    const changes: readonly FieldChange[] = isRead && !isDated ? [...asked, ['tos.checked_at', today]] : asked;
    list.change(own, changes);
    const named = new Set(asked.map(([field]) => field));
    const provider = checked(list.get(own) ?? {}, (at) =>
      named.has(at.filter((part) => typeof part === 'string').join('.')) ? 'the command' : place.path,
    );
    return { provider, changes: changes.filter(([field]) => field !== 'seed_url'), copied };
  });
}

/** Takes a provider out of the file; what is stored of it stays. Throws DOC_USAGE when it is not there. */
export async function removeProvider(place: ConfigPlace, id: string): Promise<void> {
  await changeProviders(place, (list) => {
    if (list.remove(id)) return;
    const isPreset = presets.some(({ provider_id }) => provider_id === id);
    throw isPreset
      ? new DocentError(
          'DOC_USAGE',
          `${id} is a preset and not in ${place.path}; "docent providers disable ${id}" keeps it from running`,
        )
      : unknownProvider(id, place, list);
  });
}

export interface Seeded {
  readonly id: string;
  /** Seeds that were not among its own before. */
  readonly added: readonly string[];
  /** Of those, what a crawl under way would leave to the next one, with the reason. */
  readonly later: readonly { readonly url: string; readonly why: string }[];
  /** Whether a data folder was told, so that a crawl under way picks them up. */
  readonly told: boolean;
}

/**
 * F1: more seeds, saved for every later crawl and handed to one that runs now. Throws DOC_URL for a text that is no URL, and as
 * `changeProviders`.
 */
export async function addSeeds(
  place: ConfigPlace,
  settings: Settings,
  id: string,
  urls: readonly string[],
): Promise<Seeded> {
  for (const url of urls)
    if (parseHttpUrl(url) === undefined) throw new DocentError('DOC_URL', `"${url}" is not an http(s) URL`);
  const { before, own } = await changeProviders(place, (list) => {
    const found = present(list, place, id);
    const policy = checked(list.get(found.id) ?? {}, () => place.path);
    const seeds = [...new Set([...policy.seed_urls, ...urls])];
    if (seeds.length > policy.seed_urls.length)
      list.change(found.id, [
        ['seed_urls', seeds],
        ['seed_url', undefined],
      ]);
    return { before: policy, own: found.id };
  });
  const added = [...new Set(urls)].filter((url) => !before.seed_urls.includes(url));
  const folder = resolve(settings.options.data);
  const told = existsSync(join(folder, FILE));
  if (told && added.length > 0) {
    const side = openSideDoor(settings);
    try {
      for (const url of added) await side.addSeed(own, url);
    } finally {
      await side.close();
    }
  }
  const scope = compileScope({
    seeds: before.seed_urls,
    allowed: before.allowed_path_patterns,
    blocked: before.blocked_path_patterns,
    sameDomainOnly: settings.options.same_domain_only,
    stripWww: settings.options.strip_www,
  });
  const later = added.flatMap((url) => {
    const verdict = scope.judge(url);
    return verdict.ok ? [] : [{ url, why: `${verdict.by}: ${verdict.detail}` }];
  });
  return { id: own, added, later, told };
}

/** The id as it stands in the file; a preset is copied into it. */
function present(
  list: ProviderList,
  place: ConfigPlace,
  id: string,
): { readonly id: string; readonly copied: boolean } {
  if (list.get(id) !== undefined) return { id, copied: false };
  const preset = presets.find(({ provider_id, aliases }) => provider_id === id || aliases.includes(id));
  if (preset === undefined) throw unknownProvider(id, place, list);
  if (list.get(preset.provider_id) !== undefined) return { id: preset.provider_id, copied: false };
  list.add(toRaw(valuesOf(preset)));
  return { id: preset.provider_id, copied: true };
}

/** The line about an id that neither the file nor the presets have. */
export function unknownProvider(id: string, place: ConfigPlace, list: Pick<ProviderList, 'ids'>): DocentError {
  const known = [...list.ids(), ...presets.map(({ provider_id }) => provider_id)];
  const meant = suggest(id, known);
  const hint = meant === undefined ? '; "docent providers list" shows what there is' : `; did you mean "${meant}"?`;
  return new DocentError('DOC_USAGE', `there is no provider "${id}" in ${place.path} or among the presets${hint}`);
}

/** The policy as it is read back, and what a crawl would refuse it for. Throws a ConfigError with every problem. */
function checked(raw: RawPolicy, where: (at: readonly (string | number)[]) => Origin): Provider {
  const problems: string[] = [];
  const provider = readProvider(raw, where, problems);
  if (provider === undefined) throw new ConfigError(problems);
  const { custom_selectors: selectors, retain, tos } = provider;
  if (selectors.content !== undefined) compileSelector(selectors.content, 'custom_selectors.content');
  for (const selector of selectors.remove) compileSelector(selector, 'custom_selectors.remove');
  if (retain === 'full' && tos.verdict !== 'allowed' && !isOwnOrLoopback(provider))
    throw new ConfigError([
      `retain is "full" in ${where(['retain'])}: it must be preview unless tos.verdict is allowed or own_site is true`,
    ]);
  return provider;
}

function noSeeds(word: string): DocentError {
  const meant = suggest(
    word,
    presets.map(({ provider_id }) => provider_id),
  );
  const hint = meant === undefined ? '' : `; or did you mean the preset "${meant}"?`;
  return new DocentError(
    'DOC_USAGE',
    `"${word}" is no preset, so it needs --seed with the URL its crawl starts from${hint}`,
  );
}

/** `https://docs.example.com:8080/x` is docs.example.com-8080. */
function idOfUrl(url: string): string {
  const { hostname, port } = new URL(url);
  const name = `${hostname.replace(/^www\./, '')}${port === '' ? '' : `-${port}`}`;
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/[.-]{2,}/g, '-')
    .replace(/^[.-]|[.-]$/g, '');
}

/** Each seed's own folder and below; where that would be read as a pattern, everything. */
function foldersOf(seeds: readonly string[]): readonly string[] {
  const folders = seeds.filter((seed) => parseHttpUrl(seed) !== undefined).map(ownFolder);
  return [...new Set(folders.map((folder) => (/[*?[\]{}!()\\]/.test(folder) ? '/**' : `${folder}/**`)))];
}
