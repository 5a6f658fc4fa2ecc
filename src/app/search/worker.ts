// The thread that searches: a query in, an answer out, over a read-only connection of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { DocentError } from '../../core/errors.ts';
import { analyserVersion } from '../../search/analyser.ts';
import type { OpenIndexReader } from '../../search/port.ts';
import { openSearchReader } from '../../store/sqlite/search-open.ts';
import { answerSearch } from './answer.ts';
import { answerPassages } from './passages.ts';
import type { SearchReply, SearchTask } from './pool.ts';

const { folder } = workerData as { readonly folder: string };
let reader: OpenIndexReader | undefined;

/** Finding out takes longer than a search, and the answer hardly ever changes. */
const STALE_MS = 60_000;
let stale = { until: 0, is: false };

function isStale(index: OpenIndexReader, now: number): boolean {
  if (now >= stale.until) stale = { until: now + STALE_MS, is: index.isStale(analyserVersion) };
  return stale.is;
}

function reply({ id, text, request, passages }: SearchTask): SearchReply {
  try {
    // A folder that cannot be opened now may be all right at the next query.
    const index = reader ?? openSearchReader(folder);
    reader = index;
    const answer = index.together(() => {
      const old = isStale(index, performance.now());
      return passages === undefined
        ? answerSearch(index, text, request, old)
        : answerPassages(index, text, request, passages, old);
    });
    return { id, answer };
  } catch (error) {
    const code = error instanceof DocentError ? error.code : undefined;
    return { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}

parentPort?.on('message', (task: SearchTask) => parentPort?.postMessage(reply(task)));
parentPort?.postMessage({ id: 0 });
