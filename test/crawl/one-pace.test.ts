// F4: processes that know each other only by their data folder keep one pace and spend one budget; the real binary.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteOf, startHost } from '../kill/arrivals.ts';
import { startCrawler } from '../kill/crawler.ts';
import { more } from '../support/how-long.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { Visits } from '../support/visits.ts';
import { PAUSE_SEC, pausing, playOnePace } from './one-pace.ts';

const DELAY_MS = 300;
/** Processes hand times on in whole milliseconds. */
const ROUNDED_MS = 2;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-pace-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent('a crawl, reads and plans in processes of their own', () => {
  it('F4, H3: never overlap at a host or come sooner than the delay, one of them killed in its turn', async () => {
    const data = join(folder, 'pace');
    const visits = new Visits();
    const { requests, paths } = await playOnePace({ notes: visits, delayMs: DELAY_MS, data });
    visits.expectGaps(DELAY_MS - ROUNDED_MS);
    for (const path of pausing)
      visits.expectWait(PAUSE_SEC * 1_000 - ROUNDED_MS, path, paths[paths.indexOf(path) + 1] as string);
    for (const count of Object.values(requests)) expect(count).toBeGreaterThan(1);
  });

  it('F4: spend one budget to the last request, and no more', more, async () => {
    const bound = 8;
    await using host = await startHost('127.0.0.1', siteOf(40));
    const data = join(folder, 'budget');
    // Bounds hold for sites of others; the server is the proxy that leads to all of them.
    const env = {
      ...{ http_proxy: host.origin, DOCENT_PROXY: 'env', DOCENT_REQUESTS_PER_HOUR: `${bound}`, DOCENT_JITTER_MS: '0' },
      ...{ DOCENT_REQUEST_DELAY_MS: '1000', DOCENT_DATA: data },
    };
    await using crawl = startCrawler(['http://crawled.example/', '--no-wait'], { data, env });
    await crawl.event('visited');
    const docent = (...args: string[]) => run(pinnedNode, [join(root, 'bin/docent.js'), ...args], { cwd: folder, env });
    const others = [1, 2].map((nth) => docent('read', `http://read${nth}.example/`));
    const plan = docent('plan', 'http://planned.example/');
    const ended = await Promise.all([...others, plan]);
    await crawl.ended;
    const last = await docent('read', 'http://last.example/');
    expect(host.arrivals).toHaveLength(bound);
    expect({ code: last.code, stderr: last.stderr }).toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringContaining('budget:hour'),
    });
    expect(ended.map(({ code }) => code)).toContain(0);
  });
});
