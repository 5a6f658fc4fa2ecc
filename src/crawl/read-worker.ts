// The thread that reads pages: bytes in, facts, links and chunks out, nothing else in reach.
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadInput, ReadingOptions, ReadPage } from './reading.ts';

/** All that reading needs is loaded before the first page, so that no page pays for it with its time. */
async function load(want: ReadingOptions['want']): Promise<ReadPage> {
  if (want === 'links') {
    const { readLinks } = await import('./read-links.ts');
    return async (input) => readLinks(input);
  }
  const { countTokens } = await import('../chunk/tokens.ts');
  countTokens('ready');
  return (await import('./read-page.ts')).readPage;
}

const read = await load((workerData as { readonly want: ReadingOptions['want'] }).want);

parentPort?.on('message', async ({ id, input }: { readonly id: number; readonly input: ReadInput }) => {
  try {
    parentPort?.postMessage({ id, result: await read(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
parentPort?.postMessage({ id: 0 });
