// Fills blocks with as many units as fit, and ends each at the best place there is.
import type { Block } from '../core/document.ts';
import { halves, type Unit } from './split-text.ts';

/** How long a part may be. */
export interface Room {
  readonly tokens: number;
  /** Tokens of a part as it will be written. */
  readonly tokensOf: (part: Block) => number;
}

/** What is written in a part besides its units, in tokens: once, and again for each line. */
export interface MarkupTokens {
  readonly once: number;
  readonly perLine: number;
}

/**
 * Parts that hold all units in their order; `make` makes the nth one. Only a part of a single character can have more
 * tokens than there is room for.
 */
export function pack(
  source: readonly Unit[],
  room: Room,
  marks: MarkupTokens,
  make: (texts: readonly string[], nth: number) => Block,
): readonly Block[] {
  const units = [...source];
  const parts: Block[] = [];
  let left = 0;
  for (const unit of units) left += weight(unit, marks);
  for (let from = 0; from < units.length; ) {
    const part = (count: number): Block => make(textsOf(units, from, count), parts.length);
    let count = bestCount(units, from, fairShare(left, room.tokens - marks.once), marks);
    let made = part(count);
    let tokens = room.tokensOf(made);
    while (tokens > room.tokens && count > 1) {
      count = Math.max(1, Math.min(count - 1, Math.floor((count * room.tokens) / tokens)));
      made = part(count);
      tokens = room.tokensOf(made);
    }
    const finer = tokens > room.tokens ? halves(units[from] as Unit) : [];
    if (finer.length > 1) units.splice(from, 1, ...finer);
    else {
      parts.push(made);
      for (const end = from + count; from < end; from++) left -= weight(units[from] as Unit, marks);
    }
  }
  return parts;
}

/** How many units to take: as many as fit, or up to the best place to cut in the second half of these. */
function bestCount(units: readonly Unit[], from: number, budget: number, marks: MarkupTokens): number {
  let tokens = 0;
  let best = 1;
  let bestCut = -1;
  for (let at = from; at < units.length; at++) {
    const unit = units[at] as Unit;
    tokens += weight(unit, marks);
    if (tokens > budget && at > from) return best;
    if (unit.cut < bestCut && 2 * tokens > budget) continue;
    best = at - from + 1;
    bestCut = 2 * tokens > budget ? unit.cut : -1;
  }
  return units.length - from;
}

function textsOf(units: readonly Unit[], from: number, count: number): readonly string[] {
  return units.slice(from, from + count).map(({ text }) => text);
}

function weight({ text, tokens }: Unit, { perLine }: MarkupTokens): number {
  return text.endsWith('\n') ? tokens + perLine : tokens;
}

/** A little more than each part's share, so that the last one is not a tiny rest. */
function fairShare(left: number, budget: number): number {
  const parts = Math.max(1, Math.ceil(left / Math.max(1, budget)));
  return Math.min(budget, Math.ceil((1.2 * left) / parts));
}
