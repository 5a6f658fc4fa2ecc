// What the provider of a folder is called, and how such a provider is made.
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { ownLimits } from '../../seed/limits.ts';
import { presets } from '../../seed/presets.ts';
import { folderSeeds, isProviderId, type Provider, providerIdShape } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { realFolder } from './folder-supplier.ts';
import { specialPlace } from './special-place.ts';
import { codeOf } from './walk.ts';

/** The configured provider of a folder, if there is one. */
export function configuredFolder(path: string, { providers }: Pick<Settings, 'providers'>): Provider | undefined {
  return providers.find(({ folder }) => folder !== undefined && sameFolder(folder, path));
}

/** Why nothing of a provider's folder can be read now, in words; undefined where something can, and for what is no folder. */
export function folderFault({ provider_id: id, folder }: Pick<Provider, 'provider_id' | 'folder'>): string | undefined {
  if (folder === undefined) return undefined;
  const fault = (why: string): string =>
    `the folder of ${id} cannot be read: ${why}; what is stored of it stays as it is`;
  try {
    if (readdirSync(folder).length === 0) return fault('it is empty');
    const special = specialPlace(folder);
    return special === undefined ? undefined : fault(`it is of the file system ${special}`);
  } catch (error) {
    return fault(codeOf(error));
  }
}

function sameFolder(one: string, other: string): boolean {
  try {
    return realFolder(one) === other;
  } catch {
    return false;
  }
}

/** The id of a plain folder's provider: its name; beside a provider of that name it ends with `-folder`. */
export function folderId(path: string, { providers }: Pick<Settings, 'providers'>): string {
  const name = basename(path);
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const id = slug === '' ? `folder-${digest(name)}` : slug;
  return [...providers, ...presets].some(({ provider_id }) => provider_id === id) ? `${id}-folder` : id;
}

/** The id that the operator chose. Throws DOC_USAGE for one that is none, or another provider's. */
export function chosenId(id: string, { providers }: Pick<Settings, 'providers'>): string {
  if (!isProviderId(id)) throw new DocentError('DOC_USAGE', `provider is "${id}": it must be ${providerIdShape}`);
  if ([...providers, ...presets].some(({ provider_id }) => provider_id === id))
    throw new DocentError('DOC_USAGE', `provider is "${id}", which is configured as another one; choose another name`);
  return id;
}

/** What a folder has of its own where a plain URL has other values. */
export function folderFields(id: string, path: string): Partial<Provider> {
  const own = { own_site: true, retain: 'full', request_delay_ms: 0 } as const;
  return { folder: path, seed_urls: folderSeeds(id), ...ownLimits, ...own };
}

/**
 * The way to a folder from the one that holds the data, `.` for that one itself; undefined where it does not lie below it: a longer
 * way would tell of the machine.
 */
export function wayToFolder(path: string, data: string): string | undefined {
  const way = relative(realOrSame(dirname(data)), path);
  if (way === '') return '.';
  return isAbsolute(way) || way.split(sep)[0] === '..' ? undefined : way.split(sep).join('/');
}

/** The folder at the end of such a way; undefined where there is none, or it leads out. */
export function folderAtWay(way: string, data: string): string | undefined {
  if (isAbsolute(way) || way.split('/').includes('..')) return undefined;
  try {
    return realFolder(resolve(dirname(data), way));
  } catch {
    return undefined;
  }
}

function realOrSame(path: string): string {
  try {
    return realFolder(path);
  } catch {
    return path;
  }
}

/** A short name for where a folder lies, which distinguishes it from others of the same name; the place cannot be derived from it. */
export function placeDigest(path: string): string {
  return digest(path);
}

function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 8);
}
