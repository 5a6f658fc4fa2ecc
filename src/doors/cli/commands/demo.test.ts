// `docent demo` as the real binary: what it leaves behind when it is stopped, which is nothing.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinnedNode, root } from '../../../../test/support/repository.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-demo-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the demo with its temporary folder inside ours, and calls `act` at its first words. */
function demo(args: readonly string[], act: (child: ReturnType<typeof spawn>) => void): Promise<Ended> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(pinnedNode, [join(root, 'bin/docent.js'), 'demo', ...args], {
    cwd: folder,
    // Node.js would keep compiled code in the temporary folder, which is not the demo's.
    env: { PATH, HOME, TMPDIR: folder, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
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
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

describe('docent demo', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'A1: %s stops it cleanly: exit code 130, its temporary folder is removed',
    async (signal) => {
      const { stdout, ...end } = await demo([], (child) => void child.kill(signal));
      expect(end).toEqual({ code: 130, signal: null, stderr: '' });
      expect(stdout).toContain('interrupted');
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('A1: a second Ctrl-C ends it at once, and leaves nothing either', async () => {
    const end = await demo([], (child) => {
      child.kill('SIGINT');
      setImmediate(() => child.kill('SIGINT'));
    });
    expect(end).toMatchObject({ code: 130, signal: null, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('A1: a reader that has seen enough leaves nothing behind', async () => {
    const end = await demo([], (child) => void child.stdout?.destroy());
    expect(end).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('A1: a folder that was named is kept', async () => {
    const { code } = await demo(['--data', 'mine'], (child) => void child.kill('SIGINT'));
    expect(code).toBe(130);
    expect(existsSync(join(folder, 'mine', 'docent.sqlite'))).toBe(true);
  });

  it('A1: left alone it ends well, shows what to do next, and cleans up', async () => {
    const { code, stdout, stderr } = await demo([], () => {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('99 discovered = 62 indexed');
    expect(stdout).toMatch(/docent search LANTERN_MAX_RETRIES .*\n1\. Configuration/);
    expect(stdout).toMatch(/docent search how do I stop a worker.*\n1\. Graceful shutdown/);
    expect(stdout).toContain('임대가 만료되면 다른 워커가');
    expect(stdout).toContain('docent urls');
    expect(readdirSync(folder)).toEqual([]);
  });
});
