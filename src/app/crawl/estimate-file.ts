// F12: the estimate of a plan that was made before anything was crawled, kept until the first crawl takes it over.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeOrNothing, isMap } from '../../core/decode.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { isAmounts } from '../../watch/port-decode.ts';
import type { Amounts } from '../../watch/report/estimate.ts';

const NAME = 'estimates.json';

/** Keeps estimates in a data folder that has no crawl yet, in place of earlier ones. Throws what the file system throws. */
export function keepForFirstCrawl(folder: string, estimates: Readonly<Record<string, Amounts>>): void {
  makeFolder(folder, PRIVATE_FOLDER);
  writeFileSync(join(folder, NAME), `${JSON.stringify(estimates)}\n`, { mode: PRIVATE_FILE });
}

/** Returns what was kept and removes it; nothing where there is none, or where it cannot be read. */
export function takeKeptEstimates(folder: string): readonly (readonly [provider: string, estimate: Amounts])[] {
  try {
    const kept = decodeOrNothing(readFileSync(join(folder, NAME), 'utf8'), isMap);
    if (kept === undefined) return [];
    rmSync(join(folder, NAME));
    return Object.entries(kept).flatMap(([provider, one]) => (isAmounts(one) ? [[provider, one] as const] : []));
  } catch {
    return [];
  }
}
