// Runs that other processes request from the process that crawls, or from a server that waits for them: started here, beside its own.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Run } from '../../crawl/run/run.ts';
import type { Inbox } from '../../frontier/port-inbox.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { type RunRequest, readRequest, refusalText } from './run-request.ts';
import type { Target } from './targets.ts';

/** What starting them needs. */
export interface GuestNeeds {
  readonly inbox: Inbox;
  /** Whose inbox that is: several runs of this process look at it, each by an object of its own. */
  readonly store: Store;
  /** The settings of this process. */
  readonly settings: Settings;
  readonly log: Log;
  readonly now: () => number;
  /** Providers that are crawled here already: a request for them follows that crawl. */
  readonly crawled: () => ReadonlySet<string>;
  /** Providers whose runs of this process have an open record: it comes a moment after the crawl, and ends a moment before it. */
  readonly open: () => Promise<readonly string[]>;
  /** Starts one, and logs what it fails with later. Rejects with DOC_STORE_BUSY where it cannot begin now. */
  readonly start: StartGuest;
}

/** Starts a run for another process. Rejects with what keeps it from beginning. */
export type StartGuest = (request: RunRequest) => Promise<Pick<Run, 'hub'>>;

/** A process that stays: runs that others request are started as its own are, by the settings it has then. */
export interface GuestHost {
  readonly settings: () => Settings;
  readonly start: StartGuest;
}

/** Runs that are being started, by the name of the store. */
const starting = new Map<string, Set<number>>();

/**
 * Starts the requested runs; `over` resolves when each of them has begun, was refused, or waits for another look. Nothing here ends the
 * run that looks: the other process gets the error.
 */
export async function startRequested(needs: GuestNeeds): Promise<{ readonly over: Promise<unknown> }> {
  const { inbox, store } = needs;
  const requested = await inbox.requestedRuns();
  const busy = starting.get(store.name) ?? new Set<number>();
  if (requested.length > 0) starting.set(store.name, busy);
  const begun = requested
    .filter(({ id }) => !busy.has(id))
    .map(async ({ id, request }) => {
      busy.add(id);
      try {
        await start(id, request, needs);
      } finally {
        busy.delete(id);
        if (busy.size === 0) starting.delete(store.name);
      }
    });
  return { over: Promise.all(begun) };
}

async function start(id: number, text: string, needs: GuestNeeds): Promise<void> {
  const { inbox, settings, log, now, start } = needs;
  try {
    const request = readRequest(text, settings, now());
    const targets = await targetsToStart(request, needs);
    // Looked at again with the next look.
    if (targets === undefined) return;
    if (targets.length > 0) {
      const run = await start({ ...request, targets });
      log.info({ providers: targets.map(({ provider }) => provider.provider_id) }, 'run.handed-over');
      if (!(await hasBegun(run, targets.length))) return;
    }
    await inbox.takenUp([id]);
  } catch (error) {
    // The folder is another's for the moment, or the provider has just been started: looked at again as well.
    if (error instanceof DocentError && error.code === 'DOC_STORE_BUSY') return;
    await inbox.refuseRun(id, refusalText(error)).catch(() => {}); // the other process sees that this one has ended
  }
}

/** The targets that are not crawled here; undefined while the record of one that is crawled here would be that of an earlier run. */
async function targetsToStart(
  { targets }: RunRequest,
  { crawled, open }: GuestNeeds,
): Promise<readonly Target[] | undefined> {
  const isHere = ({ provider }: Target): boolean => crawled().has(provider.provider_id);
  const records = targets.some(isHere) ? await open() : [];
  if (targets.some((target) => isHere(target) && !records.includes(target.provider.provider_id))) return undefined;
  return targets.filter((target) => !isHere(target));
}

/** Waits until every provider has begun, and so has a record; false when the run ended before. Throws what it failed with. */
async function hasBegun(run: Pick<Run, 'hub'>, providers: number): Promise<boolean> {
  let count = 0;
  for await (const { event } of run.hub.subscribe()) if (event.type === 'started' && ++count === providers) return true;
  return false;
}
