// The real crawler as a process of its own: its events so far, signals to it, and how it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import { withoutAnnouncements } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { HANG_MS } from '../support/until.ts';

export type CrawlerEvent = CrawlEvent | ({ readonly type: 'result' } & RunResult);
type EventOf<T extends CrawlerEvent['type']> = Extract<CrawlerEvent, { type: T }>;

export interface CrawlerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard error without the log lines of every run. */
  readonly stderr: string;
}

export interface Crawler extends AsyncDisposable {
  readonly pid: number;
  /** Everything printed under --json. */
  readonly events: readonly CrawlerEvent[];
  /** Lines on standard output that are not JSON. */
  readonly strayLines: readonly string[];
  readonly ended: Promise<CrawlerEnd>;
  /** The first event, past or to come, of this type that fits; undefined if the process ended without it. */
  event<T extends CrawlerEvent['type']>(
    type: T,
    fits?: (event: EventOf<T>) => boolean,
  ): Promise<EventOf<T> | undefined>;
  /** Waits until standard error holds this, or the process has ended. */
  complained(text: string): Promise<void>;
  send(signal: NodeJS.Signals): void;
}

export interface CrawlerOptions {
  readonly data: string;
  /** The environment; only PATH and HOME are inherited. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const binary = join(root, 'bin/docent.js');

/** Starts `docent crawl … --data … --json`; the process started is the crawler itself, so that a signal reaches it. */
export function startCrawler(args: readonly string[], { data, env = {} }: CrawlerOptions): Crawler {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(pinnedNode, [binary, 'crawl', ...args, '--data', data, '--json'], {
    cwd: '/',
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A crawler that hangs is ended, or it would outlive its test.
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  const events: CrawlerEvent[] = [];
  const strayLines: string[] = [];
  const err: Buffer[] = [];
  const waiting = new Set<(event: CrawlerEvent | undefined) => void>();
  let over = false;

  createInterface({ input: child.stdout }).on('line', (line) => {
    let event: CrawlerEvent;
    try {
      event = JSON.parse(line) as CrawlerEvent;
    } catch {
      strayLines.push(line);
      return;
    }
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
      resolve({ code, signal, stderr });
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
    event,
    async complained(text) {
      while (!over && !Buffer.concat(err).includes(text)) await Promise.race([once(child.stderr, 'data'), ended]);
    },
    send: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (!over) child.kill('SIGKILL');
      await ended;
    },
  };
}
