// The thread that analyses stored pages: pages in, their parts of the index out.
import { parentPort } from 'node:worker_threads';
import { buffersOf } from '../../core/search-entry.ts';
import { indexStored, type KeyedPage } from './index-page.ts';

parentPort?.on('message', (pages: readonly KeyedPage[]) => {
  const entries = pages.map(indexStored);
  parentPort?.postMessage(
    entries,
    entries.flatMap(({ index }) => buffersOf(index)),
  );
});
parentPort?.postMessage('ready');
