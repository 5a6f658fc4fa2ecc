// A run from its begin to its result: prepared, begun, looped until nothing is left to do, finished.
import type { ReasonName } from '../../core/reasons.ts';
import { shownData } from '../../core/url/shown-url.ts';
import type { Ledger } from '../../frontier/port.ts';
import { ChromeWatch } from '../index/chrome-watch.ts';
import { catchUpIndex } from '../index/rebuild-index.ts';
import { SeenLinks } from '../visit/seen-links.ts';
import { Settling } from '../visit/settle.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import { type BeginNeeds, beginProvider } from './begin.ts';
import type { RequestBounds } from './bounds.ts';
import type { CrawlEvent, RunResult } from './events.ts';
import { type FinishNeeds, finish } from './finish.ts';
import { HeldRuns } from './held-runs.ts';
import { HostStates } from './host-states.ts';
import { type Broadcast, Hub } from './hub.ts';
import { type Incidents, logIncident } from './incidents.ts';
import { Loop } from './loop.ts';
import { PageCaps } from './page-caps.ts';
import { type Patience, unlessStopped } from './patient-ledger.ts';
import { Pause } from './pause.ts';
import type { CrawlPolicy } from './policy.ts';
import { Sleep, Stop } from './stop.ts';
import { Upkeep } from './upkeep.ts';

export interface RunOptions {
  readonly policies: readonly CrawlPolicy[];
  /** Requests under way at once, over everything. */
  readonly concurrency: number;
  readonly bounds: RequestBounds;
  /** F3: newly stored pages after which the run stops; requests for pages stored before are not limited. */
  readonly maxRunPages: number;
  /** false: the run stops rather than wait long. */
  readonly wait: boolean;
  readonly fresh: boolean;
  /** Whether this is a refresh of what is stored; each policy sets how far it goes. Default: a crawl. */
  readonly refresh?: boolean | undefined;
  /** Done before anything is requested; what it throws ends the run. */
  readonly prepare: () => Promise<void>;
  /** Reported as warnings before anything else. */
  readonly remarks: readonly { readonly provider: string; readonly by: ReasonName; readonly detail: string }[];
  /** Ends requests under way when a stop cannot wait for them. */
  readonly abort: AbortController;
  /** FAULTS 57: the patience of a ledger that waits for space. */
  readonly patience?: Patience | undefined;
  readonly incidents: Incidents;
  /** Where events are published. Default: a hub of its own. */
  readonly hub?: Hub<CrawlEvent> | undefined;
}

/**
 * A crawl under way: events to iterate, a way to stop it, and how it ended. Each iterator gets every event from its first `next()` on,
 * after those that the hub still holds.
 */
export interface Run extends AsyncIterable<CrawlEvent> {
  /** For listeners that may come late, be slow, or leave and come back. */
  readonly hub: Broadcast<CrawlEvent>;
  /** Finishes what is in flight and stops; the second call stops at once. Both are safe. */
  stop(): void;
  /**
   * Lets what is in flight land and ends without concluding anything: the run stays open, for the process that resumes it. Called again,
   * it changes nothing.
   */
  leave(): void;
  readonly result: Promise<RunResult>;
}

/** A disk that is full again after this is reported again. */
const FULL_AGAIN_MS = 60_000;

/** The dependencies of visits that the run does not make itself. */
type OutsideNeeds = Omit<
  VisitNeeds,
  'policyOf' | 'hostState' | 'spend' | 'postpone' | 'requesting' | 'linksOf' | 'signal' | 'seen' | 'chrome'
>;

/** Starts a crawl. */
export function startRun(ledger: Ledger, visitNeeds: OutsideNeeds, options: RunOptions): Run {
  const { hub = new Hub<CrawlEvent>() } = options;
  const report = (event: CrawlEvent): void => {
    logIncident(event, options.incidents);
    hub.publish(event);
  };
  const parts = join(ledger, visitNeeds, options, report);
  const result = drive(parts, ledger, options);
  result.then(
    () => hub.end(),
    (error: unknown) => hub.end(error),
  );
  return {
    result,
    hub,
    stop: () => parts.stop.request(),
    leave: () => parts.stop.leave(),
    [Symbol.asyncIterator]: () => hub.all(),
  };
}

/** The parts of a run. */
interface Parts extends Omit<BeginNeeds & FinishNeeds, 'ledger' | 'visitNeeds'> {
  readonly visitNeeds: VisitNeeds;
  readonly loop: Loop;
  readonly stop: Stop;
}

/** Runs all phases: prepare, begin, loop, finish. */
async function drive(parts: Parts, ledger: Ledger, options: RunOptions): Promise<RunResult> {
  const { visitNeeds, loop, isStopped, report } = parts;
  const { policies, remarks } = options;
  await options.prepare();
  const begun = await unlessStopped(async () => {
    await visitNeeds.tick();
    const behind = await catchUpIndex(ledger, policies, isStopped);
    if (behind !== undefined) report({ type: 'note', by: 'index:behind', ...behind });
    for (const remark of remarks) report({ type: 'warning', ...remark });
    for (const policy of policies) await beginProvider(policy, { ...parts, ledger });
    return true;
  });
  // Stopped before the first write: nothing has begun that could be concluded.
  if (begun === undefined) return { exitCode: 130, providers: [] };
  const interrupted = await loop.run();
  if (interrupted && parts.stop.isLeft) return { exitCode: 130, providers: [] };
  return finish(interrupted, { ...parts, ledger });
}

/** Makes the parts of a run and joins them. */
function join(ledger: Ledger, outside: OutsideNeeds, options: RunOptions, emit: (event: CrawlEvent) => void): Parts {
  const { policies, concurrency, bounds, abort, wait, fresh, refresh = false } = options;
  const { now } = outside;
  // Events are shown and logged: secrets in their URLs are hidden.
  const report = (event: CrawlEvent): void => emit('url' in event || 'detail' in event ? shownData(event) : event);
  const sleep = new Sleep(ledger);
  const stop = new Stop(abort, () => sleep.wake());
  if (options.patience !== undefined) bePatient(options.patience, options, stop, now, emit);
  const hosts = new HostStates();
  const held = new HeldRuns(ledger);
  const caps = new PageCaps(options.maxRunPages);
  const pause = new Pause({ ledger, now, policies, bounds, concurrency, wait, held, caps, hosts, report });
  const byProvider = new Map(policies.map((policy) => [policy.provider, policy]));
  const visitNeeds: VisitNeeds = {
    ...outside,
    signal: abort.signal,
    seen: new SeenLinks(),
    chrome: new ChromeWatch(),
    policyOf: (provider) => byProvider.get(provider) as CrawlPolicy,
    hostState: (host) => hosts.stateOf(host),
    linksOf: (id) => ledger.linksOf(id),
    spend: (policy, host) => bounds.spend(host, policy.bounded),
    postpone: (host, until) => pause.postpone(host, until),
    requesting: (lease, url, mostMs) => held.request(lease, url, now(), mostMs),
  };
  const settling = new Settling({ ledger, visitNeeds, hosts, caps, report });
  const upkeep = new Upkeep({ ledger, policies, visitNeeds, held, stop, report });
  const visit = settling.visit.bind(settling);
  const loop = new Loop({ ledger, now, concurrency, held, caps, pause, upkeep, stop, sleep, visit });
  const pagesCut = settling.pagesCut.bind(settling);
  const isStopped = stop.isRequested;
  const replace = (policy: CrawlPolicy): void => void byProvider.set(policy.provider, policy);
  const toBegin = { visitNeeds, policies, fresh, refresh, hosts, held, caps, isStopped, report, replace };
  return { ...toBegin, loop, stop, pause, pagesCut };
}

/** FAULTS 57: acts of the ledger wait for space until the run is stopped; that they do is reported once a minute. */
function bePatient(
  patience: Patience,
  { policies }: RunOptions,
  stop: Stop,
  now: () => number,
  emit: (event: CrawlEvent) => void,
): void {
  let fullUntil = 0;
  patience.isStopped = stop.isRequested;
  patience.reportFull = ({ code, message }) => {
    if (now() < fullUntil) return;
    fullUntil = now() + FULL_AGAIN_MS;
    const provider = policies[0]?.provider ?? '';
    emit({ type: 'warning', provider, by: code, detail: `${message}; waiting for space` });
  };
}
