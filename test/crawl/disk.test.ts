// A crawl on a disk that is too small, as the real binary: it reports it, waits, and goes on when there is room.
// A disk that is full or slow is about files: SQLite alone.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crawler, startCrawler } from '../kill/crawler.ts';
import { crawlArgs, planProblems } from '../kill/killing.ts';
import { planSite, startSite } from '../kill/site.ts';
import { snapshot } from '../kill/snapshot.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';

const DISK_BYTES = 8 * 2 ** 20;

let disk: string;
const mounted = mount();

function mount(): boolean {
  disk = mkdtempSync(join(tmpdir(), 'docent-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'docent-disk', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => {
  if (!mounted) console.warn('FAULTS 57 not tried: no tmpfs can be mounted here');
});

afterAll(() => {
  if (mounted) execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** More than an empty store takes (half a megabyte with its log), less than the crawl needs. */
const FREE_BYTES = [
  [550_000, more],
  [650_000, {}],
  [800_000, more],
] as const;

describe.skipIf(!mounted)('FAULTS 57: a full disk', () => {
  for (const [free, options] of FREE_BYTES)
    it(
      `with ${free / 1000} kB left pauses the crawl, leaves what is stored readable, and lets it go on when freed`,
      options,
      async () => {
        const ballast = join(disk, 'ballast');
        const data = join(disk, 'data');
        try {
          await using site = await startSite(planSite(200));
          writeFileSync(ballast, Buffer.alloc(DISK_BYTES - free));
          await using crawler = startCrawler(crawlArgs(site), { data });
          const warning = await crawler.event('warning', ({ by }) => by === 'DOC_STORE_FULL');
          if (warning === undefined) throw new Error(`it did not pause: ${(await crawler.ended).stderr}`);
          expect(snapshot(data).problems).toEqual([]);
          rmSync(ballast);
          expect(await crawler.ended).toMatchObject({ code: 0, stderr: '' });
          const end = snapshot(data);
          expect([...end.problems, ...planProblems(site, end)]).toEqual([]);
        } finally {
          for (const path of [ballast, data]) rmSync(path, { recursive: true, force: true });
        }
      },
    );
});

/** Leaves no byte free. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 2 ** 16; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

describe.skipIf(!mounted)('FAULTS 57: a disk that is full for what is written beside the loop', () => {
  const ballast = join(disk, 'ballast');
  const data = join(disk, 'data');
  const fast = ['--delay', '0', '--allow-private', '127.0.0.0/8'];

  afterEach(() => {
    for (const path of [ballast, data]) rmSync(path, { recursive: true, force: true });
  });

  /** Waits until the crawler reports that the disk is full. */
  async function paused(crawler: Crawler): Promise<void> {
    const warning = await crawler.event('warning', ({ by }) => by === 'DOC_STORE_FULL');
    if (warning === undefined) throw new Error(`it did not pause: ${(await crawler.ended).stderr}`);
  }

  it('FAULTS 57: an entry in the blocklist waits for space, and is there when the crawl goes on', more, async () => {
    await using site = await startServer(({ url }, response) => {
      if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Home.</p><a href="/no">no</a>');
      else if (url === '/no') {
        fillDisk(ballast);
        response.writeHead(403).end();
      } else response.writeHead(404).end();
    });
    await using crawler = startCrawler([`${site.origin}/`, ...fast], { data });
    await paused(crawler);
    rmSync(ballast);
    expect(await crawler.ended).toMatchObject({ code: 0, stderr: '' });
    const { urls } = snapshot(data);
    expect(Array.from(urls.values(), ({ state, by }) => [state, by])).toContainEqual(['blocked', 'http:403']);
  });

  it(
    'FAULTS 57: a robots.txt that leads to another host waits for space, and no site is closed for it',
    more,
    async () => {
      await using other = await startServer((_, response) => void response.writeHead(404).end(), '127.0.0.2');
      await using site = await startServer(({ url }, response) => {
        if (url !== '/robots.txt')
          return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Home.</p>');
        fillDisk(ballast);
        response.writeHead(302, { location: `${other.origin}/robots.txt` }).end();
      });
      await using crawler = startCrawler([`${site.origin}/`, ...fast], { data });
      await paused(crawler);
      rmSync(ballast);
      expect(await crawler.ended).toMatchObject({ code: 0 });
      expect(Array.from(snapshot(data).urls.values(), ({ state }) => state)).toEqual(['indexed']);
    },
  );

  it('A1, F5: Ctrl-C while the crawl waits for space ends it as interrupted, and nothing is lost', more, async () => {
    let isFreed = false;
    await using site = await startServer(({ url }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      if (url === '/a' && !isFreed) fillDisk(ballast);
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Page ${url}.</p><a href="/a">a</a>`);
    });
    {
      await using crawler = startCrawler([`${site.origin}/`, ...fast], { data });
      await paused(crawler);
      crawler.send('SIGINT');
      const { code, stderr } = await crawler.ended;
      expect([code, stderr.includes('went wrong')]).toEqual([130, false]);
    }
    rmSync(ballast);
    isFreed = true;
    await using again = startCrawler([`${site.origin}/`, ...fast], { data });
    expect(await again.ended).toMatchObject({ code: 0 });
    expect(Array.from(snapshot(data).urls.values(), ({ state }) => state)).toEqual(['indexed', 'indexed']);
  });
});
