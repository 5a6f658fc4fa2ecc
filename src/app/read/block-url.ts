// U10: one URL put on the blocklist, and taken off it.
import { DocentError } from '../../core/errors.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { BlockEntry } from '../../frontier/port.ts';
import type { Store } from '../../store/port.ts';
import type { NamedBy } from '../crawl/target-word.ts';
import { blockPattern, blockReason, openSideDoor, readBlocklist } from './reading.ts';

/**
 * The entry that keeps a URL, and all that lies below it, from being fetched. Throws DOC_URL where that is the whole host and the URL is
 * a page of it: a query does not narrow what an entry blocks.
 */
export function patternToBlock(url: string): string {
  const pattern = blockPattern(url);
  const { protocol, host, pathname, search } = new URL(url);
  const isOfHost = pathname.length < 2 && search === '';
  if (isOfHost || pattern !== blockPattern(`${protocol}//${host}/`)) return pattern;
  throw new DocentError(
    'DOC_URL',
    `${shownUrl(url)} would block all of ${host}: name the host alone to do that, or leave the blocking out`,
  );
}

/**
 * Nothing of the URL, or of what lies below it, is fetched from now on; `isNew` where it was not on the list. Throws as `patternToBlock`
 * and `openSideDoor`.
 */
export async function blockUrl(
  store: Store,
  url: string,
  reason: string,
): Promise<{ readonly pattern: string; readonly isNew: boolean }> {
  const pattern = patternToBlock(url);
  const side = await openSideDoor(store);
  try {
    return { pattern, isNew: await side.block(pattern, reason) };
  } finally {
    await side.close();
  }
}

/** What became of the entries of a URL: those that were removed, and one that still covers it, with its reason. */
export interface Unblocked {
  readonly removed: readonly string[];
  readonly coveredBy?: string | undefined;
}

/** The crawler's own entries are by the provider's rule of which queries make a page. */
const queries: readonly KeyPolicy[] = (['drop', 'tracking', 'keep'] as const).map((query) => ({ query }));

/** Throws DOC_USAGE where an entry keeps files of a folder from being read: only the operator has them read. */
export function checkMayUnblock(pattern: string, caller: NamedBy): void {
  if (caller === 'operator' || !pattern.startsWith('folder://')) return;
  throw new DocentError(
    'DOC_USAGE',
    `${shownUrl(pattern)} is of a folder of the machine that docent runs on, which only its operator has read: "docent blocklist remove" takes it off there`,
  );
}

/**
 * Takes the entries of the URL itself off the list, for a caller of a server; wider ones stay. Throws as `checkMayUnblock` and
 * `openSideDoor`.
 */
export async function unblockUrl(store: Store, url: string): Promise<Unblocked> {
  const own = new Set(queries.map((query) => blockPattern(url, query)));
  const entries = await readBlocklist(store);
  const removed = entries.filter(({ pattern }) => own.has(pattern));
  for (const { pattern } of removed) checkMayUnblock(pattern, 'writer');
  if (removed.length > 0) await remove(store, removed);
  const left = entries.filter((entry) => !removed.includes(entry));
  const coveredBy = queries.map((query) => blockReason(left, url, query)).find((reason) => reason !== undefined);
  return {
    removed: removed.map(({ pattern }) => pattern),
    ...(coveredBy !== undefined && { coveredBy }),
  };
}

async function remove(store: Store, entries: readonly BlockEntry[]): Promise<void> {
  const side = await openSideDoor(store);
  try {
    for (const { pattern } of entries) await side.unblock(pattern);
  } finally {
    await side.close();
  }
}
