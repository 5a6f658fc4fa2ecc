// A crawl, a loop of reads and a loop of plans, as processes of their own, at one host: their requests as the host sees them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Answer, type Arrival, gapsOf, type Host, siteOf, startHost } from '../kill/arrivals.ts';
import { startCrawler } from '../kill/crawler.ts';
import { pinnedNode, root } from '../support/repository.ts';

export interface OnePace {
  /** How long all of them run, from the crawl's first page on. */
  readonly seconds: number;
  readonly delayMs: number;
  /** The crawl's process is stopped for this long while a page of its own is under way, and goes on. */
  readonly stoppedMs?: number | undefined;
  readonly data: string;
}

export interface Seen {
  /** Milliseconds between the end of an answer and the next arrival. */
  readonly gaps: readonly number[];
  /** How many pages each process has requested. */
  readonly requests: Readonly<Record<Sender, number>>;
  /** Milliseconds from each answer with a pause to the next arrival. */
  readonly pauses: readonly number[];
  /** Milliseconds from the moment a reader was killed in its turn to the next arrival. */
  readonly afterKill: number;
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
const LONGER_MS = 30_000;
/** Paths whose first request is answered with a pause. */
const pausing: ReadonlySet<string> = new Set(['/page/2', '/read/1', '/plan/1/']);
/** A path that is never answered; the process that requests it is killed. */
const HANGING = '/read/hanging';
/** The path whose request stops the crawl's process. */
const STOPPING = '/page/9';

/** Plays the scene and returns what the host has seen. */
export async function playOnePace({ seconds, delayMs, stoppedMs, data }: OnePace): Promise<Seen> {
  const hanging = Promise.withResolvers<void>();
  const stop = Promise.withResolvers<void>();
  const arrivals: { current: readonly Arrival[] } = { current: [] };
  await using host = await startHost(
    '127.0.0.1',
    slowly(() => arrivals.current, { [HANGING]: hanging.resolve, [STOPPING]: stop.resolve }),
  );
  arrivals.current = host.arrivals;
  const env = { DOCENT_JITTER_MS: '0', DOCENT_REQUEST_DELAY_MS: `${delayMs}`, DOCENT_DATA: data };
  await using crawl = startCrawler([`${host.origin}/`, '--max-pages', `${PAGES}`], { data, env });
  await crawl.event('visited', ({ by }) => by !== 'robots:asked');
  const over = performance.now() + seconds * 1_000;
  /** On a busy machine it goes on until every process has had its share. */
  const left = (): boolean => {
    const { pauses, requests } = seenBy(host, 0);
    const isSeen = pauses.length === pausing.size && Object.values(requests).every((count) => count > 1);
    return performance.now() < (isSeen ? over : over + LONGER_MS);
  };
  const loop = async (command: Sender): Promise<void> => {
    for (let nth = 1; left(); nth++) {
      const path = command === 'plan' ? `/plan/${nth}/` : `/read/${nth}`;
      await using one = startDocent([command, `${host.origin}${path}`], env);
      await Promise.race([one.ended, sleep(over + LONGER_MS - performance.now())]);
    }
  };
  let killedAt = Number.POSITIVE_INFINITY;
  const dying = async (): Promise<void> => {
    await using one = startDocent(['read', `${host.origin}${HANGING}`], env);
    await Promise.race([hanging.promise, one.ended]);
    // On a busy machine other processes notice its death before this one does.
    killedAt = performance.now();
    one.kill();
    await one.ended;
    // The request was never answered; from then on no process waited for it.
    for (const arrival of host.arrivals) if (arrival.path === HANGING) arrival.endedAt = killedAt;
  };
  let stoppedAt = Number.POSITIVE_INFINITY;
  const stopping = async (): Promise<void> => {
    if (stoppedMs === undefined) return;
    await stop.promise;
    crawl.send('SIGSTOP');
    stoppedAt = performance.now();
    await sleep(stoppedMs);
    crawl.send('SIGCONT');
  };
  await Promise.all([loop('read'), loop('plan'), dying(), stopping()]);
  const isStopped = ({ at }: Arrival): boolean => at > stoppedAt && at < stoppedAt + (stoppedMs ?? 0);
  return { ...seenBy(host, killedAt), whileStopped: host.arrivals.filter(isStopped).length };
}

function seenBy({ arrivals }: Host, killedAt: number): Omit<Seen, 'whileStopped'> {
  // A request that is under way at the end has no end.
  const done = arrivals.filter(({ endedAt }) => Number.isFinite(endedAt));
  const count = (asker: string): number => arrivals.filter(({ path }) => path.startsWith(`/${asker}/`)).length;
  const after = (time: number): number => Math.min(...arrivals.map(({ at }) => at).filter((at) => at > time)) - time;
  return {
    gaps: gapsOf([...done, ...arrivals.slice(-1).filter((last) => !done.includes(last))]),
    requests: { crawl: count('page'), read: count('read'), plan: count('plan') },
    pauses: arrivals.filter((arrival) => arrival.status() === 429).map(({ endedAt }) => after(endedAt)),
    afterKill: after(killedAt),
  };
}

/** Answers after a moment; one path is never answered. */
function slowly(arrivals: () => readonly Arrival[], onArrival: Readonly<Record<string, () => void>>): Answer {
  const site = siteOf(PAGES);
  return (request, response, before) => {
    const path = request.url ?? '';
    const arrival = arrivals().at(-1) as Arrival;
    const isRepeated = before.some((other) => other.path === path);
    if (!isRepeated) onArrival[path]?.();
    if (path === HANGING && !isRepeated) return;
    setTimeout(() => {
      // On a busy machine a server hears that it has answered long after the client has read it.
      const sentAt = performance.now();
      response.on('finish', () => {
        arrival.endedAt = sentAt;
      });
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
