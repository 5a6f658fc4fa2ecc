// The thread that reads pages: bytes in, facts, links and chunks out, nothing else in reach.
import { parentPort, workerData } from 'node:worker_threads';
import { isMachineFault } from '../../core/machine-fault.ts';
import { buffersOf } from '../../core/search-entry.ts';
import type { ThreadReply } from './read-threads.ts';
import type { ReadInput, ReadingOptions, ReadPage, ReadResult } from './reading.ts';

/** All that reading needs is loaded before the first page, so that it does not count against a page's deadline. */
async function load(want: ReadingOptions['want']): Promise<ReadPage> {
  if (want === 'links') {
    const { readLinks } = await import('./read-links.ts');
    return async (input) => {
      if (input.form === 'draft') throw new Error('a page that was read for its links has no text to be cut');
      return readLinks({ ...input, form: input.form });
    };
  }
  const { countTokens } = await import('../../chunk/tokens.ts');
  countTokens('ready');
  // Small pages are checked for being written by scripts.
  await import('../../extract/shell/shell.ts');
  return (await import('./read-page.ts')).readPage;
}

const read = await load((workerData as { readonly want: ReadingOptions['want'] }).want);

async function reply(input: ReadInput): Promise<ThreadReply<ReadResult>> {
  try {
    return { result: await read(input) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isOurs: isMachineFault(error) };
  }
}

function send(reply: ThreadReply<ReadResult>): void {
  const index = 'result' in reply ? reply.result.index : undefined;
  parentPort?.postMessage(reply, index === undefined ? [] : buffersOf(index));
}

// Pages are read one after the other, also where reading awaits something.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (input: ReadInput) => {
  last = last.then(async () => send(await reply(input)));
});
parentPort?.postMessage('ready');
