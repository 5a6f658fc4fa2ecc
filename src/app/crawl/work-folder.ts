// C4: one ledger of a folder per process: every run of the process works on it, and the process releases it while nothing runs.
import { steadyClock } from '../../core/clock.ts';
import { DocentError } from '../../core/errors.ts';
import type { Ledger } from '../../frontier/port.ts';
import { openAtOnce } from '../../store/open-at-once.ts';
import type { CrawlLedger, StoreSettings } from '../../store/port.ts';

/** A folder as one run of this process works on it. */
export interface WorkFolder extends CrawlLedger {
  readonly now: () => number;
  /** Releases the folder once no run of this process is left. */
  release(): Promise<void>;
}

/** A run that another process requested; it is left to that one when no run of this process's own is under way any more. */
export interface Guest {
  leave(): void;
}

interface Open extends CrawlLedger {
  readonly now: () => number;
  /** Providers that runs of this process crawl. */
  readonly providers: Set<string>;
  readonly guests: Set<Guest>;
  /** Runs of this process's own. */
  own: number;
  /** Resolves when the process has released the folder. */
  readonly released: PromiseWithResolvers<void>;
}

const folders = new Map<string, Open>();
/** Folders whose guests are kept, because the process goes on when its own runs are over. */
const keepers = new Map<string, number>();

/**
 * Opens the folder for a run of these providers. Throws DOC_STORE_BUSY when another process crawls into it, or when this one crawls
 * one of the providers already, and as `Store.openLedger`.
 */
export function workIn(settings: StoreSettings, providers: readonly string[], guest?: Guest): WorkFolder {
  const name = nameOf(settings);
  const known = folders.get(name);
  const twice = providers.find((provider) => known?.providers.has(provider));
  if (twice !== undefined)
    throw new DocentError(
      'DOC_STORE_BUSY',
      `${twice} is being crawled into ${settings.folder} by this process already`,
    );
  const folder = known ?? openFirst(settings);
  folders.set(name, folder);
  if (guest === undefined) folder.own++;
  else folder.guests.add(guest);
  for (const provider of providers) folder.providers.add(provider);
  let isReleased = false;
  return {
    ...{ ledger: folder.ledger, robots: folder.robots, now: folder.now },
    async release() {
      if (isReleased) return;
      isReleased = true;
      for (const provider of providers) folder.providers.delete(provider);
      if (guest === undefined) folder.own--;
      else folder.guests.delete(guest);
      leaveGuests(name);
      if (folder.own + folder.guests.size > 0) return;
      folders.delete(name);
      await folder.ledger.close().finally(folder.released.resolve);
    },
  };
}

/** Providers that runs of this process crawl into the folder now. */
export function crawledHere(settings: StoreSettings): ReadonlySet<string> {
  return folders.get(nameOf(settings))?.providers ?? new Set();
}

/** Resolves when no run of this process has the folder any more; at once where none has. */
export async function folderReleased(settings: StoreSettings): Promise<void> {
  await folders.get(nameOf(settings))?.released.promise;
}

/** The ledger of this process, while it crawls into the folder. */
export function ledgerHere(settings: StoreSettings): Ledger | undefined {
  return folders.get(nameOf(settings))?.ledger;
}

/** Guests of this folder are kept until the returned function is called. */
export function keepGuests(settings: StoreSettings): () => void {
  const name = nameOf(settings);
  keepers.set(name, (keepers.get(name) ?? 0) + 1);
  return () => {
    const left = (keepers.get(name) ?? 0) - 1;
    if (left > 0) keepers.set(name, left);
    else keepers.delete(name);
    leaveGuests(name);
  };
}

function leaveGuests(name: string): void {
  const folder = folders.get(name);
  if (folder === undefined || folder.own > 0 || keepers.has(name)) return;
  for (const guest of folder.guests) guest.leave();
}

function openFirst(settings: StoreSettings): Open {
  const now = steadyClock();
  const opened = openAtOnce(settings).openLedger(now);
  const released = Promise.withResolvers<void>();
  return { ...opened, now, providers: new Set(), guests: new Set(), own: 0, released };
}

function nameOf({ kind, folder }: StoreSettings): string {
  return `${kind} ${folder}`;
}
