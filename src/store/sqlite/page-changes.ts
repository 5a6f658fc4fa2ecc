// M3: what a run did to each stored page, kept with it: counts in the run's record, a row for every page that is not as it was.
import type { ReasonName } from '../../core/reasons.ts';
import type { ChunkRecord, UrlState } from '../../frontier/port.ts';
import type { ChunkFact, SectionChange } from '../../watch/port.ts';
import type { Context } from './context.ts';
import { type Moved, moveTo, type Settling, type StoredBefore } from './move.ts';
import { add } from './run-record.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

interface End extends Moved {
  /** Of the text that is stored now. */
  readonly hash?: string | undefined;
  readonly sections?: readonly SectionChange[] | undefined;
  /** Whether the page itself is gone; its title is kept then. */
  readonly isGone?: boolean | undefined;
}

/**
 * Notes what an end means for a page. `row` is the URL as it was before it came to this end: one that had ended in this run
 * already is counted anew, against what was stored when the run began.
 */
export function noteChange(
  ctx: Context,
  provider: ProviderState,
  row: Row,
  before: StoredBefore | undefined,
  end: End,
): void {
  const { rules, sql } = ctx;
  if (rules === undefined || row.kind !== 'page') return;
  const { run, generation } = provider;
  const id = Number(row.id);
  const prior = sql.changeOf.get(run.id, id);
  const hashBefore =
    prior === undefined ? before?.hash : prior.hash_before === null ? undefined : String(prior.hash_before);
  const was = prior?.kind ?? (row.state === 'unchanged' && row.generation === generation ? 'unchanged' : undefined);
  const kind = rules.kindOf(hashBefore, end);
  if (was !== undefined) add(ctx, provider, was as 'new', -1);
  if (kind !== undefined) add(ctx, provider, kind, 1);
  if (kind === undefined || kind === 'unchanged') {
    if (prior !== undefined) sql.dropChange.run(run.id, id);
    return;
  }
  const title = end.isGone ? (before?.title ?? null) : null;
  const sections = end.sections === undefined ? null : JSON.stringify(end.sections);
  sql.putChange.run(run.id, id, kind, end.by, end.detail, hashBefore ?? null, title, sections);
}

/** F10: a page says now what another says; what it said before stays. */
export const COLLAPSED = 'duplicate:collapsed' satisfies ReasonName;

/** F10: ends a URL whose stored copy stays as it was. */
export function keepCopy(
  ctx: Context,
  { provider, at }: Settling,
  row: Row,
  copy: StoredBefore,
  state: 'skipped' | 'duplicate',
  by: ReasonName,
  detail: string,
): Moved {
  const ended = moveTo(ctx, provider, row, state, by, detail, at);
  noteChange(ctx, provider, row, copy, { ...ended, hash: copy.hash });
  return ended;
}

/** Which sections a page's new chunks change, before they take the place of what is stored. */
export function sectionsBetween(
  { rules, sql }: Context,
  id: number,
  chunks: readonly ChunkRecord[],
): readonly SectionChange[] | undefined {
  if (rules === undefined) return undefined;
  const old = sql.chunkFacts.all(id).map(
    (row): ChunkFact => ({
      headings: JSON.parse(String(row.headings)) as string[],
      anchor: row.anchor === null ? undefined : String(row.anchor),
      hash: String(row.hash),
      seq: Number(row.seq),
    }),
  );
  const now = chunks.map(({ headings, anchor, hash }, seq): ChunkFact => ({ headings, anchor, hash, seq }));
  return rules.sectionsOf(old, now);
}

/** A refused offer of a page that is stored, or a lane that ended while stored pages waited in it: the pages stay, and that is told. */
export function noteKept(
  ctx: Context,
  provider: ProviderState,
  row: Row,
  hash: Row[string] | undefined,
  end: { readonly state: UrlState; readonly by: string; readonly detail: string },
): void {
  if (typeof hash === 'string') noteChange(ctx, provider, row, { hash, title: '' }, { ...end, hash });
}
