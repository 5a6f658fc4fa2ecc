// A query as the ranker sees it: its terms with their weights, and which of them are whole identifiers.
import { spelledTerm, tailTerm, termHash } from '../index/forward.ts';
import { isFrequent } from './words.ts';

export interface RankTerm {
  readonly term: string;
  readonly hash: number;
  readonly position: number;
  /** How significant it is: rare terms more than frequent ones. */
  readonly weight: number;
  /** An identifier as it was written, whose parts are terms too. */
  readonly isWhole: boolean;
  readonly isFrequent: boolean;
  /** Whether the term is of a run without spaces. */
  readonly isGram: boolean;
}

export interface RankQuery {
  readonly terms: readonly RankTerm[];
  /** The sum of the terms' weights. */
  readonly total: number;
  /** Hashes to look up in a forward index: the terms in their order, then the query as a name and as the last part of one. */
  readonly hashes: readonly number[];
  /** 0 for a name or a phrase of two words, 1 for a question of eight words or more. */
  readonly long: number;
  /** How much of it is pairs of characters, as in languages without spaces between words: 0 to 1. */
  readonly grams: number;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const MOST_TERMS = 32;
/** A word that is in every chunk still counts a little in a heading. */
const LEAST_WEIGHT = 0.05;

/** Weighs a query's terms by how many of all chunks hold each. Terms that none holds count nothing. */
export function rankQuery(
  words: string,
  tokens: readonly { readonly term: string; readonly position: number; readonly kind?: string }[],
  chunks: number,
  holding: ReadonlyMap<string, number>,
): RankQuery {
  const completions = tokens.filter(({ kind }) => kind === 'completion').length;
  const overlaps = overlapsOf(tokens);
  const seen = new Set<string>();
  const terms: RankTerm[] = [];
  for (const { term, position, kind } of tokens) {
    const among = holding.get(term) ?? 0;
    if (among === 0 || seen.has(term) || terms.length === MOST_TERMS) continue;
    seen.add(term);
    const isGram = unspaced.test(term);
    // Most pairs of characters are no words: what is in half of the chunks means nothing.
    const idf = Math.log((isGram ? 0 : 1) + (chunks - among + 0.5) / (among + 0.5));
    const frequent = isFrequent(term);
    const isWhole = kind === 'whole';
    const share = frequent ? 0.1 : kind === 'completion' ? 1 / completions : 1;
    const weight = Math.max(LEAST_WEIGHT, share * idf * (overlaps.get(position) ?? 1));
    terms.push({
      term,
      hash: termHash(term),
      position,
      weight,
      isWhole,
      isFrequent: frequent,
      isGram: unspaced.test(term),
    });
  }
  const significant = terms.filter(({ isFrequent: often, isWhole, isGram }) => !often && !isWhole && !isGram).length;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const grams = terms.reduce((sum, { weight, isGram }) => sum + (isGram ? weight : 0), 0) / total;
  return {
    terms,
    total,
    grams,
    hashes: [...terms.map(({ hash }) => hash), termHash(spelledTerm(words)), termHash(tailTerm(words))],
    long: Math.min(1, Math.max(0, (significant - 2) / 6)),
  };
}

const pairOfHangul = /^\p{Script=Hangul}{2}$/u;
const OVERLAP = 5;

/**
 * The remaining weight of each pair of a Korean word, by its place: spaces are between words, so that pairs which overlap are
 * one word and repeat each other in part. A long name would drown the rest of a question. .003 of MRR; Chinese and
 * Japanese, where a run is several words, lose by it.
 */
function overlapsOf(
  tokens: readonly { readonly term: string; readonly position: number }[],
): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  let word: number[] = [];
  let last = '';
  const endWord = (): void => {
    for (const place of word) shares.set(place, (1 + OVERLAP) / (word.length + OVERLAP));
    word = [];
  };
  for (const { term, position } of tokens) {
    if (!pairOfHangul.test(term)) continue;
    if (position !== (word.at(-1) ?? -1) + 1 || term[0] !== last[1]) endWord();
    word.push(position);
    last = term;
  }
  endWord();
  return shares;
}
