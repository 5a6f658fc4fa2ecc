// The short version of `npm run test:serve-kill`: three kills, forty pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killServer } from './serve-killing.ts';

const KILLS = 3;
/** Two of them while the run goes on, one while it pauses, and one more while a server starts. */
const SEED = 5;
const PAGES = 40;

it(`A2, F6, FAULTS 55: a server killed with -9 at ${KILLS} moments of a crawl loses nothing; the run goes on by itself, and a paused one stays paused`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-serve-kill-'));
  try {
    const summary = await killServer({ folder, pages: PAGES, delayMs: 100, kills: KILLS, seed: SEED });
    expect(summary.problems).toEqual([]);
    expect(summary).toMatchObject({ moments: { running: 2, paused: 1, starting: 1 }, stored: PAGES });
    expect(summary.again).toBeLessThanOrEqual(summary.kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
