// The real crawler as a process of its own: its events so far, signals to it, and how it ended.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import { withoutAnnouncements } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

export type CrawlerEvent = CrawlEvent | ({ readonly type: 'result' } & RunResult);
type EventOf<T extends CrawlerEvent['type']> = Extract<CrawlerEvent, { type: T }>;

export interface CrawlerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard error without the log lines of every run. */
  readonly stderr: string;
  /** Milliseconds since the start. */
  readonly ms: number;
}

export interface Crawler extends AsyncDisposable {
  readonly pid: number;
  /** Everything printed under --json. */
  readonly events: readonly CrawlerEvent[];
  /** Lines on standard output that are not JSON. */
  readonly strayLines: readonly string[];
  readonly ended: Promise<CrawlerEnd>;
  /** Milliseconds from the start to the first `started` event; undefined if the process ended before. */
  readonly ready: Promise<number | undefined>;
  /** The first event, past or to come, of this type that fits; undefined if the process ended without it. */
  event<T extends CrawlerEvent['type']>(
    type: T,
    fits?: (event: EventOf<T>) => boolean,
  ): Promise<EventOf<T> | undefined>;
  send(signal: NodeJS.Signals): void;
}

export interface CrawlerOptions {
  readonly data: string;
  /** The environment; only PATH and HOME are inherited. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A crawler that hangs is ended, or it would outlive its test. */
const LONGEST_MS = 300_000;

const binary = join(root, 'bin/docent.js');

/** Starts `docent crawl … --data … --json`; the process started is the crawler itself, so that a signal reaches it. */
export function startCrawler(args: readonly string[], { data, env = {} }: CrawlerOptions): Crawler {
  const { PATH = '', HOME = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(pinnedNode, [binary, 'crawl', ...args, '--data', data, '--json'], {
    cwd: '/',
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const events: CrawlerEvent[] = [];
  const strayLines: string[] = [];
  const err: Buffer[] = [];
  const waiting = new Set<(event: CrawlerEvent | undefined) => void>();
  let readyMs: number | undefined;
  let over = false;

  createInterface({ input: child.stdout }).on('line', (line) => {
    let event: CrawlerEvent;
    try {
      event = JSON.parse(line) as CrawlerEvent;
    } catch {
      strayLines.push(line);
      return;
    }
    if (event.type === 'started') readyMs ??= performance.now() - startedAt;
    events.push(event);
    for (const look of waiting) look(event);
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<CrawlerEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      over = true;
      for (const look of waiting) look(undefined);
      const stderr = withoutAnnouncements(Buffer.concat(err).toString());
      resolve({ code, signal, stderr, ms: performance.now() - startedAt });
    });
  });

  function event<T extends CrawlerEvent['type']>(
    type: T,
    fits: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T> | undefined> {
    const isIt = (one: CrawlerEvent): one is EventOf<T> => one.type === type && fits(one as EventOf<T>);
    const past = events.find(isIt);
    if (past !== undefined || over) return Promise.resolve(past);
    return new Promise((resolve) => {
      const look = (one: CrawlerEvent | undefined): void => {
        if (one !== undefined && !isIt(one)) return;
        waiting.delete(look);
        resolve(one);
      };
      waiting.add(look);
    });
  }

  return {
    pid: child.pid ?? -1,
    events,
    strayLines,
    ended,
    ready: event('started').then(() => readyMs),
    event,
    send: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (!over) child.kill('SIGKILL');
      await ended;
    },
  };
}
