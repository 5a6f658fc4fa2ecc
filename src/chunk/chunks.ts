// Cuts a page into chunks (C1): along headings and API entries, each of at most 500 tokens, the same for the same page.
import { hash } from 'node:crypto';
import type { Block } from '../core/document.ts';
import type { ChunkDraft } from './draft.ts';
import { draftsOf } from './drafts.ts';
import { isAround } from './places.ts';

/** A part of a page that is found and shown as one. */
export interface Chunk {
  /** The same for the same headings and text, wherever the page is; different for each chunk of a page. */
  readonly id: string;
  /** Its position on the page, from 0. */
  readonly seq: number;
  /**
   * The headings and entries above its first text, the outermost first, its own included. Of a chunk that was merged of
   * several, those of the first. A heading of level 1 that is the page's title is left out; texts are cut after 200
   * characters and the path after 16.
   */
  readonly headings: readonly string[];
  /**
   * Where a link to it leads: its heading's or entry's own id, the first one inside that belongs to its path, the last one before
   * it in its own section that is in no item or quotation that has ended, else that of a section around it; never one of a
   * section that has ended. Of a table in several chunks no id inside counts, unless there is no other: it may be in any of them.
   */
  readonly anchor?: string | undefined;
  /** Every id inside, in document order. */
  readonly ids: readonly string[];
  /** Code names inside, each once. */
  readonly names: readonly string[];
  /** Its Markdown, without the indentation of a list it starts in. */
  readonly text: string;
  /** How many tokens `text` has, exactly. */
  readonly tokens: number;
  readonly language?: string | undefined;
  /** The hash of `text`. */
  readonly hash: string;
  /** How many code blocks and tables it has, parts of long ones included. */
  readonly kinds: { readonly code: number; readonly tables: number };
}

/** What chunks are made with. */
export interface ChunkOptions {
  /** The page's title: a heading that only repeats it is no part of any path. */
  readonly title: string;
  readonly language?: string | undefined;
  /** Default 500; never less than 32. */
  readonly maxTokens?: number | undefined;
  /** Shorter chunks are merged with a neighbour where both fit. Default 50. */
  readonly minTokens?: number | undefined;
}

const mostNames = 200;
const longestName = 100;

/**
 * The chunks of a page, in order. Every block is in exactly one of them, or in parts in several; blocks without text only
 * leave their ids. Never throws, and never looks at the clock: the same blocks make the same chunks, byte for byte.
 */
export function chunkPage(blocks: readonly Block[], options: ChunkOptions): readonly Chunk[] {
  const { title, language, maxTokens = 500, minTokens = 50 } = options;
  const drafts = draftsOf(blocks, title, { most: Math.max(32, maxTokens), least: minTokens });
  const seen = new Map<string, number>();
  return drafts.map((draft, seq) => {
    const headings = draft.place?.headings ?? [];
    const textHash = digest(draft.text);
    const key = [...headings, textHash].join('\u0000');
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return {
      id: digest(`${key}\u0000${nth}`).slice(0, 16),
      seq,
      headings,
      anchor: anchorOf(draft),
      ids: draft.parts.flatMap(({ block }) => block.ids),
      names: namesOf(draft),
      text: draft.text,
      tokens: draft.tokens,
      language,
      hash: textHash,
      kinds: { code: countOf(draft, 'code'), tables: countOf(draft, 'table') },
    };
  });
}

function anchorOf({ parts, place }: ChunkDraft): string | undefined {
  const first = parts[0];
  if (first === undefined) return undefined;
  let within: string | undefined;
  for (const { block, place: own, inTable } of parts) {
    const isTitle = block.kind === 'heading' || block.kind === 'entry';
    // A section beside the chunk's own, as where short ones were merged.
    if (isTitle && !isAround(own, place)) break;
    within ??= inTable;
    const id = isTitle ? block.anchor : block.ids[0];
    if (id !== undefined && inTable === undefined) return id;
    // Text in the middle of a section is nearer to what precedes it than to what follows.
    if (!isTitle && block === first.block) break;
  }
  if (first.before !== undefined) return first.before;
  for (let at = first.place; at !== undefined; at = at.above) if (at.anchor !== undefined) return at.anchor;
  return within;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}

function namesOf({ parts }: ChunkDraft): readonly string[] {
  const names = new Set<string>();
  for (const { block } of parts)
    for (const name of block.names) if (name.length <= longestName && names.size < mostNames) names.add(name);
  return [...names];
}

function countOf({ parts }: ChunkDraft, kind: Block['kind']): number {
  let count = 0;
  for (const { block } of parts) if (block.kind === kind) count++;
  return count;
}
