// `docent serve` as the real binary on a free port of loopback, until a test ends it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinnedNode, root } from '../support/repository.ts';

export interface ServeProcess extends AsyncDisposable {
  /** `http://127.0.0.1:…`, with the base path and without a slash at the end. */
  readonly address: string;
  readonly pid: number;
  /** Standard error so far. */
  readonly output: () => string;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
}

const { PATH = '', HOME = '' } = process.env;

/** Starts a server in a folder, whose data is in `.docent`. Rejects with its output when it ends before it listens. */
export async function startServe(cwd: string, ...flags: readonly string[]): Promise<ServeProcess> {
  const args = [join(root, 'bin/docent.js'), 'serve', '--listen', '127.0.0.1:0', ...flags];
  const child = spawn(pinnedNode, args, { cwd, env: { PATH, HOME }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /listening on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(output)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { address, pid: child.pid as number, output: () => output, stop, [Symbol.asyncDispose]: stop };
}
