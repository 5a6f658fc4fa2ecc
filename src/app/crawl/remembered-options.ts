// The command-line options of a plain URL's crawl: kept with it, so that a refresh uses the same.
import { decodeOrNothing, isMap, isNumber, isOptional, isShape, isString, isStrings } from '../../core/decode.ts';
import { DocentError } from '../../core/errors.ts';
import { readField } from '../../core/options/field.ts';
import { type Options, optionTable } from '../../core/options/table.ts';
import type { Limits } from '../../seed/limits.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { placeDigest, wayToFolder } from '../folder/folder-target.ts';
import { withInstalled } from '../package/installed-package.ts';
import type { Target, TargetOptions } from './targets.ts';

/** Options for what a crawl covers and what it keeps; its pace is set each time. */
const remembered = [
  'max_pages',
  'max_depth',
  'query',
  'own_site',
  'retain',
  'index',
  'exclude_paths',
  'default_excludes',
  'learn_chrome',
] as const;

export interface RememberedOptions extends TargetOptions {
  /** Of a folder: a short name for where it lies (app/folder/folder-target.ts). */
  readonly place?: string | undefined;
  /** Of a folder beside the data: the way to it (app/folder/folder-target.ts). */
  readonly way?: string | undefined;
  readonly options: Partial<Options>;
  /** F3: how far it goes where these options say nothing. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * To be kept with a crawl. Of what is configured it voids what was kept of a plain crawl before: a refresh by that would read again what
 * the configuration leaves out.
 */
export function rememberedText({ plain, provider }: Target, { options, origins }: Settings, data: string): string {
  const place = provider.folder === undefined ? undefined : placeDigest(provider.folder);
  // The version that is installed is in no file of docent's; what is stored is of this one.
  const installed = provider.package === undefined ? undefined : provider.library;
  if (!plain) return JSON.stringify({ library: installed, place });
  const set = remembered.filter((name) => origins[name] !== undefined).map((name) => [name, options[name]]);
  const { allowed_path_patterns: allow, blocked_path_patterns: block, library, max_pages, max_depth } = provider;
  const way = provider.folder === undefined ? undefined : wayToFolder(provider.folder, data);
  const limits = { max_pages, max_depth };
  return JSON.stringify({ allow, block, library, place, way, options: Object.fromEntries(set), limits });
}

const isKept = isShape<
  Pick<RememberedOptions, 'allow' | 'block' | 'library' | 'place' | 'way' | 'limits'> & {
    readonly options?: Readonly<Record<string, unknown>>;
  }
>({
  allow: isOptional(isStrings),
  block: isOptional(isStrings),
  library: isOptional(isString),
  place: isOptional(isString),
  way: isOptional(isString),
  options: isOptional(isMap),
  limits: isOptional(isShape<Limits>({ max_pages: isNumber, max_depth: isNumber })),
});

/** What was kept; what is not understood counts as nothing. */
export function readRemembered(text: string | undefined): RememberedOptions {
  const { allow, block, library, place, way, options = {}, limits } = decodeOrNothing(text, isKept) ?? {};
  const known = optionTable.filter((row) => row.name in options && readField(row, options[row.name], '').ok);
  return {
    ...(allow?.length && { allow }),
    ...(block?.length && { block }),
    ...(library && { library }),
    ...(place && { place }),
    ...(way && { way }),
    ...(limits && { limits }),
    options: Object.fromEntries(known.map(({ name }) => [name, options[name]])),
  };
}

/** The settings with the last crawl's options, where none are set now. */
export function withRemembered(settings: Settings, last: Partial<Options>): Settings {
  const missing = remembered.filter((name) => settings.origins[name] === undefined && last[name] !== undefined);
  if (missing.length === 0) return settings;
  const then = Object.fromEntries(missing.map((name) => [name, last[name]])) as Partial<Options>;
  const origins = Object.fromEntries(missing.map((name) => [name, 'the last crawl']));
  return { ...settings, options: { ...settings.options, ...then }, origins: { ...settings.origins, ...origins } };
}

/**
 * Plain targets with the library of their earlier crawl, where none is named now: leaving it out does not remove it; packages with
 * what is installed.
 */
export async function withKnownLibraries(
  all: readonly Target[],
  store: Pick<Store, 'knownProviders'>,
): Promise<readonly Target[]> {
  const targets = all.map((target) => ({ ...target, provider: withInstalled(target.provider) }));
  const isNameless = ({ plain, provider }: Target): boolean => plain && provider.library === undefined;
  if (!targets.some(isNameless)) return targets;
  const known = new Map(
    (await store.knownProviders()).map(({ provider, remembered }) => [provider, readRemembered(remembered).library]),
  );
  return targets.map((target) => {
    const library = known.get(target.provider.provider_id);
    return library === undefined || !isNameless(target)
      ? target
      : { ...target, provider: { ...target.provider, library } };
  });
}

/**
 * Rejects with DOC_USAGE where a plain folder has the name of what was crawled from elsewhere: its files would take the place of the
 * others. A name that the operator chose may belong to a folder that has moved.
 */
export async function checkPlaces(targets: readonly Target[], store: Pick<Store, 'knownProviders'>): Promise<void> {
  const folders = targets.filter(({ plain, provider }) => plain && provider.folder !== undefined);
  if (folders.length === 0) return;
  const known = new Map(
    (await store.knownProviders()).map(({ provider, remembered }) => [provider, readRemembered(remembered).place]),
  );
  for (const { provider, isNamed } of folders) {
    const { provider_id: id, folder = '' } = provider;
    const place = known.get(id);
    if (!known.has(id) || place === placeDigest(folder) || (isNamed && place !== undefined)) continue;
    const other = place === undefined ? 'another crawl' : 'a folder at another place';
    const moved = place === undefined ? '' : `, and "--provider ${id}" says that it has moved here`;
    throw new DocentError('DOC_USAGE', `${id} is the name of ${other}; --provider names this folder otherwise${moved}`);
  }
}
