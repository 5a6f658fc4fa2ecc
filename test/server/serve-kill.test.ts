// The short versions of `npm run test:serve-kill`: one kill, and three.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { killServer, type ServeKillSummary } from './serve-killing.ts';

const KILLS = 3;
/** Two of them while the run goes on, one while it pauses, and one more while a server starts. */
const SEED = 5;
/** The one kill is while the run goes on. */
const SEED_OF_ONE = 1;
const PAGES_OF_ONE = 12;

async function killed(options: {
  readonly pages: number;
  readonly kills: number;
  readonly seed: number;
}): Promise<ServeKillSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-serve-kill-'));
  try {
    return await killServer({ folder, delayMs: 50, ...options });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('A2, F6, FAULTS 55: a server killed with -9 in the middle of a crawl loses nothing, and the run goes on by itself', async () => {
  const summary = await killed({ pages: PAGES_OF_ONE, kills: 1, seed: SEED_OF_ONE });
  expect(summary.problems).toEqual([]);
  expect(summary).toMatchObject({ moments: { running: 1, paused: 0, starting: 0 }, stored: PAGES_OF_ONE });
  expect(summary.again).toBeLessThanOrEqual(1);
});

it(
  `A2, F6, FAULTS 55: a server killed with -9 at ${KILLS} moments of a crawl loses nothing; the run goes on by itself, and a paused one stays paused`,
  more,
  async () => {
    const summary = await killed({ pages: 40, kills: KILLS, seed: SEED });
    expect(summary.problems).toEqual([]);
    expect(summary).toMatchObject({ moments: { running: 2, paused: 1, starting: 1 }, stored: 40 });
    expect(summary.again).toBeLessThanOrEqual(summary.kills);
  },
);
