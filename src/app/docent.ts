// A data folder opened for work: crawl into it, ask it why, keep its blocklist.
import { resolve } from 'node:path';
import { steadyClock } from '../core/clock.ts';
import { DocentError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import { Bounds } from '../crawl/bounds.ts';
import type { Blocked } from '../crawl/discover.ts';
import type { CrawlEvent } from '../crawl/events.ts';
import { LinkWatch } from '../crawl/link-watch.ts';
import { Patience, patientLedger } from '../crawl/patient-ledger.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import { createReadPool } from '../crawl/read-pool.ts';
import { type Run, startRun } from '../crawl/run.ts';
import { createHttp } from '../fetch/http.ts';
import type { BlockEntry } from '../frontier/port.ts';
import type { Budget } from '../frontier/port-requests.ts';
import type { RobotsMemory } from '../robots/port.ts';
import { loadSettings, type Settings, type SettingsInput } from '../settings.ts';
import { openAtOnce } from '../store/open-at-once.ts';
import type { Store } from '../store/port.ts';
import { storeIn, storeSettings } from './data-store.ts';
import { takeKeptEstimates } from './estimate-file.ts';
import { checkForbidden } from './forbidden.ts';
import { givenText, withGiven, withKnownLibraries } from './given.ts';
import { httpOptions } from './guard.ts';
import { policyFor } from './policies.ts';
import { type Remark, remarksOn } from './providers/remarks.ts';
import { blockPattern, blockReason } from './reading.ts';
import { refreshInterval, refreshTargets } from './refresh.ts';
import { robotsGet } from './robots-requests.ts';
import { resolveTargets, type Target, type TargetOptions } from './targets.ts';
import type { Conclusion } from './watch/report-run.ts';

export interface DocentOptions extends SettingsInput {
  /** The data folder; default `.docent`, or what the configuration says. */
  readonly data?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly log?: Log | undefined;
  /** Whoever listens prints warnings, notes and reports on the terminal that `log` goes to: they are not logged there a second time. */
  readonly printsWhereLogged?: boolean | undefined;
}

export interface CrawlOptions extends TargetOptions {
  /** Start over: forget what was seen, fetch without conditions. */
  readonly fresh?: boolean | undefined;
  /** false: stop rather than wait long. */
  readonly wait?: boolean | undefined;
  /** F12: a provider's first run is a trial of 20 pages unless confirmed. */
  readonly confirmed?: boolean | undefined;
}

export interface RefreshOptions extends Omit<CrawlOptions, 'fresh'> {
  /** Asks for every stored page, whether or not it is due. */
  readonly all?: boolean | undefined;
}

/** A run with what it came to. */
export interface DocentRun extends Run {
  /** M3: the change report and the alerts, provider by provider; there before `result` is. None with `store: memory`. */
  readonly concluded: Promise<readonly Conclusion[]>;
}

export interface Docent {
  readonly settings: Settings;
  readonly folder: string;
  /** Starts a crawl of URLs and provider ids; iterate it for its events. Throws DOC_STORE_BUSY when another process crawls here. */
  crawl(targets: string | readonly string[], options?: CrawlOptions): DocentRun;
  /**
   * Looks again at what is stored, with conditional requests: at the pages that are due by their interval and by what sitemaps
   * say, and at every seed. Without targets, at every provider of the folder. Throws DOC_STORE where there is none, and as `crawl`.
   */
  refresh(targets?: string | readonly string[], options?: RefreshOptions): DocentRun;
}

const TRIAL_PAGES = 20;
const CAREFUL_REQUESTS = 500;
/** Opens a data folder. Nothing is read or written before it is asked to do something. */
export function openDocent(options: DocentOptions = {}): Docent {
  const settings = options.settings ?? loadSettings(options);
  const log = options.log ?? silentLog;
  const announced: Announced = { log, isPrinted: options.printsWhereLogged ?? false };
  const folder = resolve(options.cwd ?? process.cwd(), options.data ?? settings.options.data);
  return {
    settings,
    folder,
    crawl(targets, crawlOptions = {}) {
      const words = typeof targets === 'string' ? [targets] : targets;
      return crawl(settings, folder, announced, resolveTargets(words, settings, crawlOptions), crawlOptions);
    },
    refresh(targets = [], { all, ...refreshOptions } = {}) {
      const words = typeof targets === 'string' ? [targets] : targets;
      const meant = refreshTargets(words, settings, folder, refreshOptions);
      const refresh = { how: all === true ? 'all' : 'due', remarks: meant.remarks } as const;
      return crawl(settings, folder, announced, meant.targets, refreshOptions, refresh);
    },
  };
}

/** Where what a run meets and comes to is announced. */
interface Announced {
  readonly log: Log;
  readonly isPrinted: boolean;
}

function crawl(
  settings: Settings,
  folder: string,
  { log, isPrinted }: Announced,
  targets: readonly Target[],
  options: CrawlOptions,
  refresh?: { readonly how: 'due' | 'all'; readonly remarks: readonly Remark[] },
): DocentRun {
  const remarks = [...(refresh?.remarks ?? []), ...remarksOn(targets, settings)];
  const forbidden = checkForbidden(targets, settings);
  const now = steadyClock();
  const store = storeIn(folder, settings.options.store);
  const atOnce = openAtOnce(storeSettings(folder, settings.options.store));
  const { ledger, robots } = atOnce.openLedger(now);
  try {
    const http = createHttp(httpOptions(settings, targets, log));
    const abort = new AbortController();
    const { options: said } = settings;
    const pool = createReadPool({
      want: said.links_only ? 'links' : 'all',
      deadlineMs: said.extract_timeout_ms,
      memoryMb: said.extract_memory_mb,
    });
    // A first crawl is sure to read pages; a later one may find all of them unchanged.
    const lastCrawls = Promise.all(targets.map(({ provider }) => ledger.lastCrawl(provider.provider_id)));
    lastCrawls.then(
      (crawls) => crawls.includes(undefined) && pool.warm(),
      () => {}, // the run meets the same fault, and tells it
    );
    // FAULTS 57: whoever writes during the run waits for space the same way; only caches do without it.
    const patience = new Patience();
    const patient = patientLedger(ledger, patience);
    const bounds = new Bounds(patient, budgetOf(settings), now);
    const blocked = blocklistOf(patient.blocklist);
    const policies = withKnownLibraries(targets, atOnce.knownProviders).map((target) => {
      const told = target.given === undefined ? settings : withGiven(settings, target.given);
      const policy = policyFor(target, told, {
        log,
        now,
        http,
        robotsGet: (bounded, pace) =>
          robotsGet({ http, ledger: patient, bounds, now, stop: abort.signal }, bounded, pace),
        robotsMemory: {
          load: robots.load,
          save: (key, saved, body) => keepRobots(robots, key, saved, body),
        },
      });
      const trial = !target.plain && policy.bounded && options.confirmed !== true;
      const interval = refreshInterval(target.provider, now());
      const trialPages = trial ? TRIAL_PAGES : undefined;
      return { ...policy, interval, refresh: refresh?.how, trialPages, given: givenText(target, told) };
    });
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
        tick: blocked.refresh,
        watch: new LinkWatch(log),
      },
      {
        policies,
        concurrency: said.concurrency,
        bounds,
        maxRunPages:
          settings.origins.max_run_pages === undefined
            ? Math.max(said.max_run_pages, said.max_pages ?? 0)
            : said.max_run_pages,
        wait: options.wait ?? true,
        fresh: options.fresh ?? false,
        refresh: refresh !== undefined,
        async prepare() {
          await checkSelectors(policies);
          await keepPlanned(folder, store);
        },
        remarks,
        abort,
        patience,
        incidents: { log, arePrinted: isPrinted },
      },
    );
    const end = (): Promise<unknown> => Promise.allSettled([http.close(), pool.close(), ledger.close()]);
    const telling = new AbortController();
    let ended = false;
    // Now, while requests are under way: hours later another version may stand in its place.
    const reporting = loadReporting(store);
    reporting.catch(() => {});
    const concluded = run.result.finally(end).then(async ({ providers }) => {
      ended = true;
      const { concludeRuns } = await reporting;
      return concludeRuns(providers, {
        settings,
        folder,
        log,
        isPrinted,
        now,
        signal: telling.signal,
      });
    });
    const result = concluded.then(() => run.result);
    // Whoever iterates hears of a fault there; nobody has to await the result as well.
    result.catch(() => {});
    const stop = (): void => {
      run.stop();
      // Nothing is left to finish but the telling of a webhook.
      if (ended) telling.abort();
    };
    return { result, concluded, stop, hub: run.hub, [Symbol.asyncIterator]: () => closing(run, result) };
  } catch (error) {
    void ledger.close();
    throw error;
  }
}

/** What reports and alerts need, down to the engine; nothing is opened. */
async function loadReporting(store: Store): Promise<typeof import('./watch/report-run.ts')> {
  const [reporting] = await Promise.all([
    import('./watch/report-run.ts'),
    store.lacks?.runs === undefined && store.openWatch(),
  ]);
  return reporting;
}

/** F12: what a plan said before there was a folder. */
async function keepPlanned(folder: string, store: Store): Promise<void> {
  if (store.lacks?.runs !== undefined) return;
  const estimates = takeKeptEstimates(folder);
  if (estimates.length === 0) return;
  const watch = await store.openWatch();
  try {
    for (const [provider, estimate] of estimates) await watch.writer.keepEstimate(provider, estimate);
  } finally {
    await watch.close();
  }
}

/** F4: the bounds on requests; `careful` is the old etiquette. */
function budgetOf({ options }: Settings): Budget {
  return {
    perHour: options.requests_per_hour,
    perDay: options.requests_per_day,
    hostPerHour: options.host_requests_per_hour,
    hostPerDay: options.host_requests_per_day,
    hostPerRun: options.politeness === 'careful' ? CAREFUL_REQUESTS : undefined,
  };
}

/** E1: a selector that cannot be used is told before the first request. Throws a ConfigError. */
async function checkSelectors(policies: readonly CrawlPolicy[]): Promise<void> {
  const used = policies.filter(({ reading: { selector, remove } }) => selector !== undefined || remove.length > 0);
  if (used.length === 0) return;
  const { compileSelector } = await import('../extract/html/content-selector.ts');
  for (const { reading } of used) {
    if (reading.selector !== undefined) compileSelector(reading.selector, 'custom_selectors.content');
    for (const selector of reading.remove) compileSelector(selector, 'custom_selectors.remove');
  }
}

/** The events of a run; the last is told only when everything is closed. */
async function* closing(run: Run, result: Promise<unknown>): AsyncGenerator<CrawlEvent, void> {
  try {
    yield* run;
  } finally {
    // Whoever stops listening stops the crawl; a run that has ended does not mind.
    run.stop();
  }
  await result;
}

/** Only a cache: on a full disk robots.txt is asked again after the next start, and nothing else is lost. */
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
