// The short version of `npm run test:pauses`: two moments, twenty-four pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pauseAndKill } from './pausing.ts';

const MOMENTS = 2;
const PAGES = 24;

it(`C4, F6: a crawl paused, killed with -9, started anew and resumed at ${MOMENTS} moments loses nothing and requests nothing while it pauses`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-pauses-'));
  try {
    const summary = await pauseAndKill({ folder, pages: PAGES, delayMs: 100, moments: MOMENTS, seed: 7 });
    expect(summary.problems).toEqual([]);
    expect(summary).toMatchObject({ moments: MOMENTS, stored: PAGES });
    expect(summary.again).toBeLessThanOrEqual(summary.kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
