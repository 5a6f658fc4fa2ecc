// Where a command, a server or a program of the library works: opened there once, and passed on to what it does.
import { nothingCrawled } from '../core/store-address.ts';
import type { Settings } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';

/** What the operator configured, and the store of it. */
export interface Place {
  readonly settings: Settings;
  readonly store: Store;
}

/** The place of these settings: for commands, the server, the library and threads alone. Nothing is read, made or loaded. */
export function openPlace(settings: Settings): Place {
  return { settings, store: openStore(settings.store) };
}

/** Rejects with DOC_STORE where nothing was crawled yet. */
export async function checkCrawled(store: Store): Promise<void> {
  if ((await store.identity()) === undefined) throw nothingCrawled(store.name);
}

/** Folders that are docent's own: what is exported or backed up lies in none of them. */
export function placeFolders({ settings, store: { address } }: Place): readonly string[] {
  return [...new Set([settings.data, address.folder])];
}
