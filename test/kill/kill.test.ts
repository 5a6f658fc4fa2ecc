// The short version of `npm run test:kill`: five kills, two hundred pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crawlOnce, IN_FLIGHT, killAgainAndAgain } from './killing.ts';
import { killAroundSitemap } from './listed.ts';
import { planSite, startSite } from './site.ts';

const KILLS = 5;
const SEED = 20_260;

it(`F6, FAULTS 55: a crawl killed with -9 at ${KILLS} random points loses nothing and stores nothing twice`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
  try {
    await using site = await startSite(planSite(200));
    const reference = await crawlOnce(site, join(folder, 'reference'));
    const attempt = (n: number): ReturnType<typeof killAgainAndAgain> =>
      killAgainAndAgain({ site, folder: join(folder, `killed-${n}`), kills: KILLS, seed: SEED + n, reference });
    let summary = await attempt(0);
    // On a machine of another speed the crawl may end before its last kill, which proves nothing either way.
    for (let n = 1; n < 4 && summary.kills < KILLS; n++) summary = await attempt(n);
    expect(summary.problems).toEqual([]);
    expect(summary.kills).toBe(KILLS);
    expect(summary.stored).toBe(reference.pages.size);
    expect(summary.refetches).toBeLessThanOrEqual(summary.inFlight);
    expect(summary.inFlight).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
    // The slowest start may have waited for another test's; `npm run test:kill` bounds it, too.
    expect(summary.medianReadyMs).toBeLessThan(2_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

it('F6, F9, FAULTS 55: pages that only a sitemap names are found although the crawl was killed before it was queued', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
  try {
    expect(await killAroundSitemap({ folder, kills: KILLS, seed: SEED })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
