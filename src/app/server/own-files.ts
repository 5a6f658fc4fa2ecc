// The files of a server itself. They are in this machine's own folder (`Settings.data`), whatever store its pages are in, and only this
// file joins their names onto it.
import { basename, dirname, join, resolve } from 'node:path';
import type { Settings } from '../../settings.ts';

/** What they are called; servers of every version use the same names. */
const NAMES = Object.freeze({
  tokens: 'server-tokens.json',
  sessions: 'server-sessions.json',
  /** A token where no terminal shows it. */
  firstToken: 'server-token',
  /** The latest time that a server has seen. */
  seenTime: 'server-time',
});

/** The names in a data folder. */
export const ownFileNames: readonly string[] = Object.freeze(Object.values(NAMES));

/** The path of one in a data folder. */
export function ownFile(data: string, which: keyof typeof NAMES): string {
  return join(data, NAMES[which]);
}

/** Where a server puts the backups that callers make: as configured, else beside the data folder. */
export function backupFolder({ options, data }: Pick<Settings, 'options' | 'data'>): string {
  const { backup_folder: configured } = options;
  return configured === undefined ? join(dirname(data), `${basename(data)}-backups`) : resolve(configured);
}
