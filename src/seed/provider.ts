// Provider policies: reads them from configuration, every field checked, nothing unknown let through.

import { grouped } from '../core/counted.ts';
import { ConfigError } from '../core/errors.ts';
import {
  homeOf,
  isRepository,
  type Repository,
  repositoryOf,
  repositoryPattern,
  repositoryShape,
} from '../core/github-repository.ts';
import { type Field, isUrlField, type Origin, readField } from '../core/options/field.ts';
import { isMapping, unknownField } from '../core/options/resolve.ts';
import { isPrivateWire, loopbackSite } from '../core/url/host.ts';
import { shownUrl, withoutUserInfo } from '../core/url/shown-url.ts';
import { mostOwn, ownLimits } from './limits.ts';
import { nestedPolicy, policySections } from './nested-policy.ts';
import { providerFields } from './provider-fields.ts';

/** One documentation site with its policy; the names are those of the configuration. */
export interface Provider {
  readonly provider_id: string;
  readonly name: string;
  readonly category?: string;
  readonly aliases: readonly string[];
  /** `name` or `name@version`: the library it documents. */
  readonly library?: string;
  readonly note?: string;
  /** false: neither commands nor the schedule crawl it. */
  readonly enabled: boolean;
  /** The path of a folder whose files are its pages. */
  readonly folder?: string;
  /** The folder is an installed package, of which only what documents it is read. */
  readonly package?: 'npm';
  readonly seed_urls: readonly string[];
  readonly allowed_path_patterns: readonly string[];
  readonly blocked_path_patterns: readonly string[];
  readonly exclude_paths: readonly string[];
  readonly default_excludes: boolean;
  readonly max_depth: number;
  readonly max_pages: number;
  readonly request_delay_ms: number;
  readonly own_site: boolean;
  /** H1: request headers by the environment variables that hold their values; only for an own site. */
  readonly headers_from_env?: Readonly<Record<string, string>>;
  readonly robots_dialect?: string;
  readonly query: 'drop' | 'tracking' | 'keep';
  readonly keep_query_params: readonly string[];
  readonly allow_dynamic: boolean;
  readonly custom_selectors: { readonly content?: string; readonly remove: readonly string[] };
  readonly sitemap_url?: string;
  readonly spa_rendering: boolean | 'auto';
  readonly readability: boolean;
  readonly learn_chrome: boolean;
  readonly soft_errors: 'on' | 'off';
  readonly keep_links: boolean;
  readonly image_label: string;
  readonly retain: 'preview' | 'full';
  /** H3: what becomes of the copy of a page that answers 403 now. */
  readonly forbidden: 'keep' | 'remove';
  /** A cron expression; without one it is due once a week. */
  readonly schedule?: string;
  readonly time_zone?: string;
  /** M5: whether pages that do not change wait for more than one run of the schedule. */
  readonly adaptive: boolean;
  readonly channel: 'crawl' | 'context7-first' | 'crawl-unless-context7' | 'api';
  /** X4: what is read through an official interface, with `channel: api`. */
  readonly api?: { readonly github?: string; readonly ref?: string; readonly folder?: string };
  /** M1, M2: its own bounds of alerts, each as name=value. */
  readonly alert_bounds?: readonly string[];
  /** X1: whether and how Context7 is used. */
  readonly context7: {
    readonly ask: boolean;
    readonly topics: readonly string[];
    readonly library?: string;
    readonly max_age_days: number;
  };
  readonly tos: {
    readonly url?: string;
    readonly checked_at?: string;
    readonly checked_by?: string;
    readonly verdict?: 'allowed' | 'unclear' | 'forbidden';
  };
}

/** Names the place where a value of the policy was written. */
export type Where = (at: readonly (string | number)[]) => Origin;

const fields: readonly Field[] = providerFields;

/** The provider, with defaults filled in; or undefined, with a line in `problems` for each thing that is wrong. `warnings` holds what was mended. */
export function readProvider(
  raw: unknown,
  where: Where,
  problems: string[],
  warnings: string[] = [],
): Provider | undefined {
  if (!isMapping(raw)) {
    problems.push(`a provider in ${where([])} must be a mapping with provider_id, seed_urls and allowed_path_patterns`);
    return undefined;
  }
  const before = problems.length;
  const flat = flatten(raw, where, problems);
  const single = flat.get('seed_url')?.raw;
  if (single !== undefined && single !== null) {
    const several = flat.get('seed_urls')?.raw;
    flat.set('seed_urls', { raw: Array.isArray(several) ? [single, ...several] : [single], at: ['seed_url'] });
  }
  flat.delete('seed_url');
  if (isFolder(raw)) fillFolder(flat, raw, where, problems);
  fillRepository(flat, where, problems);
  const relaxed = isFolder(raw) || raw.own_site === true || allLoopback(flat.get('seed_urls')?.raw);
  const mayTakeMore = relaxed || flat.get('tos.verdict')?.raw === 'allowed';
  const defaults: Readonly<Record<string, unknown>> = relaxed ? { ...ownLimits } : {};
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const written = flat.get(field.name);
    flat.delete(field.name);
    if (written === undefined || written.raw === null || written.raw === undefined) {
      if (field.required) problems.push(`${field.name} is missing in ${label(raw, where)}`);
      else if (field.default !== undefined) put(result, field.name, defaults[field.name] ?? field.default);
      continue;
    }
    if (field.name === 'seed_urls' && isFolder(raw)) {
      put(result, field.name, written.raw);
      continue;
    }
    const widened = mayTakeMore ? takeMore(field) : field;
    const read = readField(relaxed ? relax(widened) : widened, written.raw, where(written.at));
    if (read.ok) put(result, field.name, withoutCredentials(field, read.value, where(written.at), warnings));
    // F3: the message for a number that only lacks permission names the permission.
    else if (readField(relax(takeMore(field)), written.raw, '').ok && field.name in PERMISSION)
      problems.push(`${read.problem}; ${PERMISSION[field.name as keyof typeof PERMISSION]}`);
    else problems.push(read.problem);
  }
  for (const [name, { at }] of flat)
    problems.push(unknownField(name, where(at), [...fields.map((field) => field.name), 'seed_url']));
  if (result.package !== undefined && !isFolder(raw))
    problems.push(`package in ${where(['package'])} needs folder, the path of the installed package`);
  problems.push(...headerProblems(result, where));
  if (problems.length > before) return undefined;
  return { name: result.provider_id, custom_selectors: { remove: [] }, tos: {}, ...result } as unknown as Provider;
}

/** What an id may look like, in words. */
export const providerIdShape: string = providerFields[0].shape;

/** Whether a text may be the id of a provider. */
export function isProviderId(text: string): boolean {
  return providerFields[0].pattern.test(text);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What ids are compared by: a UUID is the same in any letter case. */
export function idKey(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : id;
}

function isFolder(raw: Record<string, unknown>): boolean {
  return typeof raw.folder === 'string' && raw.folder !== '';
}

/** What holds for a folder where nothing else is configured: it is the operator's own, and its text is kept whole. */
const ofFolders: Readonly<Record<string, unknown>> = Object.freeze({
  allowed_path_patterns: ['/**'],
  own_site: true,
  request_delay_ms: 0,
  retain: 'full',
});

/** Fills in the defaults of a folder; one line in `problems` where it is configured as a site as well. */
function fillFolder(flat: Map<string, RawValue>, raw: Record<string, unknown>, where: Where, problems: string[]): void {
  const seeds = folderSeeds(String(raw.provider_id));
  const written = flat.get('seed_urls');
  if (written !== undefined && JSON.stringify(written.raw) !== JSON.stringify(seeds))
    problems.push(`folder and seed_urls in ${where(written.at)}: a provider is a folder or a site, not both`);
  flat.set('seed_urls', { raw: seeds, at: ['folder'] });
  for (const [name, value] of Object.entries(ofFolders))
    if (!flat.has(name)) flat.set(name, { raw: value, at: [name] });
}

/** The seeds of a folder. */
export function folderSeeds(provider: string): readonly string[] {
  return [`folder://${provider}/`];
}

/** The repository that a provider is read from; undefined for one that is crawled. */
export function repositoryOfProvider({ channel, api }: Pick<Provider, 'channel' | 'api'>): Repository | undefined {
  if (channel !== 'api' || api?.github === undefined) return undefined;
  const { github, ref, folder } = api;
  return repositoryOf(github, { ...(ref !== undefined && { ref }), ...(folder !== undefined && { folder }) });
}

/** Whether a provider has a site beside its repository, which can be crawled in its place. */
export function hasSite(provider: Pick<Provider, 'channel' | 'api' | 'seed_urls'>): boolean {
  const repository = repositoryOfProvider(provider);
  return repository === undefined || provider.seed_urls.some((seed) => seed !== homeOf(repository));
}

/** X4: a repository is its own seed where it has no site; a line in `problems` where `channel: api` names none. */
function fillRepository(flat: Map<string, RawValue>, where: Where, problems: string[]): void {
  const channel = flat.get('channel');
  if (channel?.raw !== 'api') return;
  const api = Object.fromEntries(['github', 'ref', 'folder'].map((name) => [name, flat.get(`api.${name}`)?.raw]));
  if (api.github === undefined || api.github === null)
    problems.push(`channel is "api" in ${where(channel.at)}: it needs api.github, ${repositoryShape}`);
  if (flat.has('folder'))
    problems.push(`folder and channel "api" in ${where(channel.at)}: a provider is a folder or a repository, not both`);
  // What does not even look like one is refused as a value of its field.
  if (typeof api.github !== 'string' || !repositoryPattern.test(api.github)) return;
  if (!isRepository(api.github))
    problems.push(`api.github is "${api.github}" in ${where(['api', 'github'])}: it must be ${repositoryShape}`);
  else if (!flat.has('seed_urls')) fillFromRepository(flat, api.github, api);
}

function fillFromRepository(
  flat: Map<string, RawValue>,
  github: string,
  { ref, folder }: Readonly<Record<string, unknown>>,
): void {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const home = homeOf(repositoryOf(github, { ...(isText(ref) && { ref }), ...(isText(folder) && { folder }) }));
  flat.set('seed_urls', { raw: [home], at: ['api', 'github'] });
  if (!flat.has('allowed_path_patterns')) flat.set('allowed_path_patterns', { raw: ['/**'], at: ['api', 'github'] });
}

/** A list of policies, or a single one; ids must differ. */
export function readProviders(
  raw: unknown,
  where: Where,
  problems: string[],
  warnings: string[] = [],
): readonly Provider[] {
  const isList = Array.isArray(raw);
  const list: readonly unknown[] = isList ? raw : [raw];
  const providers = new Map<string, Provider>();
  for (const [index, item] of list.entries()) {
    const at: Where = (inner) => where(isList ? [index, ...inner] : inner);
    const provider = readProvider(item, at, problems, warnings);
    if (provider === undefined) continue;
    if (providers.has(idKey(provider.provider_id)))
      problems.push(`provider_id "${provider.provider_id}" is used twice in ${at(['provider_id'])}`);
    providers.set(idKey(provider.provider_id), provider);
  }
  return [...providers.values()];
}

/** H1: docent sends no credentials, so none are kept; a line in `warnings` where there were some. */
function withoutCredentials(field: Field, value: unknown, where: Origin, warnings: string[]): unknown {
  if (!isUrlField(field)) return value;
  const clean = Array.isArray(value)
    ? value.map((url) => withoutUserInfo(url as string))
    : withoutUserInfo(value as string);
  if (JSON.stringify(clean) !== JSON.stringify(value))
    warnings.push(`${field.name} in ${where}: its user name and password are left out; docent sends no credentials`);
  return clean;
}

/** H1: a token is sent to an own site only, and never unencrypted to another machine. */
function headerProblems(result: Readonly<Record<string, unknown>>, where: Where): readonly string[] {
  if (result.headers_from_env === undefined) return [];
  const at = `headers_from_env in ${where(['headers_from_env'])}`;
  if (result.own_site !== true)
    return [`${at} is for a site of your own: it needs own_site: true; docent sends no credentials to other sites`];
  const open = ((result.seed_urls ?? []) as readonly string[]).filter((seed) => !isPrivateWire(seed));
  return open.map((seed) => `${at}: the headers would go to ${shownUrl(seed)} unencrypted; use https, or loopback`);
}

interface RawValue {
  readonly raw: unknown;
  readonly at: readonly string[];
}

/** The fields by their dotted names, each of them once; a line in `problems` for what can be none. */
function flatten(raw: Record<string, unknown>, where: Where, problems: string[]): Map<string, RawValue> {
  const flat = new Map<string, RawValue>();
  for (const [key, value] of Object.entries(nestedOr(raw, where, problems))) {
    if (!policySections.has(key)) flat.set(key, { raw: value, at: [key] });
    else if (isMapping(value))
      for (const [inner, content] of Object.entries(value)) {
        const name = `${key}.${inner}`;
        flat.set(name, { raw: content, at: Object.hasOwn(raw, name) ? [name] : [key, inner] });
      }
    else if (value !== null) problems.push(`${key} in ${where([key])} must be a mapping`);
  }
  return flat;
}

/** The policy as `nestedPolicy` makes it, and as it is written where that refuses it. */
function nestedOr(raw: Record<string, unknown>, where: Where, problems: string[]): Readonly<Record<string, unknown>> {
  try {
    return nestedPolicy(raw, where);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
    return raw;
  }
}

function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const [section, inner] = name.split('.') as [string, string | undefined];
  into[section] = inner === undefined ? value : { ...(into[section] as object | undefined), [inner]: value };
}

/** F3, F4: loopback and own sites may be requested at any rate, and followed further. */
function relax(field: Field): Field {
  if (field.kind !== 'integer') return field;
  if (field.name === 'max_depth') return { ...field, max: mostOwn.max_depth };
  return field.name === 'request_delay_ms' ? { ...field, min: 0 } : field;
}

/** F3: what would permit a number that is too large. */
const PERMISSION = Object.freeze({
  max_pages: `with own_site: true or tos.verdict: allowed it may be up to ${grouped(mostOwn.max_pages)}`,
  max_depth: `with own_site: true it may be up to ${mostOwn.max_depth}`,
});

/** F3: an own site, and one whose terms allow it, may be crawled further. */
function takeMore(field: Field): Field {
  return field.name === 'max_pages' && field.kind === 'integer' ? { ...field, max: mostOwn.max_pages } : field;
}

function allLoopback(seeds: unknown): boolean {
  if (!Array.isArray(seeds) || seeds.length === 0) return false;
  return seeds.every((seed) => typeof seed === 'string' && loopbackSite(seed) !== undefined);
}

function label(raw: Record<string, unknown>, where: Where): string {
  return typeof raw.provider_id === 'string' ? `provider ${raw.provider_id}, ${where([])}` : where([]);
}

/** Every field with all that it may hold, what only an own site or allowed terms permit included: for schemas. */
export const widestFields: readonly Field[] = Object.freeze(fields.map((field) => relax(takeMore(field))));
