// Probes run in threads: pages are parsed there, and a server responds to others meanwhile. Each is bounded, and ends with its caller.
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { DocentError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { machineFault } from '../../../core/machine-fault.ts';
import { type ThreadFault, ThreadPool } from '../../../core/thread-pool.ts';
import { threadProgram } from '../../../core/thread-program.ts';
import type { Settings, SettingsInput } from '../../../settings.ts';
import { type ErrorData, errorFrom } from '../thread-errors.ts';
import type { ProbeArguments, ProbeName, ProbeValue } from './probes.ts';

/** Looks at sites without crawling them. */
export interface Probes {
  /**
   * Runs a probe. Rejects with what it throws, as a DocentError where it is one; with DOC_TIMEOUT when it takes too long, DOC_BUSY when
   * too many wait, and an AbortError when the signal ends it.
   */
  run<N extends ProbeName>(name: N, args: ProbeArguments<N>, signal: AbortSignal): Promise<ProbeValue<N>>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface ProbesOptions {
  /** The settings of a probe that begins now. */
  readonly input: () => SettingsInput;
  /** Where it works, whatever they say. */
  readonly at: Pick<Settings, 'data' | 'store'>;
  readonly log: Log;
  /** How long a probe may take. Default: two minutes. */
  readonly mostMs?: number | undefined;
}

/** What a thread is sent. */
export interface ProbeTask {
  readonly name: ProbeName;
  readonly args: unknown;
  readonly input: SettingsInput;
  readonly at: ProbesOptions['at'];
  /** A message on it ends the probe; lines of the log come from it. */
  readonly port: MessagePort;
}

/** What it replies. */
export type ProbeReply =
  | { readonly value: unknown }
  | { readonly error: ErrorData }
  /** It was ended, and so were its turns. */
  | { readonly isEnded: true };

interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly event: string;
}

const THREADS = 3;
const MOST_MS = 120_000;
/** A probe that was ended has this long to end its turns; then its thread is ended. */
const GRACE_MS = 10_000;
const CLOSE_MS = 2_000;
const MOST_WAITING = 16;
const MEMORY = Object.freeze({ maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384, stackSizeMb: 4 });

/** Probing threads; each is started when there is work for it. */
export function createProbes({ input, at, log, mostMs = MOST_MS }: ProbesOptions): Probes {
  const closing = new AbortController();
  const pool = new ThreadPool<ProbeTask, ProbeReply>(
    {
      program: threadProgram('./probe-worker', import.meta.url),
      failed: notProbed,
      moves: ({ port }) => [port],
    },
    { threads: THREADS, deadlineMs: mostMs + GRACE_MS, memory: MEMORY, mostWaiting: MOST_WAITING },
  );
  const running = new Set<Promise<unknown>>();
  const write = ({ level, fields, event }: LogLine): void => log[level](fields, event);

  async function run<N extends ProbeName>(
    name: N,
    args: ProbeArguments<N>,
    signal: AbortSignal,
  ): Promise<ProbeValue<N>> {
    const { port1: own, port2: port } = new MessageChannel();
    own.on('message', write);
    own.unref();
    let isLate = false;
    const end = (): void => own.postMessage('end');
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, mostMs);
    const ended = AbortSignal.any([signal, closing.signal]);
    try {
      ended.addEventListener('abort', end, { once: true });
      if (ended.aborted) throw aborted();
      const reply = await pool.run({ name, args, input: input(), at, port });
      // A thread returns what its probe returns.
      if ('value' in reply) return reply.value as ProbeValue<N>;
      if ('error' in reply) throw errorFrom(reply.error);
      throw isLate ? late(mostMs) : aborted();
    } finally {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      for (let left = receiveMessageOnPort(own); left !== undefined; left = receiveMessageOnPort(own))
        write(left.message as LogLine);
      own.close();
    }
  }

  return {
    run(name, args, signal) {
      const probe = run(name, args, signal);
      const over = probe.catch(() => {}).finally(() => running.delete(over)); // the caller gets it
      running.add(over);
      return probe;
    },
    async close() {
      closing.abort();
      // Turns that are ended leave no host waiting for them.
      await Promise.race([Promise.all(running), sleep(CLOSE_MS, undefined, { ref: false })]);
      await pool.close();
    },
  };
}

function aborted(): DOMException {
  return new DOMException('the probe was ended', 'AbortError');
}

function late(mostMs: number): DocentError {
  const seconds = mostMs / 1_000;
  return new DocentError(
    'DOC_TIMEOUT',
    `the look took longer than ${seconds} s: its host is slow, or sets a long delay`,
  );
}

function notProbed({ name }: ProbeTask, { kind, error, isMachine }: ThreadFault): DocentError {
  if (kind === 'closed') return new DocentError('DOC_BUSY', 'the server is ending');
  if (kind === 'full') return new DocentError('DOC_BUSY', `${MOST_WAITING} looks are waiting already`);
  if (isMachine) return machineFault('the thread that looks at sites could not do its work', error);
  if (kind === 'late') return new DocentError('DOC_TIMEOUT', `${name} was ended: ${error.message}`);
  return new DocentError('DOC_EXTRACT', `${name} was ended: ${error.message}`);
}
