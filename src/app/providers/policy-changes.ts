// Policies that a program sends: added, replaced, changed in parts or removed in the configuration file, if it is as the sender knows it.
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../core/errors.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { suggest } from '../../core/suggest.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import { nestedPolicy, policySections } from '../../seed/nested-policy.ts';
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import { providerFields } from '../../seed/provider-fields.ts';
import type { Settings } from '../../settings.ts';
import { looksLikePlace } from '../crawl/target-word.ts';
import { type ConfigPlace, changeProviders } from './config-file.ts';
import type { FieldChange, ProviderList, RawPolicy } from './config-file-providers.ts';
import { checked, foldersOf, idOfUrl, type ProviderDraft } from './edit.ts';
import { policyTag, policyToWrite, withHiddenParts } from './written-policy.ts';

/** Tags of policies, one of which the written one must have; `*`: whatever it is. */
export type ExpectedTags = '*' | readonly string[];

/** What was crawled, by its name: the hosts that it was crawled from. */
export type CrawledNames = ReadonlyMap<string, readonly string[]>;

/** What became of a change. Nothing is written unless it is done. */
export type PolicyChange =
  | { readonly kind: 'done'; readonly id: string }
  /** There is a policy of this id already. */
  | { readonly kind: 'exists'; readonly id: string }
  /** There is none of this id. */
  | { readonly kind: 'missing' }
  /** It ships with docent, and is not in the file. */
  | { readonly kind: 'preset' }
  /** It has another tag than the expected ones. */
  | { readonly kind: 'changed' };

const BODY = 'the body';

/**
 * A policy that is sent, to be added: as it is in the file, or `preset` with what differs from it. Its id follows from its first seed
 * where it has none, its allowed paths from its seeds, and a verdict on its terms is dated `today`. Nothing is saved. Throws a
 * ConfigError with every problem.
 */
export function policyToAdd(sent: RawPolicy, today: string): ProviderDraft {
  const nested = withHiddenParts(
    nestedPolicy(sent, () => BODY),
    {},
  );
  const raw = filled(fromPreset(nested), nested, today);
  refuseMachineFields(raw, undefined);
  // What follows from seeds is not missing as well.
  if (seedsOf(raw).length === 0 && raw.seed_urls === undefined && raw.channel !== 'api')
    throw new ConfigError([`seed_urls is missing in ${BODY}: the URLs that a crawl begins with, or preset`]);
  return { raw, provider: checked(raw, () => BODY) };
}

/** Adds a policy, as `policyToAdd` makes it. Throws as that, `checkNames` and `changeProviders`. */
export function addPolicy(
  place: ConfigPlace,
  sent: RawPolicy,
  today: string,
  crawled: CrawledNames,
): Promise<PolicyChange> {
  const draft = policyToAdd(sent, today);
  const { provider_id: id } = draft.provider;
  return changeProviders(place, (list) => {
    if (list.get(id) !== undefined) return { kind: 'exists', id };
    checkNames(list, sent, draft, crawled);
    list.add(draft.raw);
    return { kind: 'done', id };
  });
}

/**
 * Throws a ConfigError for a name of a new source that means something else already: as `refuseTakenNames`, and for an id under which
 * another site or folder was crawled. A refresh by it would be one of the new source.
 */
export function checkNames(
  list: ProviderList,
  sent: RawPolicy,
  { raw, provider: { provider_id: id, seed_urls: seeds } }: ProviderDraft,
  crawled: CrawledNames,
): void {
  refuseTakenNames(list, raw, presetPolicy(String(sent.preset)) ?? {}, id);
  const hosts = crawled.get(id);
  const other = seeds.find((seed) => hosts?.includes(hostKey(seed)) === false);
  if (other !== undefined)
    throw new ConfigError([
      `provider_id in ${BODY}: "${id}" is what was crawled from ${hosts?.join(', ')} already, and not from ${hostKey(other)}; choose another`,
    ]);
}

/** What a policy that is sent would have docent request: its seeds, its sitemap, and the server of its repository. Throws as `nestedPolicy`. */
export function urlsOfPolicy(sent: RawPolicy): readonly string[] {
  const policy = nestedPolicy(sent, () => BODY);
  const others = ['sitemap_url', 'api.github'].map((name) => valueAt(policy, name));
  return [...seedsOf(policy), ...others.filter((url) => typeof url === 'string')];
}

/** The provider of a policy that is not saved, as `addPolicy` would save it. Throws a ConfigError with every problem. */
export function draftPolicy(sent: RawPolicy, { dialects }: Pick<Settings, 'dialects'>): Provider {
  const { provider } = policyToAdd(sent, new Date().toISOString().slice(0, 10));
  const { robots_dialect: dialect } = provider;
  if (dialect !== undefined && !dialects.has(dialect))
    throw new ConfigError([`robots_dialect is "${dialect}" in ${BODY}: known are ${[...dialects.keys()].join(', ')}`]);
  return provider;
}

/** Replaces a policy; a preset is copied into the file first. Comments in the file stay with the values they are at. Throws as `addPolicy`. */
export function replacePolicy(
  place: ConfigPlace,
  id: string,
  sent: RawPolicy,
  expected: ExpectedTags,
  today: string,
): Promise<PolicyChange> {
  const policy = nestedPolicy(sent, () => BODY);
  return change(place, id, expected, (before) => filled(withHiddenParts(policy, before), policy, today, id));
}

/** Changes the fields that are sent, and no others; null brings one back to its default. Throws as `addPolicy`. */
export function patchPolicy(
  place: ConfigPlace,
  id: string,
  sent: RawPolicy,
  expected: ExpectedTags,
  today: string,
): Promise<PolicyChange> {
  const policy = nestedPolicy(sent, () => BODY);
  return change(place, id, expected, (before) =>
    filled(merged(before, withHiddenParts(policy, before)), policy, today, id),
  );
}

/** Removes a policy; what is stored of it stays. Throws a ConfigError for a folder, and as `changeProviders`. */
export function removePolicy(place: ConfigPlace, id: string, expected: ExpectedTags): Promise<PolicyChange> {
  return changeProviders(place, (list): PolicyChange => {
    const before = list.get(id);
    if (before === undefined) return { kind: presetPolicy(id) === undefined ? 'missing' : 'preset' };
    if (!isExpected(before, expected)) return { kind: 'changed' };
    // What a folder leaves out would be read once it is only known by an earlier crawl, and it cannot be put back through the API.
    if (valueAt(before, 'folder') !== undefined)
      throw new ConfigError([
        `${id} is a folder of the server’s machine, and is taken out of the configuration file by hand only: "docent providers remove ${id}" on that machine`,
      ]);
    list.remove(id);
    return { kind: 'done', id };
  });
}

/** H1: throws a ConfigError for seeds with a masked value, and for those that would send headers from the environment to another site than before. */
export function refuseForeignSeeds(before: RawPolicy, seeds: readonly string[]): void {
  withHiddenParts({ seed_urls: seeds }, {});
  refuseMachineFields({ ...before, seed_urls: [...seedsOf(before), ...seeds] }, before);
}

function change(
  place: ConfigPlace,
  id: string,
  expected: ExpectedTags,
  next: (before: RawPolicy) => RawPolicy,
): Promise<PolicyChange> {
  return changeProviders(place, (list): PolicyChange => {
    const before = list.get(id) ?? presetPolicy(id);
    if (before === undefined) return { kind: 'missing' };
    if (!isExpected(before, expected)) return { kind: 'changed' };
    const after = next(before);
    if (after.provider_id !== id)
      throw new ConfigError([`provider_id is the name its pages are stored under, and stays ${JSON.stringify(id)}`]);
    refuseMachineFields(after, before);
    refuseTakenNames(list, after, before, id);
    checked(after, () => BODY);
    if (list.get(id) === undefined) list.add(before);
    write(list, id, after);
    return { kind: 'done', id };
  });
}

function write(list: ProviderList, id: string, after: RawPolicy): void {
  const changed = changedFields(list.get(id) ?? {}, after);
  list.change(
    id,
    changed.map((name): FieldChange => [name, valueAt(after, name)]),
  );
}

function isExpected(policy: RawPolicy, expected: ExpectedTags): boolean {
  return expected === '*' || expected.includes(policyTag(policy));
}

function presetPolicy(id: string): RawPolicy | undefined {
  const preset = presets.find(({ provider_id }) => provider_id === id);
  return preset && policyToWrite(preset);
}

/** The policy that `preset` names, with the other fields on top; without one, as it is. */
function fromPreset({ preset: word, ...fields }: RawPolicy): RawPolicy {
  if (word === undefined || word === null) return fields;
  if (typeof word !== 'string') throw new ConfigError([`preset in ${BODY} must be the id of a preset, as text`]);
  const preset = presets.find(({ provider_id: id, aliases }) => id === word || aliases.includes(word));
  if (preset !== undefined) return merged(policyToWrite(preset), fields);
  const ids = presets.map(({ provider_id }) => provider_id);
  const nearest = suggest(word, ids);
  const hint = nearest === undefined ? `there are ${ids.join(', ')}` : `did you mean ${nearest}?`;
  throw new ConfigError([
    `preset is ${JSON.stringify(word).slice(0, 80)} in ${BODY}, and there is none of that id; ${hint}`,
  ]);
}

/** What goes without saying is filled in, and what has no value is left out. `sent` is what the sender wrote itself. */
function filled(policy: RawPolicy, sent: RawPolicy, today: string, id?: string): RawPolicy {
  const { seed_url: one, ...rest } = withoutNulls(policy);
  const seeds = seedsOf(policy);
  const isSite = rest.folder === undefined && rest.channel !== 'api';
  const first = isSite ? seeds[0] : undefined;
  const own = id ?? (first !== undefined && parseHttpUrl(first) !== undefined ? idOfUrl(first) : undefined);
  const folders = foldersOf(seeds);
  // Where no seed is a URL, that is what is reported.
  const allowed = folders.length > 0 ? folders : ['/**'];
  const isRead = valueAt(sent, 'tos.verdict') !== undefined && valueAt(sent, 'tos.checked_at') === undefined;
  return {
    ...(own !== undefined && { provider_id: own }),
    ...rest,
    // What is no text is refused.
    ...(seeds.length > 0 && !isMixed(rest.seed_urls) && { seed_urls: seeds }),
    ...(one !== undefined && typeof one !== 'string' && { seed_url: one }),
    ...(isSite && seeds.length > 0 && rest.allowed_path_patterns === undefined && { allowed_path_patterns: allowed }),
    ...(isRead && { tos: { ...(rest.tos as object), checked_at: today } }),
  };
}

function isMixed(list: unknown): boolean {
  return Array.isArray(list) && list.some((one) => typeof one !== 'string');
}

/** Those that are texts; others are refused as values of their field. */
function seedsOf({ seed_url: one, seed_urls: several }: RawPolicy): readonly string[] {
  const all: readonly unknown[] = [one, ...(Array.isArray(several) ? several : [])];
  return [...new Set(all.filter((seed) => typeof seed === 'string'))];
}

/** The fields of `over` on top of those of `under`; a section is joined, and null takes away. */
function merged(under: RawPolicy, over: RawPolicy): RawPolicy {
  const result = new Map<string, unknown>(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const before = under[name];
    result.set(name, isMapping(value) && isMapping(before) && policySections.has(name) ? merged(before, value) : value);
  }
  // A list of seeds that is sent takes the place of a single one.
  if (over.seed_urls !== undefined && over.seed_url === undefined) result.delete('seed_url');
  // A name such as __proto__ becomes a field, and is refused as one that there is not.
  return Object.fromEntries(result);
}

function withoutNulls(policy: RawPolicy): RawPolicy {
  const kept = Object.entries(policy).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (value === null || value === undefined) return [];
    if (!policySections.has(name) || !isMapping(value)) return [[name, value]];
    const inner = withoutNulls(value);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

/** A field's value by its dotted name; undefined where there is none. */
function valueAt(policy: RawPolicy, name: string): unknown {
  const [section, inner] = name.split('.', 2) as [string, string?];
  const outer = policy[section];
  const value = inner === undefined ? outer : isMapping(outer) ? outer[inner] : undefined;
  return value ?? undefined;
}

/** What names files and variables of this machine: a program that may change policies could read them all. */
const ofTheMachine = Object.freeze({
  folder: 'it names a folder of the server’s machine',
  package: 'it names a folder of the server’s machine',
  headers_from_env: 'it names variables of the server’s environment',
});

/** Of a folder the others decide what is read of it: a program that may change them reads what the operator left out. */
const openOfFolders: ReadonlySet<string> = new Set([
  ...['name', 'category', 'note', 'library', 'schedule', 'time_zone', 'adaptive'],
]);

/** The fields, by their dotted names, of which two policies have different values. */
function changedFields(before: RawPolicy, after: RawPolicy): readonly string[] {
  const names = [...providerFields.map(({ name }) => name), 'seed_url'];
  return names.filter((name) => !isDeepStrictEqual(valueAt(after, name), valueAt(before, name)));
}

/** What a folder's source has that is changed by hand only, each with the reason; it may be disabled, and not enabled. */
function problemsOfFolder(after: RawPolicy, before: RawPolicy): readonly string[] {
  const changed = changedFields(before, after).filter(
    (name) => !openOfFolders.has(name) && !(name === 'enabled' && after.enabled === false),
  );
  const open = [...openOfFolders].join(', ');
  return changed.map(
    (name) =>
      `${name} in ${BODY}: the source is a folder of the server’s machine, of which ${open} are changed here, and enabled to false; all else is changed in the configuration file by hand only`,
  );
}

/** Throws a ConfigError for what only the operator writes into the file. */
function refuseMachineFields(after: RawPolicy, before: RawPolicy | undefined): void {
  const problems: string[] = [];
  if (before !== undefined && valueAt(before, 'folder') !== undefined)
    problems.push(...problemsOfFolder(after, before));
  else
    for (const [name, why] of Object.entries(ofTheMachine)) {
      const value = valueAt(after, name);
      const isKept = value === undefined || isDeepStrictEqual(value, before?.[name]);
      if (!isKept) problems.push(`${name} in ${BODY}: ${why}, and is set in the configuration file by hand only`);
    }
  if (after.headers_from_env !== undefined && before !== undefined) {
    const known = new Set(seedsOf(before).map(originOf));
    const foreign = seedsOf(after).filter((seed) => !known.has(originOf(seed)));
    problems.push(
      ...foreign.map(
        (seed) =>
          `seed_urls in ${BODY}: headers_from_env would be sent to ${originOf(seed)}, and that is set in the configuration file by hand only`,
      ),
    );
  }
  // H1: what was there before is hidden, and stays.
  const written = new Set(before === undefined ? [] : seedsOf(before));
  const secret = seedsOf(after).find((seed) => !written.has(seed) && withoutUserInfo(seed) !== seed);
  if (secret !== undefined)
    problems.push(
      `seed_urls in ${BODY}: ${shownUrl(secret)} is sent with a user name or password, which is not kept; for a site of your own set headers_from_env in the configuration file`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Throws a ConfigError for an alias that is a place or the name of another source, and for a new source with the alias of another as
 * its id: who says the word would begin something else than before.
 */
function refuseTakenNames(list: ProviderList, after: RawPolicy, before: RawPolicy, id: string): void {
  const others = [
    ...list.ids().flatMap((other) => (other === id ? [] : [{ id: other, aliases: aliasesOf(list.get(other)) }])),
    ...presets.filter((one) => one.provider_id !== id).map((one) => ({ id: one.provider_id, aliases: one.aliases })),
  ];
  const problems = aliasesOf(after).flatMap((alias) => {
    if (aliasesOf(before).includes(alias)) return [];
    const shown = `aliases in ${BODY}: ${JSON.stringify(alias.slice(0, 80))}`;
    if (looksLikePlace(alias)) return [`${shown} is written as a path is; choose a name`];
    const other = others.find((one) => one.id === alias || one.aliases.includes(alias));
    return other === undefined ? [] : [`${shown} is a name of ${other.id} already; choose another`];
  });
  const owner = others.find(({ aliases }) => aliases.includes(id));
  if (list.get(id) === undefined && owner !== undefined)
    problems.push(`provider_id in ${BODY}: "${id}" is a name of ${owner.id} already; choose another`);
  if (problems.length > 0) throw new ConfigError(problems);
}

function aliasesOf(policy: RawPolicy | undefined): readonly string[] {
  const aliases = policy?.aliases;
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}

function originOf(seed: string): string {
  return parseHttpUrl(seed)?.origin ?? seed;
}
