// npm run test:pauses: a crawl that is paused, killed with -9, started anew and resumed at 20 random moments; nothing may be lost,
// and nothing requested while it pauses. Argument: the number of moments. Environment: PAUSE_SEED (drawn), to repeat one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pauseAndKill } from './pausing.ts';

const MOMENTS = 20;
const PAGES = 150;
const DELAY_MS = 100;

const moments = Number(process.argv[2] ?? MOMENTS);
const seed = Number(process.env.PAUSE_SEED ?? Math.floor(Math.random() * 1_000_000));
const folder = mkdtempSync(join(tmpdir(), 'docent-pauses-'));
const startedAt = performance.now();
const summary = await pauseAndKill({ folder, pages: PAGES, delayMs: DELAY_MS, moments, seed });
const short = summary.moments < moments ? [`the crawl was over after ${summary.moments} of ${moments} moments`] : [];
const problems = [...summary.problems, ...short];
console.log(
  [
    `pauses: ${problems.length === 0 ? 'ok' : 'FAILED'}  ${summary.moments} moments, ${summary.kills} kills`,
    `${summary.stored} of ${PAGES} pages stored`,
    `${summary.requests} requests, ${summary.again} of them again`,
    `${summary.late} after a pause, in flight then`,
    `${Math.round((performance.now() - startedAt) / 1000)} s, PAUSE_SEED=${seed}`,
  ].join('; '),
);
for (const problem of problems.slice(0, 30)) console.error(`  ${problem}`);
if (problems.length > 0) {
  console.error(`the folder stays in ${folder}`);
  process.exitCode = 1;
} else rmSync(folder, { recursive: true, force: true });
