// A configuration file whose providers are changed: nothing is saved that would not be read again, and it is saved at once.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DocentError } from '../../core/errors.ts';
import { parseConfigDocument, readConfigText } from '../../core/options/config-document.ts';
import { configPath, loadSettings, type SettingsInput } from '../../settings.ts';
import { replaceFile, withFileLock } from '../file-lock.ts';
import { openProviderList, type ProviderList } from './config-file-providers.ts';

export interface ConfigPlace {
  /** As it is named in messages. */
  readonly path: string;
  readonly absolute: string;
}

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
  // Through links: what they lead to is replaced, and they stay.
  const absolute = existsSync(place.absolute) ? realpathSync(place.absolute) : place.absolute;
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
  const changed = change(list);
  const text = list.text();
  if (!isDeepStrictEqual(parseConfigDocument(path, text).content, list.content()))
    throw new DocentError('DOC_CONFIG', `${path} would no longer mean the same; edit it by hand`);
  // The file has to be valid on its own: today's environment may be missing tomorrow.
  loadSettings({ config: path, text, env: {} });
  return { text, changed };
}

function textOf(absolute: string, path: string): string {
  return existsSync(absolute) ? readConfigText(path, absolute) : '';
}
