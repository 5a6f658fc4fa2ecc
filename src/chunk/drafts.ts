// Fills drafts of chunks with the blocks of a page: one a section, more where it is too long, fewer where it is too short.
import type { Block } from '../core/document.ts';
import { ChunkDraft, DraftPart } from './draft.ts';
import { evenOut } from './even-out.ts';
import { type ChunkSize, mergeSmall } from './merge-small.ts';
import { type HeadingPlace, PlaceWatch, sharedDepth } from './places.ts';
import { splitBlock } from './split-block.ts';

/** The page's drafts, in order: each block in one of them, or its parts in several. */
export function draftsOf(blocks: readonly Block[], title: string, size: ChunkSize): readonly ChunkDraft[] {
  const filler = new DraftFiller(title, size);
  for (const block of withoutEmpty(blocks)) filler.take(block);
  return evenOut(mergeSmall(filler.end(), size), size);
}

/** Takes the blocks of a page one by one. */
class DraftFiller {
  readonly #drafts: ChunkDraft[] = [];
  readonly #watch: PlaceWatch;
  readonly #size: ChunkSize;
  readonly #before: IdBefore[] = [];
  /** The drafts of the section so far. */
  #section: ChunkDraft[] = [];

  constructor(title: string, size: ChunkSize) {
    this.#watch = new PlaceWatch(title);
    this.#size = size;
  }

  take(block: Block): void {
    const { place, starts } = this.#watch.next(block);
    const before = this.#before;
    const last = this.#section.at(-1);
    // A heading without text of its own joins what is below it, and takes its longer path.
    const title = last?.isBare && sharedDepth(last.place, place) === last.place?.depth ? last : undefined;
    if (starts && title === undefined) this.#endSection();
    // Ids before a section belong to the previous one.
    if (before.length > 0) leaveIds(before, starts ? -1 : sharedIndent(block));
    const titles = title?.parts.length;
    put(new DraftPart(block, place, before.at(-1)?.id), this.#section, place, this.#size);
    if (title !== undefined && title.parts.length !== titles) title.place = place;
    const id = idAfter(block);
    if (id === undefined) return;
    leaveIds(before, block.rest.length - 1);
    before.push({ id, indent: block.rest.length });
  }

  end(): ChunkDraft[] {
    this.#endSection();
    return this.#drafts;
  }

  #endSection(): void {
    for (const draft of balanced(this.#section, this.#size)) this.#drafts.push(draft);
    this.#section = [];
  }
}

/** An id, and how far the list's item or the quotation around it is indented. */
interface IdBefore {
  readonly id: string;
  readonly indent: number;
}

/** Drops the ids in items and quotations indented further than this. */
function leaveIds(before: IdBefore[], indent: number): void {
  for (let last = before.at(-1); last !== undefined && last.indent > indent; last = before.at(-1)) before.pop();
}

/** The indent of a block's further lines: an item that begins with it ends the previous item. */
function sharedIndent({ first, rest }: Block): number {
  let shared = 0;
  const { length } = rest;
  while (shared < length && first.charCodeAt(shared) === rest.charCodeAt(shared)) shared++;
  return shared;
}

/** The id that what follows a block is nearest to; ids before a heading may be of anything. */
function idAfter(block: Block): string | undefined {
  return block.kind === 'heading' || block.kind === 'entry' ? block.anchor : block.ids.at(-1);
}

/** Blocks with something to read; the ids of others are added to the next block. */
function withoutEmpty(blocks: readonly Block[]): readonly Block[] {
  const kept: Block[] = [];
  let ids: string[] = [];
  for (const block of blocks) {
    if (block.kind !== 'code' && block.kind !== 'table' && block.markdown.trim() === '') {
      for (const id of block.ids) ids.push(id);
      continue;
    }
    kept.push(ids.length === 0 ? block : { ...block, ids: [...ids, ...block.ids] });
    if (ids.length > 0) ids = [];
  }
  const last = kept.pop();
  if (last !== undefined) kept.push(ids.length === 0 ? last : { ...last, ids: [...last.ids, ...ids] });
  return kept;
}

/** Puts a part where it fits: into the section's last draft, a new one, or cut into several. */
function put(part: DraftPart, section: ChunkDraft[], place: HeadingPlace | undefined, size: ChunkSize): void {
  const last = section.at(-1);
  if (last?.add(part, size.most)) return;
  // A heading does not stay alone above text that can be cut.
  const title = last?.isBare && 2 * last.tokens <= size.most ? last : undefined;
  const alone = new ChunkDraft(place);
  if ((title === undefined || part.block.kind === 'code') && alone.add(part, size.most)) {
    section.push(alone);
    return;
  }
  const tokens = size.most - (title === undefined ? 0 : title.tokens + 2);
  const pieces = new Map<Block, DraftPart>();
  const [id] = part.block.ids;
  const pieceOf = (block: Block): DraftPart =>
    part.block.kind === 'table'
      ? new DraftPart(block, part.place, part.before, id)
      : new DraftPart(block, part.place, id ?? part.before);
  const tokensOf = (block: Block): number => {
    const piece = pieceOf(block);
    pieces.set(block, piece);
    const draft = new ChunkDraft(place);
    // Up to eight times too long is counted, to know how much less to take.
    return draft.add(piece, 8 * size.most) ? draft.tokens : Number.POSITIVE_INFINITY;
  };
  for (const [nth, block] of splitBlock(part.block, { tokens, tokensOf }).entries()) {
    const piece = pieces.get(block) ?? pieceOf(block);
    if (nth === 0 && title?.add(piece, size.most)) continue;
    const draft = new ChunkDraft(place);
    draft.add(piece, Number.POSITIVE_INFINITY);
    section.push(draft);
  }
}

/** Moves the last blocks of a section's last draft but one into its last, when that would be too short. */
function balanced(section: ChunkDraft[], { most, least }: ChunkSize): readonly ChunkDraft[] {
  const last = section.at(-1);
  const before = section.at(-2);
  if (last === undefined || before === undefined || last.tokens >= least) return section;
  for (let kept = before.parts.length - 1; kept > 0; kept--) {
    const [head, tail] = [new ChunkDraft(before.place), new ChunkDraft(last.place)];
    const fits = (draft: ChunkDraft, parts: readonly DraftPart[]): boolean =>
      parts.every((part) => draft.add(part, most));
    if (!fits(tail, [...before.parts.slice(kept), ...last.parts])) return section;
    if (tail.tokens < least) continue;
    if (!fits(head, before.parts.slice(0, kept)) || head.isBare || head.tokens < least) return section;
    return [...section.slice(0, -2), head, tail];
  }
  return section;
}
