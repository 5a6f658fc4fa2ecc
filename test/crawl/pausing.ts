// One crawl of a process that stays, paused by another process, killed with -9, started anew and resumed, again and again.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRuns, type Runs } from '../../src/app/crawl/runs.ts';
import { silentLog } from '../../src/core/log.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Host, startHost } from '../kill/arrivals.ts';
import { createRandom } from '../kill/random.ts';
import { snapshot } from '../kill/snapshot.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import type { Order, Ready } from './stay.ts';

export interface PauseOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly pages: number;
  readonly delayMs: number;
  readonly moments: number;
  readonly seed: number;
}

export interface PauseSummary {
  /** Pauses, each with a kill around it. */
  readonly moments: number;
  readonly kills: number;
  readonly stored: number;
  readonly requests: number;
  /** Requests for pages that had been requested before. */
  readonly again: number;
  /** Requests after a pause, which were in flight then. */
  readonly late: number;
  readonly problems: readonly string[];
}

const ANSWER_MS = 50;
/** A kill during a pause comes within this, and a pause lasts for at least this much after it, counted in delays. */
const DELAYS = 8;
/** One in this many pauses comes from the command line. */
const BY_COMMAND = 5;
/** Of the kills, these come before the pause: what is paused then has no process. */
const KILLED_FIRST = 0.25;
/** After a resume, the run is killed again this often, and must go on by itself. */
const KILLED_RUNNING = 0.3;

const binary = join(root, 'bin/docent.js');

/** Plays the scene to the end of the crawl. */
export async function pauseAndKill(options: PauseOptions): Promise<PauseSummary> {
  await using host = await startHost('127.0.0.1', siteOf(options.pages));
  await using scene = new Scene(host, options);
  await scene.begin();
  let moments = 0;
  while (moments < options.moments && (await scene.moment(moments))) moments++;
  await scene.end();
  return { moments, ...scene.sums() };
}

/** A tree of pages, each of which links to three others: the crawl is never far ahead of what it has stored. */
function siteOf(pages: number): Parameters<typeof startHost>[1] {
  return ({ url: path = '' }, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const at = path === '/' ? 0 : Number(path.slice('/page-'.length));
    const next = Array.from({ length: 3 }, (_, i) => at * 3 + i + 1).filter((n) => n < pages);
    const links = next.map((n) => `<a href="/page-${n}">x</a>`).join('');
    // Slowly enough that something is in flight at most moments.
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>${path}</title><p>This is the page ${path} of the site.</p>${links}`);
    }, ANSWER_MS);
  };
}

class Scene implements AsyncDisposable {
  readonly problems: string[] = [];
  readonly #host: Host;
  readonly #options: PauseOptions;
  readonly #random: () => number;
  /** The runs as seen by this process, beside the crawling one. */
  readonly #runs: Runs;
  /** By path: in how many kills it was in flight. */
  readonly #inFlight = new Map<string, number>();
  #child: ChildProcess | undefined;
  #kills = 0;
  #late = 0;

  constructor(host: Host, options: PauseOptions) {
    this.#host = host;
    this.#options = options;
    this.#random = createRandom(options.seed);
    const { folder } = options;
    const settings = loadSettings({ text: '', config: 'docent.yml', env: {}, flags: { data: folder } });
    this.#runs = openRuns({ settings, store: openStore({ kind: 'sqlite', folder }), log: silentLog });
  }

  async begin(): Promise<void> {
    await this.#start([]);
    this.#order('start');
    await this.#arrivals(1);
  }

  /** Pauses, kills, starts anew, resumes; false when the crawl was over before. */
  async moment(nth: number): Promise<boolean> {
    const { moments, pages } = this.#options;
    // As many pages as leave enough for the moments to come.
    const share = Math.max(0, pages - this.#requested().size - 1) / (moments - nth + 1);
    await this.#arrivals(Math.floor(this.#random() * 1.5 * share));
    await sleep(this.#random() * this.#options.delayMs);
    const isKilledFirst = this.#random() < KILLED_FIRST;
    if (isKilledFirst) await this.#kill();
    if (!(await this.#pause(nth))) return false;
    const before = this.#host.arrivals.length;
    if (!isKilledFirst) {
      await sleep(this.#random() * DELAYS * this.#options.delayMs);
      await this.#kill();
    }
    await this.#start([]);
    await sleep(DELAYS * this.#options.delayMs);
    await this.#expectState('paused');
    this.#judgePause(nth, this.#host.arrivals.length - before);
    this.#order('resume');
    await this.#arrivals(1);
    if (this.#random() < KILLED_RUNNING && (await this.#runs.find(1)).state === 'running') {
      await this.#kill();
      await this.#start([(await this.#runs.find(1)).provider]);
      await this.#arrivals(1);
    }
    return true;
  }

  /** Lets the crawl end, and judges the result. */
  async end(): Promise<void> {
    const { pages, folder } = this.#options;
    // A run that does not go on hangs here.
    while ((await this.#runs.find(1)).state !== 'complete') await sleep(100);
    const { problems, pages: stored, waiting } = snapshot(folder);
    this.problems.push(...problems);
    if (stored.size !== pages) this.problems.push(`${stored.size} of ${pages} pages are stored`);
    if (waiting > 0) this.problems.push(`${waiting} URLs wait`);
    for (const [path, count] of this.#requested()) {
      const most = 1 + (this.#inFlight.get(path) ?? 0);
      if (count > most) this.problems.push(`${path} was requested ${count} times, and kills explain ${most}`);
    }
  }

  sums(): Omit<PauseSummary, 'moments'> {
    const counts = [...this.#requested().values()];
    return {
      kills: this.#kills,
      stored: snapshot(this.#options.folder).pages.size,
      requests: counts.reduce((sum, count) => sum + count, 0),
      again: counts.reduce((sum, count) => sum + count - 1, 0),
      late: this.#late,
      problems: this.problems,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    await this.#runs.close();
  }

  /** Pauses the run; false when the crawl was over before. */
  async #pause(nth: number): Promise<boolean> {
    if ((await this.#runs.find(1)).state === 'complete') return false;
    if (nth % BY_COMMAND !== BY_COMMAND - 1) await this.#runs.pause(1);
    else {
      const args = ['runs', 'pause', '1', '--data', this.#options.folder];
      const { code, stderr } = await run(pinnedNode, [binary, ...args], { cwd: '/' });
      if (code !== 0) this.problems.push(`docent runs pause ended with ${code}: ${stderr}`);
    }
    return true;
  }

  /** One request at a time: no more than one can have been in flight. */
  #judgePause(nth: number, late: number): void {
    if (late > 1) this.problems.push(`moment ${nth}: ${late} requests came after the pause`);
    this.#late += late;
  }

  async #expectState(state: string): Promise<void> {
    const view = await this.#runs.find(1);
    if (view.state !== state) this.problems.push(`the run is ${view.state}, not ${state}`);
  }

  /** Starts the process; it must go on with these runs by itself, and with no others. */
  async #start(expected: readonly string[]): Promise<void> {
    const { folder, delayMs } = this.#options;
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    this.#child = fork(join(root, 'test/crawl/stay.ts'), [folder, `${this.#host.origin}/`, `${delayMs}`], {
      execPath: pinnedNode,
      execArgv: [],
      env: { PATH, HOME, NODE_COMPILE_CACHE },
    });
    const [ready] = (await once(this.#child, 'message')) as [Ready];
    if (`${ready.recovered}` !== `${expected}`)
      this.problems.push(`a new process went on with [${ready.recovered}], not with [${expected}]`);
  }

  #order(order: Order): void {
    this.#child?.send(order);
  }

  async #kill(): Promise<void> {
    this.#kills++;
    await this.#end();
    for (const { next } of snapshot(this.#options.folder).leased) {
      const path = new URL(next).pathname;
      this.#inFlight.set(path, (this.#inFlight.get(path) ?? 0) + 1);
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Waits until as many more requests have come, or the crawl is over; a run that requests nothing hangs here. */
  async #arrivals(count: number): Promise<void> {
    const expected = this.#host.arrivals.length + count;
    while (this.#host.arrivals.length < expected) {
      if (this.#requested().size === this.#options.pages) return;
      await sleep(5);
    }
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
