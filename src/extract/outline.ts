// The headings and API entries of a page, each with its level (E4).
import type { Block } from '../core/document.ts';

export interface OutlineEntry {
  readonly level: number;
  readonly text: string;
  readonly anchor?: string | undefined;
}

export const mostOutline = 2_000;
const longestText = 200;

/**
 * Headings have the level they have in the page, entries that of what they are below, plus one. A heading inside an entry
 * is deeper than the entry, and counts only for what is inside.
 */
export function outlineOf(blocks: readonly Block[]): readonly OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  /** For each depth in entries, the level of the entry itself and of the last heading or entry there. */
  const entries: number[] = [0];
  const last: number[] = [0];
  for (const block of blocks) {
    if (block.kind !== 'heading' && block.kind !== 'entry') continue;
    if (outline.length === mostOutline) break;
    const isEntry = block.kind === 'entry';
    const around = Math.min(block.entryDepth - (isEntry ? 1 : 0), entries.length - 1);
    const level = isEntry ? (last[around] as number) + 1 : Math.max(block.level, (entries[around] as number) + 1);
    entries.length = around + 1;
    last.length = around + 1;
    if (isEntry) entries.push(level);
    if (isEntry) last.push(level);
    else last[around] = level;
    const text = block.text.slice(0, longestText).toWellFormed();
    outline.push({ level, text, ...(block.anchor !== undefined && { anchor: block.anchor }) });
  }
  return outline;
}
