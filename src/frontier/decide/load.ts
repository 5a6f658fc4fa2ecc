// Loads what an act reads, for synchronous engines: step by step, and nothing that earlier steps make needless.
import type { ChunkFact } from '../../core/sections.ts';
import type { FoundUrl, Settlement } from '../port.ts';
import { isSameText, readHashOf } from '../port-chrome.ts';
import { mayHold } from './copy.ts';
import { factsOf, mayEnter, mayOffer } from './facts.ts';
import type { Overlay } from './overlay.ts';
import type { RowFacts } from './rows.ts';

/** What an engine can report of one provider within an act. */
export interface FactSource {
  row(id: number): RowFacts | undefined;
  rowOf(key: string): RowFacts | undefined;
  /** Rows that are stored in this generation with this text, as it was read; the first two by depth and id are enough. */
  rowsWith(readHash: string): readonly RowFacts[];
  /** The chunks of a stored page, without their text. */
  chunksOf(id: number): readonly ChunkFact[];
  /** U8: how many URLs of a template there are at a host. */
  countOf(host: string, template: string): number;
}

/** Loads the rows of these URLs, where there are any. */
export function loadRows(overlay: Overlay, source: FactSource, ids: readonly number[]): void {
  for (const id of ids) {
    const facts = source.row(id);
    if (facts !== undefined) overlay.load(facts);
  }
}

/** Loads all that settling a lease of this URL reads. */
export function loadSettle(overlay: Overlay, source: FactSource, id: number, settlement: Settlement): void {
  const { keys, links, text: needed, replaces, unread } = factsOf(settlement);
  loadRows(overlay, source, [id]);
  for (const key of keys) loadKey(overlay, source, key);
  const text = needed === 'copy' ? overlay.entry(id).copy : needed;
  if (text !== undefined) overlay.loadText(readHashOf(text), source.rowsWith(readHashOf(text)));
  if (replaces !== undefined)
    for (const { id: page, copy } of [overlay.entry(id), ...keys.flatMap((key) => overlay.of(key) ?? [])]) {
      const isReplaced = copy !== undefined && !isSameText(copy, replaces);
      // A page with the text of another keeps its copy.
      const isUpdated = isReplaced && overlay.twinOf(page, readHashOf(replaces)) === undefined;
      if (isUpdated || (unread !== undefined && mayHold(copy, unread))) overlay.loadChunks(page, source.chunksOf(page));
    }
  loadLinks(overlay, source, mayOffer(overlay, id, settlement.outcome) ? links : (settlement.found ?? []));
}

/** Loads all that offering these links reads. */
export function loadLinks(overlay: Overlay, source: FactSource, links: readonly FoundUrl[]): void {
  for (const { key, template, host, refused } of links) {
    loadKey(overlay, source, key);
    if (template === undefined || refused !== undefined || overlay.hasTemplate(host, template)) continue;
    if (mayEnter(overlay.of(key)?.row, overlay.crawl.generation))
      overlay.loadTemplate(host, template, source.countOf(host, template));
  }
}

function loadKey(overlay: Overlay, source: FactSource, key: string): void {
  if (overlay.hasLoaded(key)) return;
  const facts = source.rowOf(key);
  if (facts === undefined) overlay.loadMissing(key);
  else overlay.load(facts, key);
}
