// The targets of a crawl: what the URLs, sources and folders that words mean are crawled as.

import { hash } from 'node:crypto';
import { DocentError } from '../../core/errors.ts';
import { isMapping } from '../../core/options/resolve.ts';
import type { Options } from '../../core/options/table.ts';
import { suggest } from '../../core/suggest.ts';
import { hasAddressInPath } from '../../core/url/email-in-url.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import type { OwnHeaders } from '../../fetch/own-headers.ts';
import { ownFolder } from '../../frontier/scope.ts';
import { parseLibrary } from '../../seed/library.ts';
import { libraryShape } from '../../seed/library-shape.ts';
import { foreignLimits, ownLimits } from '../../seed/limits.ts';
import { presets } from '../../seed/presets.ts';
import { idKey, type Provider } from '../../seed/provider.ts';
import { isOwnOrLoopback } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { realFolder } from '../folder/folder-supplier.ts';
import { chosenId, configuredFolder, folderFields, folderId } from '../folder/folder-target.ts';
import { type NamedBy, type TargetWord, targetWord } from './target-word.ts';

export interface Target {
  readonly provider: Provider;
  /** The options of an earlier crawl of it. */
  readonly remembered?: Partial<Options> | undefined;
  /** A plain `crawl URL`: scope from the seed's folder, caps may be lifted, no trial run. */
  readonly plain: boolean;
  /** H1: the headers of the own site that a plain URL belongs to; those of a provider are in its policy. */
  readonly ownHeaders?: OwnHeaders | undefined;
  /** The operator chose the name of a plain folder: it may have been at another place before. */
  readonly isNamed?: true | undefined;
}

export interface TargetOptions {
  readonly allow?: readonly string[] | undefined;
  readonly block?: readonly string[] | undefined;
  /** The library that plain URLs document, `name` or `name@version`; a provider's policy names its own. */
  readonly library?: string | undefined;
  /** The id of the one folder among the words. Default: its name. */
  readonly provider?: string | undefined;
}

/**
 * The providers behind these words. `caller` decides what they may name; left out, it is one that is trusted with nothing. Throws as
 * `targetWord` and `targetsOf`.
 */
export function resolveTargets(
  words: readonly string[],
  settings: Settings,
  options: TargetOptions = {},
  caller: NamedBy = 'stranger',
): readonly Target[] {
  const meant = words.map((word) => targetWord(word, settings, caller));
  return targetsOf(meant, settings, options);
}

/** The providers behind what words mean. Throws DOC_URL, DOC_FILE or DOC_USAGE naming the word that is neither URL, folder nor source. */
export function targetsOf(
  words: readonly TargetWord[],
  settings: Settings,
  options: TargetOptions = {},
): readonly Target[] {
  const [urls, folders] = [new Set<string>(), new Set<string>()];
  const sources: Provider[] = [];
  for (const meant of words) {
    if (meant.kind === 'url') urls.add(checked(meant.url));
    else if (meant.kind === 'folder') folders.add(meant.path);
    else if (meant.kind === 'source') sources.push(meant.provider);
    else throw noTarget(meant, settings);
  }
  if (options.library !== undefined) checkLibrary(options.library, sources);
  if (options.provider !== undefined && (folders.size !== 1 || words.length !== 1))
    throw new DocentError('DOC_USAGE', '--provider names a folder, and is for one folder alone');
  const targets: Target[] = sources.map((provider) => ({ provider, plain: false }));
  for (const [id, seeds] of Map.groupBy(urls, plainId))
    targets.push({ provider: plainProvider(id, seeds, settings, options), plain: true });
  return [...targets, ...[...folders].map((path) => folderTarget(path, settings, options))];
}

/** A folder: the configured provider of it, or one of its own, by its name. */
function folderTarget(path: string, settings: Settings, options: TargetOptions): Target {
  const configured = options.provider === undefined ? configuredFolder(path, settings) : undefined;
  if (configured !== undefined) return { provider: configured, plain: false };
  const { provider: chosen } = options;
  const id = chosen === undefined ? folderId(path, settings) : chosenId(chosen, settings);
  const provider = { ...plainProvider(id, [], settings, options), ...folderFields(id, path) };
  return { provider, plain: true, ...(chosen !== undefined && { isNamed: true }) };
}

function checkLibrary(library: string, [named]: readonly Provider[]): void {
  if (typeof library !== 'string' || parseLibrary(library) === undefined)
    throw new DocentError('DOC_USAGE', `library is "${library}": it must be ${libraryShape}`);
  if (named !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `library is for URLs; a provider names its own: docent providers edit ${named.provider_id} library=${library}`,
    );
}

/** The error for a word behind which there is nothing to crawl. Throws DOC_FILE for a path without a folder. */
function noTarget(meant: Exclude<TargetWord, { kind: 'url' }>, { providers }: Settings): DocentError {
  const { word } = meant;
  if (meant.kind === 'file') realFolder(meant.path, word);
  const nearest = suggest(
    word,
    [...providers, ...presets].map((provider) => provider.provider_id),
  );
  const looksLikeHost = /^[\w-]+(\.[\w-]+)+/.test(word);
  const hint =
    nearest !== undefined ? `; did you mean "${nearest}"?` : looksLikeHost ? `; did you mean https://${word}?` : '';
  return new DocentError('DOC_USAGE', `"${word}" is neither a URL, a folder nor a provider${hint}`);
}

/** Throws DOC_URL for a URL that is never requested. */
function checked(url: string): string {
  const parsed = parseHttpUrl(url);
  if (parsed !== undefined && hasAddressInPath(parsed))
    throw new DocentError(
      'DOC_URL',
      `"${shownUrl(url)}" holds an e-mail address; docent requests and keeps no such URL`,
    );
  return withoutUserInfo(url);
}

/** The id of a plain URL's provider: its host and its folder, so that one URL means one provider whatever other targets there are. */
function plainId(url: string): string {
  const host = hostKey(url).replaceAll(':', '-');
  const folder = ownFolder(url);
  if (folder === '') return host;
  const slug = folder
    .slice(1)
    .toLowerCase()
    .replace(/[^a-z0-9/]+/g, '-')
    .replaceAll('/', '_');
  const isExact = `/${slug.replaceAll('_', '/')}` === folder;
  return isExact ? `${host}_${slug}` : `${host}_${slug}_${hash('sha256', folder, 'hex').slice(0, 8)}`;
}

function plainProvider(
  id: string,
  seeds: readonly string[],
  settings: Settings,
  { allow, block, library }: TargetOptions,
): Provider {
  const { own_site } = settings.options;
  return {
    provider_id: id,
    name: id,
    aliases: [],
    ...(library !== undefined && { library }),
    enabled: true,
    seed_urls: seeds,
    allowed_path_patterns: allow ?? [],
    blocked_path_patterns: block ?? [],
    exclude_paths: [],
    default_excludes: true,
    ...(isOwnOrLoopback({ own_site, seed_urls: seeds }) ? ownLimits : foreignLimits),
    request_delay_ms: 1_500,
    own_site,
    query: 'drop',
    keep_query_params: [],
    allow_dynamic: false,
    custom_selectors: { remove: [] },
    spa_rendering: false,
    readability: false,
    learn_chrome: true,
    soft_errors: 'on',
    adaptive: false,
    keep_links: false,
    retain: 'preview',
    forbidden: 'keep',
    image_label: 'image',
    channel: 'crawl',
    context7: { ask: false, topics: [], max_age_days: 30 },
    tos: {},
  };
}

/** The id of the provider that a word names: a URL's, a folder's, or that id, known or not. Throws as `targetWord`. */
export function providerIdOf(word: string, settings: Settings, caller: NamedBy): string {
  const meant = targetWord(word, settings, caller);
  if (meant.kind === 'file') realFolder(meant.path, word);
  if (meant.kind !== 'url' && meant.kind !== 'folder') return ownId(word, settings);
  return (targetsOf([meant], settings)[0] as Target).provider.provider_id;
}

/** Providers by id, for each list of them: there may be thousands. */
const configured = new WeakMap<readonly Provider[], ReadonlyMap<string, Provider>>();

/** The policy in the configuration, or the preset; undefined for a crawl of plain URLs. */
export function configuredProvider(id: string, { providers }: Pick<Settings, 'providers'>): Provider | undefined {
  let byId = configured.get(providers);
  if (byId === undefined) {
    // The first of a name counts, and the configuration's own come first.
    byId = new Map([...providers, ...presets].toReversed().map((one) => [idKey(one.provider_id), one]));
    configured.set(providers, byId);
  }
  return byId.get(idKey(id));
}

/** An id as it is configured: somebody may write a UUID in another letter case. Every other word stays as it is. */
export function ownId(word: string, settings: Pick<Settings, 'providers'>): string {
  return configuredProvider(word, settings)?.provider_id ?? word;
}

/** Data from outside, with each text that is an id as it is configured. Of plain objects and lists only. */
export function withOwnIds<T>(data: T, settings: Pick<Settings, 'providers'>): T {
  if (typeof data === 'string') return ownId(data, settings) as T;
  if (Array.isArray(data)) return data.map((one) => withOwnIds(one, settings)) as T;
  if (!isMapping(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, withOwnIds(one, settings)])) as T;
}
