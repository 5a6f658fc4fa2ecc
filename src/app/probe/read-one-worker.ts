// The thread that reads single pages: bytes in, the page and its chunks out, nothing else in reach.
import { parentPort } from 'node:worker_threads';
import { countTokens } from '../../chunk/tokens.ts';
import { isMachineFault } from '../../core/machine-fault.ts';
import type { ThreadReply } from '../../crawl/read/read-threads.ts';
import { type PageInput, type PageOutput, readHere } from './read-one-extract.ts';

async function reply(input: PageInput): Promise<ThreadReply<PageOutput>> {
  try {
    return { result: await readHere(input) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isOurs: isMachineFault(error) };
  }
}

// All that reading needs is loaded before the first page, so that no page pays for it with its time.
countTokens('ready');
await import('../../extract/shell/shell.ts');

parentPort?.on('message', async (input: PageInput) => parentPort?.postMessage(await reply(input)));
parentPort?.postMessage('ready');
