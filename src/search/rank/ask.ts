// From a parsed query to an order of pages: the query to an engine, and the ranking of its answer.

import type { Query } from '../analyse/query.ts';
import type { CandidateQuery, CandidateSet } from '../port.ts';
import { holdsPhrases } from './phrases.ts';
import { type RankQuery, rankQuery } from './query.ts';
import { type RankedPage, type RankOptions, rankPages } from './rank.ts';
import { isFrequent } from './words.ts';

/** The engine query of a parsed query. Undefined when there is nothing to search for. */
export function candidateQuery(query: Query): CandidateQuery | undefined {
  const terms = [...query.terms, ...(query.prefix?.tokens ?? [])];
  const significant = terms.filter(({ term }) => !isFrequent(term));
  const used = significant.length > 0 ? significant : terms;
  if (used.length === 0 && query.prefix === undefined) return undefined;
  const { provider = [], path = [], lang = [] } = query.filters;
  return {
    any: unique(used),
    also: unique(terms.filter((term) => !used.includes(term))),
    names: unique(used.filter(({ kind }) => kind === 'whole' || used.length === 1)),
    prefix: query.prefix?.text,
    phrases: query.phrases.map((phrase) => phrase.map(({ term }) => term)),
    not: query.not.map((phrase) => phrase.map(({ term }) => term)),
    filter: { providers: provider, paths: path, languages: lang },
  };
}

function unique(tokens: readonly { readonly term: string }[]): readonly string[] {
  return [...new Set(tokens.map(({ term }) => term))];
}

const filters = /(?:^|\s)(?:provider|path|lang):\S*/gi;

/** The query as the ranker reads it, with the counts of an engine's answer. */
export function rankQueryOf(query: Query, { chunks, holding, completions }: CandidateSet): RankQuery {
  const position = query.prefix?.position ?? 0;
  const completed = completions.map((term) => ({ term, position, kind: 'completion' }));
  const tokens = [...query.terms, ...(query.prefix?.tokens ?? []), ...completed];
  return rankQuery(query.raw.replaceAll(filters, ''), tokens, chunks, holding);
}

/** The pages that answer a query, the best first: phrases hold word for word, and what must not occur does not. */
export function rankAnswer(query: Query, set: CandidateSet, options?: RankOptions): readonly RankedPage[] {
  const candidates =
    query.phrases.length === 0 && query.not.every(({ length }) => length < 2)
      ? set.candidates
      : set.candidates.filter(({ forward }) => holdsPhrases(forward, query.phrases, query.not));
  return rankPages(rankQueryOf(query, set), { ...set, candidates }, options);
}
