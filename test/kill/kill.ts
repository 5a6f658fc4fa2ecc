// npm run test:kill: crawls of a local site, each killed with -9 at 200 random points; nothing may be lost.
// Environment: KILL_RUNS (3), KILL_POINTS (200), KILL_PAGES (1500), KILL_LISTED (60), KILL_SEED (drawn),
// to repeat or to shorten a run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlOnce, type KillSummary, killAgainAndAgain } from './killing.ts';
import { killAroundSitemap } from './listed.ts';
import { planSite, startSite } from './site.ts';

const READY_MS = 2_000;
const LONGEST_MINUTES = 20;

const setting = (name: string, standard: number): number => Number(process.env[name] ?? standard);
const runs = setting('KILL_RUNS', 3);
const kills = setting('KILL_POINTS', 200);
const pages = setting('KILL_PAGES', 1_500);
const listedKills = setting('KILL_LISTED', 60);
const seed = setting('KILL_SEED', Math.floor(Math.random() * 1_000_000));

const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
await using site = await startSite(planSite(pages));
const reference = await crawlOnce(site, join(folder, 'reference'));
console.log(
  `site: ${pages} pages and what surrounds them, ${reference.pages.size} stored of ${reference.discovered} discovered; ` +
    `${runs} runs × ${kills} kills, KILL_SEED=${seed}`,
);
let bad = 0;
for (let run = 1; run <= runs; run++) {
  const runAt = performance.now();
  const summary = await killAgainAndAgain({
    site,
    folder: join(folder, `run-${run}`),
    kills,
    seed: seed + run,
    reference,
    clock: () => performance.now(),
  });
  const seconds = (performance.now() - runAt) / 1000;
  const problems = [...summary.problems, ...slowness(summary)];
  console.log(`run ${run}: ${problems.length === 0 ? 'ok' : 'FAILED'}  ${line(summary, seconds)}`);
  for (const problem of problems.slice(0, 30)) console.error(`  ${problem}`);
  bad += problems.length;
}
const aroundSitemap = await killAroundSitemap({ folder: join(folder, 'listed'), kills: listedKills, seed });
console.log(`a site of a sitemap: ${aroundSitemap.length === 0 ? 'ok' : 'FAILED'}  ${listedKills} crawls killed once`);
for (const problem of aroundSitemap.slice(0, 30)) console.error(`  ${problem}`);
bad += aroundSitemap.length;
const minutes = (performance.now() - startedAt) / 60_000;
const late = minutes > LONGEST_MINUTES;
console.log(`${minutes.toFixed(1)} min in all${late ? `, more than ${LONGEST_MINUTES}` : ''}; ${bad} problems`);
if (bad > 0 || late) {
  console.error(`the folders of failed runs stay in ${folder}`);
  process.exitCode = 1;
} else rmSync(folder, { recursive: true, force: true });

function slowness({ readyMs }: KillSummary): readonly string[] {
  const slowest = Math.max(0, ...readyMs);
  return slowest < READY_MS ? [] : [`a start took ${Math.round(slowest)} ms until it was ready`];
}

function line(summary: KillSummary, seconds: number): string {
  const { kills: times, moments, stored, discovered, requests, refetches, inFlight } = summary;
  const ready = summary.readyMs.toSorted((a, b) => a - b);
  const [median = 0, slowest = 0] = [ready[Math.floor(ready.length / 2)], ready.at(-1)];
  const when = `${moments.starting} starting, ${moments.answer} at an answer, ${moments.anytime} at any time`;
  return [
    `${times} kills (${when})`,
    `${stored} stored of ${discovered} discovered`,
    `${requests} requests, ${refetches} of them again (${inFlight} were in flight)`,
    `ready in ${Math.round(median)} ms, at most ${Math.round(slowest)} ms`,
    `${seconds.toFixed(0)} s`,
  ].join('; ');
}
