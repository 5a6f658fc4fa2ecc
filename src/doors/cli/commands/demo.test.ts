// `docent demo` as the real binary: what it leaves behind when it is stopped, which is nothing.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { more } from '../../../../test/support/how-long.ts';
import { pinnedNode, root } from '../../../../test/support/repository.ts';
import { HANG_MS } from '../../../../test/support/until.ts';

let ours: string;

beforeAll(() => {
  ours = mkdtempSync(join(tmpdir(), 'docent-demo-test-'));
});
afterAll(() => rmSync(ours, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the demo with its temporary folder inside one of ours, and calls `act` at its first words. */
async function demo(
  args: readonly string[],
  act: (child: ReturnType<typeof spawn>) => void,
): Promise<{ readonly end: Ended; readonly folder: string }> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const folder = mkdtempSync(join(ours, 'demo-'));
  const child = spawn(pinnedNode, [join(root, 'bin/docent.js'), 'demo', ...args], {
    cwd: folder,
    // Node.js would keep compiled code in the temporary folder, which is not the demo's.
    env: { PATH, HOME, TMPDIR: folder, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (stdout === '') act(child);
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const end = await new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { end, folder };
}

/** Ends as after Ctrl-C, with nothing left. */
async function isStopped(signal: NodeJS.Signals): Promise<void> {
  const {
    end: { stdout, ...end },
    folder,
  } = await demo([], (child) => void child.kill(signal));
  expect(end).toEqual({ code: 130, signal: null, stderr: '' });
  expect(stdout).toContain('interrupted');
  expect(readdirSync(folder)).toEqual([]);
}

describe.concurrent('docent demo', () => {
  it.each(['SIGINT'] as const)('A1: %s stops it cleanly: exit code 130, its temporary folder is removed', isStopped);

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'A1: %s stops it cleanly: exit code 130, its temporary folder is removed',
    more,
    isStopped,
  );

  it('A1: a second Ctrl-C ends it at once, and leaves nothing either', async () => {
    const { end, folder } = await demo([], (child) => {
      child.kill('SIGINT');
      setImmediate(() => child.kill('SIGINT'));
    });
    expect(end).toMatchObject({ code: 130, signal: null, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('A1: a reader that has seen enough leaves nothing behind', more, async () => {
    const { end, folder } = await demo([], (child) => void child.stdout?.destroy());
    expect(end).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('A1: a folder that was named is kept', async () => {
    const { end, folder } = await demo(['--data', 'mine'], (child) => void child.kill('SIGINT'));
    expect(end.code).toBe(130);
    expect(existsSync(join(folder, 'mine', 'docent.sqlite'))).toBe(true);
  });

  it('A1: left alone it ends well, shows what to do next, and cleans up', async () => {
    const {
      end: { code, stdout, stderr },
      folder,
    } = await demo([], () => {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('99 discovered = 62 indexed');
    expect(stdout).toMatch(/docent search LANTERN_MAX_RETRIES .*\n1\. Configuration/);
    expect(stdout).toMatch(/docent search how do I stop a worker.*\n1\. Graceful shutdown/);
    expect(stdout).toContain('임대가 만료되면 다른 워커가');
    expect(stdout).toContain('docent urls');
    expect(readdirSync(folder)).toEqual([]);
  });
});
