// The thread that reads pages: bytes in, text and links out, nothing else in reach.
import { parentPort } from 'node:worker_threads';
import { countTokens } from '../chunk/tokens.ts';
import { readPage } from './read-page.ts';
import type { ReadInput } from './reading.ts';

// The ranks are read before the first page, so that no page pays for them with its time.
countTokens('ready');
parentPort?.postMessage({ id: 0 });

parentPort?.on('message', async ({ id, input }: { readonly id: number; readonly input: ReadInput }) => {
  try {
    parentPort?.postMessage({ id, result: await readPage(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
