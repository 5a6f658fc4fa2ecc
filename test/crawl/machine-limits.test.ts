// A crawl on a machine that lets it open few files, as the real binary: no site counts as failed for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshot } from '../kill/snapshot.ts';
import { inAll, more, scaled } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { type Finished, run, withoutAnnouncements } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

/** More than the files that may be open. */
const HOSTS = inAll(300, 800);

let folder: string;
let site: LocalServer;
let connections = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-limits-'));
  // Every address of 127.0.0.0/8 is a host of its own.
  site = await startServer(({ url, headers, socket }, response) => {
    connections = Math.max(
      connections,
      (socket as unknown as { server: { _connections: number } }).server._connections,
    );
    if (url === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'keep-alive': 'timeout=60' })
        .end(`<title>${headers.host}</title><p>This page is at home on ${headers.host}.</p>`);
  }, '0.0.0.0');
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function urls(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, i) => `http://127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}:${site.port}/`,
  );
}

/** `docent …` where at most this many files may be open. */
function limited(files: number, ...args: readonly string[]): Promise<Finished> {
  const script = `ulimit -n ${files} && exec "$@"`;
  return run('sh', ['-c', script, 'sh', pinnedNode, join(root, 'bin/docent.js'), ...args], { cwd: folder });
}

async function crawl(files: number, data: string, targets: readonly string[]): Promise<Finished> {
  const pace = ['--delay', '0', '--concurrency', '16', '--quiet'];
  const ended = await limited(files, 'crawl', ...targets, '--data', data, ...pace);
  return { ...ended, stderr: withoutAnnouncements(ended.stderr) };
}

/** How many URLs are in which state. */
function states(data: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of snapshot(join(folder, data)).urls.values()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

describe.skipIf(process.platform !== 'linux')('a machine that lets few files be open', () => {
  it(
    'H6: more hosts than 256 are crawled with 256 open files, because idle connections are closed',
    scaled,
    async () => {
      const { code, stderr } = await crawl(256, 'many', urls(HOSTS));
      expect([code, stderr]).toEqual([0, '']);
      expect(states('many')).toEqual({ indexed: HOSTS });
      expect(connections).toBeLessThan(200);
    },
  );

  it(
    'FAULTS 58: with 30 open files the run ends with what to do, no host or page is blamed, and the next run completes',
    more,
    async () => {
      const targets = urls(60);
      const { code, stderr } = await crawl(30, 'few', targets);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^docent: .*(EMFILE|open files).*ulimit -n/m)]);
      const { waiting = 0, indexed = 0, ...others } = states('few');
      expect([waiting > 0, indexed < targets.length, others]).toEqual([true, true, {}]);
      expect((await limited(4096, 'blocklist', '--data', 'few', '--json')).stdout).not.toContain('127.0.');
      expect(await crawl(4096, 'few', targets)).toMatchObject({ code: 0, stderr: '' });
      expect(states('few')).toEqual({ indexed: targets.length });
    },
  );

  // Depending on how many are open already, it is the store, the thread that reads, or a connection that finds none left.
  for (const files of [24, 26, 28, 34, 40])
    it(`FAULTS 58: with ${files} open files, too, only the machine is blamed`, more, async () => {
      const data = `with-${files}`;
      const { code, stderr } = await crawl(files, data, urls(20));
      expect([code, stderr]).toEqual(code === 0 ? [0, ''] : [1, expect.stringContaining('ulimit -n')]);
      const { waiting, indexed, ...others } = states(data);
      expect(others).toEqual({});
    });
});
