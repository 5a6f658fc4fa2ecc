// A crawl that was started through the API of a server; the server is killed with -9 and started anew, again and again, also while the run pauses.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRuns, type Runs } from '../../src/app/crawl/runs.ts';
import { silentLog } from '../../src/core/log.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Host, startHost } from '../kill/arrivals.ts';
import { createRandom } from '../kill/random.ts';
import { snapshot } from '../kill/snapshot.ts';
import { type Serving, startServing, tokenFor } from './serving.ts';

export interface ServeKillOptions {
  /** An empty folder, for docent.yml and the data. */
  readonly folder: string;
  readonly pages: number;
  readonly delayMs: number;
  readonly kills: number;
  readonly seed: number;
  /** A clock in milliseconds, for `slowestMs`. */
  readonly now?: () => number;
}

export interface ServeKillSummary {
  readonly kills: number;
  /** Kills by their moment. */
  readonly moments: Readonly<Record<Moment, number>>;
  readonly stored: number;
  readonly requests: number;
  /** Requests for pages that had been requested before. */
  readonly again: number;
  /** The longest time from the start of a server until the run went on. */
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

/** While the run goes on, while it pauses, while the server starts. */
type Moment = 'running' | 'paused' | 'starting';

const ANSWER_MS = 30;
/** What was in flight when a run was paused lands within this. */
const LANDS_MS = 1_000;
/** Nothing is requested for this long while it pauses. */
const QUIET_MS = 700;
/** A busy machine does not come to a kill for a while: the site sends no more pages than these beyond those that were waited for. */
const AHEAD = 5;
const PAUSED_SHARE = 0.3;
const STARTING_SHARE = 0.2;
/** A server is ready, and has gone on, within about this. */
const STARTS_MS = 1_000;

/** Plays it to the end of the crawl. */
export async function killServer(options: ServeKillOptions): Promise<ServeKillSummary> {
  const { folder, delayMs } = options;
  const gate = new Gate();
  await using host = await startHost('127.0.0.1', siteOf(options.pages, gate));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'docent.yml'), `request_delay_ms: ${delayMs}\nmax_pages: 500\nmax_depth: 5\n`);
  await using scene = new Scene(host, gate, options, await tokenFor(join(folder, 'data')));
  await scene.begin();
  for (let nth = 0; nth < options.kills; nth++) await scene.kill(nth);
  await scene.end();
  return scene.summary();
}

/** Lets so many requests pass; others wait. */
class Gate {
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  pass(send: () => void): void {
    this.#waiting.push(send);
    this.open(0);
  }

  /** Lets as many more pass. */
  open(count: number): void {
    this.#open += count;
    for (; this.#open > 0 && this.#waiting.length > 0; this.#open--) this.#waiting.shift()?.();
  }
}

/** A tree of pages, each of which links to three others: the crawl is never far ahead of what it has stored. */
function siteOf(pages: number, gate: Gate): Parameters<typeof startHost>[1] {
  return ({ url: path = '' }, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const at = path === '/' ? 0 : Number(path.slice('/page-'.length));
    const next = Array.from({ length: 3 }, (_, i) => at * 3 + i + 1).filter((n) => n < pages);
    const links = next.map((n) => `<a href="/page-${n}">x</a>`).join('');
    const send = (): void => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>${path}</title><p>This is the page ${path} of the site.</p>${links}`);
    };
    gate.pass(() => setTimeout(send, ANSWER_MS));
  };
}

class Scene implements AsyncDisposable {
  readonly #host: Host;
  readonly #gate: Gate;
  readonly #options: ServeKillOptions;
  readonly #random: () => number;
  readonly #data: string;
  readonly #token: string;
  /** The runs as another process sees them. */
  readonly #runs: Runs;
  readonly #problems: string[] = [];
  readonly #moments: Record<Moment, number> = { running: 0, paused: 0, starting: 0 };
  /** By path: in how many kills it was in flight. */
  readonly #inFlight = new Map<string, number>();
  readonly #now: () => number;
  #server: Serving;
  /** How many requests the site has been let respond to. */
  #allowed = 0;
  #startedAt = 0;
  #slowestMs = 0;

  constructor(host: Host, gate: Gate, options: ServeKillOptions, token: string) {
    this.#host = host;
    this.#gate = gate;
    this.#now = options.now ?? (() => 0);
    this.#options = options;
    this.#random = createRandom(options.seed);
    this.#data = join(options.folder, 'data');
    this.#token = token;
    const settings = loadSettings({ text: '', config: 'docent.yml', env: {}, flags: { data: this.#data } });
    this.#runs = openRuns({ settings, store: openStore(settings.store), log: silentLog });
    this.#server = this.#start();
  }

  async begin(): Promise<void> {
    await this.#server.post('/runs', { targets: [`${this.#host.origin}/`] });
    await this.#arrivals(1);
  }

  /** One kill, after which the run goes on. */
  async kill(nth: number): Promise<void> {
    const { kills, pages, delayMs } = this.#options;
    // As many pages as leave enough for the kills to come.
    const share = Math.max(0, pages - this.#requested().size - 1) / (kills - nth + 1);
    await this.#arrivals(Math.floor(this.#random() * 1.5 * share));
    await sleep(this.#random() * delayMs);
    const drawn = this.#random();
    if (drawn < PAUSED_SHARE) return this.#killPaused();
    await this.#kill('running');
    if (drawn < PAUSED_SHARE + STARTING_SHARE && nth + 1 < kills) {
      this.#server = this.#start();
      await sleep(this.#random() * STARTS_MS);
      await this.#kill('starting');
    }
    this.#server = this.#start();
    await this.#arrivals(1);
    const [run] = await this.#server.runs();
    // On a busy machine the last page may have come meanwhile.
    const isOver = run?.state === 'complete' && this.#requested().size === this.#options.pages;
    if (!isOver && (run?.state !== 'running' || run.pid !== this.#server.pid))
      this.#problems.push(`the run is ${run?.state} in process ${run?.pid}, not running in ${this.#server.pid}`);
    this.#slowestMs = Math.max(this.#slowestMs, this.#now() - this.#startedAt);
  }

  /** Lets the crawl end, and judges the result. */
  async end(): Promise<void> {
    const { pages } = this.#options;
    this.#gate.open(Number.POSITIVE_INFINITY);
    while ((await this.#runs.find(1)).state !== 'complete') await sleep(50);
    const runs = await this.#runs.list();
    if (runs.length !== 1) this.#problems.push(`there are ${runs.length} runs, not one`);
    this.#server.send('SIGTERM');
    const { code, output } = await this.#server.ended;
    if (code !== 0) this.#problems.push(`the server ended with ${code}: ${output}`);
    const { problems, pages: stored, waiting } = snapshot(this.#data);
    this.#problems.push(...problems);
    if (stored.size !== pages) this.#problems.push(`${stored.size} of ${pages} pages are stored`);
    if (waiting > 0) this.#problems.push(`${waiting} URLs wait`);
    for (const [path, count] of this.#requested()) {
      const most = 1 + (this.#inFlight.get(path) ?? 0);
      if (count > most) this.#problems.push(`${path} was requested ${count} times, and kills explain ${most}`);
    }
  }

  summary(): ServeKillSummary {
    const counts = [...this.#requested().values()];
    const requests = counts.reduce((sum, count) => sum + count, 0);
    return {
      kills: Object.values(this.#moments).reduce((sum, count) => sum + count, 0),
      moments: this.#moments,
      stored: snapshot(this.#data).pages.size,
      ...{ requests, again: requests - counts.length, slowestMs: this.#slowestMs, problems: this.#problems },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await this.#runs.close();
  }

  /** Pauses the run, kills the server at a random moment, and lets the next one find that it pauses. */
  async #killPaused(): Promise<void> {
    const byServer = this.#random() < 0.5;
    await (byServer ? this.#server.post('/runs/1/pause') : this.#runs.pause(1));
    await sleep(this.#random() * LANDS_MS);
    await this.#kill('paused');
    this.#server = this.#start();
    await this.#server.ready;
    const count = this.#host.arrivals.length;
    await sleep(QUIET_MS);
    if (this.#host.arrivals.length > count) this.#problems.push('something was requested while the run pauses');
    const { state, pid } = await this.#runs.find(1);
    if (state !== 'paused' || pid !== undefined) this.#problems.push(`the paused run is ${state}, in process ${pid}`);
    await this.#server.post('/runs/1/resume');
    await this.#arrivals(1);
  }

  #start(): Serving {
    this.#startedAt = this.#now();
    return startServing(this.#options.folder, this.#data, this.#token);
  }

  async #kill(moment: Moment): Promise<void> {
    this.#moments[moment]++;
    this.#server.send('SIGKILL');
    await this.#server.ended;
    for (const { next } of snapshot(this.#data).leased) {
      const path = new URL(next).pathname;
      this.#inFlight.set(path, (this.#inFlight.get(path) ?? 0) + 1);
    }
  }

  /** Waits until as many more requests have come. */
  async #arrivals(count: number): Promise<void> {
    const expected = this.#host.arrivals.length + count;
    this.#gate.open(Math.max(0, expected + AHEAD - this.#allowed));
    this.#allowed = Math.max(this.#allowed, expected + AHEAD);
    while (this.#host.arrivals.length < expected && this.#requested().size < this.#options.pages) await sleep(5);
  }

  /** How often each page was requested. */
  #requested(): ReadonlyMap<string, number> {
    const paths = this.#host.arrivals.map(({ path }) => path).filter((path) => path !== '/robots.txt');
    return new Map(
      Map.groupBy(paths, (path) => path)
        .entries()
        .map(([path, all]) => [path, all.length]),
    );
  }
}
