// Runs that other processes request from the process that crawls: started here, beside its own.
import type { Log } from '../../core/log.ts';
import type { Run } from '../../crawl/run/run.ts';
import type { Inbox } from '../../frontier/port-inbox.ts';
import type { Settings } from '../../settings.ts';
import { type RunRequest, readRequest, refusalText } from './run-request.ts';
import type { Target } from './targets.ts';

/** What starting them needs. */
export interface GuestNeeds {
  readonly inbox: Inbox;
  /** The settings of this process. */
  readonly settings: Settings;
  readonly log: Log;
  readonly now: () => number;
  /** Providers that are crawled here already: a request for them follows that crawl. */
  readonly crawled: () => ReadonlySet<string>;
  /** Providers whose runs of this process have an open record: it comes a moment after the crawl, and ends a moment before it. */
  readonly open: () => Promise<readonly string[]>;
  readonly start: (request: RunRequest) => Pick<Run, 'hub' | 'result'>;
}

/** Runs that are being started, of every folder: several runs look at one inbox. */
const starting = new WeakMap<Inbox, Set<number>>();

/** Starts the requested runs. Nothing here ends the run that looks: the other process gets the error. */
export async function startRequested(needs: GuestNeeds): Promise<void> {
  const { inbox } = needs;
  const busy = starting.get(inbox) ?? new Set<number>();
  starting.set(inbox, busy);
  for (const { id, request } of await inbox.requestedRuns()) {
    if (busy.has(id)) continue;
    busy.add(id);
    void start(id, request, needs).finally(() => busy.delete(id));
  }
}

async function start(id: number, text: string, needs: GuestNeeds): Promise<void> {
  const { inbox, settings, log, now, start } = needs;
  try {
    const request = readRequest(text, settings, now());
    const targets = await targetsToStart(request, needs);
    // Looked at again with the next look.
    if (targets === undefined) return;
    if (targets.length > 0) {
      const run = start({ ...request, targets });
      log.info({ providers: targets.map(({ provider }) => provider.provider_id) }, 'run.handed-over');
      run.result.catch((error: unknown) => log.error({ err: error }, 'run.failed'));
      if (!(await hasBegun(run, targets.length))) return;
    }
    await inbox.takenUp([id]);
  } catch (error) {
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
