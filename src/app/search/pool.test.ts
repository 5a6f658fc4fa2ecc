// Search threads: one that ends is replaced, one that hangs is ended, and every query gets an answer or an error.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSearchPool, type SearchPool } from './pool.ts';
import { searchRequest } from './request.ts';

let folder: string;
let pool: SearchPool | undefined;

/** A thread that does what the query orders; `ends` counts in shared files how often it has. */
const program = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parentPort, threadId, workerData } from 'node:worker_threads';
const { folder } = workerData.store;
parentPort.on('message', ({ id, text }) => {
  const [what, most = '0'] = text.split(' ');
  if (what === 'hang') for (;;);
  if (what === 'throw') throw new Error('broken');
  if (what === 'exit') {
    const file = folder + '/exits';
    const before = existsSync(file) ? readFileSync(file).length : 0;
    if (before < Number(most)) {
      appendFileSync(file, 'x');
      process.exit(7);
    }
  }
  if (what === 'refuse') parentPort.postMessage({ id, error: { code: 'DOC_STORE', message: 'damaged' } });
  else if (what === 'fault') parentPort.postMessage({ id, error: { message: 'oh' } });
  else parentPort.postMessage({ id, answer: { text, threadId } });
});
parentPort.postMessage({ id: 0 });
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-pool-'));
  writeFileSync(join(folder, 'thread.mjs'), program);
});
afterEach(async () => {
  await pool?.close();
  rmSync(join(folder, 'exits'), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened(threads = 1, cpuMs = 30_000): SearchPool {
  pool = createSearchPool({
    store: { kind: 'sqlite', folder },
    threads,
    cpuMs,
    program: pathToFileURL(join(folder, 'thread.mjs')),
  });
  return pool;
}

const run = (text: string): Promise<unknown> => (pool as SearchPool).run(text, searchRequest());

describe('search threads', () => {
  it('S5: answer in order of arrival, however many queries come at once', async () => {
    opened(2);
    const texts = Array.from({ length: 50 }, (_, nth) => `ask ${nth}`);
    const answers = (await Promise.all(texts.map(run))) as { text: string; threadId: number }[];
    expect(answers.map(({ text }) => text)).toEqual(texts);
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
  });

  it('S5: a thread that ends is replaced, and its query run once more', async () => {
    opened();
    const { threadId: first } = (await run('ask')) as { threadId: number };
    expect(await run('exit 1')).toMatchObject({ text: 'exit 1' });
    expect(((await run('ask')) as { threadId: number }).threadId).not.toBe(first);
  });

  it('S5: a query that ends two threads is rejected, and the next is answered', async () => {
    opened();
    await expect(run('exit 9')).rejects.toMatchObject({ code: 'DOC_SEARCH', retry: true });
    expect(await run('ask')).toMatchObject({ text: 'ask' });
    await expect(run('throw')).rejects.toThrow(/was ended: .*broken/);
    expect(await run('ask')).toMatchObject({ text: 'ask' });
  });

  it('S5: a query that takes too long is ended at its deadline, and those behind it are answered', async () => {
    opened(1, 1_000);
    await run('ask');
    const [hung, next] = await Promise.allSettled([run('hang'), run('ask')]);
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'DOC_SEARCH' } });
    expect(String((hung as PromiseRejectedResult).reason.message)).toContain('longer than 1 s');
    expect(next).toMatchObject({ status: 'fulfilled' });
  });

  it('S5: what a thread cannot do keeps its code; a fault of ours is one', async () => {
    opened();
    await expect(run('refuse')).rejects.toMatchObject({ code: 'DOC_STORE', message: 'damaged' });
    await expect(run('fault')).rejects.toMatchObject({ code: 'DOC_INTERNAL' });
  });

  it('S5: more than a thousand waiting are refused rather than remembered', async () => {
    opened();
    const all = await Promise.allSettled(Array.from({ length: 1_100 }, () => run('ask')));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(99);
    expect(refused[0]).toMatchObject({ reason: { code: 'DOC_SEARCH' } });
  });

  it('S5: closing rejects what is under way and what comes later', async () => {
    opened();
    await run('ask');
    const underWay = [run('hang'), run('ask')];
    const closed = (pool as SearchPool).close();
    for (const one of underWay) await expect(one).rejects.toThrow('closed');
    await closed;
    await expect(run('ask')).rejects.toMatchObject({ code: 'DOC_SEARCH' });
  });
});
