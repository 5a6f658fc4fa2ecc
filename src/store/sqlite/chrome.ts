// E2: learnt chrome: the edges of stored pages, and pages that are cut anew.
import { type CutPage, type EdgePage, type PageToCut, readHashOf } from '../../frontier/port-chrome.ts';
import type { ChunkFact } from '../../watch/port.ts';
import type { Context } from './context.ts';
import { hashesOf, isStored, moveTo } from './move.ts';
import { noteChange } from './page-changes.ts';
import { cutInIndex, putInIndex } from './put-index.ts';
import { putChunks, versionOf } from './put-page.ts';
import { duplicate } from './settle.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

export function pageEdges(
  { sql }: Context,
  { id, slug }: ProviderState,
  after: number,
  limit: number,
): readonly EdgePage[] {
  const began = Number(sql.provider.get(slug)?.began_at ?? 0);
  return sql.pageEdges.all(id, after, limit).map((row) => {
    return {
      id: Number(row.url),
      readHash: readHashOf(hashesOf(row)),
      edges: String(row.edges),
      cut: String(row.cut),
      extractor: Number(row.extractor),
      isFresh: Number(row.fetched_at) >= began,
      asksAgain: row.asks_again === 1,
    };
  });
}

export function toCut({ sql }: Context, id: number): PageToCut | undefined {
  const row = sql.toCut.get(id);
  if (row === undefined) return undefined;
  const bytes = (value: Row[string] | undefined): Uint8Array | undefined =>
    value instanceof Uint8Array ? value : undefined;
  return {
    url: String(row.final_url),
    draft: bytes(row.draft),
    links: bytes(row.links),
    noarchive: row.noarchive === 1,
  };
}

/** Puts a page that was cut anew in place of what is stored. */
export function cutStored(ctx: Context, provider: ProviderState, id: number, page: CutPage, at: number): boolean {
  const { sql } = ctx;
  const row = sql.urlById.get(id);
  const stored = sql.storedPage.get(id);
  if (row === undefined || stored === undefined) return false;
  if (readHashOf(hashesOf(stored)) !== page.readHash) return false;
  put(ctx, id, stored, page);
  noteCut(ctx, provider, row, String(stored.title), page, at);
  return true;
}

/** E6: pages that say the same without learnt chrome are one; the first stays. Answers how many were not. */
export function joinTwins(ctx: Context, provider: ProviderState, at: number): number {
  const { id, generation } = provider;
  let joined = 0;
  for (const { hash } of ctx.sql.cutTwins.all(id, generation)) {
    const [first, ...others] = ctx.sql.withText.all(id, String(hash), generation);
    for (const other of others) {
      duplicate(ctx, { provider, at }, other, 'content:duplicate', String(first?.url), first as Row);
      joined++;
    }
  }
  return joined;
}

function put(ctx: Context, id: number, stored: Row, page: CutPage): void {
  const { hash, readHash, cut, words, fingerprint, facts, markdown, chunks, index } = page;
  const { targets, tokens, leftOut } = facts;
  const rows = putChunks(ctx, id, chunks);
  const was = { analyser: Number(stored.analyser), hash: String(stored.index_hash) };
  const now = index === undefined ? { analyser: 0, hash: '' } : { analyser: index.analyser, hash: index.hash };
  // null takes a fact away.
  const changed = JSON.stringify({ targets: targets ?? null, tokens, leftOut: leftOut ?? null });
  const hashes = [hash, readHash === hash ? '' : readHash, cut];
  ctx.sql.cutPage.run(...hashes, words, fingerprint, changed, markdown ?? null, now.analyser, now.hash, id);
  // C2: where the text is not kept, neither is what it could be made of again.
  if (markdown === undefined) ctx.sql.deleteDraft.run(id);
  if (was.analyser === now.analyser && was.hash === now.hash) return;
  if (index !== undefined && was.analyser === index.analyser) cutInIndex(ctx, id, rows, index);
  else putInIndex(ctx, id, rows, index);
}

/** Whether the page counts as updated is judged anew, by what is left of it. */
function noteCut(ctx: Context, provider: ProviderState, row: Row, title: string, page: CutPage, at: number): void {
  const { sql, rules } = ctx;
  const id = Number(row.id);
  if (!isStored(provider, row) || row.state !== 'indexed') return;
  const last = sql.lastVersion.get(id);
  if (last === undefined || sql.changeOf.get(provider.run.id, id)?.kind === 'new') return;
  if (last.hash === page.hash) {
    sql.dropVersion.run(id, Number(last.fetched_at));
    const ended = moveTo(ctx, provider, row, 'unchanged', 'content:same', '', at);
    noteChange(ctx, provider, row, { hash: page.hash, title }, { ...ended, hash: page.hash });
    return;
  }
  if (rules === undefined || sql.changeOf.get(provider.run.id, id)?.kind !== 'updated') return;
  const old = versionOf({ ...last, words: 0 }).chunks.map((chunk, seq): ChunkFact => ({ ...chunk, seq }));
  const sections = rules.sectionsOf(
    old,
    page.chunks.map(({ headings, anchor, hash }, seq) => ({ headings, anchor, hash, seq })),
  );
  const end = { state: 'indexed', by: String(row.by), detail: String(row.detail) } as const;
  noteChange(ctx, provider, row, { hash: String(last.hash), title }, { ...end, hash: page.hash, sections });
}
