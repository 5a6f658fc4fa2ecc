// Builds the search index of crawled pages from their stored text, as a rebuild does, and reports where the time goes.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rebuildIndex } from '../../src/crawl/index/rebuild-index.ts';
import type { Ledger } from '../../src/frontier/port.ts';
import { chunksIndexed, storeAt } from './measure.ts';

export interface Built {
  readonly pages: number;
  readonly withoutText: number;
  /** In the index. */
  readonly chunks: number;
  /** As long as somebody waits for it: a thread analyses while this one reads and writes. */
  readonly wallMs: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** What this thread did of it, and how long it waited for the other. */
  readonly readMs: number;
  readonly writeMs: number;
  readonly linksMs: number;
  readonly waitMs: number;
  /** By which the folder grew. */
  readonly bytes: number;
}

/** Brings the index of a crawl up to date. */
export async function buildIndex(folder: string): Promise<Built> {
  const store = storeAt(folder);
  const before = folderBytes(folder);
  const { ledger } = await store.openLedger();
  const spent = { behindIndex: 0, toIndex: 0, putIndex: 0, refreshIndex: 0, cleanIndex: 0 };
  const timed = <Name extends keyof typeof spent>(name: Name): Ledger[Name] =>
    (async (...args: never[]) => {
      const start = performance.now();
      try {
        return await (ledger[name] as (...args: never[]) => Promise<unknown>).call(ledger, ...args);
      } finally {
        spent[name] += performance.now() - start;
      }
    }) as Ledger[Name];
  const start = performance.now();
  const used = process.cpuUsage();
  const { rebuilt, withoutText } = await rebuildIndex(
    {
      ...{ behindIndex: timed('behindIndex'), toIndex: timed('toIndex'), putIndex: timed('putIndex') },
      ...{ refreshIndex: timed('refreshIndex'), cleanIndex: timed('cleanIndex') },
    },
    () => ({}),
  );
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  await ledger.close();
  const { toIndex: readMs, putIndex: writeMs, refreshIndex, cleanIndex } = spent;
  const linksMs = refreshIndex + cleanIndex;
  return {
    ...{ pages: rebuilt, withoutText, wallMs, cpuMs: (user + system) / 1_000 },
    ...{ readMs, writeMs, linksMs, waitMs: wallMs - readMs - writeMs - linksMs },
    ...{ chunks: await chunksIndexed(store), bytes: folderBytes(folder) - before },
  };
}

/** Octets of everything in a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

if (process.argv[1]?.endsWith('build-index.ts')) console.log(await buildIndex(resolve(process.argv[2] as string)));
