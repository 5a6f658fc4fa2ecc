// The configuration file as it lies on the disk now, and a watch over it.
import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { readConfigText } from '../../core/options/config-document.ts';
import { configPath, possibleConfigs, type SettingsInput } from '../../settings.ts';

/** Where settings are read from by a process that stays: always the same places. */
export type ConfigSource = SettingsInput & { readonly cwd: string };

/** What a look at the file found. */
export type FoundConfig =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly error: DocentError };

/** Reads the file as it is; where its text was passed, that is it. */
export function findConfig(source: ConfigSource): FoundConfig {
  const path = configPath(source);
  if (path === undefined) return { kind: 'missing' };
  if (source.text !== undefined) return { kind: 'text', path, text: source.text };
  try {
    return { kind: 'text', path, text: readConfigText(path, resolve(source.cwd, path)) };
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    const isMissing = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    return isMissing ? { kind: 'missing' } : { kind: 'unreadable', error };
  }
}

/** Reads it again. A pipe in its place is not read: that would wait for its writer. */
export function findConfigAgain(source: ConfigSource): FoundConfig {
  if (!isPipe(source)) return findConfig(source);
  return {
    kind: 'unreadable',
    error: new DocentError('DOC_FILE', `cannot read ${configPath(source)} again: it is a pipe`),
  };
}

/** Whether the configuration comes through a pipe, which can be read once. */
export function isPipe(source: ConfigSource): boolean {
  const path = configPath(source);
  try {
    return path !== undefined && statSync(resolve(source.cwd, path), { throwIfNoEntry: false })?.isFIFO() === true;
  } catch {
    return false; // reading it reports why
  }
}

/** Whether two looks found the same. */
export function isSameConfig(one: FoundConfig, other: FoundConfig): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.path === other.path && one.text === other.text;
  if (one.kind === 'unreadable') return other.kind === 'unreadable' && one.error.message === other.error.message;
  return other.kind === one.kind;
}

/**
 * Calls back when the file may have changed, until the returned function is called: at once where the system reports changes of the
 * folder, else within `everyMs`. It keeps no process alive.
 */
export function watchConfig(source: ConfigSource, everyMs: number, log: Log, onMaybe: () => void): () => void {
  const files = possibleConfigs(source).map((path) => resolve(source.cwd, path));
  // Editors replace files, links lead elsewhere and some mounts report nothing: time, size and inode are looked at as well.
  for (const file of files) watchFile(file, { persistent: false, interval: everyMs }, onMaybe);
  const watcher = watchFolder(files, log, onMaybe);
  return () => {
    for (const file of files) unwatchFile(file, onMaybe);
    watcher?.close();
  };
}

/** All of them lie in one folder. Undefined where it cannot be watched. */
function watchFolder(files: readonly string[], log: Log, onMaybe: () => void): FSWatcher | undefined {
  const names = new Set(files.map((file) => basename(file)));
  const folder = dirname(files[0] as string);
  const failed = (error: unknown): void => log.debug({ folder, err: error }, 'settings.watch');
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      // Mounted configurations are swapped by a link in the same folder that begins with two dots.
      if (name === null || names.has(name) || name.startsWith('..')) onMaybe();
    });
    return watcher.on('error', (error) => {
      failed(error);
      watcher.close();
    });
  } catch (error) {
    failed(error);
    return undefined;
  }
}
