// Random histories go as they went before the rules of a URL's states were moved out of the engines (npm run test:histories plays more).
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inAll, more, scaled } from '../support/how-long.ts';
import { readText, root } from '../support/repository.ts';
import { besideMemory } from './beside-memory.ts';
import { hashOf, tracesOf } from './compare.ts';
import { loadEngine } from './engine.ts';
import { historyOf } from './history.ts';
import type { Recorded } from './recorded.ts';
import { Folders } from './subjects.ts';

const { hashes, mended } = JSON.parse(readText('test/histories/recorded.json')) as Recorded;
const mendedHashes = new Map(mended.map((line) => line.split(' ') as [string, string]));
/** How a history went, or goes since a defect was mended. */
const hashIn = (seed: number): string | undefined => mendedHashes.get(String(seed)) ?? hashes[seed - 1];
/** Each sixth of those that were recorded, and all of them in `npm run test:more`. */
const histories = hashes.map((_, nth) => historyOf(nth + 1)).filter(({ seed }) => seed % inAll(6, 1) === 0);
const engine = await loadEngine(join(root, 'src'));
const folders = new Folders();
afterAll(() => folders.remove());

describe('random histories', () => {
  it('are answered and kept by the embedded ledger as they were recorded', scaled, async () => {
    for (const history of histories.filter(({ world }) => !world.isPlain)) {
      const [trace = []] = await tracesOf(history, engine, folders);
      expect(hashOf(trace), repeat(history.seed)).toBe(hashIn(history.seed));
    }
  });

  it('that are plain are so, too, and the ledger in memory returns the same', more, async () => {
    for (const history of histories.filter(({ world }) => world.isPlain)) {
      const { trace, difference } = await besideMemory(history, engine, folders);
      expect(hashOf(trace), repeat(history.seed)).toBe(hashIn(history.seed));
      expect(difference?.second, `${repeat(history.seed)} --memory`).toBe(difference?.first);
    }
  });
});

function repeat(seed: number): string {
  return `to see where: npm run test:histories -- --seed ${seed}`;
}
