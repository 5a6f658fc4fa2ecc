// The thread that reads previews: the bytes of a page in, both readings of it out, nothing else in reach.
import { parentPort } from 'node:worker_threads';
import { countTokens } from '../../../chunk/tokens.ts';
import { isMachineFault } from '../../../core/machine-fault.ts';
import type { ThreadReply } from '../../../crawl/read/read-threads.ts';
import { type PreviewInput, type PreviewOutput, previewPage } from './preview-extract.ts';

async function reply(input: PreviewInput): Promise<ThreadReply<PreviewOutput>> {
  try {
    return { result: await previewPage(input) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isOurs: isMachineFault(error) };
  }
}

// All that reading needs is loaded before the first page, so that no page pays for it with its time.
countTokens('ready');
await import('../../../extract/shell/shell.ts');

parentPort?.on('message', async (input: PreviewInput) => parentPort?.postMessage(await reply(input)));
parentPort?.postMessage('ready');
