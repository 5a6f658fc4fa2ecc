// `docent serve` as the real binary, operated through its API and by signals, from its first moment to its end.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RunView } from '../../src/app/crawl/runs.ts';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { pinnedNode, root } from '../support/repository.ts';

export interface Serving extends AsyncDisposable {
  readonly pid: number;
  /** Resolves once it serves. Rejects with its output when it ends before. */
  readonly ready: Promise<void>;
  /** A call of the API, once it serves; rejects with the problem of one that is refused. */
  post(path: string, body?: object): Promise<void>;
  /** The runs as the API lists them, the latest first. */
  runs(): Promise<readonly Pick<RunView, 'id' | 'provider' | 'state' | 'pid'>[]>;
  send(signal: NodeJS.Signals): void;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    /** Standard error. */
    readonly output: string;
  }>;
}

/** A server that hangs is ended, or it would outlive its test. */
const LONGEST_MS = 300_000;

/** A token with every scope, for servers of this data folder. */
export async function tokenFor(data: string): Promise<string> {
  return (await openTokens(data).create({ scopes: tokenScopes })).token;
}

/** Starts it in the folder of a docent.yml. */
export function startServing(cwd: string, data: string, token: string): Serving {
  const { PATH = '', HOME = '' } = process.env;
  const args = [
    join(root, 'bin/docent.js'),
    'serve',
    '--listen',
    '127.0.0.1:0',
    '--data',
    data,
    '--allow-private',
    '127.0.0.1',
  ];
  const child = spawn(pinnedNode, args, {
    ...{ cwd, env: { PATH, HOME, DOCENT_JITTER_MS: '0' }, stdio: ['ignore', 'ignore', 'pipe'] },
    ...{ timeout: LONGEST_MS, killSignal: 'SIGKILL' },
  });
  let output = '';
  const address = Promise.withResolvers<string>();
  const ready = address.promise.then(() => {});
  ready.catch(() => {}); // whoever waits for it looks at it
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
    const found = /listening on (\S+)/.exec(output)?.[1];
    if (found !== undefined) address.resolve(found);
  });
  const ended = new Promise<Awaited<Serving['ended']>>((resolve) => {
    child.on('close', (code, signal) => {
      address.reject(new Error(`it ended with ${code ?? signal}: ${output}`));
      resolve({ code, signal, output });
    });
  });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${await address.promise}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    ...{ pid: child.pid ?? -1, ready, ended },
    async post(path, body) {
      await call('POST', path, body);
    },
    runs: async () => ((await call('GET', '/runs')) as { runs: readonly RunView[] }).runs,
    send: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
