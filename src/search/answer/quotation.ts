// The few words of a chunk that show why it was found (S5): at most 200 characters, with marks.
import { cutMark, textEnd } from '../../core/text-end.ts';
import { isUnspaced, kindAt } from '../analyse/characters.ts';
import { isFrequent } from '../rank/words.ts';
import { createFinder, type Hit } from './quotation-hits.ts';
import { plainText } from './quotation-plain.ts';

/** Words of a chunk, and the ranges of the query's terms in them. */
export interface ChunkQuotation {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** No term of the query is in the kept text: the match lies elsewhere, and this is the beginning. */
  readonly outside?: true;
}

interface Window {
  readonly start: number;
  readonly end: number;
}

/** C2: no door quotes more of a chunk whose page may not be shown whole. */
export const longestQuotation = 200;
const longestText = 100_000;
const ellipsis = '…';

/** Quotes a chunk's Markdown. */
export type Quoter = (markdown: string) => ChunkQuotation;

/**
 * A quoter for these terms: it returns the best stretch of a text, without Markdown's marks, cut behind a sentence, else behind a word. Never throws; linear. It
 * remembers the words it has seen, and is for the chunks of one answer.
 */
export function createQuoter(
  terms: readonly { readonly term: string; readonly kind?: string }[],
  max = longestQuotation,
): Quoter {
  const weights = weightsOf(terms);
  const hitsIn = createFinder(weights);
  return (markdown) => {
    const text = plainText(markdown.length > longestText ? markdown.slice(0, longestText) : markdown);
    const hits = hitsIn(text);
    const best = bestHits(hits, weights, max - 2);
    const window = best === undefined ? { start: 0, end: cutBefore(text, 0, max) } : around(text, best, max);
    const lead = window.start > 0 ? ellipsis : '';
    const shift = lead.length - window.start;
    const marks = merged(hits.filter(({ start, end }) => start >= window.start && end <= window.end));
    return {
      text: lead + text.slice(window.start, window.end) + (window.end < text.length ? cutMark(text, window.end) : ''),
      marks: marks.map(({ start, end }) => [start + shift, end + shift] as const),
      ...(hits.length === 0 && weights.size > 0 ? { outside: true as const } : {}),
    };
  };
}

const kindWeights: Readonly<Record<string, number>> = Object.freeze({ whole: 3, word: 2, gram: 1, part: 1 });

/** The weight of each term; frequent words count only where there is nothing else. */
function weightsOf(terms: readonly { readonly term: string; readonly kind?: string }[]): ReadonlyMap<string, number> {
  const significant = terms.filter(({ term }) => !isFrequent(term));
  const used = significant.length > 0 ? significant : terms;
  return new Map(used.map(({ term, kind }) => [term, kindWeights[kind ?? 'word'] ?? 1]));
}

/** The weight of a repeated word, which shows little. */
const repeated = 0.1;

/** The stretch whose hits are worth most, the earliest of equals: two pointers, one pass. */
function bestHits(hits: readonly Hit[], weights: ReadonlyMap<string, number>, room: number): Window | undefined {
  const inside = new Map<string, number>();
  let best: Window | undefined;
  let bestWorth = 0;
  let worth = 0;
  let left = 0;
  for (const hit of hits) {
    const count = inside.get(hit.term) ?? 0;
    inside.set(hit.term, count + 1);
    worth += (weights.get(hit.term) as number) * (count === 0 ? 1 : repeated);
    for (; left < hits.length; left++) {
      const first = hits[left] as Hit;
      if (hit.end - first.start <= room || first === hit) break;
      const rest = (inside.get(first.term) as number) - 1;
      inside.set(first.term, rest);
      worth -= (weights.get(first.term) as number) * (rest === 0 ? 1 : repeated);
    }
    if (worth > bestWorth + 1e-9) {
      bestWorth = worth;
      best = { start: (hits[left] as Hit).start, end: Math.min(hit.end, (hits[left] as Hit).start + room) };
    }
  }
  return best;
}

/** Adds surroundings to a stretch: from the beginning of its sentence if that is near, else a third before it. */
function around(text: string, { start, end }: Window, max: number): Window {
  if (text.length <= max) return { start: 0, end: text.length };
  const spare = Math.max(0, max - 2 - (end - start));
  const sentence = sentenceStart(text, start, Math.floor(spare * 0.6));
  let from = sentence ?? wordStart(text, Math.max(0, start - Math.floor(spare / 3)), start);
  const to = cutBefore(text, from, max - (from > 0 ? 1 : 0), end);
  // At the end of the text what is not needed behind is room before.
  if (to === text.length && from > 0) from = wordStart(text, Math.max(0, text.length - max + 1), from);
  return { start: from, end: to };
}

function sentenceStart(text: string, at: number, reach: number): number | undefined {
  if (at <= reach) return 0;
  for (let before = at; before > at - reach; before--) {
    if ('。．！？'.includes(text.charAt(before - 1))) return before;
    if (text.charAt(before - 1) === ' ' && '.!?:'.includes(text.charAt(before - 2)) && before > 1) return before;
  }
  return undefined;
}

/** The first beginning of a word from here on, at the latest `latest`. */
function wordStart(text: string, at: number, latest: number): number {
  for (let from = at; from < latest; from++)
    if (isBreak(text, from)) return text.charAt(from) === ' ' ? from + 1 : from;
  return latest;
}

/** The end of what fits into this many characters from here, the mark of a cut included; not before `least`. */
function cutBefore(text: string, from: number, room: number, least = from): number {
  return text.length - from <= room ? text.length : textEnd(text, from, room - 2, least);
}

/** Whether a text may be cut before this character. */
function isBreak(text: string, at: number): boolean {
  if (at === 0 || text.charAt(at) === ' ' || text.charAt(at - 1) === ' ') return true;
  const unit = text.charCodeAt(at);
  if (unit >= 0xdc00 && unit < 0xe000) return false;
  return isUnspaced(kindAt(text, at)) || '、。，．！？'.includes(text.charAt(at - 1));
}

function merged(hits: readonly Hit[]): readonly Window[] {
  const marks: { start: number; end: number }[] = [];
  for (const { start, end } of hits) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}
