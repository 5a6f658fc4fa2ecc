// A crawl, a loop of reads and a loop of plans, as processes of their own, at one host: their requests as the host sees them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Host, type Notes, siteOf, startHost } from '../kill/arrivals.ts';
import { startCrawler } from '../kill/crawler.ts';
import { pinnedNode, root } from '../support/repository.ts';

export interface OnePace {
  /** Takes note of the requests. */
  readonly notes: Notes;
  /** Asked from the crawl's first page on: whether all of them go on, once every process has had its share. */
  readonly goesOn?: (() => boolean) | undefined;
  readonly delayMs: number;
  /** The crawl's process is stopped for this long while a page of its own is under way, and goes on. */
  readonly stoppedMs?: number | undefined;
  readonly data: string;
}

export interface Seen {
  /** How many pages each process has requested. */
  readonly requests: Readonly<Record<Sender, number>>;
  /** All requests, in their order. */
  readonly paths: readonly string[];
  /** Requests of other processes while the crawl's process was stopped in its turn. */
  readonly whileStopped: number;
}

export type Sender = 'crawl' | 'read' | 'plan';

/** The Retry-After of the host, in seconds. */
export const PAUSE_SEC = 1;

const binary = join(root, 'bin/docent.js');
/** More pages than any process requests. */
const PAGES = 2_000;
const ANSWER_MS = 30;
/** Paths whose first request is answered with a pause. */
export const pausing: ReadonlySet<string> = new Set(['/page/2', '/read/1', '/plan/1/']);
/** A path that is never answered; the process that requests it is killed. */
const HANGING = '/read/hanging';
/** The path whose request stops the crawl's process. */
const STOPPING = '/page/9';

/** Plays the scene and returns what the host has seen. */
export async function playOnePace({ notes, goesOn = () => false, delayMs, stoppedMs, data }: OnePace): Promise<Seen> {
  const hanging = Promise.withResolvers<void>();
  const stop = Promise.withResolvers<void>();
  const answer = slowly({ [HANGING]: hanging.resolve, [STOPPING]: stop.resolve });
  await using host = await startHost('127.0.0.1', answer, notes);
  const env = { DOCENT_JITTER_MS: '0', DOCENT_REQUEST_DELAY_MS: `${delayMs}`, DOCENT_DATA: data };
  await using crawl = startCrawler([`${host.origin}/`, '--max-pages', `${PAGES}`], { data, env });
  await crawl.event('visited', ({ by }) => by !== 'robots:asked');
  const left = (): boolean => {
    const isGoing = goesOn();
    const { paths, requests } = seenBy(host);
    const isPaused = [...pausing].every((path) => paths.indexOf(path) >= 0 && paths.at(-1) !== path);
    return isGoing || !isPaused || Object.values(requests).some((count) => count < 2);
  };
  const loop = async (command: Sender): Promise<void> => {
    for (let nth = 1; left(); nth++) {
      const path = command === 'plan' ? `/plan/${nth}/` : `/read/${nth}`;
      await using one = startDocent([command, `${host.origin}${path}`], env);
      await one.ended;
    }
  };
  const dying = async (): Promise<void> => {
    await using one = startDocent(['read', `${host.origin}${HANGING}`], env);
    await Promise.race([hanging.promise, one.ended]);
    // The request is never answered; from now on no process waits for it. Others may notice its death before this one does.
    for (const arrival of host.arrivals) if (arrival.path === HANGING) arrival.end();
    one.kill();
    await one.ended;
  };
  let whileStopped = 0;
  const stopping = async (): Promise<void> => {
    if (stoppedMs === undefined) return;
    await stop.promise;
    crawl.send('SIGSTOP');
    const before = host.arrivals.length;
    await sleep(stoppedMs);
    whileStopped = host.arrivals.length - before;
    crawl.send('SIGCONT');
  };
  await Promise.all([loop('read'), loop('plan'), dying(), stopping()]);
  return { ...seenBy(host), whileStopped };
}

function seenBy({ arrivals }: Pick<Host, 'arrivals'>): Omit<Seen, 'whileStopped'> {
  const paths = arrivals.map(({ path }) => path);
  const count = (asker: string): number => paths.filter((path) => path.startsWith(`/${asker}/`)).length;
  return { paths, requests: { crawl: count('page'), read: count('read'), plan: count('plan') } };
}

/** Answers after a moment; one path is never answered. */
function slowly(onArrival: Readonly<Record<string, () => void>>): Answer {
  const site = siteOf(PAGES);
  return (request, response, before) => {
    const path = request.url ?? '';
    const isRepeated = before.some((other) => other.path === path);
    if (!isRepeated) onArrival[path]?.();
    if (path === HANGING && !isRepeated) return;
    setTimeout(() => {
      if (pausing.has(path) && !isRepeated) response.writeHead(429, { 'retry-after': `${PAUSE_SEC}` }).end();
      else site(request, response, before);
    }, ANSWER_MS);
  };
}

interface Started extends AsyncDisposable {
  readonly ended: Promise<number | null>;
  kill(): void;
}

function startDocent(args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(pinnedNode, [binary, ...args], { cwd: '/', env: { PATH, HOME, ...env }, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    ended,
    kill: () => void child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
