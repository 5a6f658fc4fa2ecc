// A crawl on a disk that is too small, as the real binary: it says so, waits, and goes on when there is room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from './kill/crawler.ts';
import { crawlArgs, planProblems } from './kill/killing.ts';
import { planSite, startSite } from './kill/site.ts';
import { snapshot } from './kill/snapshot.ts';

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

describe.skipIf(!mounted)('FAULTS 57: a full disk', () => {
  for (const free of [400_000, 500_000, 700_000])
    it(`with ${free / 1000} kB left pauses the crawl, leaves what is stored readable, and lets it go on when freed`, async () => {
      const ballast = join(disk, 'ballast');
      const data = join(disk, 'data');
      try {
        await using site = await startSite(planSite(300));
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
    });
});
