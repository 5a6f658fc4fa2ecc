// C4: one ledger of a store per process: every run of the process works on it, and the process releases it while nothing runs.
import { steadyClock } from '../../core/clock.ts';
import { DocentError } from '../../core/errors.ts';
import type { Ledger } from '../../frontier/port.ts';
import type { CrawlLedger, Store } from '../../store/port.ts';

/** A store as one run of this process works on it. */
export interface WorkFolder extends CrawlLedger {
  readonly now: () => number;
  /** Releases the store once no run of this process is left. */
  release(): Promise<void>;
}

/** A run that another process requested; it is left to that one when no run of this process's own is under way any more. */
export interface Guest {
  leave(): void;
}

interface Open {
  readonly crawl: Promise<CrawlLedger>;
  /** What `crawl` came to. */
  opened?: CrawlLedger;
  readonly now: () => number;
  /** Providers that runs of this process crawl. */
  readonly providers: Set<string>;
  readonly guests: Set<Guest>;
  /** Runs of this process's own. */
  own: number;
  /** Resolves when the process has released the store. */
  readonly released: PromiseWithResolvers<void>;
}

const folders = new Map<string, Open>();
/** Stores that are being released. */
const closing = new Map<string, Promise<void>>();
/** Stores whose guests are kept, because the process goes on when its own runs are over. */
const keepers = new Map<string, number>();

/**
 * Opens the store for a run of these providers. Rejects with DOC_STORE_BUSY when another process crawls into it, or when this one crawls
 * one of the providers already, and as `Store.openLedger`.
 */
export async function workIn(store: Store, providers: readonly string[], guest?: Guest): Promise<WorkFolder> {
  const name = nameOf(store);
  while (closing.has(name)) await closing.get(name);
  const known = folders.get(name);
  const twice = providers.find((provider) => known?.providers.has(provider));
  if (twice !== undefined)
    throw new DocentError('DOC_STORE_BUSY', `${twice} is being crawled into ${store.name} by this process already`);
  const folder = known ?? openFirst(store);
  folders.set(name, folder);
  if (guest === undefined) folder.own++;
  else folder.guests.add(guest);
  for (const provider of providers) folder.providers.add(provider);
  let isReleased = false;
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    for (const provider of providers) folder.providers.delete(provider);
    if (guest === undefined) folder.own--;
    else folder.guests.delete(guest);
    leaveGuests(name);
    if (folder.own + folder.guests.size === 0) await close(name, folder);
  };
  try {
    return { ...(await folder.crawl), now: folder.now, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Providers that runs of this process crawl into the store now. */
export function crawledHere(store: Store): ReadonlySet<string> {
  return folders.get(nameOf(store))?.providers ?? new Set();
}

/** Resolves when no run of this process has the store any more; at once where none has. */
export async function folderReleased(store: Store): Promise<void> {
  const name = nameOf(store);
  // A run may wait for the closing as well, and comes before this one.
  while (closing.has(name) || folders.has(name)) await (closing.get(name) ?? folders.get(name)?.released.promise);
}

/** The ledger of this process, while it crawls into the store. */
export function ledgerHere(store: Store): Ledger | undefined {
  return folders.get(nameOf(store))?.opened?.ledger;
}

/** Guests of this store are kept until the returned function is called. */
export function keepGuests(store: Store): () => void {
  const name = nameOf(store);
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

function openFirst(store: Store): Open {
  const now = steadyClock();
  const open: Open = {
    crawl: store.openLedger(now),
    ...{ now, providers: new Set(), guests: new Set(), own: 0, released: Promise.withResolvers<void>() },
  };
  open.crawl.then(
    (opened) => {
      open.opened = opened;
    },
    () => {}, // whoever waits for it gets the error
  );
  return open;
}

/** Closes what the last run has left. The next run waits for that. */
async function close(name: string, folder: Open): Promise<void> {
  folders.delete(name);
  const closed = (async () => (await folder.crawl.catch(() => undefined))?.ledger.close())();
  const over = closed
    .catch(() => {}) // the caller gets it
    .finally(() => {
      closing.delete(name);
      folder.released.resolve();
    });
  closing.set(name, over);
  await closed;
}

function nameOf({ address }: Store): string {
  return JSON.stringify(address);
}
