// Puts stored pages into the search index without asking anyone for them, as far as their text is kept.
import type { KeyPolicy } from '../core/url/key.ts';
import type { IndexEntry, Ledger, PageToIndex } from '../frontier/port.ts';
import { analyserVersion } from '../search/analyser.ts';
import { surfaceKeys } from '../search/suggestions.ts';
import { indexPage } from './index-page.ts';

export interface Rebuilt {
  /** Pages that were put into the index; those of providers without a key policy are left as they are. */
  readonly rebuilt: number;
  /** Pages whose text is not kept: the next crawl reads them again, whether or not they changed. */
  readonly withoutText: number;
}

const READ_AT_ONCE = 20;
const REFRESHED_AT_ONCE = 500;

/** Brings the index of a data folder up to date; a few pages at a time, so that nobody waits, a kill loses nothing and the next call goes on. */
export async function rebuildIndex(
  ledger: Pick<Ledger, 'behindIndex' | 'toIndex' | 'putIndex' | 'refreshIndex' | 'cleanIndex'>,
  keyOf: (provider: string) => KeyPolicy | undefined,
  isStopped: () => boolean = () => false,
): Promise<Rebuilt> {
  const { withoutText } = await ledger.behindIndex(analyserVersion);
  let rebuilt = 0;
  for (let after = 0; ; ) {
    const pages = await ledger.toIndex(analyserVersion, after, READ_AT_ONCE);
    const entries = pages.flatMap((page) => {
      const key = keyOf(page.provider);
      return key === undefined ? [] : [entryOf(page, key)];
    });
    rebuilt += await ledger.putIndex(entries);
    const last = pages.at(-1);
    if (last === undefined || pages.length < READ_AT_ONCE || isStopped()) break;
    after = last.id;
  }
  await finishIndex(ledger, isStopped);
  return { rebuilt, withoutText };
}

function entryOf({ id, page, chunks, links }: PageToIndex, key: KeyPolicy): IndexEntry {
  const { finalUrl: url, title, facts, hash } = page;
  const { description, keywords } = facts;
  const whole = chunks.map((chunk) => ({ ...chunk, text: chunk.text ?? chunk.preview }));
  return { id, hash, index: indexPage({ url, title, description, keywords }, whole, links, key) };
}

/** Does what settling leaves behind, in pieces that hold nobody up. */
export async function finishIndex(
  ledger: Pick<Ledger, 'refreshIndex' | 'cleanIndex'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (!isStopped() && (await ledger.refreshIndex(REFRESHED_AT_ONCE, surfaceKeys)) > 0) await pause();
  while (!isStopped() && !(await ledger.cleanIndex())) await pause();
}
