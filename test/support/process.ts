// Runs programs to their end and returns all their output.
import { spawn } from 'node:child_process';
import { HANG_MS } from './until.ts';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /**
   * The whole environment; nothing is inherited but PATH, HOME and the place of compiled code, so that a developer's own settings
   * change no test.
   */
  readonly env?: Readonly<Record<string, string>>;
}

/** Waits for the program to end; one that cannot be started rejects, and one that hangs is ended, or it would outlive its test. */
export function run(program: string, args: readonly string[], { cwd, env = {} }: RunOptions): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn(program, args, {
      cwd,
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: HANG_MS,
      killSignal: 'SIGKILL',
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

/** Log lines that a successful run writes to standard error: incidents, report and alerts. */
const ANNOUNCED = /^\{"level":"(?:info|warn)",.*(?:"by":|"bound":|\[CRAWL_REPORT\])/;

/** Standard error without the log lines of every run. */
export function withoutAnnouncements(stderr: string): string {
  return stderr
    .split(/(?<=\n)/)
    .filter((line) => !ANNOUNCED.test(line))
    .join('');
}
