// Puts stored pages into the search index without requesting them, as far as their text is kept.
import { counted } from '../../core/counted.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import type { IndexEntry, Ledger } from '../../frontier/port.ts';
import { analyserVersion } from '../../search/analyse/analyser.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { type Indexer, indexHere, indexInThread } from './index-thread.ts';

export interface Rebuilt {
  /** Pages that were put into the index; those of providers without a key policy are left as they are. */
  readonly rebuilt: number;
  /** Pages whose text is not kept: the next crawl reads them again, whether or not they changed. */
  readonly withoutText: number;
}

const READ_AT_ONCE = 20;
/** Batches of pages that are read before the first of them is written: they keep the analysing thread busy. */
const AHEAD = 12;
/** Chunks that are written in one act: about a tenth of a second. */
const WRITTEN_AT_ONCE = 1_000;
/** Words that get their keys in one act, and how often: many at once are written faster. */
const REFRESHED_AT_ONCE = 5_000;
const WRITTEN_PER_REFRESH = 4;
/** Fewer pages are analysed before a thread would have begun. */
const FEWEST_FOR_THREAD = 100;

/**
 * Brings the index of a data folder up to date; a few pages at a time, so that other work goes on, a kill loses nothing and the next
 * call goes on. Many pages are analysed in a thread of their own.
 */
export async function rebuildIndex(
  ledger: Pick<Ledger, 'behindIndex' | 'toIndex' | 'putIndex' | 'refreshIndex' | 'cleanIndex'>,
  keyOf: (provider: string) => KeyPolicy | undefined,
  isStopped: () => boolean = () => false,
  fewestForThread = FEWEST_FOR_THREAD,
): Promise<Rebuilt> {
  const { withText, withoutText } = await ledger.behindIndex(analyserVersion);
  const indexer = withText < fewestForThread ? indexHere : indexInThread();
  try {
    let rebuilt = 0;
    let written = 0;
    for await (const entries of entriesOf(ledger, keyOf, indexer)) {
      rebuilt += await ledger.putIndex(entries);
      if (isStopped()) break;
      // Done while the other thread analyses; at the end the caller would wait for it.
      if (++written % WRITTEN_PER_REFRESH === 0) await ledger.refreshIndex(REFRESHED_AT_ONCE, 'words');
    }
    await finishIndex(ledger, isStopped);
    return { rebuilt, withoutText };
  } finally {
    await indexer.close();
  }
}

/** The entries of all pages, in batches that are written in one act. */
async function* entriesOf(
  ledger: Pick<Ledger, 'toIndex'>,
  keyOf: (provider: string) => KeyPolicy | undefined,
  { index }: Indexer,
): AsyncGenerator<readonly IndexEntry[]> {
  const ahead: Promise<readonly IndexEntry[]>[] = [];
  let entries: IndexEntry[] = [];
  let chunks = 0;
  for (let after = 0, isRead = false; ; ) {
    while (!isRead && ahead.length < AHEAD) {
      const pages = await ledger.toIndex(analyserVersion, after, READ_AT_ONCE);
      const keyed = pages.flatMap((page) => {
        const key = keyOf(page.provider);
        return key === undefined ? [] : [{ ...page, key }];
      });
      const next = index(keyed);
      // A caller that stops early does not wait for this batch.
      next.catch(() => {});
      ahead.push(next);
      after = pages.at(-1)?.id ?? after;
      isRead = pages.length < READ_AT_ONCE;
    }
    const next = await ahead.shift();
    for (const entry of next ?? []) {
      entries.push(entry);
      chunks += entry.index.ends.length;
    }
    if (chunks < WRITTEN_AT_ONCE && next !== undefined) continue;
    if (entries.length > 0) yield entries;
    if (next === undefined) return;
    entries = [];
    chunks = 0;
  }
}

/** S1: pages that are not in the index, or as an earlier analyser read them: from their text where it is kept, else they are requested again. */
export async function catchUpIndex(
  ledger: Pick<Ledger, 'behindIndex' | 'toIndex' | 'putIndex' | 'refreshIndex' | 'cleanIndex'>,
  policies: readonly CrawlPolicy[],
  isStopped: () => boolean,
): Promise<{ readonly provider: string; readonly detail: string } | undefined> {
  const indexed = policies.filter(({ reading }) => reading.index === true);
  const first = indexed[0];
  if (first === undefined) return undefined;
  const behind = await ledger.behindIndex(analyserVersion);
  if (behind.withText + behind.withoutText === 0) return undefined;
  const keys = new Map(indexed.map(({ provider, key }) => [provider, key]));
  const { rebuilt, withoutText } = await rebuildIndex(ledger, (provider) => keys.get(provider), isStopped);
  if (rebuilt + withoutText === 0) return undefined;
  const parts = [
    rebuilt > 0 ? `${counted(rebuilt, 'stored page was', 'stored pages were')} put into it anew, from their text` : '',
    withoutText > 0
      ? `${counted(withoutText, 'page')} whose text is not kept ${withoutText === 1 ? 'stays as it is' : 'stay as they are'} until a crawl requests them again, as this one does for its own`
      : '',
  ];
  const text = parts.filter((part) => part !== '').join('; ');
  return { provider: first.provider, detail: `the search index was behind this version of docent: ${text}` };
}

/** Does what settling leaves behind, in pieces, so that other work goes on. */
export async function finishIndex(
  ledger: Pick<Ledger, 'refreshIndex' | 'cleanIndex'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (!isStopped() && (await ledger.refreshIndex(REFRESHED_AT_ONCE)) > 0) await pause();
  while (!isStopped() && !(await ledger.cleanIndex())) await pause();
}
