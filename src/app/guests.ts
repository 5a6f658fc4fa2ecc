// Runs that other processes want of the process that crawls: started here, beside its own.
import type { Log } from '../core/log.ts';
import type { Run } from '../crawl/run.ts';
import type { Inbox } from '../frontier/port-inbox.ts';
import type { Settings } from '../settings.ts';
import { type RunRequest, readRequest, refusalText } from './run-request.ts';

/** What starting them needs. */
export interface GuestNeeds {
  readonly inbox: Inbox;
  /** Of this process. */
  readonly settings: Settings;
  readonly log: Log;
  readonly now: () => number;
  /** Providers that are crawled here already: whoever wants them follows that. */
  readonly crawled: () => ReadonlySet<string>;
  readonly start: (request: RunRequest) => Pick<Run, 'hub' | 'result'>;
}

/** Runs that are being started, of every folder: several runs look at one inbox. */
const starting = new WeakMap<Inbox, Set<number>>();

/** Starts what is wanted. Nothing here ends the run that looks: what goes wrong is what the other process reads. */
export async function startWanted(needs: GuestNeeds): Promise<void> {
  const { inbox } = needs;
  const busy = starting.get(inbox) ?? new Set<number>();
  starting.set(inbox, busy);
  for (const { id, request } of await inbox.wantedRuns()) {
    if (busy.has(id)) continue;
    busy.add(id);
    void start(id, request, needs).finally(() => busy.delete(id));
  }
}

async function start(
  id: number,
  text: string,
  { inbox, settings, log, now, crawled, start }: GuestNeeds,
): Promise<void> {
  try {
    const request = readRequest(text, settings, now());
    const targets = request.targets.filter(({ provider }) => !crawled().has(provider.provider_id));
    if (targets.length > 0) {
      const run = start({ ...request, targets });
      log.info({ providers: targets.map(({ provider }) => provider.provider_id) }, 'run.handed-over');
      run.result.catch((error: unknown) => log.error({ err: error }, 'run.failed'));
      await begun(run, targets.length);
    }
    await inbox.takenUp([id]);
  } catch (error) {
    await inbox.refuseRun(id, refusalText(error)).catch(() => {}); // the other process sees that this one is gone
  }
}

/** Until every provider has begun, and so has a record. Throws what the run failed with. */
async function begun(run: Pick<Run, 'hub'>, providers: number): Promise<void> {
  let count = 0;
  for await (const { event } of run.hub.subscribe()) if (event.type === 'started' && ++count === providers) return;
}
