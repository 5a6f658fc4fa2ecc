// Pages read live for as long as a server lives: one client, one clock, one memory of robots.txt; nothing of a page is kept.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { threadProgram } from '../../core/thread-program.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { ReadThreads } from '../../crawl/read/read-threads.ts';
import type { SpendBounds, Wait } from '../../frontier/port-requests.ts';
import { Lru } from '../../robots/cache.ts';
import type { RobotsChecker } from '../../robots/gate.ts';
import { lookBounds } from '../crawl/budget.ts';
import { dialectFor } from '../crawl/policies.ts';
import type { Target } from '../crawl/targets.ts';
import { checkForbidden } from '../forbidden.ts';
import { createSharedHttp, type SharedHttp } from '../guard.ts';
import type { Place } from '../place.ts';
import { HostClock, type RequestLimits, waitOf } from './host-clock.ts';
import { CallerPatience, Line } from './host-clock-line.ts';
import { SharedRobots } from './live-pages-robots.ts';
import { type Probe, probeOf } from './look.ts';
import { type FolderView, LookFolder } from './look-folder.ts';
import { type Fetched, fetchPage, type ReadOne, type ReadOptions, readUrl } from './read-one.ts';
import type { PageInput, PageOutput } from './read-one-extract.ts';

export interface LiveReadOptions extends ReadOptions {
  /** How long to wait for the hosts' turns, over robots.txt, redirects and the page. Default: 20 s. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page, or when to come again: who decided that, and why. */
export type LiveRead =
  | { readonly kind: 'page'; readonly one: ReadOne; readonly fetchedAt: number }
  | { readonly kind: 'wait'; readonly retryAfterS: number; readonly by: ReasonName; readonly detail: string };

export interface LivePages {
  /**
   * Reads a page as `docent read` does, and keeps nothing of it. Returns `wait` where the host's turn, a pause that it requested, a
   * bound on requests or too many other reads delay it for longer than `waitMs`; nothing is requested then. Rejects as
   * `readOne`, with DOC_EXTRACT for a page that cannot be read in time or memory, and with the signal's reason.
   */
  read(url: string, options?: LiveReadOptions): Promise<LiveRead>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const WAIT_MS = 20_000;
/** No timer is set for longer than this. */
const MOST_WAIT_MS = 3_600_000;
/** Requests and pages that are worked on at once, and reads that wait beside them. */
const AT_ONCE = 4;
const MOST_WAITING = 32;
/** A thread is started when there is work for it: a page that takes its whole time does not stop the others. */
const THREADS = 2;
/** Megabytes for young objects of a thread, as in a crawl. */
const YOUNG_MB = 64;
const MOST_WAYS = 1_000;
/** How long after its turn has come a read goes on where redirects have led. */
const WAY_MS = 600_000;

/** Opens live reading in a place; nothing is requested or read before the first `read`. */
export function openLivePages(place: Place, log: Log): LivePages {
  return new Live(place, log);
}

/** What one read is done with. */
interface LiveContext {
  readonly folder: FolderView;
  readonly patience: CallerPatience;
}

class Live implements LivePages {
  readonly #place: Place;
  readonly #log: Log;
  readonly #http: SharedHttp;
  readonly #clock = new HostClock();
  readonly #robots: SharedRobots;
  readonly #folder: LookFolder;
  readonly #bounds: SpendBounds;
  readonly #pool: ReadThreads<PageInput, PageOutput>;
  readonly #work = new Line(AT_ONCE);
  /** Where redirects had led when the next turn was too far away. */
  readonly #ways = new Lru<{ readonly visited: readonly string[]; readonly until: number }>(MOST_WAYS);
  /** The reads under way, with what ends them. */
  readonly #reads = new Map<Promise<LiveRead>, AbortController>();
  #isClosed = false;

  constructor(place: Place, log: Log) {
    const { settings, store } = place;
    const { options } = settings;
    this.#place = place;
    this.#log = log;
    this.#http = createSharedHttp(settings, log);
    this.#robots = new SharedRobots(options.robots_cache_hosts);
    this.#folder = new LookFolder(store, log);
    this.#bounds = lookBounds(settings);
    this.#pool = new ReadThreads(
      { program: threadProgram('./read-one-worker', import.meta.url) },
      {
        threads: THREADS,
        cpuMs: options.extract_timeout_ms,
        memoryMb: options.extract_memory_mb,
        youngMb: YOUNG_MB,
      },
    );
  }

  async read(url: string, options: LiveReadOptions = {}): Promise<LiveRead> {
    if (this.#isClosed) throw closed();
    options.signal?.throwIfAborted();
    if (parseHttpUrl(url) === undefined) throw new DocentError('DOC_URL', `"${shownUrl(url)}" is not an http(s) URL`);
    if (this.#reads.size >= AT_ONCE + MOST_WAITING) return waitFor(busy());
    const stop = new AbortController();
    const read = this.#read(url, options, stop);
    this.#reads.set(read, stop);
    try {
      return await read;
    } finally {
      this.#reads.delete(read);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reads = [...this.#reads];
    for (const [, stop] of reads) stop.abort();
    await Promise.allSettled(reads.map(([read]) => read));
    await Promise.all([this.#http.close(), this.#pool.close()]);
  }

  async #read(url: string, { waitMs = WAIT_MS, signal, ...options }: LiveReadOptions, stop: AbortController) {
    // Not the signal itself: what it is aborted with could be taken for a host's failure.
    const onAbort = (): void => stop.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    let folder: FolderView | undefined;
    try {
      await checkSelectors(options);
      folder = await this.#folder.open();
      const context = { folder, patience: new CallerPatience(Math.min(waitMs, MOST_WAIT_MS), stop.signal) };
      let fetchedAt = 0;
      const one = await readUrl(this.#place, url, options, {
        fetch: async (at, target) => {
          const fetched = await this.#fetch(at, target, context);
          fetchedAt = Date.now();
          return fetched;
        },
        extract: (input) => this.#extract(input, stop.signal),
      });
      return { kind: 'page', one, fetchedAt } as const;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (this.#isClosed) throw closed();
      const wait = waitOf(error);
      if (wait !== undefined) return waitFor(wait);
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await folder?.close();
    }
  }

  /** An aborted read leaves its page to its thread, which has a deadline. */
  #extract(input: PageInput, signal: AbortSignal): Promise<PageOutput> {
    const page = this.#work.run(() => this.#pool.read(input), new CallerPatience(undefined, signal), busy);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      page.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  async #fetch(seed: string, target: Target, context: LiveContext): Promise<Fetched> {
    const probe = this.#probeOf(target, context);
    const way = this.#ways.get(seed);
    const visited = way !== undefined && Date.now() < way.until ? [...way.visited] : [seed];
    let until = 0;
    try {
      // No person has typed this URL: it leads nowhere but to its own site.
      return await fetchPage(probe, visited, (url) => hostKey(url) === hostKey(seed));
    } catch (error) {
      const wait = waitOf(error);
      if (wait !== undefined) until = wait.until + WAY_MS;
      throw error;
    } finally {
      if (way !== undefined || (until > 0 && visited.length > 1)) this.#ways.set(seed, { visited, until });
    }
  }

  #probeOf(target: Target, { folder, patience }: LiveContext): Probe {
    const { settings } = this.#place;
    const robotsMemory = this.#robots.memoryFor(dialectFor(target.provider, settings).name, folder.robots);
    const limits = (bounded: boolean): RequestLimits => ({
      patience,
      turns: folder.turns,
      bounds: bounded ? this.#bounds : undefined,
      room: (task) => this.#work.run(task, patience, busy),
    });
    const { policy, fetch, blocked } = probeOf(target, settings, this.#log, {
      http: this.#http.httpFor(target),
      clock: this.#clock,
      forbidden: checkForbidden([target], settings),
      entries: folder.entries,
      robotsMemory,
      limits,
    });
    return { policy: { ...policy, robots: this.#inTurn(policy.robots, patience) }, fetch, blocked };
  }

  /** What one read had to request the others know; a pause that a host requests holds for all of them. */
  #inTurn(robots: RobotsChecker, patience: CallerPatience): RobotsChecker {
    const explain: RobotsChecker['explain'] = async (url) => {
      const decision = await this.#robots.alone(hostKey(url), patience, () => robots.explain(url));
      const { holdUntil } = decision;
      if (holdUntil !== undefined)
        this.#clock.hold(url, holdUntil - Date.now(), PAUSE, 'its robots.txt was answered with a pause');
      return decision;
    };
    return {
      explain,
      isAllowed: async (url) => (await explain(url)).allowed,
      crawlDelay: (url) => robots.crawlDelay(url),
      sitemaps: (url) => robots.sitemaps(url),
      clearCache: () => robots.clearCache(),
    };
  }
}

const PAUSE = 'host:pause';

function waitFor({ until, by, detail }: Wait): LiveRead {
  return { kind: 'wait', retryAfterS: Math.max(1, Math.ceil((until - Date.now()) / 1_000)), by, detail };
}

/** The wait for other reads, which end within seconds. */
function busy(): Wait {
  const detail = `${counted(AT_ONCE, 'page')} are being read, and others wait`;
  return { until: Date.now() + 5_000, by: 'live:busy', detail };
}

function closed(): DocentError {
  return new DocentError('DOC_INTERNAL', 'live reading was closed');
}

/** E1: reported before anything is requested. Throws a ConfigError. */
async function checkSelectors({ selector, remove = [] }: ReadOptions): Promise<void> {
  if (selector === undefined && remove.length === 0) return;
  const { compileSelector } = await import('../../extract/html/content-selector.ts');
  if (selector !== undefined) compileSelector(selector, 'custom_selectors.content');
  for (const one of remove) compileSelector(one, 'custom_selectors.remove');
}
