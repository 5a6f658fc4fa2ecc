// The short version of `npm run test:pauses`: few moments, few pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { pauseAndKill } from './pausing.ts';

const MOMENTS = 3;
const PAGES = 30;

it(
  'C4, F6: a crawl paused, killed with -9, started anew and resumed loses nothing and requests nothing while it pauses',
  more,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-pauses-'));
    try {
      const summary = await pauseAndKill({ folder, pages: PAGES, delayMs: 100, moments: MOMENTS, seed: 7 });
      expect(summary.problems).toEqual([]);
      expect(summary).toMatchObject({ moments: MOMENTS, stored: PAGES });
      expect(summary.again).toBeLessThanOrEqual(summary.kills);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
