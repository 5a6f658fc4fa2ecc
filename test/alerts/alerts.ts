// `npm run test:alerts`: five real manuals, fetched from Debian: their first crawls raise nothing, each of five breakages what a table says.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Alert, boundsOf } from '../../src/watch/alerts/alerts.ts';
import { run } from '../support/process.ts';
import { type Breakage, breakages, serveManual } from './broken-site.ts';
import { crawlWhole, firstCrawl, refreshBroken } from './judge.ts';
import { manuals, readManual } from './manuals.ts';

const PAGES = 200;
const docent = fileURLToPath(new URL('../../bin/docent.js', import.meta.url));
const only = process.argv.slice(2);
let wrong = 0;

for (const manual of manuals.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-alerts-'));
  try {
    const { mark, selector, bounds } = manual;
    const pages = readManual(manual, 2 * PAGES);
    const served = Math.min(PAGES, Math.floor(pages.size / 2));
    mkdirSync(join(folder, 'plain'));
    // A crawl of an address stops at 200 pages by itself: the whole manual is there.
    await using all = await serveManual({ pages, served: pages.size, mark });
    const { raised, advice } = await firstCrawl(all.start, join(folder, 'plain'));
    report(manual.name, `first crawl, at most ${PAGES} of ${pages.size} pages`, raised, raised.length === 0);
    for (const text of advice) console.log(`    advice: ${text}`);
    await using site = await serveManual({ pages, served, mark });
    const source = { site, folder, selector, bounds, command };
    const { raised: first, measured } = await crawlWhole(source);
    report(manual.name, `first crawl with bounds, ${served} pages`, first, first.length === 0);
    console.log(`    measured: ${measured.join(', ')}`);
    for (const how of Object.keys(breakages) as Breakage[]) {
      const { alerts, shown: page } = await refreshBroken(source, how);
      const { cause, shows } = breakages[how];
      const [alert] = alerts;
      const shown = boundsOf(alert).map(({ bound }) => bound);
      const isRight = alerts.length === 1 && alert?.about === cause && shows.every((bound) => shown.includes(bound));
      report(manual.name, how, alerts, isRight);
      const isShown =
        how === 'selector' ? page.includes(selector) : site.affected(how).some((path) => page.includes(path));
      if (!isShown) wrong++;
      console.log(
        `    ${isShown ? 'its command shows the pages' : `ITS COMMAND DOES NOT SHOW THEM: ${page.slice(0, 500)}`}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(wrong === 0 ? 'all as the table says' : `${wrong} otherwise than the table says`);
process.exitCode = wrong === 0 ? 0 : 1;

async function command(words: readonly string[], cwd: string): Promise<string> {
  return (await run(process.execPath, [docent, ...words], { cwd })).stdout;
}

function report(name: string, what: string, alerts: readonly Alert[], isRight: boolean): void {
  if (!isRight) wrong++;
  const found = alerts.map(
    (alert) =>
      `${alert.about} (${boundsOf(alert)
        .map(({ bound }) => bound)
        .join(', ')})`,
  );
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name}: ${what}: ${found.join('; ') || 'no alert'}`);
  for (const { text } of alerts) console.log(`    ${text}`);
}
