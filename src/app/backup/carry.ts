// C5: what was forgotten after a backup was made is back with it: named here, with how to forget it again.

import type { Receipt } from '../../forget/port.ts';
import type { Removals, Restore } from '../../store/port-backup.ts';

/** Something that was forgotten and is back with the backup. */
export interface Returned extends Pick<Receipt, 'kind' | 'what'> {
  /** When it was forgotten, by which receipt; neither for a removal that was begun and not completed. */
  readonly at?: number | undefined;
  readonly receipt?: number | undefined;
  /** The command that forgets it again. */
  readonly command: string;
}

/** Carries what a folder knows of removals over into the copy that takes its place, and names what the copy brings back. */
export async function carryOver(removals: Removals, restore: Restore, folder: string): Promise<readonly Returned[]> {
  const fresh = await restore.carry(removals);
  const returned = new Map<string, Returned>();
  for (const { kind, what } of removals.unfinished)
    returned.set(what, { kind, what, command: commandFor(what, folder) });
  for (const { kind, what, at, id } of fresh)
    returned.set(what, { kind, what, at, receipt: id, command: commandFor(what, folder) });
  return [...returned.values()];
}

function commandFor(what: string, folder: string): string {
  return `docent forget ${word(what)} --data ${word(folder)} --yes`;
}

/** The text quoted as one word of a shell. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
