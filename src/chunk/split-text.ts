// Cuts a text that is too long into units: lines, then sentences, words and characters where that is still too long.

import { sentenceEnd } from '../core/text-end.ts';
import { maxTokenBytes } from './tokenizer/ranks.ts';
import { countTokens } from './tokens.ts';

/** A part that stays whole; all of them in a row are the text again, character for character. */
export interface Unit {
  readonly text: string;
  readonly tokens: number;
  /** How good a place to cut is behind it, from 0, inside a word. */
  readonly cut: number;
}

type Cutter = (text: string, budget: number) => readonly string[];

// From the best places to cut to the worst; spaces in code spans and links only when nothing else is left.
const textCutters: readonly Cutter[] = Object.freeze([lines, sentences, openSpaces, spaces, characters]);
/** How good a place behind a sentence is. */
export const SENTENCE = textCutters.length - 1 - textCutters.indexOf(sentences);
const codeCutters: readonly Cutter[] = Object.freeze([lines, spaces, characters]);

/** Units of prose, none of more than `budget` tokens. */
export function textUnits(text: string, budget: number): readonly Unit[] {
  return unitsOf(text, budget, textCutters);
}

/** Units of code: lines, and parts of a line only when it alone has more than `budget` tokens. Best cut behind an empty line. */
export function codeUnits(code: string, budget: number): readonly Unit[] {
  return unitsOf(code, budget, codeCutters).map((unit) =>
    unit.text === '\n' ? { ...unit, cut: codeCutters.length } : unit,
  );
}

/** The tokens of a text, or more than `budget` without counting when it is too long for fewer. */
export function tokensWithin(text: string, budget: number): number {
  return text.length > budget * maxTokenBytes ? Number.POSITIVE_INFINITY : countTokens(text);
}

/** A very long text in slabs of lines, so that its units never take much memory; no slab could be one chunk. */
export function* slabsOf(text: string, budget: number): Generator<string> {
  const most = 2 * maxTokenBytes * budget;
  let from = 0;
  while (text.length - from > most) {
    const lineEnd = text.lastIndexOf('\n', from + most - 1);
    const to = lineEnd > from + most / 2 ? lineEnd + 1 : safeCut(text, from + most);
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** Halves of a unit that turned out to be too long, or the unit alone when it is one character. */
export function halves({ text, cut }: Unit): readonly Unit[] {
  const at = safeCut(text, Math.ceil(text.length / 2));
  if (at >= text.length) return [{ text, tokens: 0, cut }];
  return [text.slice(0, at), text.slice(at)].map((half, nth) => ({
    text: half,
    tokens: countTokens(half),
    cut: nth === 0 ? 0 : cut,
  }));
}

function unitsOf(text: string, budget: number, cutters: readonly Cutter[]): readonly Unit[] {
  let units: readonly Unit[] = [{ text, tokens: Number.POSITIVE_INFINITY, cut: cutters.length }];
  for (const [nth, cutter] of cutters.entries()) {
    if (units.every(({ tokens }) => tokens <= budget)) break;
    units = units.flatMap((unit) => {
      if (unit.tokens <= budget) return [unit];
      const parts = cutter(unit.text, budget);
      return parts.map((part, at) => {
        const cut = at === parts.length - 1 ? unit.cut : cutters.length - 1 - nth;
        return { text: part, tokens: tokensWithin(part, budget), cut };
      });
    });
  }
  return units;
}

function lines(text: string): readonly string[] {
  return cutAt(text, [...text.matchAll(/\n/g).map(({ index }) => index + 1)]);
}

function sentences(text: string): readonly string[] {
  const ends = [...text.matchAll(sentenceEnd).map(({ 0: end, index }) => index + end.length)];
  return cutAt(text, outside(ends, closedSpans(text)));
}

function openSpaces(text: string): readonly string[] {
  return cutAt(text, outside(spacesIn(text), closedSpans(text)));
}

function spaces(text: string): readonly string[] {
  return cutAt(text, spacesIn(text));
}

function spacesIn(text: string): readonly number[] {
  return [...text.matchAll(/\s+/g).map(({ index }) => index)];
}

/** Slices that surely fit: a UTF-16 code unit has at most three bytes, and a token at least one. */
function characters(text: string, budget: number): readonly string[] {
  const length = Math.max(1, Math.floor(budget / 3));
  const places: number[] = [];
  for (let at = length; at < text.length; at += length) {
    at = safeCut(text, at);
    places.push(at);
  }
  return cutAt(text, places);
}

/** The place to cut at, or one later where it is between the halves of a character. */
function safeCut(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const isHalf = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return isHalf ? at + 1 : at;
}

function cutAt(text: string, places: readonly number[]): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const to of places) {
    if (to <= from || to >= text.length) continue;
    parts.push(text.slice(from, to));
    from = to;
  }
  return [...parts, text.slice(from)];
}

type Span = readonly [start: number, end: number];

function outside(places: readonly number[], spans: readonly Span[]): readonly number[] {
  let nth = 0;
  return places.filter((at) => {
    while (nth < spans.length && (spans[nth] as Span)[1] <= at) nth++;
    return nth === spans.length || (spans[nth] as Span)[0] >= at;
  });
}

const link = /!?\[[^[\]]{0,500}\]\([^()\s]{0,2000}(?:\s"[^"]{0,500}")?\)/g;

/** Code spans and links, in the order of their starts. */
function closedSpans(text: string): readonly Span[] {
  const links = text.matchAll(link).map(({ 0: found, index }): Span => [index, index + found.length]);
  return [...links, ...codeSpans(text)].sort(([one], [other]) => one - other);
}

function codeSpans(text: string): readonly Span[] {
  const runs = [...text.matchAll(/`+/g).map(({ 0: run, index }): Span => [index, index + run.length])];
  const ends = new Array<number>(runs.length).fill(-1);
  const lastOfLength = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at--) {
    const [start, end] = runs[at] as Span;
    ends[at] = lastOfLength.get(end - start) ?? -1;
    lastOfLength.set(end - start, end);
  }
  const spans: Span[] = [];
  let after = 0;
  for (const [at, [start]] of runs.entries()) {
    const end = ends[at] as number;
    if (start < after || end < 0) continue;
    spans.push([start, end]);
    after = end;
  }
  return spans;
}
