// A chunk while it is being filled: its blocks as they will be written, and its tokens, exact at every step.
import { type Block, renderBlock } from '../core/document.ts';
import type { HeadingPlace } from './places.ts';
import { maxTokenBytes } from './tokenizer/ranks.ts';
import { joinTokens, measureTokens, noTokens, type TokenCount } from './tokens.ts';

interface Written {
  readonly text: string;
  readonly count: TokenCount;
}

/** A block with what it becomes when it is written, worked out once. */
export class DraftPart {
  readonly block: Block;
  readonly place: HeadingPlace | undefined;
  /** The last id before it in its own section. */
  readonly before: string | undefined;
  /** The first id of the table that it is a part of; it may be in any of the parts. */
  readonly inTable: string | undefined;
  /** How many spaces each of its lines starts with, because it is in a list. */
  readonly lead: number;
  #indent = -1;
  #written: Written = { text: '', count: noTokens };

  constructor(block: Block, place: HeadingPlace | undefined, before: string | undefined, inTable?: string) {
    this.block = block;
    this.place = place;
    this.before = before;
    this.inTable = inTable;
    this.lead = Math.min(leadOf(block.first), leadOf(block.rest));
  }

  /** Its Markdown without this many spaces before each line; undefined when it is too long for this many tokens. */
  written(indent: number, mostTokens: number): Written | undefined {
    if (this.#indent !== indent) {
      const text = renderBlock(outdented(this.block, indent));
      // Nothing of this length has fewer tokens, so it need not be counted.
      if (text.length > mostTokens * maxTokenBytes) return undefined;
      this.#written = { text, count: measureTokens(text) };
      this.#indent = indent;
    }
    return this.#written.count.tokens > mostTokens ? undefined : this.#written;
  }
}

/** Blocks in a row that will be one chunk. */
export class ChunkDraft {
  place: HeadingPlace | undefined;
  readonly parts: DraftPart[] = [];
  text = '';
  /** Whether it has nothing but headings and entries. */
  isBare = true;
  #count = noTokens;
  #indent = 0;

  constructor(place: HeadingPlace | undefined) {
    this.place = place;
  }

  get tokens(): number {
    return this.#count.tokens;
  }

  /** Adds the part unless there would be more than `mostTokens`; returns whether it did. */
  add(part: DraftPart, mostTokens: number): boolean {
    const isFirst = this.parts.length === 0;
    const indent = isFirst ? part.lead : Math.min(this.#indent, part.lead);
    const written = part.written(indent, mostTokens);
    if (written === undefined) return false;
    // Only blocks of nothing but slashes make one piece of many blocks, which would be counted again for each.
    if (this.#count.tail.length > 64 && /^[/\s]+$/.test(written.text)) return false;
    const between = isFirst ? '' : separator(part.block, indent);
    const count = isFirst ? written.count : joinTokens(this.#count, between, written.text, written.count);
    if (count.tokens > mostTokens) return false;
    this.text += between + written.text;
    this.#count = count;
    this.#indent = indent;
    this.isBare &&= part.block.kind === 'heading' || part.block.kind === 'entry';
    this.parts.push(part);
    return true;
  }
}

/** One draft of the blocks of two, in the place of the first; undefined when that would have more than `mostTokens`. */
export function joinDrafts(one: ChunkDraft, other: ChunkDraft, mostTokens: number): ChunkDraft | undefined {
  const both = new ChunkDraft(one.place);
  for (const { parts } of [one, other]) for (const part of parts) if (!both.add(part, mostTokens)) return undefined;
  return both;
}

/** A block with this many spaces fewer before its lines. */
export function outdented(block: Block, indent: number): Block {
  return indent === 0 ? block : { ...block, first: block.first.slice(indent), rest: block.rest.slice(indent) };
}

function separator({ blank }: Block, indent: number): string {
  if (blank === undefined) return '\n';
  return `\n${indent === 0 ? blank : blank.slice(Math.min(indent, leadOf(blank)))}\n`;
}

function leadOf(prefix: string): number {
  let lead = 0;
  while (prefix.charCodeAt(lead) === 0x20) lead++;
  return lead;
}
