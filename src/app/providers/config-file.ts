// A configuration file whose providers are changed: nothing is saved that would not be read again, and it is saved at once.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { replaceFile, withFileLock } from '../../core/file-lock.ts';
import { parseConfigDocument, readConfigText } from '../../core/options/config-document.ts';
import { configPath, loadSettings, type SettingsInput } from '../../settings.ts';
import { openProviderList, type ProviderList } from './config-file-providers.ts';

export interface ConfigPlace {
  /** As it is named in messages. */
  readonly path: string;
  readonly absolute: string;
}

/** The file cannot be changed now: it is missing, or what it holds is not in force. */
export class UnusableConfig extends ConfigError {}

const NEW_FILE = 'docent.yml';

/** The file that provider commands change: the configuration in force, else docent.yml in the working folder. */
export function configPlace(input: Pick<SettingsInput, 'config' | 'cwd' | 'env'> = {}): ConfigPlace {
  const path = configPath(input) ?? NEW_FILE;
  return { path, absolute: resolve(input.cwd ?? process.cwd(), path) };
}

/** The providers of the file as they are written; none where there is no file. Throws DOC_FILE and DOC_CONFIG. */
export function readProviderList({ path, absolute }: ConfigPlace): ProviderList {
  return openProviderList(path, textOf(absolute, path));
}

/**
 * Lets `change` change the providers and saves what it made of them. Throws what `change` throws, a ConfigError with everything that is
 * wrong with the file as it would be, and DOC_FILE when it cannot be written; the file is then as it was.
 */
export async function changeProviders<T>(place: ConfigPlace, change: (providers: ProviderList) => T): Promise<T> {
  const absolute = realPath(place);
  return withFileLock(absolute, async () => {
    const before = textOf(absolute, place.path);
    const { text, changed } = changedText(place, before, change);
    if (text !== before) replaceFile(absolute, text);
    return changed;
  });
}

/** Whether a change could be saved as the file is now. Throws as `changeProviders`, and saves nothing. */
export function tryChange(place: ConfigPlace, change: (providers: ProviderList) => void): void {
  changedText(place, textOf(place.absolute, place.path), change);
}

function changedText<T>(
  { path }: ConfigPlace,
  before: string,
  change: (providers: ProviderList) => T,
): { readonly text: string; readonly changed: T } {
  const list = openProviderList(path, before);
  const content = list.content();
  const changed = change(list);
  // A change that was refused, or makes no difference, does not touch the file.
  if (isDeepStrictEqual(list.content(), content)) return { text: before, changed };
  const text = list.text();
  if (!isDeepStrictEqual(parseConfigDocument(path, text).content, list.content()))
    throw new DocentError('DOC_CONFIG', `${path} would no longer mean the same; edit it by hand`);
  // The file has to be valid on its own: today's environment may be missing tomorrow.
  loadSettings({ config: path, text, env: {} });
  return { text, changed };
}

/** Through links: what they lead to is replaced, and they stay. Throws DOC_FILE for a link that leads nowhere. */
function realPath({ path, absolute }: ConfigPlace): string {
  if (statSync(absolute, { throwIfNoEntry: false }) !== undefined) return realpathSync(absolute);
  if (lstatSync(absolute, { throwIfNoEntry: false }) !== undefined)
    throw new DocentError('DOC_FILE', `${path} is a link that leads nowhere: put its file back, or remove the link`);
  return absolute;
}

/** Throws DOC_FILE for what is no regular file: reading a pipe would wait for its writer. */
function textOf(absolute: string, path: string): string {
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found === undefined) return '';
  if (!found.isFile())
    throw new DocentError('DOC_FILE', `${path} is no regular file, so its providers cannot be read again or changed`);
  return readConfigText(path, absolute);
}
