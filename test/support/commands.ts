// Runs commands of docent in processes that stay: for tests of what a command does and prints, not of how its process starts and ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Order } from './commands-program.ts';
import type { Finished, RunOptions } from './process.ts';
import { pinnedNode, root } from './repository.ts';
import { HANG_MS } from './until.ts';

/** Commands of concurrent tests wait for servers and delays of their own: as many as tests run side by side. */
const MOST_PROCESSES = 8;

const END = '\0end of the command\0';
const program = join(root, 'test/support/commands-program.ts');
const main = pathToFileURL(join(root, 'dist/doors/cli/main.js')).href;

interface Job {
  readonly order: Order;
  readonly resolve: (finished: Finished) => void;
}

/** Processes that have preloaded the same. */
interface Pool {
  readonly preload: string | undefined;
  readonly waiting: Job[];
  readonly idle: ChildProcess[];
  processes: number;
}

const pools = new Map<string | undefined, Pool>();

export interface CommandOptions extends RunOptions {
  /** A module that is loaded before docent, as by `node --import`. */
  readonly preload?: string | undefined;
}

/**
 * As `run` with the built program, 0.2 to 0.5 s of CPU sooner. A command that ends its process is all right; one that is to be sent
 * signals, or input, or that starts before another has ended its work, needs a process of its own.
 */
export function runCommand(words: readonly string[], { cwd, env = {}, preload }: CommandOptions): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const pool = pools.get(preload) ?? { preload, waiting: [], idle: [], processes: 0 };
  pools.set(preload, pool);
  return new Promise((resolve) => {
    pool.waiting.push({ order: { main, words, cwd, env: { PATH, HOME, ...env }, end: END }, resolve });
    next(pool);
  });
}

function next(pool: Pool): void {
  const { waiting, idle, processes } = pool;
  if (waiting.length === 0 || (idle.length === 0 && processes >= MOST_PROCESSES)) return;
  work(pool, idle.pop() ?? start(pool), waiting.shift() as Job);
}

function start(pool: Pool): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const args = [...(pool.preload === undefined ? [] : ['--import', pool.preload]), program];
  pool.processes++;
  const child = spawn(pinnedNode, args, { env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  keepsAlive(child, false);
  child.on('exit', () => {
    const at = pool.idle.indexOf(child);
    if (at < 0) return;
    pool.idle.splice(at, 1);
    pool.processes--;
  });
  return child;
}

function work(pool: Pool, child: ChildProcess, { order, resolve }: Job): void {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let code: number | null | undefined;
  keepsAlive(child, true);
  // A command that hangs is ended, or it would outlive its test.
  const timer = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const hear = (chunks: Buffer[]) => (chunk: Buffer) => {
    chunks.push(chunk);
    const stdout = Buffer.concat(out).toString();
    const stderr = Buffer.concat(err).toString();
    const [printed, exit] = stdout.split(END);
    if (!exit?.endsWith('\n') || !stderr.endsWith(END)) return;
    code = Number(exit);
    end(printed as string, stderr.slice(0, -END.length));
    keepsAlive(child, false);
    pool.idle.push(child);
    next(pool);
  };
  const onOut = hear(out);
  const onErr = hear(err);
  /** The command ended its process: what it printed until then is its output. */
  const onClose = (exit: number | null): void => {
    pool.processes--;
    code = exit;
    end(Buffer.concat(out).toString(), Buffer.concat(err).toString());
    next(pool);
  };
  function end(stdout: string, stderr: string): void {
    clearTimeout(timer);
    child.stdout?.off('data', onOut);
    child.stderr?.off('data', onErr);
    child.off('close', onClose);
    resolve({ code: code ?? null, stdout, stderr });
  }
  child.stdout?.on('data', onOut);
  child.stderr?.on('data', onErr);
  child.on('close', onClose);
  child.send(order);
}

/** An idle process must not keep that of the tests alive, which ends it. */
function keepsAlive(child: ChildProcess, isBusy: boolean): void {
  for (const part of [
    child,
    child.channel,
    child.stdout,
    child.stderr,
  ] as readonly (Partial<NodeJS.RefCounted> | null)[])
    if (isBusy) part?.ref?.();
    else part?.unref?.();
}
