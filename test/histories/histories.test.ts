// Random histories go as they were recorded: what a change of the engine or of its rules changes unintended is seen here.
import { afterAll, expect, it } from 'vitest';
import { EmptyFolders } from '../support/empty-folders.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { readText } from '../support/repository.ts';
import { historyOf } from './history.ts';
import { hashOf, traceOf } from './trace.ts';

const hashes = JSON.parse(readText('test/histories/recorded.json')) as readonly string[];
const folders = new EmptyFolders();
afterAll(() => folders.remove());

it('F6, F10: random histories are answered and kept as they were recorded', scaled, async () => {
  for (let seed = 1; seed <= hashes.length; seed += inAll(6, 1))
    expect(hashOf(await traceOf(historyOf(seed), folders)), `history ${seed}`).toBe(hashes[seed - 1]);
});
