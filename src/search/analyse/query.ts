// What a typed query searches for (S1): anything can be typed, and nothing typed is an error.
import { analysePhrase, analyseQuery, type QueryToken } from './analyser.ts';
import { cutWord, fold } from './fold.ts';
import { longestTerm } from './identifiers.ts';
import { type FilterName, lexQuery } from './query-lex.ts';

/** A term that counts for a result; one that must occur is in a phrase. */
export interface QueryTerm extends QueryToken {
  readonly must: boolean;
}

/** The beginning of a word: what was typed, folded but not stemmed, and the terms it would be if it were whole. */
export interface QueryPrefix {
  readonly text: string;
  readonly position: number;
  readonly tokens: readonly QueryToken[];
}

/** A query as the engines and the ranker read it. Positions run through terms, phrases and prefix alike. */
export interface Query {
  /** Each term once, where it first occurs; the terms of phrases included. */
  readonly terms: readonly QueryTerm[];
  /** Phrases that must occur, each with its terms at these distances. */
  readonly phrases: readonly (readonly QueryToken[])[];
  /** Words and phrases that must not occur. */
  readonly not: readonly (readonly QueryToken[])[];
  readonly prefix?: QueryPrefix | undefined;
  readonly filters: { readonly [name in FilterName]?: readonly string[] };
  readonly raw: string;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How much of a query is read and kept: characters, terms, phrases, exclusions, filters. */
export const queryBounds = Object.freeze({ characters: 1_000, terms: 32, phrases: 8, nots: 16, filters: 8 } as const);

/**
 * Reads a query: words, "phrases", `prefix*`, `-not`, `provider:`, `path:`, `lang:`. With `typing` the last word is
 * taken for a beginning unless white space follows it. A query of nothing but `-not` searches for those words. Never throws.
 */
export function parseQuery(text: string, { typing = false }: { readonly typing?: boolean } = {}): Query {
  const raw = text.length > queryBounds.characters ? text.slice(0, queryBounds.characters) : text;
  const pieces = lexQuery(raw.toWellFormed().replaceAll('\ufffd', ' '));
  const isAsking = pieces.some((piece) => piece.kind !== 'filter' && !piece.not);
  const reader = new QueryReader();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'filter') reader.filter(piece.name, piece.value);
    else if (piece.not) {
      if (isAsking) reader.not(piece.text);
      else reader.words(`-${piece.text}`);
    } else if (piece.kind === 'phrase') reader.phrase(piece.text);
    else if (piece.kind === 'prefix') reader.prefix(piece.text);
    else if (typing && at === pieces.length - 1 && /[\p{L}\p{N}_]$/u.test(text)) reader.prefix(piece.text);
    else reader.words(piece.text);
  }
  return reader.query(raw);
}

/** The query with its phrases as words. */
export function withoutPhrases(query: Query): Query {
  return { ...query, phrases: [], terms: query.terms.map((term) => ({ ...term, must: false })) };
}

class QueryReader {
  readonly #terms = new Map<string, QueryTerm>();
  readonly #phrases: (readonly QueryToken[])[] = [];
  readonly #nots: (readonly QueryToken[])[] = [];
  readonly #filters = new Map<FilterName, Set<string>>();
  #words = '';
  #prefix: QueryPrefix | undefined;
  #position = 0;

  /** Words in a row are analysed together: what a pair of hiragana is worth depends on what is beside it. */
  words(text: string): void {
    this.#words += this.#words === '' ? text : ` ${text}`;
  }

  phrase(text: string): void {
    this.#endWords();
    const start = this.#position;
    const phrase = analysePhrase(text).map((token) => ({ ...token, position: start + token.position }));
    const isPhrase = phrase.length > 0 && this.#phrases.length < queryBounds.phrases;
    if (isPhrase) this.#phrases.push(phrase.slice(0, queryBounds.terms));
    const needed = new Set(phrase.map(({ term }) => term));
    for (const token of this.#place(text)) this.#add(token, isPhrase && needed.has(token.term));
  }

  prefix(text: string): void {
    // Of unspaced writing the index has only pairs.
    if (unspaced.test(text)) return this.words(text);
    this.#endWords();
    const tokens = this.#place(text);
    // Only the last prefix counts as one; an earlier prefix is a word.
    for (const token of this.#prefix?.tokens ?? []) this.#add(token, false);
    const beginning = fold(text).replace(/^[^\p{L}\p{N}_]+/u, '');
    const position = tokens[0]?.position ?? this.#position;
    this.#prefix = beginning === '' ? undefined : { text: cutWord(beginning, longestTerm), position, tokens };
  }

  not(text: string): void {
    const tokens = analysePhrase(text);
    if (tokens.length > 0 && this.#nots.length < queryBounds.nots) this.#nots.push(tokens.slice(0, queryBounds.terms));
  }

  filter(name: FilterName, value: string): void {
    const values = this.#filters.get(name) ?? new Set();
    if (value !== '' && values.size < queryBounds.filters) this.#filters.set(name, values.add(value));
  }

  query(raw: string): Query {
    this.#endWords();
    return {
      terms: this.#mostTelling(),
      phrases: this.#phrases,
      not: this.#nots,
      prefix: this.#prefix ?? this.#loneCharacter(),
      filters: Object.fromEntries([...this.#filters].map(([name, values]) => [name, [...values]])),
      raw,
    };
  }

  #endWords(): void {
    for (const token of this.#place(this.#words)) this.#add(token, false);
    this.#words = '';
  }

  #place(text: string): readonly QueryToken[] {
    const start = this.#position;
    const tokens = analyseQuery(text).map((token) => ({ ...token, position: start + token.position }));
    this.#position = tokens.reduce((next, { position }) => Math.max(next, position + 1), start);
    return tokens;
  }

  #add(token: QueryToken, must: boolean): void {
    const known = this.#terms.get(token.term);
    if (known === undefined) this.#terms.set(token.term, { ...token, must });
    else if (must && !known.must) this.#terms.set(token.term, { ...known, must });
  }

  /** The terms within the limit, in order; parts of other terms are dropped first. */
  #mostTelling(): readonly QueryTerm[] {
    const all = [...this.#terms.values()];
    if (all.length <= queryBounds.terms) return all;
    const ranked = [...all.filter(({ kind }) => kind !== 'part'), ...all.filter(({ kind }) => kind === 'part')];
    const kept = new Set(ranked.slice(0, queryBounds.terms));
    return all.filter((term) => kept.has(term));
  }

  /** One kana or syllable is in the index mostly as the first of a pair. */
  #loneCharacter(): QueryPrefix | undefined {
    const [only] = this.#terms.values();
    if (this.#terms.size !== 1 || only === undefined || only.must) return undefined;
    if (!/^[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(only.term)) return undefined;
    return { text: only.term, position: only.position, tokens: [only] };
  }
}
