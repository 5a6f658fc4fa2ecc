// npm run test:serve-kill: a server with a crawl under way is killed with -9 at 20 random moments and started anew; nothing may be lost.
// Argument: the number of kills. Environment: SERVE_KILL_SEED (drawn), to repeat one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killServer } from './serve-killing.ts';

const KILLS = 20;
const PAGES = 200;
const DELAY_MS = 60;
/** What takes longer than this for each kill has hung. */
const LONGEST_MS = 60_000;

const kills = Number(process.argv[2] ?? KILLS);
const seed = Number(process.env.SERVE_KILL_SEED ?? Math.floor(Math.random() * 1_000_000));
const folder = mkdtempSync(join(tmpdir(), 'docent-serve-kill-'));
const now = (): number => performance.now();
const startedAt = now();
const hung = setTimeout(
  () => {
    console.error(`serve-kill: FAILED  it hangs; SERVE_KILL_SEED=${seed}; the folder stays in ${folder}`);
    process.exit(1);
  },
  (kills + 1) * LONGEST_MS,
);
const { problems, moments, ...summary } = await killServer({
  ...{ folder, pages: PAGES, delayMs: DELAY_MS, kills, seed, now },
});
clearTimeout(hung);
console.log(
  [
    `serve-kill: ${problems.length === 0 ? 'ok' : 'FAILED'}  ${summary.kills} kills`,
    `${moments.running} running, ${moments.paused} paused, ${moments.starting} starting`,
    `${summary.stored} of ${PAGES} pages stored`,
    `${summary.requests} requests, ${summary.again} of them again`,
    `went on within ${Math.round(summary.slowestMs)} ms`,
    `${Math.round((now() - startedAt) / 1000)} s, SERVE_KILL_SEED=${seed}`,
  ].join('; '),
);
for (const problem of problems.slice(0, 30)) console.error(`  ${problem}`);
if (problems.length > 0) {
  console.error(`the folder stays in ${folder}`);
  process.exitCode = 1;
} else rmSync(folder, { recursive: true, force: true });
