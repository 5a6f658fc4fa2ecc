// The launcher where the system's Node.js is too old: the process it starts ends with it, however it ends.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshot } from '../kill/snapshot.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { until } from '../support/until.ts';

const binary = join(root, 'bin/docent.js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-launcher-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first `node` on PATH that npm has not put there, if docent cannot run on it. */
function oldNode(): string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => path !== '' && !path.includes('node_modules'));
  const node = folders.map((path) => join(path, 'node')).find((path) => existsSync(path));
  if (node === undefined) return undefined;
  const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    .split('.')
    .map(Number);
  return major < 22 || (major === 22 && minor < 19) ? node : undefined;
}

/** What the launcher does on an old Node.js, for machines that have none. */
const launcher = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, DOCENT_RELAUNCHED: '1' } })`;

const old = oldNode();
const launchers: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ...(old === undefined ? [] : ([['the launcher on an old Node.js', old, binary]] as const)),
  ['a process like the launcher', pinnedNode, '-e', launcher, binary],
];

/** The process that crawls into a folder. */
function crawlerOf(data: string): number {
  const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true, timeout: 60_000 });
  try {
    return Number(db.prepare('SELECT pid FROM owner').get()?.pid);
  } finally {
    db.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('A1: when the process that the terminal knows has ended', () => {
  let folders = 0;

  const cases = launchers.flatMap((launcher) =>
    (['SIGKILL', 'SIGHUP'] as const).map((signal) => ({ launcher, signal })),
  );
  for (const [nth, { launcher, signal }] of cases.entries()) {
    const [name, program, ...args] = launcher;
    it(`A1, F5: the crawl ends cleanly after ${signal} of ${name}`, nth === 0 ? {} : more, async () => {
      let requests = 0;
      await using site = await startServer(({ url = '' }, response) => {
        if (url === '/robots.txt') return void response.writeHead(404).end();
        requests++;
        const links = [1, 2, 3, 4, 5].map((i) => `<a href="${url === '/' ? '' : url}/${i}">${i}</a>`).join(' ');
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<title>${url}</title><p>About ${url}.</p>${links}`);
      });
      const data = join(folder, `${folders++}`);
      const parent = spawn(
        program,
        // Far more pages than come before it ends.
        [
          ...args,
          'crawl',
          `${site.origin}/`,
          '--data',
          data,
          '--delay',
          '100',
          '--max-depth',
          '9',
          '--max-pages',
          '1000',
          '--quiet',
        ],
        {
          cwd: folder,
          env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
          stdio: 'ignore',
        },
      );
      const pid = parent.pid ?? -1;
      let child = -1;
      try {
        await until(() => requests >= 3);
        child = crawlerOf(data);
        expect([child === pid, isAlive(child)]).toEqual([false, true]);
        parent.kill(signal);
        await until(() => !isAlive(child));
        // Stopped, not torn down: what was in flight was finished and nothing is leased.
        const { leased, problems, waiting } = snapshot(data);
        expect([leased, problems, waiting > 0]).toEqual([[], [], true]);
      } finally {
        if (isAlive(pid)) parent.kill('SIGKILL');
        if (child > 0 && isAlive(child)) process.kill(child, 'SIGKILL');
      }
    });
  }
});
