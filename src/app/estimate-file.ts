// F12: the estimate of a plan that was made before anything was crawled, kept until the first crawl takes it over.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import type { Amounts } from '../watch/estimate.ts';

const NAME = 'estimates.json';

/** Keeps estimates in a data folder that has no crawl yet, in place of earlier ones. Throws what the file system throws. */
export function keepForFirstCrawl(folder: string, estimates: Readonly<Record<string, Amounts>>): void {
  makeFolder(folder);
  writeFileSync(join(folder, NAME), `${JSON.stringify(estimates)}\n`);
}

/** What was kept, which is gone after that; nothing where there is none, or where it cannot be read. */
export function takeKeptEstimates(folder: string): readonly (readonly [provider: string, estimate: Amounts])[] {
  try {
    const kept = JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as Record<string, Amounts>;
    rmSync(join(folder, NAME));
    return Object.entries(kept).filter(([, one]) => [one.pages, one.bytes, one.seconds].every(Number.isFinite));
  } catch {
    return [];
  }
}
