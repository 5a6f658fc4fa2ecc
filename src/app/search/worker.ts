// The thread that searches: a query in, an answer out, over a read-only connection of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { DocentError } from '../../core/errors.ts';
import type { StoreAddress } from '../../core/store-address.ts';
import { nothingCrawled } from '../../core/store-address.ts';
import { analyserVersion } from '../../search/analyse/analyser.ts';
import type { OpenIndexReader } from '../../search/port.ts';
import { openStore } from '../../store/open-store.ts';
import { answerSearch } from './answer.ts';
import { answerPassages } from './passages.ts';
import type { SearchReply, SearchTask } from './pool.ts';
import { suggestQueries } from './suggest-query.ts';

const store = openStore((workerData as { readonly store: StoreAddress }).store);
let reader: { readonly index: OpenIndexReader; readonly of: string } | undefined;

/** An idle thread keeps nothing open: another process may put a backup in the file's place. */
const IDLE_MS = 2_000;
let idle: NodeJS.Timeout | undefined;

/** The index of the data that is there now: it may be deleted or replaced while a server runs. */
async function openIndex(): Promise<OpenIndexReader> {
  const of = await store.identity();
  if (of === undefined) throw nothingCrawled(store.name);
  if (reader !== undefined && reader.of !== of) await close();
  // A folder that cannot be opened now may be all right at the next query.
  reader ??= { index: await store.openSearch(), of };
  return reader.index;
}

async function close(): Promise<void> {
  const open = reader;
  reader = undefined;
  await open?.index.close();
}

/** Finding out takes longer than a search, and the answer hardly ever changes. */
const STALE_MS = 60_000;
let stale = { until: 0, is: false };

async function isStale(index: OpenIndexReader, now: number): Promise<boolean> {
  if (now >= stale.until) stale = { until: now + STALE_MS, is: await index.isStale(analyserVersion) };
  return stale.is;
}

async function found(
  index: OpenIndexReader,
  task: SearchTask,
): Promise<Extract<SearchReply, { answer: unknown }>['answer']> {
  if ('suggest' in task) return suggestQueries(index, task.text, task.suggest);
  const old = await isStale(index, performance.now());
  const { text, request, passages } = task;
  return passages === undefined
    ? answerSearch(index, text, request, old)
    : answerPassages(index, text, request, passages, old);
}

async function reply(task: SearchTask): Promise<SearchReply> {
  clearTimeout(idle);
  try {
    const index = await openIndex();
    return { answer: await index.together(() => found(index, task)) };
  } catch (error) {
    const code = error instanceof DocentError ? error.code : undefined;
    return { error: { code, message: error instanceof Error ? error.message : String(error) } };
  } finally {
    idle = setTimeout(close, IDLE_MS);
  }
}

parentPort?.on('message', async (task: SearchTask) => parentPort?.postMessage(await reply(task)));
parentPort?.postMessage('ready');
