// Webhooks of the real binary: a kill while one is under way, the test message, warnings, and the receiver of docs/webhooks.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';
import { pinnedNode, readText, root } from '../support/repository.ts';

const SECRET = 'wh-s3cr3t-4711';
const env = { TEST_HOOK_SECRET: SECRET };
const binary = join(root, 'bin/docent.js');

let folder: string;
let site: LocalServer;
let receiver: LocalServer;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  site = await startServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const words = Array.from({ length: 80 }, (_, n) => `word${n}`).join(' ');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${request.url}</h1><p>${words}</p>`);
  });
  receiver = await startServer((request, response) => void request.resume().on('end', () => response.end()));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await site[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function configure(url = `${receiver.origin}/hook/s3cr3t`, variable = 'TEST_HOOK_SECRET'): void {
  writeFileSync(
    join(folder, 'docent.yml'),
    `webhooks:\n  - { url: "${url}", events: [run.ended], secret_env: ${variable} }\nproviders:\n  - { provider_id: mine, seed_url: "${site.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0 }\n`,
  );
}

const docent = (args: readonly string[], own: Readonly<Record<string, string>> = env): Promise<Finished> =>
  runCommand(args, { cwd: folder, env: own });

const idOf = ({ headers }: IncomingMessage): unknown => headers['docent-delivery'];

it('F6, M1: what a process was sending when it was killed is sent by the next one at once, under the same id', async () => {
  configure();
  const held = new Promise<void>((resolve) => receiver.answer((request) => void request.resume().on('end', resolve)));
  const child = spawn(pinnedNode, [binary, 'crawl', 'mine', '--quiet'], {
    ...{ cwd: folder, stdio: 'ignore', env: { PATH: process.env.PATH ?? '', HOME: folder, ...env } },
  });
  children.push(child);
  const ended = once(child, 'exit');
  await held;
  child.kill('SIGKILL');
  await ended;
  receiver.answer((request, response) => void request.resume().on('end', () => response.end()));
  expect((await docent(['schedule', 'run', '--once'])).code).toBe(0);
  expect(receiver.requests.map(idOf)).toEqual([expect.any(String), idOf(receiver.requests[0] as IncomingMessage)]);
  const { code, stdout, stderr } = await docent(['crawl', 'mine', '--quiet']);
  expect(code).toBe(0);
  expect(new Set(receiver.requests.map(idOf)).size).toBe(2);
  expect(stdout + stderr).not.toMatch(/s3cr3t/);
});

it('A6, M1: a secret that is missing is a warning at the start, and nothing is sent', async () => {
  configure();
  const { code, stderr } = await docent(['crawl', 'mine', '--quiet'], {});
  expect(code).toBe(0);
  expect(stderr).toMatch(/nothing is sent to webhooks\[0\] \(127\.0\.0\.1:\d+\): .* TEST_HOOK_SECRET is not set/);
  expect(stderr).not.toContain('s3cr3t');
  expect(receiver.requestLines).toEqual([]);
});

it('M1: alerts test prints what came of each message, and fails where one did not arrive', async () => {
  configure();
  const name = `webhooks[0] (127.0.0.1:${receiver.port})`;
  expect(await docent(['alerts', 'test'])).toEqual({ code: 0, stdout: `sent    ${name}\n`, stderr: '' });
  receiver.answer((request, response) => void request.resume().on('end', () => response.writeHead(401).end()));
  const failed = await docent(['alerts', 'test', '--json']);
  expect(failed).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(failed.stdout)).toEqual([
    { to: name, ok: false, problem: `127.0.0.1:${receiver.port} answered with status 401` },
  ]);
  writeFileSync(join(folder, 'docent.yml'), '');
  expect(await docent(['alerts', 'test'])).toMatchObject({ code: 2, stdout: '' });
});

it('M1: the receiver of docs/webhooks.md takes what docent signs, and refuses what another secret signed', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readText('docs/webhooks.md')) ?? [];
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(15);
  const listening = code.replace(
    ".listen(8080, '127.0.0.1')",
    ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
  );
  expect(listening).not.toBe(code);
  writeFileSync(join(folder, 'receiver.mjs'), listening);
  const child = spawn(pinnedNode, ['receiver.mjs'], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], env: { DOCENT_HOOK_SECRET: SECRET } },
  });
  children.push(child);
  const [port] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  configure(`http://127.0.0.1:${String(port).trim()}/`);
  expect(await docent(['alerts', 'test'])).toMatchObject({ code: 0, stderr: '' });
  const wrong = await docent(['alerts', 'test'], { TEST_HOOK_SECRET: 'another' });
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('answered with status 401') });
});
