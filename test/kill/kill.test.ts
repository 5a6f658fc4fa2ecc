// The short version of `npm run test:kill`: few kills, few pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inAll, more, scaled } from '../support/how-long.ts';
import { crawlOnce, IN_FLIGHT, killAgainAndAgain } from './killing.ts';
import { killAroundSitemap } from './listed.ts';
import { planSite, startSite } from './site.ts';

const KILLS = inAll(3, 5);
const PAGES = inAll(90, 200);
const SEED = 20_260;

it(
  'F6, FAULTS 55: a crawl killed with -9 at random points loses nothing and stores nothing twice',
  scaled,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
    try {
      await using site = await startSite(planSite(PAGES));
      const reference = await crawlOnce(site, join(folder, 'reference'));
      const options = { site, folder: join(folder, 'killed'), kills: KILLS, seed: SEED, reference };
      const summary = await killAgainAndAgain(options);
      expect(summary.problems).toEqual([]);
      expect(summary.kills).toBe(KILLS);
      expect(summary.stored).toBe(reference.pages.size);
      expect(summary.refetches).toBeLessThanOrEqual(summary.inFlight);
      expect(summary.inFlight).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it(
  'F6, F9, FAULTS 55: pages that only a sitemap names are found although the crawl was killed before it was queued',
  more,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
    try {
      expect(await killAroundSitemap({ folder, kills: KILLS, seed: SEED })).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
