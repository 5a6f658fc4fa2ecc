// A crawl, a loop of reads and a loop of plans, as processes of their own, at one host: what the host sees of them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Answer, type Arrival, gapsOf, type Host, siteOf, startHost } from './kill/arrivals.ts';
import { startCrawler } from './kill/crawler.ts';
import { pinnedNode, root } from './repository.ts';

export interface OnePace {
  /** All together, from the crawl's first page on. */
  readonly seconds: number;
  readonly delayMs: number;
  /** The crawl's process is stopped for this long, and goes on. */
  readonly stoppedMs?: number | undefined;
  readonly data: string;
}

export interface Seen {
  /** Milliseconds between the end of an answer and the next arrival. */
  readonly gaps: readonly number[];
  /** How often each of them has asked for a page. */
  readonly asked: Readonly<Record<Asker, number>>;
  /** Milliseconds from each answer that asked for a pause to the next arrival. */
  readonly pauses: readonly number[];
  /** Milliseconds from the moment a reader was killed in its turn to the next arrival. */
  readonly afterKill: number;
}

export type Asker = 'crawl' | 'read' | 'plan';

/** How long the host wants to be left alone, each time it says so. */
export const PAUSE_SEC = 1;

const binary = join(root, 'bin/docent.js');
/** Pages for longer than anybody asks. */
const PAGES = 2_000;
const ANSWER_MS = 30;
/** Of each of these the first request is answered with a pause. */
const pausing: ReadonlySet<string> = new Set(['/page/4', '/read/3', '/plan/2/']);
const HANGING = '/read/hanging';

/** Plays the scene and returns what the host has seen. */
export async function playOnePace({ seconds, delayMs, stoppedMs, data }: OnePace): Promise<Seen> {
  const hanging = Promise.withResolvers<void>();
  await using host = await startHost(
    '127.0.0.1',
    slowly(() => hanging.resolve()),
  );
  const env = { DOCENT_JITTER_MS: '0', DOCENT_REQUEST_DELAY_MS: `${delayMs}`, DOCENT_DATA: data };
  await using crawl = startCrawler([`${host.origin}/`, '--max-pages', `${PAGES}`], { data, env });
  await crawl.event('visited', ({ by }) => by !== 'robots:asked');
  const over = performance.now() + seconds * 1_000;
  const left = (): boolean => performance.now() < over;
  const loop = async (command: Asker): Promise<void> => {
    for (let nth = 1; left(); nth++) {
      const path = command === 'plan' ? `/plan/${nth}/` : `/read/${nth}`;
      await using one = startDocent([command, `${host.origin}${path}`], env);
      await Promise.race([one.ended, sleep(over - performance.now())]);
    }
  };
  let killedAt = Number.POSITIVE_INFINITY;
  const dying = async (): Promise<void> => {
    await using one = startDocent(['read', `${host.origin}${HANGING}`], env);
    await Promise.race([hanging.promise, one.ended]);
    one.kill();
    await one.ended;
    killedAt = performance.now();
    // It was never answered; from now on nobody waits for it.
    for (const arrival of host.arrivals) if (arrival.path === HANGING) arrival.endedAt = killedAt;
  };
  const stopping = async (): Promise<void> => {
    if (stoppedMs === undefined) return;
    await sleep(Math.max(1_000, (seconds * 1_000 - stoppedMs) / 2));
    crawl.send('SIGSTOP');
    await sleep(stoppedMs);
    crawl.send('SIGCONT');
  };
  await Promise.all([loop('read'), loop('plan'), dying(), stopping()]);
  return seenBy(host, killedAt);
}

function seenBy({ arrivals }: Host, killedAt: number): Seen {
  // One that is under way at the end has no end.
  const done = arrivals.filter(({ endedAt }) => Number.isFinite(endedAt));
  const count = (asker: string): number => arrivals.filter(({ path }) => path.startsWith(`/${asker}/`)).length;
  const after = (time: number): number => Math.min(...arrivals.map(({ at }) => at).filter((at) => at > time)) - time;
  return {
    gaps: gapsOf([...done, ...arrivals.slice(-1).filter((last) => !done.includes(last))]),
    asked: { crawl: count('page'), read: count('read'), plan: count('plan') },
    pauses: arrivals.filter((arrival) => arrival.status() === 429).map(({ endedAt }) => after(endedAt)),
    afterKill: after(killedAt),
  };
}

/** Answers after a moment; one path is never answered. */
function slowly(hangs: () => void): Answer {
  const site = siteOf(PAGES);
  return (request, response, before) => {
    const path = request.url ?? '';
    const isAsked = before.some((arrival: Arrival) => arrival.path === path);
    if (path === HANGING && !isAsked) return hangs();
    setTimeout(() => {
      if (pausing.has(path) && !isAsked) response.writeHead(429, { 'retry-after': `${PAUSE_SEC}` }).end();
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
