// Text as terms, the same at index and query time and on every engine (S1, S2).

import { type GramSink, gramsOf, isHan, isHiragana } from './cjk.ts';
import { koreanTermsOf } from './cjk-korean.ts';
import { type TermKind, termsOfWord, type WordTerms } from './identifiers.ts';
import { scan } from './scan.ts';

/** Raised whenever a text would have other terms: an index made by another version is rebuilt. */
export const analyserVersion = 1;

/** One term at a place; several may share a place: an identifier whole and in parts. */
export interface Token {
  readonly term: string;
  readonly position: number;
}

/** A term of a query, and what it is there: parts of an identifier are worth less than the whole. */
export interface QueryToken extends Token {
  readonly kind: Exclude<TermKind, 'other'>;
}

/** A term and where in the text it is, for marks in a quotation. */
export type TermSink = (term: string, kind: TermKind, position: number, start: number, end: number) => void;

/** The terms of Markdown, or of a list of identifiers. Never throws; linear in the length. */
export function analyse(text: string, as: 'text' | 'symbols'): readonly Token[] {
  const tokens: Token[] = [];
  // A hiragana is kept once: it can be searched for, and weighs next to nothing.
  const seen = new Set<string>();
  eachTerm(text, as === 'text', (term, kind, position) => {
    if (kind === 'other' && isHiragana(term)) {
      if (seen.has(term)) return;
      seen.add(term);
    }
    tokens.push({ term, position });
  });
  return tokens;
}

/** The terms of a query: no further spellings, and no pair of hiragana unless there is nothing else. */
export function analyseQuery(text: string): readonly QueryToken[] {
  const tokens: QueryToken[] = [];
  eachTerm(text, false, (term, kind, position) => {
    if (kind !== 'other') tokens.push({ term, kind, position });
  });
  const significant = tokens.filter(({ term }) => !isHiragana(term));
  return significant.length > 0 ? significant : tokens;
}

/**
 * The terms of a phrase, at most one a position: what matches it has them at the same distances. An identifier by itself
 * is its whole; among other words it is its parts, so that `class-based views` matches `class based views`.
 */
export function analysePhrase(text: string): readonly QueryToken[] {
  const best = new Map<number, QueryToken & { readonly width: number }>();
  let whole: QueryToken | undefined;
  let words = 0;
  scan(text, false, () => words++);
  eachTerm(text, false, (term, kind, position, start, end) => {
    if (kind === 'other' || (kind === 'part' && isHan(term))) return;
    if (kind === 'whole') whole ??= { term, kind, position };
    const known = best.get(position);
    // Of unspaced writing the pair, of an identifier the smallest part.
    const isBetter = known === undefined || kind === 'gram' || (known.kind !== 'gram' && end - start < known.width);
    if (isBetter) best.set(position, { term, kind, position, width: end - start });
  });
  if (words === 1 && whole !== undefined) return [whole];
  const tokens = [...best.values()].map(({ term, kind, position }) => ({ term, kind, position }));
  const significant = tokens.filter(({ term }) => !isHiragana(term));
  return significant.length > 0 ? significant : tokens;
}

/** Every term of a text with its place. */
export function eachTerm(text: string, markdown: boolean, sink: TermSink): void {
  let position = 0;
  scan(text, markdown, (kind, start, end) => {
    if (kind === 'word') {
      const { terms, places } = rememberedTerms(text.slice(start, end));
      for (const { term, kind, place, from, to } of terms) sink(term, kind, position + place, start + from, start + to);
      position += places;
      return;
    }
    const raw = text.slice(start, end);
    const exact = composed(raw).length === raw.length;
    position += termsOfRun(kind, raw, (term, kind, place, from, to) =>
      sink(term, kind, position + place, exact ? start + from : start, exact ? start + to : end),
    );
  });
}

/** The terms of unspaced writing or of a Korean word; returns how many places it takes. */
export function termsOfRun(kind: 'unspaced' | 'korean', raw: string, sink: GramSink): number {
  return kind === 'korean' ? koreanTermsOf(composed(raw), sink) : gramsOf(composed(raw), sink);
}

function composed(run: string): string {
  return isComposed(run) ? run : run.normalize('NFKC');
}

/** Kana, Han and Hangul as they are nearly always written. */
function isComposed(run: string): boolean {
  for (let at = 0; at < run.length; at++) {
    const unit = run.charCodeAt(at);
    const usual =
      (unit > 0x3040 && unit < 0x3099) || (unit > 0x309e && unit < 0x30ff) || (unit > 0x33ff && unit < 0xa000);
    if (!usual && (unit < 0xac00 || unit > 0xd7a3)) return false;
  }
  return true;
}

// Most words of a page were on the page before. The cache is bounded, and results do not depend on it.
const remembered = new Map<string, WordTerms>();
const mostRemembered = 30_000;
const longestRemembered = 48;

function rememberedTerms(word: string): WordTerms {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (word.length > longestRemembered) return termsOfWord(word);
  // A slice would keep the whole page alive.
  const own = word.length < 13 ? word : word.split('').join('');
  const terms = termsOfWord(own);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(own, terms);
  return terms;
}
