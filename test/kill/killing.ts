// One crawl, killed again and again with -9 and started anew, judged after every kill and at its end.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Crawler, startCrawler } from './crawler.ts';
import { createRandom } from './random.ts';
import { isHop, type Site } from './site.ts';
import { type Snapshot, snapshot } from './snapshot.ts';

export const IN_FLIGHT = 8;

export interface KillOptions {
  readonly site: Site;
  /** An empty folder; removed afterwards unless something was wrong. */
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
  /** The folder of an uninterrupted crawl. */
  readonly reference: Snapshot;
  /** Milliseconds that never go back: for a long program, which measures how soon a process is ready. */
  readonly clock?: (() => number) | undefined;
}

export interface KillSummary {
  readonly kills: number;
  /** Kills by their moment: while the process was starting, right after an answer, at any time. */
  readonly moments: Readonly<Record<Moment, number>>;
  readonly stored: number;
  readonly discovered: number;
  readonly requests: number;
  /** Requests for URLs that had been requested before. */
  readonly refetches: number;
  /** URLs that were being requested when the process died, summed over all kills. */
  readonly inFlight: number;
  /** How long each process took to be ready, where there is a clock. */
  readonly readyMs: readonly number[];
  readonly problems: readonly string[];
}

type Moment = 'starting' | 'answer' | 'anytime';

/** Where kills come: mostly anywhere, often just when something is being written, sometimes while it starts. */
const STARTING_SHARE = 0.15;
const ANSWER_SHARE = 0.35;
/** The assumed time to be ready, until the first process was measured by a clock. */
const FIRST_READY_MS = 300;
/** At this much work left, kills come before anything can be done, so that the crawl is not over too early. */
const RESERVE = 0.14;

/** The command line of every crawl here. */
export function crawlArgs(site: Site): readonly string[] {
  const pace = ['--delay', '0', '--concurrency', `${IN_FLIGHT}`, '--per-host', `${IN_FLIGHT}`];
  return [site.seed, ...pace, '--max-pages', '100000', '--max-depth', '10'];
}

/** Crawls without a break; throws unless it ends well and as the site's plan states. */
export async function crawlOnce(site: Site, folder: string): Promise<Snapshot> {
  await using crawler = startCrawler(crawlArgs(site), { data: folder });
  const { code, stderr } = await crawler.ended;
  const end = snapshot(folder);
  const repeated = [...site.counts].filter(([, count]) => count > 1).map(([path]) => `${path} was requested twice`);
  const problems = [...end.problems, ...planProblems(site, end), ...repeated];
  if (code !== 0 || problems.length > 0)
    throw new Error(`an uninterrupted crawl ended with ${code}: ${[stderr, ...problems.slice(0, 20)].join('\n')}`);
  return end;
}

/** Kills a crawl a number of times and lets it end. */
export async function killAgainAndAgain(options: KillOptions): Promise<KillSummary> {
  const { site, folder, kills, reference, clock } = options;
  const judge = new Judge(site, reference);
  const random = createRandom(options.seed);
  const moments: Record<Moment, number> = { starting: 0, answer: 0, anytime: 0 };
  const ready: number[] = [];
  const latency = createRandom(options.seed + 1);
  site.counts.clear();
  site.latency = () => 6 + latency() * 34;
  let killed = 0;
  for (; killed < kills; killed++) {
    const work = judge.left() / reference.urls.size;
    const share = Math.max(0, (work - RESERVE) / (1 - RESERVE)) / ((kills - killed) / kills);
    site.answersLeft = Number.POSITIVE_INFINITY;
    await using crawler = startCrawler(crawlArgs(site), { data: folder });
    const started = whenReady(crawler, clock);
    const moment = momentOf(random());
    moments[moment]++;
    const most = Math.floor(judge.left() - (reference.urls.size * RESERVE) / 2);
    const pages = reference.urls.size / kills;
    const came = await killAt(crawler, moment, { random, site, share, pages, most, ready, started });
    if (!came) {
      // The crawl was over before the kill: another start would begin anew, not go on.
      const { code, stderr } = await crawler.ended;
      judge.atEnd(crawler, code, stderr, snapshot(folder));
      break;
    }
    judge.afterKill(crawler, await crawler.ended, snapshot(folder), killed + 1);
  }
  site.answersLeft = Number.POSITIVE_INFINITY;
  if (killed < kills) judge.problems.push(`the crawl was over after ${killed} of ${kills} kills`);
  site.latency = () => 0;
  if (killed === kills) {
    await using last = startCrawler(crawlArgs(site), { data: folder });
    const started = whenReady(last, clock);
    const { code, stderr } = await last.ended;
    ready.push(...((await started) ?? []));
    judge.atEnd(last, code, stderr, snapshot(folder));
  }
  if (judge.problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return {
    kills: killed,
    moments,
    ...judge.sums(),
    readyMs: ready,
    problems: judge.problems,
  };
}

/** Waits until the process has begun its run: undefined if it ended before, else how long that took, where there is a clock. */
async function whenReady(crawler: Crawler, clock: (() => number) | undefined): Promise<readonly number[] | undefined> {
  const from = clock?.();
  if ((await crawler.event('started')) === undefined) return undefined;
  return clock === undefined || from === undefined ? [] : [clock() - from];
}

function momentOf(drawn: number): Moment {
  if (drawn < STARTING_SHARE) return 'starting';
  return drawn < STARTING_SHARE + ANSWER_SHARE ? 'answer' : 'anytime';
}

interface Aim {
  readonly random: () => number;
  readonly site: Site;
  /** 1: the crawl is on plan; more: it is behind, and gets more time; 0: it gets none. */
  readonly share: number;
  /** URLs that a process should settle before it dies. */
  readonly pages: number;
  /** After this many answers at the latest, because the crawl would be over soon: the site gives no more. */
  readonly most: number;
  /** Milliseconds each process took to be ready. */
  readonly ready: number[];
  readonly started: ReturnType<typeof whenReady>;
}

/** Kills at a random point; false when the process had ended before. */
async function killAt(crawler: Crawler, moment: Moment, aim: Aim): Promise<boolean> {
  const { random, site, share, pages, most, ready, started } = aim;
  site.answersLeft = most;
  const drawn = random();
  const usual = ready.at(-1) ?? FIRST_READY_MS;
  if (moment === 'starting') await Promise.race([sleep(drawn * usual), crawler.ended]);
  else {
    const ms = await started;
    if (ms === undefined) return false;
    ready.push(...ms);
    if (moment === 'answer' && share > 0)
      await answered(site, crawler, Math.min(most, 1 + Math.floor(drawn * 2 * pages * share)));
    const rest = moment === 'answer' ? random() * 3 : drawn * Math.min(6, share) * pages * 10;
    const late = moment === 'answer' ? crawler.ended : answered(site, crawler, most);
    await Promise.race([sleep(rest), late]);
  }
  crawler.send('SIGKILL');
  return (await crawler.ended).signal === 'SIGKILL';
}

async function answered(site: Site, crawler: Crawler, count: number): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    let left = count;
    site.onAnswer = () => {
      if (--left <= 0) resolve();
    };
  });
  await Promise.race([enough, crawler.ended]);
  site.onAnswer = () => {};
}

/** Compares a folder with its earlier contents, with the events, and with the site. */
class Judge {
  readonly problems: string[] = [];
  readonly #site: Site;
  readonly #reference: Snapshot;
  /** By path: in how many kills it was being requested. */
  readonly #leased = new Map<string, number>();
  readonly #reportedStored = new Set<string>();
  #before: Snapshot | undefined;
  #inFlight = 0;
  #killsBeforeRobots = 0;

  constructor(site: Site, reference: Snapshot) {
    this.#site = site;
    this.#reference = reference;
  }

  /** URLs without an end, counting those not found yet. */
  left(): number {
    const ended = [...(this.#before?.urls.values() ?? [])].filter(({ state }) => state !== 'waiting');
    return this.#reference.urls.size - ended.length;
  }

  afterKill(crawler: Crawler, end: { readonly stderr: string }, now: Snapshot, kill: number): void {
    const found: string[] = [...now.problems, ...this.#unmet(crawler, now), ...this.#lost(now)];
    if (end.stderr !== '') found.push(`it complained: ${end.stderr}`);
    const started = crawler.events.find((event) => event.type === 'started');
    const waited = this.#before?.waiting ?? 0;
    if (started !== undefined && started.waiting !== waited)
      found.push(`${waited} URLs were waiting, the next run went on with ${started.waiting}`);
    if (!now.hasRobots && now.pages.size > 0) found.push('pages are stored, and robots.txt is not');
    if (now.leased.length > IN_FLIGHT) found.push(`${now.leased.length} URLs were leased`);
    this.problems.push(...found.map((problem) => `kill ${kill}: ${problem}`));
    for (const { next } of now.leased) {
      const path = next.slice(this.#site.origin.length);
      this.#leased.set(path, (this.#leased.get(path) ?? 0) + 1);
    }
    this.#inFlight += now.leased.length;
    if (!now.hasRobots) this.#killsBeforeRobots++;
    this.#before = now;
  }

  atEnd(crawler: Crawler, code: number | null, stderr: string, now: Snapshot): void {
    const found = [...now.problems, ...this.#unmet(crawler, now), ...this.#lost(now), ...planProblems(this.#site, now)];
    if (code !== 0 || stderr !== '') found.push(`the last run ended with ${code}: ${stderr}`);
    for (const [url, page] of this.#reference.pages)
      if (now.pages.get(url)?.hash !== page.hash) found.push(`${url} is not stored as in an uninterrupted crawl`);
    for (const url of now.pages.keys())
      if (!this.#reference.pages.has(url)) found.push(`${url} is stored, and is not in an uninterrupted crawl`);
    const result = crawler.events.find((event) => event.type === 'result');
    const discovered = result?.providers.reduce((sum, { counts }) => sum + counts.discovered, 0);
    if (discovered !== now.discovered) found.push(`it reported ${discovered} URLs and holds ${now.discovered}`);
    for (const [path, count] of this.#site.counts) {
      const again = path === '/robots.txt' ? this.#killsBeforeRobots : (this.#leased.get(path) ?? 0);
      if (count - 1 > again) found.push(`${path} was requested ${count} times, and ${again} times in flight at a kill`);
    }
    this.problems.push(...found.map((problem) => `at the end: ${problem}`));
    this.#before = now;
  }

  sums(): Pick<KillSummary, 'stored' | 'discovered' | 'requests' | 'refetches' | 'inFlight'> {
    const counts = [...this.#site.counts.values()];
    const requests = counts.reduce((sum, count) => sum + count, 0);
    const { pages, discovered } = this.#before ?? { pages: new Map(), discovered: 0 };
    return { stored: pages.size, discovered, requests, refetches: requests - counts.length, inFlight: this.#inFlight };
  }

  /** Problems of events: reported pages must be in the folder, each stored once. */
  #unmet({ events, strayLines }: Crawler, now: Snapshot): readonly string[] {
    const found = strayLines.map((line) => `not JSON: ${line}`);
    for (const event of events) {
      if (event.type !== 'visited' || event.state === 'waiting') continue;
      const held = now.urls.get(event.url) ?? now.pages.get(event.url);
      if (held === undefined) found.push(`${event.url} was reported as ${event.state} and is not there`);
      if (event.state !== 'indexed') continue;
      if (this.#reportedStored.has(event.url)) found.push(`${event.url} was reported as stored twice`);
      this.#reportedStored.add(event.url);
      const isSitemap = now.urls.get(event.url)?.kind === 'sitemap';
      if (!isSitemap && !now.pages.has(event.url)) found.push(`${event.url} was reported as stored and is not`);
    }
    return found;
  }

  /** Problems of the folder: no row missing, undone or written anew; every link of a stored page known. */
  #lost(now: Snapshot): readonly string[] {
    const found: string[] = [];
    for (const [url, { state }] of this.#before?.urls ?? []) {
      const current = now.urls.get(url);
      if (current === undefined) found.push(`${url} is lost`);
      else if (state !== 'waiting' && current.state !== state)
        found.push(`${url} was ${state} and is ${current.state}`);
    }
    for (const [url, { fetchedAt }] of this.#before?.pages ?? [])
      if (now.pages.get(url)?.fetchedAt !== fetchedAt) found.push(`${url} was stored again`);
    const { origin, plan } = this.#site;
    for (const url of now.pages.keys())
      for (const link of plan.places.get(url.slice(origin.length))?.links ?? [])
        if (!now.urls.has(origin + link)) found.push(`${link}, found on ${url}, is lost`);
    return found;
  }
}

/** Where a folder at the end differs from the site's plan. */
export function planProblems({ origin, plan }: Site, { urls, waiting }: Snapshot): readonly string[] {
  const found: string[] = [];
  if (waiting > 0) found.push(`${waiting} URLs still wait`);
  for (const [path, { end }] of plan.places) {
    if (isHop(path)) continue;
    const facts = urls.get(origin + path);
    if (facts?.state !== end)
      found.push(`${path} should be ${end}, and is ${facts?.state ?? 'unknown'} (${facts?.by})`);
  }
  for (const [url, { kind }] of urls)
    if (kind === 'page' && !plan.places.has(url.slice(origin.length))) found.push(`${url} is not on the site`);
  return found;
}
