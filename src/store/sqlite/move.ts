// How a URL gets from one state to the next, and is counted there.
import type { ReasonName } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Lease, UrlState } from '../../frontier/port.ts';
import type { TextHashes } from '../../frontier/port-chrome.ts';
import { type Context, tally } from './context.ts';
import { removeFromIndex } from './put-index.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

/** What one settlement works on. */
export interface Settling {
  readonly lease: Lease;
  readonly provider: ProviderState;
  /** The leased URL's row. */
  readonly own: Row;
  readonly at: number;
}

/** Whether a row's page is stored in this generation. */
export function isStored({ generation }: ProviderState, row: Row): boolean {
  return row.generation === generation && (row.state === 'indexed' || row.state === 'unchanged');
}

/** What was stored of a URL before something happened to it. */
export interface StoredBefore {
  readonly hash: string;
  /** Of the page as it was read; the same, unless chrome was left out. */
  readonly readHash?: string | undefined;
  readonly title: string;
}

/** The hashes in a row of `pages`. */
export function hashesOf(row: Row): TextHashes {
  const readHash = row.read_hash === '' || row.read_hash === undefined ? undefined : String(row.read_hash);
  return { hash: String(row.hash), readHash };
}

/** Where a URL has got to, and why. */
export interface Moved {
  readonly state: UrlState;
  readonly by: string;
  readonly detail: string;
}

/** Moves a URL to its state and counts it there; sitemaps are no pages and are not counted. */
export function moveTo(
  ctx: Context,
  provider: ProviderState,
  row: Row,
  state: UrlState,
  by: ReasonName,
  about: string,
  at: number,
): Moved {
  // A reason may name another URL, and is for people.
  const detail = shownUrl(about);
  ctx.sql.moveUrl.run(state, by, detail, at, Number(row.id));
  if (row.kind === 'page') {
    tally(ctx, provider, row.state as UrlState, -1);
    tally(ctx, provider, state, 1);
  }
  return { state, by, detail };
}

/** What is stored of a URL, if there is anything. */
export function storedBefore({ sql }: Context, id: number): StoredBefore | undefined {
  const row = sql.storedPage.get(id);
  return row && { ...hashesOf(row), title: String(row.title) };
}

/** Removes what is stored of a URL; answers what it was, if there was anything. */
export function removePage(ctx: Context, id: number): StoredBefore | undefined {
  const { sql } = ctx;
  sql.deleteLinks.run(id);
  sql.deleteDraft.run(id);
  sql.deleteChunks.run(id);
  const before = storedBefore(ctx, id);
  if (before === undefined) return undefined;
  removeFromIndex(ctx, id);
  sql.deletePage.run(id);
  return before;
}
