// Compares the ledger in memory with the embedded one: equal answers, except for what it does not keep.
import { shownUrl } from '../../src/core/url/shown-url.ts';
import { type Entry, LOOK } from './caller.ts';
import { type Difference, differenceOf, tracesOf } from './compare.ts';
import type { Engine } from './engine.ts';
import type { History } from './history.ts';
import { type Folders, MemorySubject } from './subjects.ts';

/** There is no search index in memory. */
const notKept: readonly string[] = ['refreshIndex', 'cleanIndex'];

interface BesideMemory {
  /** The answers of the embedded ledger. */
  readonly trace: readonly Entry[];
  readonly difference: Difference | undefined;
}

/** Plays a plain history on both; the embedded one decides how it goes on. */
export async function besideMemory(history: History, engine: Engine, folders: Folders): Promise<BesideMemory> {
  const [trace = [], inMemory = []] = await tracesOf(history, engine, folders, { beside: [new MemorySubject()] });
  return { trace, difference: differenceOf(promised(trace), promised(inMemory)) };
}

function promised(trace: readonly Entry[]): readonly Entry[] {
  return trace
    .filter(({ call }) => !call.startsWith(LOOK) && !notKept.includes(call))
    .map(({ call, args, answer }) => ({
      call,
      args,
      answer: shownUrl(call === 'toIndex' ? indexedPart(answer) : answer),
    }));
}

/** Of the chunks of a page only what an index is made of. */
function indexedPart(answer: string): string {
  const pages = JSON.parse(answer) as readonly { readonly chunks: readonly Readonly<Record<string, unknown>>[] }[];
  const brief = pages.map(({ chunks, ...page }) => ({
    ...page,
    chunks: chunks.map(({ headings, ids, symbols, text }) => ({ headings, ids, symbols, text })),
  }));
  return JSON.stringify(brief);
}
