// Starts a run in this process: what it needs is opened and joined, and closed when it has ended.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { hostOfPattern } from '../../core/url/key.ts';
import { createReadPool } from '../../crawl/read/read-pool.ts';
import { RequestBounds } from '../../crawl/run/bounds.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import type { Hub } from '../../crawl/run/hub.ts';
import { Patience, patientLedger } from '../../crawl/run/patient-ledger.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import { type Run, startRun } from '../../crawl/run/run.ts';
import { readAnew } from '../../crawl/visit/answers.ts';
import type { Blocked } from '../../crawl/visit/discover.ts';
import { LinkWatch } from '../../crawl/visit/link-watch.ts';
import { createHttp } from '../../fetch/http.ts';
import type { BlockEntry } from '../../frontier/port.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { createTopicSupplier, type TopicSupplier, withTopics } from '../channel/topic-supplier.ts';
import { hasTopics } from '../channel/topics.ts';
import { checkForbidden } from '../forbidden.ts';
import { Repositories } from '../github/repositories.ts';
import { httpOptions } from '../guard.ts';
import { checkOwnHeaders } from '../own-headers.ts';
import { type Remark, remarksOn } from '../providers/remarks.ts';
import { blockPattern, blockReason } from '../read/reading.ts';
import type { Conclusion } from '../watch/report-run.ts';
import { withWatch } from '../with-watch.ts';
import { askAnew, hostsNamed } from './ask-anew.ts';
import { budgetOf } from './budget.ts';
import { type GuestHost, startRequested } from './guests.ts';
import { patienceWith, policyFor } from './policies.ts';
import { refreshInterval } from './refresh.ts';
import { checkPlaces, rememberedText, withKnownLibraries, withRemembered } from './remembered-options.ts';
import { robotsGet } from './robots-requests.ts';
import { policyText } from './run-policy.ts';
import type { RunRequest } from './run-request.ts';
import type { Target } from './targets.ts';
import { crawledHere, workIn } from './work-folder.ts';

/** A run with what it came to. */
export interface DocentRun extends Run {
  /** M3: the change report and the alerts, provider by provider; there before `result` is. */
  readonly concluded: Promise<readonly Conclusion[]>;
}

const TRIAL_PAGES = 20;

/** Where what a run meets and comes to is announced. */
export interface Announced {
  readonly log: Log;
  readonly isPrinted: boolean;
}

/** Where a run takes place. */
export interface RunPlace {
  readonly store: Store;
  readonly announced: Announced;
  /** Reported as warnings before anything else. */
  readonly remarks?: readonly Remark[] | undefined;
  /** The run of another process: it is left to that one when the runs of this process are over. */
  readonly isGuest?: boolean | undefined;
  /** Who starts the runs that other processes request; left out: this run does, for as long as it lasts. */
  readonly guests?: GuestHost | undefined;
  /** Where its events are published. Default: a hub of its own. */
  readonly hub?: Hub<CrawlEvent> | undefined;
}

/**
 * Starts a run in this process. Rejects with DOC_TERMS for a forbidden host, DOC_CONFIG where a variable of `headers_from_env` is missing,
 * DOC_STORE_BUSY when another process crawls into the store, or this one crawls one of the providers already.
 */
export async function startHere(request: RunRequest, place: RunPlace): Promise<DocentRun> {
  const { targets, settings, refresh, ...options } = request;
  const { store, announced, isGuest } = place;
  const { log, isPrinted } = announced;
  const remarks = [...(place.remarks ?? []), ...remarksOn(targets, settings)];
  const forbidden = checkForbidden(targets, settings);
  checkOwnHeaders(targets);
  const ids = targets.map(({ provider }) => provider.provider_id);
  let isLeft = false;
  let leave = (): void => {
    isLeft = true;
  };
  const guest = isGuest ? { leave: () => leave() } : undefined;
  const work = await workIn(store, ids, guest);
  const { ledger, robots, now } = work;
  try {
    await checkPlaces(targets, store);
    const http = createHttp(httpOptions(settings, targets, log));
    const abort = new AbortController();
    const { options: configured } = settings;
    const pool = createReadPool({
      want: configured.links_only ? 'links' : 'all',
      cpuMs: configured.extract_timeout_ms,
      memoryMb: configured.extract_memory_mb,
    });
    // A first crawl is sure to read pages; a later one may find all of them unchanged.
    const lastCrawls = Promise.all(targets.map(({ provider }) => ledger.lastCrawl(provider.provider_id)));
    lastCrawls.then(
      (crawls) => crawls.includes(undefined) && pool.warm(),
      () => {}, // the run has the same error, and reports it
    );
    // FAULTS 57: every writer of the run waits for space the same way; only caches do without it.
    const patience = new Patience();
    const patient = patientLedger(ledger, patience);
    const bounds = new RequestBounds(patient, budgetOf(settings), now);
    const blocked = blocklistOf(patient.blocklist);
    const suppliers: TopicSupplier[] = [];
    const topicsOf = ({ provider }: Target, policy: CrawlPolicy): CrawlPolicy => {
      if (!hasTopics(provider) || policy.supplier !== undefined) return policy;
      const isWhole = policy.reading.retain === 'full';
      const supplier = createTopicSupplier(provider, isWhole, { settings, store, log });
      suppliers.push(supplier);
      return withTopics(policy, supplier);
    };
    const repositories = new Repositories({
      ...{ ledger: patient, bounds, now, log, unconditional: options.fresh },
      open: () => store.openChannel({ make: true }),
    });
    const policies = (await withKnownLibraries(targets, store)).map((target) => {
      const effective = target.remembered === undefined ? settings : withRemembered(settings, target.remembered);
      const policy = policyFor(target, effective, {
        log,
        now,
        http,
        robotsGet: (own, bounded, pace) =>
          robotsGet({ http: own, ledger: patient, bounds, now, stop: abort.signal }, bounded, pace),
        unconditional: options.fresh,
        robotsMemory: {
          load: robots.load,
          save: (key, saved, body) => keepRobots(robots, key, saved, body),
        },
      });
      const trial = !target.plain && policy.bounded && options.confirmed !== true;
      const interval = refreshInterval(target.provider, now());
      const trialPages = trial ? TRIAL_PAGES : undefined;
      const kept = policyText({ ...request, target, settings: effective }, 'keep');
      const byHand = options.byHand ? { robotsMs: patienceWith(effective) } : undefined;
      const remembered = rememberedText(target, effective, settings.data);
      const ofRun = { interval, refresh, trialPages, byHand, remembered, kept };
      return repositories.policyFor({ ...topicsOf(target, policy), ...ofRun }, target.provider, effective);
    });
    const start = async (requested: RunRequest): Promise<DocentRun> => {
      const guest = await startHere(requested, { store, announced: { log, isPrinted: false }, isGuest: true });
      guest.result.catch((error: unknown) => log.error({ err: error }, 'run.failed'));
      return guest;
    };
    const guests = place.guests ?? { settings: () => settings, start };
    const run = startRun(
      patient,
      {
        now,
        random: Math.random,
        read: pool.read,
        blocked: (url, key) => forbidden(url) ?? blocked.reasonFor(url, key),
        async block(url, key, reason) {
          const entry: BlockEntry = { pattern: blockPattern(url, key), reason, by: 'crawler', at: now() };
          blocked.add(entry);
          await patient.blocklist.add(entry);
        },
        async tick() {
          await blocked.refresh();
          const crawled = () => crawledHere(store);
          await startRequested({
            ...{ inbox: patient.inbox, store, settings: guests.settings(), log, now, crawled, start: guests.start },
            open: () => openRecords(store),
          });
        },
        watch: new LinkWatch(log),
      },
      {
        policies,
        concurrency: configured.concurrency,
        bounds,
        maxRunPages: maxRunPages(targets, settings),
        wait: options.wait ?? true,
        fresh: options.fresh ?? false,
        refresh: refresh !== undefined,
        async prepare() {
          await checkSelectors(policies);
          if (options.byHand) await askAnew(hostsNamed(targets.map(({ provider }) => provider)), patient, robots);
          const seeds = policies.flatMap(({ seeds: own, key }) => own.map((url) => blockPattern(url, key)));
          if (options.fresh) await readAnew(patient.blocklist, new Set(seeds.map(hostOfPattern)));
        },
        remarks,
        abort,
        patience,
        incidents: { log, arePrinted: isPrinted },
        hub: place.hub,
      },
    );
    const end = (): Promise<unknown> =>
      Promise.allSettled([
        ...[http.close(), pool.close(), repositories.close(), work.release()],
        ...suppliers.map((one) => one.close()),
      ]);
    const notifying = new AbortController();
    let ended = false;
    // Now, while requests are under way: hours later another version may be installed.
    const reporting = loadReporting(store);
    reporting.catch(() => {});
    const concluded = run.result.finally(end).then(async ({ providers }) => {
      ended = true;
      const { concludeRuns } = await reporting;
      return concludeRuns(providers, {
        settings,
        store,
        log,
        isPrinted,
        now,
        signal: notifying.signal,
      });
    });
    const result = concluded.then(() => run.result);
    // The iterator throws a fault; the caller need not await the result as well.
    result.catch(() => {});
    const stop = (): void => {
      run.stop();
      // Nothing is left to finish but the notification of a webhook.
      if (ended) notifying.abort();
    };
    leave = run.leave;
    // Said while it was being started.
    if (isLeft) leave();
    return { result, concluded, stop, leave, hub: run.hub, [Symbol.asyncIterator]: () => closing(run, result) };
  } catch (error) {
    await work.release();
    throw error;
  }
}

/** F3: the bound of a run; a run of folders alone is bounded by theirs. */
function maxRunPages(targets: readonly Target[], { options, origins }: Settings): number {
  if (origins.max_run_pages !== undefined) return options.max_run_pages;
  if (targets.every(({ provider }) => provider.folder !== undefined)) return Number.POSITIVE_INFINITY;
  return Math.max(options.max_run_pages, options.max_pages ?? 0);
}

/** What reports and alerts need, down to the engine; nothing is opened. */
async function loadReporting(store: Store): Promise<typeof import('../watch/report-run.ts')> {
  const [reporting] = await Promise.all([import('../watch/report-run.ts'), store.openWatch()]);
  return reporting;
}

/** Providers of the process that crawls into the folder whose runs are open. */
export function openRecords(store: Store): Promise<readonly string[]> {
  return withWatch(store, async ({ reader }) => (await reader.owner())?.providers ?? []);
}

/** E1: a selector that cannot be used is reported before the first request. Throws a ConfigError. */
async function checkSelectors(policies: readonly CrawlPolicy[]): Promise<void> {
  const used = policies.filter(({ reading: { selector, remove } }) => selector !== undefined || remove.length > 0);
  if (used.length === 0) return;
  const { compileSelector } = await import('../../extract/html/content-selector.ts');
  for (const { reading } of used) {
    if (reading.selector !== undefined) compileSelector(reading.selector, 'custom_selectors.content');
    for (const selector of reading.remove) compileSelector(selector, 'custom_selectors.remove');
  }
}

/** The events of a run; the last comes only when everything is closed. */
export async function* closing(
  run: Pick<Run, 'stop'> & AsyncIterable<CrawlEvent>,
  result: Promise<unknown>,
): AsyncGenerator<CrawlEvent, void> {
  try {
    yield* run;
  } finally {
    // Ending the iteration stops the crawl; nothing happens to a run that has ended.
    run.stop();
  }
  await result;
}

/** Only a cache: on a full disk robots.txt is requested again after the next start, and nothing else is lost. */
async function keepRobots(robots: RobotsMemory, key: string, saved: string, body: Uint8Array): Promise<void> {
  try {
    await robots.save(key, saved, body);
  } catch (error) {
    if (!(error instanceof DocentError) || error.code !== 'DOC_STORE_FULL') throw error;
  }
}

interface LiveBlocklist {
  readonly reasonFor: Blocked;
  add(entry: BlockEntry): void;
  refresh(): Promise<void>;
}

/** The blocklist in memory, brought up to date while the crawl runs. */
function blocklistOf(source: { list(): Promise<readonly BlockEntry[]> }): LiveBlocklist {
  let entries: readonly BlockEntry[] = [];
  return {
    reasonFor: (url, key) => blockReason(entries, url, key),
    add(entry) {
      entries = [...entries, entry];
    },
    async refresh() {
      entries = await source.list();
    },
  };
}
