// The thread that reads pages: bytes in, text and links out, nothing else in reach.
import { parentPort } from 'node:worker_threads';
import { type ReadInput, readPage } from './read-page.ts';

parentPort?.on('message', async ({ id, input }: { readonly id: number; readonly input: ReadInput }) => {
  try {
    parentPort?.postMessage({ id, result: await readPage(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
